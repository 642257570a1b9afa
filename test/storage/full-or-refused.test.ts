/** A disk without space is reported as full; one that refuses for another limit, as that. Both may take the same again later. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestDatabase, putRow } from '../support/storage/data-keys.ts';
import { tempDir } from '../support/temp-dir.ts';

test('a database without space', async () => {
  const database = openTestDatabase(await tempDir());
  database.sql.exec('PRAGMA max_page_count = 1');
  const write = () => database.transaction(() => putRow(database, '1', 'x'.repeat(100_000)));
  expect(write).toThrow(expect.objectContaining({ problem: { code: 'disk-full', message: 'disk-full' } }));
});

test.skipIf(process.platform === 'win32')('a limit of file size', async () => {
  const script = `
    const { openSettingsDatabase } = await import(${JSON.stringify(join(import.meta.dirname, '../../main/platform/storage/open-database.ts'))});
    const { sql, transaction } = openSettingsDatabase(${JSON.stringify(await tempDir())});
    try {
      transaction(() => sql.prepare("INSERT INTO json_row VALUES ('test', '1', ?)").run('x'.repeat(1e6)));
    } catch ({ problem: { code, detail } }) {
      console.log(JSON.stringify({ code, detail }));
    }`;
  // In blocks of 512 bytes.
  const limited = 'ulimit -f 1000; exec "$0" --input-type=module -e "$1"';
  const { stdout } = spawnSync('/bin/sh', ['-c', limited, process.execPath, script], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual({ code: 'disk-full', detail: { context: 'refused' } });
});
