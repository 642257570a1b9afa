/** `serve` on a data folder whose stored settings of the service are damaged or missing. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../support/cli/run-cli.ts';
import { credentials, keyed, servingHereIn } from '../support/cli/serving.ts';
import { openSettingsDatabase } from '../support/doors/storage.ts';
import { tempDir } from '../support/temp-dir.ts';

test('unreadable settings of who may call do not mean everyone: the first start is refused with that reason, the next one serves', async () => {
  const home = await tempDir();
  const database = openSettingsDatabase(join(home, 'data'));
  database.sql
    .prepare('INSERT INTO json_row (kind, id, value) VALUES (?, ?, ?)')
    .run('service', 'station', JSON.stringify({ allowed: ['203.0.113.7'], port: 'x' }));
  database.close();
  const env = { ...keyed, ...credentials };
  // Where it went on, it would be refused for that address, and end all the same.
  const { code, stdout, stderr } = await runHere(['serve', '--data-dir', 'data', '--host', '192.0.2.1', '--port', '0'], home, { ...env });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('Some saved settings could not be read.');
  const { output } = await servingHereIn(home, [], env);
  expect(output().stderr).toBe('');
});

test('settings that are missing do not mean everyone either, until a person has acknowledged that', async () => {
  const home = await tempDir();
  const env = { ...keyed, ...credentials };
  const run = (...args: string[]) => runHere([...args, '--data-dir', 'data'], home, { ...env });
  await run('queue', 'list');
  for (const side of ['', '-wal', '-shm']) await rm(join(home, 'data', `settings.sqlite${side}`), { force: true });
  for (const _ of [1, 2]) {
    const { code, stdout, stderr } = await run('serve', '--host', '192.0.2.1', '--port', '0');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('The saved settings are missing.');
    expect(stderr).not.toContain('The service was not opened.');
    expect(stderr).toContain('queue acknowledge');
  }
  expect((await run('queue', 'acknowledge')).code).toBe(0);
  await servingHereIn(home, [], env);
});
