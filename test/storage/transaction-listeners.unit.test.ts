/** Listeners with values in memory are called at the end of a transaction, also when another listener throws. */
import { expect, test } from 'vitest';
import { openMemoryDatabase } from '../support/doors/storage.ts';
import { uncaught } from '../support/runner/uncaught.ts';

const fault = new Error('a listener at fault');

test('a listener that throws undoes nothing, and the other listeners are called', async () => {
  const database = openMemoryDatabase();
  const calls: boolean[] = [];
  const thrown = uncaught();
  const answer = database.transaction(() => {
    database.sql.exec("INSERT INTO json_row (kind, id, value) VALUES ('test', 'a', 'x')");
    database.afterwards(() => {
      throw fault;
    });
    database.afterwards((committed) => calls.push(committed));
    return 'done';
  });
  expect(answer).toBe('done');
  expect(calls).toEqual([true]);
  expect(database.sql.prepare('SELECT count(*) AS count FROM json_row').get()).toMatchObject({ count: 1 });
  expect(await thrown).toBe(fault);
});

test('a rollback is reported last first, and throws the original error', () => {
  const database = openMemoryDatabase();
  const calls: string[] = [];
  const undone = () =>
    database.transaction(() => {
      database.afterwards((committed) => calls.push(`first ${committed}`));
      database.transaction(() => database.afterwards((committed) => calls.push(`second ${committed}`)));
      throw fault;
    });
  expect(undone).toThrow(fault);
  expect(calls).toEqual(['second false', 'first false']);
  database.transaction(() => undefined);
  expect(calls).toHaveLength(2);
});
