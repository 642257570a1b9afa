/** What is due to the hub, in the order of its changes. */
import { expect, test } from 'vitest';
import { openHubRepository } from '../support/doors/hub.ts';
import { openMemoryDatabase } from '../support/doors/storage.ts';

function openOutbox() {
  const database = openMemoryDatabase();
  const { sql } = database;
  const due = (subject: string) => {
    sql.prepare('DELETE FROM hub_outbox WHERE subject = ?').run(subject);
    sql.prepare("INSERT INTO hub_outbox (kind, subject) VALUES ('claims', ?)").run(subject);
  };
  const numbers = () =>
    sql
      .prepare('SELECT number FROM hub_outbox ORDER BY number')
      .all()
      .map(({ number }) => Number(number));
  return { repository: openHubRepository(database), due, numbers };
}

test('raises the numbers of further rows, and keeps those that wait', () => {
  const { repository, due, numbers } = openOutbox();
  const time = Date.now();
  repository.raiseNumbers(new Date(time));
  for (let row = 1; row <= 5; row += 1) due(`${row}`);
  const waiting = numbers();
  expect(waiting).toEqual([1, 2, 3, 4, 5].map((row) => time + row));

  repository.raiseNumbers(new Date(time + 3));
  expect(numbers()).toEqual(waiting);
  due('after');
  expect(numbers()).toEqual([...waiting, time + 6]);
});

test('a number is given once, also after its row was sent and the clock was put back', () => {
  const { repository, due, numbers } = openOutbox();
  const time = Date.now();
  repository.raiseNumbers(new Date(time));
  due('sent');
  const row = repository.next('claims', 0);
  if (row) repository.sent(row);
  expect(numbers()).toEqual([]);
  repository.raiseNumbers(new Date(time - 1000));
  due('after');
  expect(numbers()).toEqual([time + 2]);
});

test('a row that changed while it was sent stays due', () => {
  const { repository, due } = openOutbox();
  due('visit');
  const row = repository.next('claims', 0);
  due('visit');
  if (row) repository.sent(row);
  expect(repository.isDue('claims', 'visit')).toBe(true);
});

test('forgets old events, but none that came after a younger one: the clock was behind', () => {
  const { repository } = openOutbox();
  const day = 86_400_000;
  const now = Date.now();
  const ago = (days: number) => new Date(now - days * day);
  for (const [id, days] of [
    ['old', 40],
    ['of a clock ahead', -400],
    ['also old', 31],
    ['young', 20],
    ['of a clock behind', 400],
  ] as const)
    repository.note(id, ago(days));
  repository.forgetEventsBefore(ago(30), new Date(now));
  const known = ['old', 'of a clock ahead', 'also old', 'young', 'of a clock behind'].filter(repository.isKnown);
  expect(known).toEqual(['of a clock ahead', 'young', 'of a clock behind']);
});
