/** Rows that are in memory too: memory agrees with the disk after every operation. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openTestDatabase } from '../support/data-keys.ts';
import { type Database, openCollection } from '../support/doors/storage.ts';
import { tempDir } from '../support/temp-dir.ts';

const schema = z.object({ id: z.string(), of: z.string().nullable(), text: z.string() });
type Thing = z.infer<typeof schema>;

function collect(database: Database) {
  const texts: string[] = [];
  const changed = (before: Thing | null, after: Thing | null) => {
    if (before) texts.splice(texts.indexOf(before.text), 1);
    if (after) texts.push(after.text);
  };
  const columns = { names: ['case_id'], of: ({ of }: Thing) => [of] };
  return { things: openCollection({ database, table: 'thing', kind: 'thing', schema, columns, changed }), texts };
}
const open = async (): Promise<Database> => {
  const database = openTestDatabase(await tempDir());
  database.sql.exec('CREATE TABLE thing (id TEXT PRIMARY KEY, case_id TEXT, value TEXT NOT NULL) STRICT');
  return database;
};
const thing = (id: string, text = id, of: string | null = null): Thing => ({ id, of, text });
const ids = (things: ReturnType<typeof collect>['things']) => things.rows().map(({ id }) => id);

test('a rolled-back transaction leaves values and order as they were', async () => {
  const database = await open();
  const { things, texts } = collect(database);
  for (const id of ['a', 'b', 'c']) things.put(thing(id));
  expect(() =>
    database.transaction(() => {
      things.remove('b');
      things.put(thing('a', 'changed'));
      things.put(thing('d'));
      things.remove('a');
      expect(ids(things)).toEqual(['c', 'd']);
      throw new Error('undone');
    }),
  ).toThrow('undone');
  expect(ids(things)).toEqual(['a', 'b', 'c']);
  expect(things.find('a')).toEqual(thing('a'));
  expect(texts.toSorted()).toEqual(['a', 'b', 'c']);
  things.put(thing('e'));
  expect(ids(things)).toEqual(['a', 'b', 'c', 'e']);
  expect(ids(collect(database).things)).toEqual(['a', 'b', 'c', 'e']);
});

test('a changed row keeps its position, also after a restart', async () => {
  const database = await open();
  const { things } = collect(database);
  for (const id of ['a', 'b']) things.put(thing(id));
  things.put(thing('a', 'later', null));
  const again = collect(database);
  expect(ids(again.things)).toEqual(['a', 'b']);
  expect(again.things.get('a')?.text).toBe('later');
  expect(again.texts).toEqual(['later', 'b']);
  expect(again.things.get('z')).toBeNull();
});

test('a row that does not parse stays, is reported, and does not count as absent', async () => {
  const database = await open();
  const { things } = collect(database);
  things.put(thing('a', 'a', 'visit'));
  things.put(thing('b', 'b', 'visit'));
  database.sql.prepare("UPDATE thing SET value = '{}' WHERE id = 'b'").run();
  const { things: again, texts } = collect(database);
  expect([again.has('b'), again.find('b'), texts]).toEqual([true, null, ['a']]);
  expect(() => again.get('b')).toThrow(expect.objectContaining({ problem: expect.objectContaining({ code: 'record-damaged' }) }));
  expect(again.rows()[1]).toMatchObject({ id: 'b', columns: ['visit'], opened: { ok: false } });
  again.remove('b');
  expect(ids(again)).toEqual(['a']);
});
