/** What is due to the hub, in the order of its changes. */
import { expect, test } from 'vitest';
import { openHubRepository } from '../support/doors/hub.ts';
import { openMemoryDatabase } from '../support/doors/storage.ts';

test.for([
  ['before any row', 0],
  ['with rows whose numbers are before and after that time', 5],
])('raises the numbers of further rows, and keeps those that wait: %s', ([, count]) => {
  const database = openMemoryDatabase();
  const repository = openHubRepository(database);
  const due = (subject: string) => database.sql.prepare("INSERT INTO hub_outbox (kind, subject) VALUES ('claims', ?)").run(subject);
  const numbers = () =>
    database.sql
      .prepare('SELECT number FROM hub_outbox ORDER BY number')
      .all()
      .map(({ number }) => Number(number));
  const time = Date.now();
  repository.raiseNumbers(new Date(time));
  for (let row = 1; row <= Number(count); row += 1) due(`before ${row}`);
  const waiting = numbers();
  expect(waiting).toEqual(Array.from({ length: Number(count) }, (_, row) => time + row + 1));

  repository.raiseNumbers(new Date(time + 3));
  expect(numbers()).toEqual(waiting);
  due('after');
  expect(numbers()).toEqual([...waiting, Math.max(time + 3, ...waiting) + 1]);
});
