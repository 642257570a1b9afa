/** The salvage of a table of which some rows cannot be read: all others are copied. */
import { expect, test } from 'vitest';
import { openMemoryDatabase, type Sql, salvage } from '../support/doors/storage.ts';
import { fc } from '../support/runner/property.ts';

/** Copies the rows with these numbers, of which `damaged` cannot be read. @returns the numbers of the copied rows */
function copied(numbers: readonly number[], damaged: ReadonlySet<number>): number[] {
  const [{ sql }, to] = [openMemoryDatabase(), openMemoryDatabase()];
  const insert = sql.prepare("INSERT INTO json_row (rowid, kind, id, value) VALUES (?, 'test', ?, 'x')");
  for (const number of numbers) insert.run(number, String(number));
  const check = (rows: { number_of_row?: unknown }[]) => {
    if (rows.some(({ number_of_row: number }) => damaged.has(Number(number)))) throw new Error('a damaged page');
  };
  const prepare = (text: string) => {
    const statement = sql.prepare(text);
    return {
      all(...values: number[]) {
        const rows = statement.all(...values);
        check(rows);
        return rows;
      },
      get(...values: number[]) {
        const row = statement.get(...values);
        check(row === undefined ? [] : [row]);
        return row;
      },
    };
  };
  salvage({ prepare } as unknown as Sql, to.sql);
  const found = to.sql.prepare("SELECT rowid AS number FROM json_row WHERE kind = 'test' ORDER BY rowid").all();
  return found.map(({ number }) => Number(number));
}

test('each row that can be read is copied, whatever is before and behind it', () => {
  const numbers = fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 900 })), {
    minLength: 1,
    maxLength: 80,
  });
  fc.assert(
    fc.property(numbers, fc.array(fc.boolean(), { minLength: 80, maxLength: 80 }), (all, isDamaged) => {
      const damaged = new Set(all.filter((_, at) => isDamaged[at]));
      expect(copied(all, damaged)).toEqual(all.filter((number) => !damaged.has(number)).sort((a, b) => a - b));
    }),
    { numRuns: 60 },
  );
});

test.each([30_002, 59_998, 60_001, 123_457, 10_000_000])('rows behind a damaged one with the number %i are copied', (number) => {
  expect(copied([1, number, number + 1, number + 7], new Set([number]))).toEqual([1, number + 1, number + 7]);
});

test('a table of more rows than are read at a time is copied whole', () => {
  const numbers = Array.from({ length: 1_000 }, (_, index) => index + 1);
  expect(copied(numbers, new Set())).toEqual(numbers);
});

test.each([
  ['identity_record', 0],
  ['inbox_item', 0],
  ['visit', 1],
])('events of the hub are unknown again only where received records may be lost: damage in %s', (table, known) => {
  const [{ sql: from }, { sql: to }] = [openMemoryDatabase(), openMemoryDatabase()];
  from.exec("INSERT INTO hub_event (id, at, is_known) VALUES ('one', '2026-01-01T00:00:00.000Z', 1)");
  const prepare = (text: string) => {
    if (text.includes(`FROM ${table} `)) throw new Error('a damaged page');
    return from.prepare(text);
  };
  salvage({ prepare } as unknown as Sql, to);
  expect(to.prepare('SELECT is_known FROM hub_event').all()).toEqual([{ is_known: known }]);
});

test('what follows from other rows is made from those that were copied', () => {
  const [{ sql: from }, { sql: to }] = [openMemoryDatabase(), openMemoryDatabase()];
  const put = (table: string, row: Record<string, string | number>) =>
    from
      .prepare(`INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row).map(() => '?')})`)
      .run(...Object.values(row));
  for (const kind of ['sweep', 'file', 'setting']) put('json_row', { kind, id: 'one', value: '{}' });
  const [id, at] = ['one', '2026-01-01T00:00:00.000Z'];
  put('hub_enrolment', { station_id: 'of-an-earlier-time' });
  put('sent_document', { call_id: id, document_id: id, batch_id: id, key: id, at });
  from.exec("UPDATE last_commit SET number = 9, ledger = '{}'");
  from.exec('UPDATE publication_count SET total = 9');
  const values = { first: '{"documents":[{"id":"a"},{}]}', second: 'no JSON', third: '{"documents":[{"id":"b"}]}' };
  for (const [one, value] of Object.entries(values)) put('attempt', { id: one, started_at: at, value });
  salvage(from, to);
  const all = (table: string) => to.prepare(`SELECT * FROM ${table}`).all();
  expect(all('json_row')).toMatchObject([{ kind: 'setting' }]);
  expect([all('hub_enrolment'), all('sent_document')]).toEqual([[], []]);
  expect(all('last_commit')).toEqual([{ id: 1, number: 0, ledger: null }]);
  expect(all('publication_count')).toEqual([{ total: 0, offered: 0 }]);
  expect(all('attempt').map((row) => row.id)).toEqual(['first', 'second', 'third']);
  expect(all('attempt_document')).toEqual([
    { attempt_id: 'first', document_id: 'a' },
    { attempt_id: 'third', document_id: 'b' },
  ]);
});

test('a table whose description cannot be read is left out, and the others are copied', () => {
  const [from, to] = [openMemoryDatabase(), openMemoryDatabase()];
  from.sql.exec("INSERT INTO json_row VALUES ('test', 'one', 'x'); DROP TABLE job");
  expect(salvage(from.sql, to.sql)).toBe(1);
  expect(to.sql.prepare('SELECT id FROM json_row').all()).toEqual([{ id: 'one' }]);
});
