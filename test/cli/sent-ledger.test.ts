/** The command line after the database is gone, and after the ledger is. */
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { list, offline, openQueueCli, run, signNow, statuses } from '../support/cli/cli.ts';

const removeDatabase = async (dataDir: string) => {
  for (const side of ['', '-wal', '-shm']) await rm(join(dataDir, `station.sqlite${side}`), { force: true });
};

test('sign again after the database was deleted: nothing goes out, exit code 3, until a person says so', async () => {
  const cli = await openQueueCli();
  const files = await cli.contracts('a', 'b');
  expect((await cli.command([...signNow, ...files])).code).toBe(0);
  await removeDatabase(cli.dataDir);

  const again = await cli.command([...signNow, ...files]);
  expect([again.code, again.json.documents.map(({ code }) => code)]).toEqual([3, ['same-document-in-doubt', 'same-document-in-doubt']]);
  expect(again.stderr).toContain('Sent documents that the database did not know: 2.');
  expect(cli.calls()).toBe(2);
  const listed = await cli.command(list);
  expect([statuses(listed), listed.json.documents.map(({ code }) => code)]).toEqual([
    { a: 'in-doubt', b: 'in-doubt' },
    ['sent-unrecorded', 'sent-unrecorded'],
  ]);
  expect((await cli.command(run)).code).not.toBe(5);
  expect(cli.calls()).toBe(2);

  expect((await cli.command([...signNow, '--again', ...files])).code).toBe(0);
  expect(cli.calls()).toBe(4);
});

test('the ledger is deleted: what waits is not sent before it is released', async () => {
  const cli = await openQueueCli();
  await cli.command([...offline, ...(await cli.contracts('a'))]);
  await rm(join(cli.dataDir, 'sent-ledger'));
  const refused = await cli.command(run);
  expect(refused.stderr).toContain('Entries of the sent ledger are missing');
  expect([await cli.listed(), cli.calls()]).toEqual([{ a: 'failed' }, 0]);
  const { a = '' } = await cli.ids();
  await cli.command(['queue', 'retry', a]);
  expect((await cli.command(run)).code).toBe(0);
  expect([await cli.listed(), cli.calls()]).toEqual([{ a: 'signed' }, 1]);
});

test('a copy of the data folder, in another place or put back, sends nothing before a person releases it, and a folder that moved continues', async () => {
  const cli = await openQueueCli();
  await cli.command([...offline, ...(await cli.contracts('a', 'b'))]);
  const [copy, moved] = [`${cli.dataDir}-copy`, `${cli.dataDir}-moved`];
  await cp(cli.dataDir, copy, { recursive: true, preserveTimestamps: true });
  await rename(cli.dataDir, moved);
  await rename(moved, cli.dataDir);
  expect(statuses(await cli.command(run))).toEqual({ a: 'signed', b: 'signed' });

  await rename(cli.dataDir, moved);
  await rename(copy, cli.dataDir);
  expect(await cli.command(run)).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The data folder is a copy\./) });
  expect(cli.calls()).toBe(2);
  expect(await cli.listed()).toEqual({ a: 'failed', b: 'failed' });
  const { stdout } = await cli.command(list);
  expect(stdout).toContain('it is unknown whether it has been sent from the original since then');
  expect((await cli.command(['queue', 'acknowledge'])).code).toBe(0);
  const { a = '' } = await cli.ids();
  await cli.command(['queue', 'retry', a]);
  expect(await cli.command(run)).toMatchObject({ code: 0, stderr: '' });
  expect(cli.calls()).toBe(3);
});
