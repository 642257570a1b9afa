/** The rows of a run in the database, by pages of 500. */
import { expect, test } from 'vitest';
import { closing } from '../support/closing.ts';
import { newScreening, openScreeningRepository, type ScreeningRow } from '../support/doors/screening.ts';
import { openMemoryDatabase } from '../support/doors/storage.ts';
import { query } from '../support/screening/screening-actions.ts';

const row = (runId: string, number: number, part: Partial<ScreeningRow> = {}) => {
  const about = { query: query(`Persona ${number % 7}`), by: 'clerk', account: 'a', connection: null, at: '2026-01-01T12:00:00.000Z' };
  const place = { id: `${runId}.${number}`, row: { runId, number, faults: [] }, cells: [] };
  return { screening: { ...newScreening(about, place), ...part } };
};
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test.each([1, 499, 500, 501, 1000, 1203])(
  '%i rows come once each, in the order of their file, whatever the order of their storing',
  async (count) => {
    const database = openMemoryDatabase();
    const store = openScreeningRepository(database);
    store.add([...numbers(count).reverse()].map((number) => row('one', number)));
    store.add(numbers(3).map((number) => row('other', number)));
    const all = await Array.fromAsync(store.rows('one'), (one) => one.row?.number);
    expect(all).toEqual(numbers(count));
    database.close();
  },
);

test('a retry makes every failed row pending, and leaves the meanings that a person gave', async () => {
  const database = closing(openMemoryDatabase());
  const store = openScreeningRepository(database);
  const read = { of: 'lists', meaning: 'clear', reason: 'r', by: 'clerk', at: '2026-01-01T12:00:00.000Z' } as const;
  store.add(numbers(1001).map((number) => row('one', number, { state: 'failed', ...(number === 600 && { readings: [read] }) })));
  store.add([row('other', 1, { state: 'failed' })]);
  await store.retry('one', false);
  expect(store.counts('one')).toMatchObject({ waiting: 1000, failed: 1 });
  expect(store.get('one.600').readings).toEqual([read]);
  expect(store.counts('other').failed).toBe(1);
  store.removeRowsAfter('one', 600);
  expect(store.lastRow('one')).toBe(600);
  store.removeRun('one');
  expect([store.lastRow('one'), store.lastRow('other')]).toEqual([0, 1]);
});
