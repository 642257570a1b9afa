import { expect, it } from 'vitest';
import { closingQuestion, type Work } from '../support/doors/desktop.ts';
import { emptyWorkspace, hasInput, type Run } from '../support/doors/domain.ts';
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
function asked(
  stored: boolean,
  { sending = 0, waiting = 0, doubtful = 0, undelivered = 0, screenings = 0, runs = 0, visits = 0 }: Left,
  hasInput = false,
) {
  const memoryOnly = stored ? null : problem('memory-only');
  return closingQuestion(
    {
      open: () => ({ sending, waiting, doubtful, undelivered }),
      queue: { state: () => ({ memoryOnly }) },
      screening: { state: () => ({ memoryOnly, waiting: screenings }) },
      visits: { page: () => ({ total: visits, items: [] }) },
      bulk: { list: () => Array.from({ length: runs }, () => ({}) as Run) },
    } as unknown as Work,
    hasInput,
  );
}

it('closes without a question when nothing is left or runs and screenings are stored', () => {
  expect(asked(true, {})).toBeNull();
  expect(asked(false, {})).toBeNull();
  expect(asked(true, { runs: 2, screenings: 1, visits: 1 })).toBeNull();
});

it('asks before pending visits, runs or screenings are lost', () => {
  expect(asked(false, { visits: 1 })).toEqual({ name: 'screeningsLost', lostToo: [] });
  expect(asked(false, { runs: 1 })).toEqual({ name: 'screeningsLost', lostToo: [] });
  expect(asked(false, { screenings: 1 })).toEqual({ name: 'screeningsLost', lostToo: [] });
  expect(asked(false, { runs: 1, sending: 1 })).toEqual({ name: 'screeningsLost', lostToo: [] });
});

it('asks for the queue first, and says that screenings are lost too', () => {
  expect(asked(false, { runs: 1, undelivered: 1, waiting: 1 })).toEqual({ name: 'signedLost', lostToo: ['screenings'] });
  expect(asked(false, { runs: 1, waiting: 1 })).toEqual({ name: 'lost', lostToo: ['screenings'] });
  expect(asked(false, { doubtful: 1 })).toEqual({ name: 'doubtLost', lostToo: [] });
});

it('says what happens to a stored queue', () => {
  expect(asked(true, { sending: 1, waiting: 1, runs: 1 })).toEqual({ name: 'sending', lostToo: [] });
  expect(asked(true, { waiting: 1 })).toEqual({ name: 'waiting', lostToo: [] });
  expect(asked(true, { doubtful: 1, undelivered: 1 })).toBeNull();
});

it('asks before input that is not saved is lost, and says so with another loss', () => {
  expect(asked(true, {}, true)).toEqual({ name: 'inputLost', lostToo: [] });
  expect(asked(true, { waiting: 1 }, true)).toEqual({ name: 'waiting', lostToo: ['input'] });
  expect(asked(false, { runs: 1, waiting: 1 }, true)).toEqual({ name: 'lost', lostToo: ['screenings', 'input'] });
  expect(asked(false, { runs: 1 }, true)).toEqual({ name: 'screeningsLost', lostToo: ['input'] });
});

it('knows input in notes, decisions, a new visit and other forms', () => {
  const visits = (note: string, name: string) => ({
    notes: { v1: note },
    newVisit: { details: { name, identification: '', transaction: '' }, fetch: true, asked: null },
  });
  const screening = (reason: string, choice: 'undecided' | null = null) => ({
    typed: { name: 'Ana', identification: '', judicial: false, procurator: false },
    visit: null,
    drafts: { s1: { choice, reason } },
  });
  expect(hasInput(emptyWorkspace)).toBe(false);
  expect(hasInput({ ...emptyWorkspace, unsaved: false, visits: visits(' ', ''), screening: screening('') })).toBe(false);
  expect(hasInput({ ...emptyWorkspace, unsaved: true })).toBe(true);
  expect(hasInput({ ...emptyWorkspace, visits: visits('call back', '') })).toBe(true);
  expect(hasInput({ ...emptyWorkspace, visits: visits('', 'Ana') })).toBe(true);
  expect(hasInput({ ...emptyWorkspace, screening: screening('same person') })).toBe(true);
  expect(hasInput({ ...emptyWorkspace, screening: screening('', 'undecided') })).toBe(true);
});
