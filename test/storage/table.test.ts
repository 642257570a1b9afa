/** Rows of a table: what is written is on the disk or is not there at all, and a row that does not parse stays in its place. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { codeOf } from '../support/code-of.ts';
import { type Database, openTable } from '../support/doors/storage.ts';
import { openTestDatabase } from '../support/storage/data-keys.ts';
import { tempDir } from '../support/temp-dir.ts';

const schema = z.object({ id: z.string(), of: z.string().nullable(), text: z.string() });
type Thing = z.infer<typeof schema>;

function open(dataDir: string): { database: Database; things: ReturnType<typeof openTable<Thing>>; listed(): string[] } {
  const database = openTestDatabase(dataDir);
  database.sql.exec(`
    CREATE TABLE IF NOT EXISTS thing (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, of TEXT, value TEXT NOT NULL) STRICT;
    CREATE INDEX IF NOT EXISTS thing_list ON thing (number, of);`);
  const things = openTable({ database, table: 'thing', kind: 'thing', schema, columns: { of: ({ of }) => of } });
  const all = things.select('ORDER BY number');
  return { database, things, listed: () => all().map((one) => (one.ok ? `${one.value.id} ${one.value.text}` : `damaged ${one.id}`)) };
}
const thing = (id: string, text = id, of: string | null = null): Thing => ({ id, of, text });

test('a rolled-back transaction leaves values and order as they were, also after a restart', async () => {
  const dataDir = await tempDir();
  const { database, things, listed } = open(dataDir);
  for (const id of ['a', 'b', 'c']) things.put(thing(id));
  expect(() =>
    database.transaction(() => {
      things.remove('b');
      things.put(thing('a', 'changed'));
      things.put(thing('d'));
      expect(listed()).toEqual(['a changed', 'c c', 'd d']);
      throw new Error('undone');
    }),
  ).toThrow('undone');
  expect(listed()).toEqual(['a a', 'b b', 'c c']);
  expect(things.find('a')).toEqual(thing('a'));
  database.close();
  expect(open(dataDir).listed()).toEqual(['a a', 'b b', 'c c']);
});

test('a changed row keeps its place, and its columns follow', async () => {
  const { things, listed } = open(await tempDir());
  const ofVisit = things.count('of = ?');
  for (const id of ['a', 'b']) things.put(thing(id));
  things.put(thing('a', 'later', 'visit'));
  expect([listed(), ofVisit('visit'), things.get('z'), things.has('z')]).toEqual([['a later', 'b b'], 1, null, false]);
  things.remove('a');
  expect([listed(), ofVisit('visit'), things.has('a')]).toEqual([['b b'], 0, false]);
});

test('a row that does not parse stays in its place, is reported, and does not count as absent', async () => {
  const dataDir = await tempDir();
  const { database, things, listed } = open(dataDir);
  for (const id of ['a', 'b', 'c']) things.put(thing(id, id, 'visit'));
  expect(things.get('b')).toEqual(thing('b', 'b', 'visit'));
  database.sql.exec(`UPDATE thing SET value = '{"id":"b"}' WHERE id = 'b'`);
  expect([things.has('b'), things.find('b'), listed()]).toEqual([true, null, ['a a', 'damaged b', 'c c']]);
  expect(await codeOf(() => things.get('b'))).toBe('stored-data-damaged');
  const visit = { where: 'of = ?', values: ['visit'] };
  const page = things.page({ index: 'thing_list', conditions: [visit], order: 'number DESC' }, 1, 1);
  expect(page).toMatchObject({ total: 3, rows: [{ ok: false, id: 'b', problem: { code: 'stored-data-damaged' } }] });
  things.remove('b');
  expect(listed()).toEqual(['a a', 'c c']);
});

test('a value that is not what the schema says is refused, and nothing is changed', async () => {
  const { things, listed } = open(await tempDir());
  things.put(thing('a'));
  expect(() => things.put({ id: 'a', of: null } as Thing)).toThrow(z.ZodError);
  expect(listed()).toEqual(['a a']);
});

test('on a full disk a change is refused, and everything is as it was', async () => {
  const { database, things, listed } = open(await tempDir());
  things.put(thing('a'));
  const pages = database.sql.prepare('PRAGMA page_count').get()?.page_count;
  database.sql.exec(`PRAGMA max_page_count = ${pages}`);
  expect(await codeOf(() => things.put(thing('a', 'x'.repeat(100_000))))).toBe('disk-full');
  expect(await codeOf(() => things.put(thing('b', 'x'.repeat(100_000))))).toBe('disk-full');
  expect([listed(), things.find('a')]).toEqual([['a a'], thing('a')]);
  database.sql.exec('PRAGMA max_page_count = 1000000');
  things.put(thing('b'));
  expect(listed()).toEqual(['a a', 'b b']);
});
