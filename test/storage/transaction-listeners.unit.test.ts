/** Listeners with values in memory are called at the end of a transaction, also when another listener throws. */
import { expect, test } from 'vitest';
import { openMemoryDatabase } from '../support/doors/storage.ts';
import { uncaught } from '../support/uncaught.ts';

const fault = new Error('a listener at fault');

test('a listener that throws undoes nothing, and the other listeners are called', async () => {
  const database = openMemoryDatabase();
  const told: boolean[] = [];
  const thrown = uncaught();
  const answer = database.transaction(() => {
    database.sql.exec("INSERT INTO json_row (kind, id, value) VALUES ('test', 'a', 'x')");
    database.afterwards(() => {
      throw fault;
    });
    database.afterwards((kept) => told.push(kept));
    return 'done';
  });
  expect(answer).toBe('done');
  expect(told).toEqual([true]);
  expect(database.sql.prepare('SELECT count(*) AS count FROM json_row').get()).toMatchObject({ count: 1 });
  expect(await thrown).toBe(fault);
});

test('a rollback is reported last first, and throws the original error', () => {
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
