/** A data folder whose database is damaged: it is quarantined, what can be read is salvaged, and a damaged index is repaired. */
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closing } from '../support/closing.ts';
import { type Database, openSettingsDatabase, openSql, openStationDatabase } from '../support/doors/storage.ts';
import { openTestDatabase as open, putRow as put, testKey } from '../support/storage/data-keys.ts';
import { tempDir } from '../support/temp-dir.ts';

/** Without those of the database itself. */
function rows(database: Database): { id: string; value: string }[] {
  return database.sql.prepare("SELECT id, value FROM json_row WHERE kind = 'test'").all() as { id: string; value: string }[];
}

/** Settings, which are in clear, with the rows `row-a` and `row-b`. */
async function twoRows(): Promise<{ folder: string; path: string; bytes: Buffer }> {
  const folder = await tempDir();
  const database = openSettingsDatabase(folder);
  for (const id of ['row-a', 'row-b']) put(database, id);
  database.close();
  const path = join(folder, 'settings.sqlite');
  return { folder, path, bytes: await readFile(path) };
}

describe('a damaged database', () => {
  it.each([
    ['over its head', (_: number) => [0, 100] as const, 0],
    // Two pages of the rows, which are at the end of the file.
    ['in its rows', (size: number) => [size - 10 * 4_096, size - 8 * 4_096] as const, 400],
  ])(
    'with garbage %s is quarantined unchanged; a new one has the rows that can be read, and a notice reports it',
    async (_, where, least) => {
      const folder = await tempDir();
      const path = join(folder, 'station.sqlite');
      const before = openStationDatabase(folder, testKey);
      before.transaction(() => {
        for (let n = 0; n < 500; n += 1) put(before, `${n}`, `${n} ${'x'.repeat(200)}`);
      });
      before.close();
      const bytes = await readFile(path);
      bytes.fill(0xa5, ...where(bytes.length));
      await writeFile(path, bytes);

      const database = open(folder);
      const found = rows(database);
      expect(found.length).toBeGreaterThanOrEqual(least);
      expect(found.length).toBeLessThan(500);
      for (const { id, value } of found) expect(value).toBe(`${id} ${'x'.repeat(200)}`);
      put(database, 'new');
      const [quarantined = '', ...others] = (await readdir(folder)).filter((name) => name.startsWith('station-damaged-'));
      expect([others, quarantined]).toEqual([[], expect.stringMatching(/^station-damaged-[\dTZ-]+\.sqlite$/)]);
      expect((await readFile(join(folder, quarantined))).equals(bytes)).toBe(true);
      const notice = {
        code: 'database-damaged',
        message: 'database-damaged',
        detail: { cause: 'damaged', name: quarantined, count: found.length },
      };
      expect(database.notices()).toEqual([notice]);
      database.close();
      // The notice is repeated until a person has read it.
      const again = open(folder);
      expect([again.notices(), rows(again).length]).toEqual([[notice], found.length + 1]);
      again.acknowledge();
      again.close();
      expect(open(folder).notices()).toEqual([]);
    },
  );

  it('loses the rows of a damaged page alone, also of the first one after many were removed', async () => {
    const folder = await tempDir();
    const before = openSettingsDatabase(folder);
    const insert = before.sql.prepare("INSERT INTO json_row (rowid, kind, id, value) VALUES (?, 'test', ?, ?)");
    before.transaction(() => {
      for (let n = 0; n < 500; n += 1) insert.run(100_000 + n, `row ${n} `, 'x'.repeat(200));
    });
    before.close();
    const path = join(folder, 'settings.sqlite');
    const bytes = await readFile(path);
    const page = Math.floor(bytes.indexOf(`row 0 ${'x'.repeat(200)}`) / 4_096);
    bytes.fill(0xa5, page * 4_096, (page + 1) * 4_096);
    await writeFile(path, bytes);
    const database = closing(openSettingsDatabase(folder));
    const numbers = rows(database)
      .map(({ id }) => Number(id.slice(4)))
      .sort((a, b) => a - b);
    expect(numbers.length).toBeGreaterThan(480);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, at) => 500 - numbers.length + at));
  });

  it('gets its salvage completed when that ended between the two renamings, and repeated when it ended earlier', async () => {
    const folder = await tempDir();
    const before = openStationDatabase(folder, testKey);
    put(before, 'salvaged');
    before.close();
    await rename(join(folder, 'station.sqlite'), join(folder, 'station-salvage.sqlite'));
    const finished = open(folder);
    expect(rows(finished).map(({ id }) => id)).toEqual(['salvaged']);
    finished.close();
    await writeFile(join(folder, 'station-salvage.sqlite'), 'the beginning of another one');
    const bytes = await readFile(join(folder, 'station.sqlite'));
    bytes.fill(0xa5, 0, 100);
    await writeFile(join(folder, 'station.sqlite'), bytes);
    expect(open(folder).notices()).toMatchObject([{ code: 'database-damaged' }]);
    expect(await readdir(folder)).not.toContain('station-salvage.sqlite');
    const quarantined = (await readdir(folder)).find((name) => name.startsWith('station-damaged-')) ?? '';
    expect((await readFile(join(folder, quarantined))).equals(bytes)).toBe(true);
  });

  it('gives its log to the latest quarantined file when its salvage ended between the two renamings', async () => {
    const folder = await tempDir();
    open(folder).close();
    await rename(join(folder, 'station.sqlite'), join(folder, 'station-salvage.sqlite'));
    const damaged = ['station-damaged-2026-01-01.sqlite', 'station-damaged-2026-02-01.sqlite'];
    for (const name of [...damaged, 'station.sqlite-wal']) await writeFile(join(folder, name), name);
    open(folder).close();
    const files = await readdir(folder);
    expect(files.sort()).toEqual([...damaged, 'station-damaged-2026-02-01.sqlite-wal', 'station.sqlite']);
  });

  it('is replaced, with all of its rows, when only its free pages are wrong', async () => {
    const { folder, path, bytes } = await twoRows();
    // One page more, which belongs to nothing.
    bytes.writeUInt32BE(bytes.readUInt32BE(28) + 1, 28);
    await writeFile(path, Buffer.concat([bytes, Buffer.alloc(4_096)]));
    // It is not missing as well.
    await mkdir(join(folder, 'sent-ledger'));
    const database = closing(openSettingsDatabase(folder));
    expect(rows(database).map(({ id }) => id)).toEqual(['row-a', 'row-b']);
    const [notice, ...others] = database.notices();
    expect([notice?.detail?.cause, others]).toEqual(['damaged', []]);
    expect(database.sql.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  });

  it('has an index repaired that disagrees with its table, which quick_check does not find', async () => {
    const { folder, path, bytes } = await twoRows();
    // The table's page is before those of its indexes; the change is to an entry of an index.
    const at = bytes.lastIndexOf('row-b');
    expect(at).toBeGreaterThan(bytes.indexOf('row-b'));
    bytes.write('row-x', at);
    await writeFile(path, bytes);
    // Of an earlier run, which has met the damage.
    await writeFile(`${path}-check`, '');
    const raw = openSql(path);
    expect(raw.prepare('PRAGMA quick_check(1)').get()).toEqual({ quick_check: 'ok' });
    raw.close();
    const database = closing(openSettingsDatabase(folder));
    expect(database.notices()).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.includes('damaged') || name.includes('check'))).toEqual([]);
    expect(database.sql.prepare("SELECT id FROM json_row WHERE kind = 'test' AND id = ?").all('row-b')).toEqual([{ id: 'row-b' }]);
    expect(database.sql.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  });

  it('is quarantined with its own log, also next to an earlier one from a clock that was ahead', async () => {
    const folder = await tempDir();
    const source = await tempDir();
    const before = openStationDatabase(source, testKey);
    put(before, 'row');
    for (const side of ['', '-wal']) await copyFile(join(source, `station.sqlite${side}`), join(folder, `station.sqlite${side}`));
    before.close();
    const log = await readFile(join(folder, 'station.sqlite-wal'));
    await writeFile(join(folder, 'station.sqlite'), Buffer.alloc(8_192, 'x'));
    const earlier = 'station-damaged-2099-01-01T00-00-00-000Z.sqlite';
    for (const side of ['', '-wal']) await writeFile(join(folder, earlier + side), 'earlier');
    open(folder).close();
    const [own = ''] = (await readdir(folder)).filter((name) => /^station-damaged-20[^9].*sqlite$/.test(name));
    expect((await readFile(join(folder, `${own}-wal`))).equals(log)).toBe(true);
    expect(await readFile(join(folder, `${earlier}-wal`), 'utf8')).toBe('earlier');
  });

  it('is missing where only the sent ledger is left', async () => {
    const folder = await tempDir();
    await mkdir(join(folder, 'sent-ledger'));
    const missing = { code: 'settings-unreadable', detail: { context: 'missing' } };
    expect(closing(openSettingsDatabase(folder)).notices()).toMatchObject([missing]);
  });

  it('is quarantined unchanged when rows of a table contradict each other', async () => {
    const { folder, path, bytes } = await twoRows();
    // Changes the key of the second row to that of the first one, in the table and in the index.
    for (let at = bytes.indexOf('row-b'); at !== -1; at = bytes.indexOf('row-b', at)) bytes.write('row-a', at);
    await writeFile(path, bytes);
    const database = closing(openSettingsDatabase(folder));
    expect(database.notices()).toMatchObject([{ code: 'settings-unreadable', detail: { cause: 'damaged' } }]);
    const settingsFile = (await readdir(folder)).find((name) => /^settings-damaged-[\dTZ-]+\.sqlite$/.test(name));
    expect((await readFile(join(folder, settingsFile ?? ''))).equals(bytes)).toBe(true);
  });
});
