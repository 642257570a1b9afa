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

test.each([30_002, 10_000_000])('rows behind a damaged one with the number %i are copied', (number) => {
  expect(copied([1, number, number + 1, number + 7], new Set([number]))).toEqual([1, number + 1, number + 7]);
});
