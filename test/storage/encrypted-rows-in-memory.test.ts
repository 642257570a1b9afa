/** Sealed rows that are held in memory too: memory says what the disk says, whatever happened in between. */
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { someDataKeys } from '../support/data-keys.ts';
import { createSealer, type Database, openDatabase, openSealedCollection } from '../support/doors/storage.ts';
import { tempDir } from '../support/temp-dir.ts';

const schema = z.object({ id: z.string(), of: z.string().nullable(), text: z.string() });
type Thing = z.infer<typeof schema>;
const keys = await someDataKeys();
const other = await someDataKeys();

/** On the table of the inbox, whose columns suit. */
function collect(database: Database, from = keys) {
  const texts: string[] = [];
  const changed = (before: Thing | null, after: Thing | null) => {
    if (before) texts.splice(texts.indexOf(before.text), 1);
    if (after) texts.push(after.text);
  };
  const clear = { columns: ['case_id'], of: ({ of }: Thing) => [of], bound: 1 };
  const parts = { database, sealer: createSealer(from), table: 'inbox_item', kind: 'thing', schema, clear, changed };
  return { things: openSealedCollection(parts), texts };
}
async function open(): Promise<Database> {
  const database = openDatabase(await tempDir());
  onTestFinished(() => database.close());
  return database;
}
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

test('a row that cannot be decrypted stays, is reported, and does not count as absent', async () => {
  const database = await open();
  const { things } = collect(database);
  things.put(thing('a', 'a', 'visit'));
  things.put(thing('b', 'b', 'visit'));
  // Put under another visit in clear, which the seal notices.
  database.sql.prepare("UPDATE inbox_item SET case_id = 'elsewhere' WHERE id = 'b'").run();
  const damaged = collect(database).things;
  expect([damaged.has('b'), damaged.find('b'), damaged.locked()]).toEqual([true, null, 0]);
  expect(() => damaged.get('b')).toThrow(expect.objectContaining({ reason: 'damaged' }));
  expect(damaged.rows()[1]).toMatchObject({ id: 'b', clear: ['elsewhere'], opened: { ok: false } });
  damaged.remove('b');
  expect(ids(damaged)).toEqual(['a']);

  const foreign = collect(database, other);
  expect([foreign.things.has('a'), foreign.things.find('a'), foreign.texts]).toEqual([true, null, []]);
});

test('key rotation re-encrypts every row that can be decrypted, and reports the others', async () => {
  const database = await open();
  const { things } = collect(database);
  things.put(thing('a'));
  things.put(thing('b'));
  const before = keys.current().id;
  expect(things.renewSeals(before)).toBe(true);
  await keys.renew();
  const after = keys.current().id;
  expect(things.renewSeals(after)).toBe(true);
  const under = () => database.sql.prepare('SELECT DISTINCT key FROM inbox_item').all();
  expect(under()).toEqual([{ key: after }]);
  expect(collect(database).things.find('a')).toEqual(thing('a'));

  database.sql.prepare("UPDATE inbox_item SET sealed = x'00', key = 'gone' WHERE id = 'b'").run();
  expect(collect(database).things.renewSeals(after)).toBe(false);
});
