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

test('claims of an earlier time than the hub are due again, under a higher number, as all further ones', () => {
  const { repository, due, numbers } = openOutbox();
  for (const subject of ['first', 'second']) due(subject);
  const newest = Date.now();
  const row = repository.next('claims', 0);
  if (row) repository.outdated(row, newest);
  expect(numbers()).toEqual([2, newest + 1]);
  const [other, again] = [repository.next('claims', 0), repository.next('claims', 2)];
  if (again) repository.sent(again);
  if (other) repository.outdated(other, 5);
  expect(numbers()).toEqual([newest + 2]);
});

test('a number is given once, also after its row was sent', () => {
  const { repository, due, numbers } = openOutbox();
  due('sent');
  const row = repository.next('claims', 0);
  if (row) repository.sent(row);
  due('after');
  expect(numbers()).toEqual([2]);
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

test('another history of the hub makes claims due again and asks it to begin again; the first one does not', () => {
  const { repository } = openOutbox();
  repository.begin('00000000-0000-4000-8000-000000000001', 'https://hub.example', () => undefined);
  const row = repository.next('publication', 0);
  if (row) repository.restored(row);
  expect(['one', 'one'].map(repository.noteHistory)).toEqual([false, false]);
  expect(repository.next('publication', 0)).toBeNull();
  expect(repository.noteHistory('two')).toBe(true);
  expect(repository.next('publication', 0)?.subject).toBe('');
});
