import { expect, test } from 'vitest';
import { dropOldest } from '../support/doors/domain.ts';

test('the entries that were added first are dropped', () => {
  const entries = new Map([1, 2, 3, 4].map((key) => [key, `${key}`]));
  dropOldest(entries, 4);
  expect(entries.size).toBe(4);
  dropOldest(entries, 2);
  expect([...entries.keys()]).toEqual([3, 4]);
  const set = new Set([1, 2]);
  dropOldest(set, 0);
  expect(set.size).toBe(0);
});
