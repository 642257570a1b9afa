/** Who holds something in memory beside the tables is told how a transaction ended, whatever others make of it. */
import { expect, test } from 'vitest';
import { openMemoryDatabase } from '../support/doors/storage.ts';
import { uncaught } from '../support/uncaught.ts';

const fault = new Error('a listener at fault');

test('a listener that throws takes nothing back, and keeps nothing from the others', async () => {
  const database = openMemoryDatabase();
  const told: boolean[] = [];
  const thrown = uncaught();
  const answer = database.transaction(() => {
    database.sql.exec("INSERT INTO record (kind, id, value) VALUES ('test', 'a', 'x')");
    database.afterwards(() => {
      throw fault;
    });
    database.afterwards((kept) => told.push(kept));
    return 'done';
  });
  expect(answer).toBe('done');
  expect(told).toEqual([true]);
  expect(database.sql.prepare('SELECT count(*) AS count FROM record').get()).toMatchObject({ count: 1 });
  expect(await thrown).toBe(fault);
});

test('what was undone is told as undone, the last first, and its own error is the one that is thrown', () => {
  const database = openMemoryDatabase();
  const told: string[] = [];
  const undone = () =>
    database.transaction(() => {
      database.afterwards((kept) => told.push(`first ${kept}`));
      database.transaction(() => database.afterwards((kept) => told.push(`second ${kept}`)));
      throw fault;
    });
  expect(undone).toThrow(fault);
  expect(told).toEqual(['second false', 'first false']);
  database.transaction(() => undefined);
  expect(told).toHaveLength(2);
});
