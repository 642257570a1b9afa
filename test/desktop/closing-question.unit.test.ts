import { expect, it } from 'vitest';
import { closingQuestion, type Work } from '../support/doors/desktop.ts';
import type { Run } from '../support/doors/domain.ts';
import { problem } from '../support/doors/errors.ts';

type Left = {
  sending?: number;
  waiting?: number;
  doubtful?: number;
  undelivered?: number;
  screenings?: number;
  runs?: number;
  visits?: number;
};

/** Only what the question looks at. */
function asked(stored: boolean, { sending = 0, waiting = 0, doubtful = 0, undelivered = 0, screenings = 0, runs = 0, visits = 0 }: Left) {
  const memoryOnly = stored ? null : problem('memory-only');
  return closingQuestion({
    open: () => ({ sending, waiting, doubtful, undelivered }),
    queue: { state: () => ({ memoryOnly }) },
    screening: { state: () => ({ memoryOnly, waiting: screenings }) },
    visits: { page: () => ({ total: visits, items: [] }) },
    bulk: { list: () => Array.from({ length: runs }, () => ({}) as Run) },
  } as unknown as Work);
}

it('closes without a question when nothing is left or runs and screenings are stored', () => {
  expect(asked(true, {})).toBeNull();
  expect(asked(false, {})).toBeNull();
  expect(asked(true, { runs: 2, screenings: 1, visits: 1 })).toBeNull();
});

it('asks before pending visits, runs or screenings are lost', () => {
  expect(asked(false, { visits: 1 })).toEqual({ name: 'screeningsLost', screeningsToo: false });
  expect(asked(false, { runs: 1 })).toEqual({ name: 'screeningsLost', screeningsToo: false });
  expect(asked(false, { screenings: 1 })).toEqual({ name: 'screeningsLost', screeningsToo: false });
  expect(asked(false, { runs: 1, sending: 1 })).toEqual({ name: 'screeningsLost', screeningsToo: false });
});

it('asks for the queue first, and says that screenings are lost too', () => {
  expect(asked(false, { runs: 1, undelivered: 1, waiting: 1 })).toEqual({ name: 'signedLost', screeningsToo: true });
  expect(asked(false, { runs: 1, waiting: 1 })).toEqual({ name: 'lost', screeningsToo: true });
  expect(asked(false, { doubtful: 1 })).toEqual({ name: 'doubtLost', screeningsToo: false });
});

it('says what happens to a stored queue', () => {
  expect(asked(true, { sending: 1, waiting: 1, runs: 1 })).toEqual({ name: 'sending', screeningsToo: false });
  expect(asked(true, { waiting: 1 })).toEqual({ name: 'waiting', screeningsToo: false });
  expect(asked(true, { doubtful: 1, undelivered: 1 })).toBeNull();
});
