/** A database that is too large to be checked whole at each opening: damage shows when it is read, or in the background. */
import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkInThread, type Sql, startBackgroundChecks } from '../support/doors/storage.ts';
import { testWith } from '../support/runner/need.ts';
import { sized } from '../support/runner/soak.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { damageTable, inDatabase } from '../support/storage/damaged-database.ts';
import { openTestDatabase, putRow, testKey } from '../support/storage/data-keys.ts';
import { leaveFree, smallDisk } from '../support/storage/mounts.ts';
import { tempDir } from '../support/temp-dir.ts';
import { longWait } from '../support/waiting.ts';

const enlarge = (sql: Sql) =>
  sql.exec(`
    INSERT INTO screening (id, run, row, state, day, search_text, value, answer) VALUES ('large', 'x', 1, 'done', '2026-01-01', '', '{}', zeroblob(17 * 1048576));
    PRAGMA wal_checkpoint(TRUNCATE)`);

async function largeDatabase(): Promise<string> {
  const folder = await tempDir();
  const database = openTestDatabase(folder);
  putRow(database, 'a');
  enlarge(database.sql);
  database.close();
  return folder;
}

it('is opened without a check; damage that is met is an error with a way out, and the next opening salvages', async () => {
  const folder = await largeDatabase();
  damageTable(folder, testKey, 'audit');
  const database = openTestDatabase(folder);
  expect(database.notices()).toEqual([]);
  const read = () => database.sql.prepare('SELECT * FROM audit').all();
  expect(read).toThrow(expect.objectContaining({ problem: expect.objectContaining({ code: 'database-unreadable' }) }));
  database.close();
  const again = openTestDatabase(folder);
  expect(again.notices().map(({ code }) => code)).toEqual(['database-damaged']);
  expect(again.sql.prepare("SELECT id FROM json_row WHERE kind = 'test'").all()).toEqual([{ id: 'a' }]);
  again.close();
  expect(readdirSync(folder).filter((name) => name.startsWith('station.sqlite-check'))).toEqual([]);
});

it('is checked whole in the background: damage is reported, and noted for the next start', async () => {
  const folder = await largeDatabase();
  const request = { path: join(folder, 'station.sqlite'), key: testKey, copyTo: join(folder, 'copy.sqlite') };
  expect(await checkInThread(request)).toEqual({ isWhole: true, isCopied: true });
  damageTable(folder, testKey, 'audit');
  const database = openTestDatabase(folder);
  let reports = 0;
  database.onReport(() => {
    reports += 1;
  });
  onTestFinished(
    startBackgroundChecks(
      database,
      () => testKey,
      async () => undefined,
      0,
    ),
  );
  await expect.poll(() => database.notices().map(({ code }) => code), longWait).toEqual(['database-unreadable']);
  expect([reports, existsSync(`${request.path}-check`)]).toEqual([1, true]);
});

testWith('small file system')('is not copied once a day where the copy would take the room of answers', async () => {
  const [folder, disk] = [await largeDatabase(), await smallDisk(128 * 1_024)];
  const request = { path: join(folder, 'station.sqlite'), key: testKey, copyTo: join(disk, 'copy.sqlite') };
  const mebibytes = async (free: number) => {
    await leaveFree(disk, free * 1_048_576);
    return checkInThread(request);
  };
  expect(await mebibytes(80)).toEqual({ isWhole: true, isCopied: false });
  // A person who asks for a backup decides.
  expect(await checkInThread({ ...request, onlyCopies: true })).toEqual({ isWhole: true, isCopied: true });
  await rm(request.copyTo);
  expect(await mebibytes(90)).toEqual({ isWhole: true, isCopied: true });
});

it('whose damage is met while the station opens is salvaged by that opening, whichever table is damaged', async () => {
  const station = withSigningActions(await buildStation());
  station.queue.pause();
  await station.send(await station.contracts('a'));
  station.visits.create({ name: 'Ana', identification: '1', transaction: '' });
  const whole = station.asKilled();
  inDatabase(whole, station.vaultKey, enlarge);
  const tables = inDatabase(whole, station.vaultKey, (sql) =>
    sql.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all(),
  ).map(({ name }) => String(name));
  /** Read by steps of the start: before, during and after the opening of the queue. */
  const met = ['encrypted_file', 'job', 'bulk_run'];
  const salvaged: string[] = [];
  for (const table of sized(met, tables)) {
    const folder = station.asKilled(whole);
    damageTable(folder, station.vaultKey, table);
    const opened = await station.openOn(folder);
    const codes = opened.notices().map(({ code }) => code);
    if (codes.includes('database-damaged')) salvaged.push(table);
    else expect(codes, table).toEqual([]);
    if (table !== 'job')
      expect(
        opened.signing.jobs().map(({ name }) => name),
        table,
      ).toEqual(['a.pdf']);
    await opened.close();
  }
  for (const table of met) expect(salvaged).toContain(table);
});
