import { expect, it } from 'vitest';
import { closingQuestion, type Work } from '../support/doors/desktop.ts';
import type { Run } from '../support/doors/domain.ts';
import { problem } from '../support/doors/errors.ts';

type Left = {
  sending?: number;
  waiting?: number;
  doubtful?: number;
  undelivered?: number;
  searches?: number;
  lists?: number;
  visits?: number;
};

/** Only what the question looks at. */
function asked(stored: boolean, { sending = 0, waiting = 0, doubtful = 0, undelivered = 0, searches = 0, lists = 0, visits = 0 }: Left) {
  const memoryOnly = stored ? null : problem('memory-only');
  return closingQuestion({
    open: () => ({ sending, waiting, doubtful, undelivered }),
    queue: { state: () => ({ memoryOnly }) },
    screening: { state: () => ({ memoryOnly, waiting: searches }) },
    visits: { page: () => ({ total: visits, items: [] }) },
    bulk: { list: () => Array.from({ length: lists }, () => ({}) as Run) },
  } as unknown as Work);
}

it('closes without a question when nothing is left or lists and searches are stored', () => {
  expect(asked(true, {})).toBeNull();
  expect(asked(false, {})).toBeNull();
  expect(asked(true, { lists: 2, searches: 1, visits: 1 })).toBeNull();
});

it('asks before pending visits, lists or searches are lost', () => {
  expect(asked(false, { visits: 1 })).toEqual({ name: 'searchesLost', searchesToo: false });
  expect(asked(false, { lists: 1 })).toEqual({ name: 'searchesLost', searchesToo: false });
  expect(asked(false, { searches: 1 })).toEqual({ name: 'searchesLost', searchesToo: false });
  expect(asked(false, { lists: 1, sending: 1 })).toEqual({ name: 'searchesLost', searchesToo: false });
});

it('asks for the queue first, and says that searches are lost too', () => {
  expect(asked(false, { lists: 1, undelivered: 1, waiting: 1 })).toEqual({ name: 'signedLost', searchesToo: true });
  expect(asked(false, { lists: 1, waiting: 1 })).toEqual({ name: 'lost', searchesToo: true });
  expect(asked(false, { doubtful: 1 })).toEqual({ name: 'doubtLost', searchesToo: false });
});

it('says what happens to a stored queue', () => {
  expect(asked(true, { sending: 1, waiting: 1, lists: 1 })).toEqual({ name: 'sending', searchesToo: false });
  expect(asked(true, { waiting: 1 })).toEqual({ name: 'waiting', searchesToo: false });
  expect(asked(true, { doubtful: 1, undelivered: 1 })).toBeNull();
});
