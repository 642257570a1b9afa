/** `queue` after the database was damaged: it says so, with exit code 1, until a person has read it. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { list, offline, openQueueCli, signNow } from '../support/cli/cli.ts';

test('a damaged database: reported by every list with exit code 1 until it is acknowledged', async () => {
  const cli = await openQueueCli();
  expect((await cli.command([...signNow, ...(await cli.contracts('a'))])).code).toBe(0);
  const path = join(cli.dataDir, 'station.sqlite');
  const bytes = await readFile(path);
  await writeFile(path, bytes.fill(0xa5, 0, 100));
  for (let time = 0; time < 2; time += 1) {
    const { code, json, stderr } = await cli.command(list);
    expect([code, json.documents.map(({ status }) => status)]).toEqual([1, ['in-doubt']]);
    expect(stderr).toMatch(/The station’s database was damaged\..*stored as station-damaged-.*\.sqlite/s);
  }
  const { code, stdout } = await cli.command(['queue', 'acknowledge']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ notices: [{ code: 'database-damaged', count: 0 }] });
  const again = await cli.command(list);
  expect([again.code, again.stderr]).toEqual([0, '']);
  const none = await cli.command(['queue', 'acknowledge']);
  expect([none.code, JSON.parse(none.stdout)]).toEqual([0, { notices: [] }]);
});

test('queued documents that an older database does not have: reported likewise', async () => {
  const cli = await openQueueCli();
  await cli.command(list);
  const copy = join(cli.folder, 'older');
  await cp(cli.dataDir, copy, { recursive: true });
  expect((await cli.command([...offline, ...(await cli.contracts('a'))])).code).toBe(5);
  for (const side of ['', '-wal', '-shm']) await rm(join(cli.dataDir, `station.sqlite${side}`), { force: true });
  await cp(join(copy, 'station.sqlite'), join(cli.dataDir, 'station.sqlite'));
  for (let time = 0; time < 2; time += 1) {
    const { code, json, stderr } = await cli.command(list);
    expect([code, json.documents]).toEqual([1, []]);
    expect(stderr).toContain('Documents that are missing from the queue: 1.');
  }
  await cli.command(['queue', 'acknowledge']);
  const again = await cli.command(list);
  expect([again.code, again.stderr]).toEqual([0, '']);
});
