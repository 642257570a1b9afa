import { describe, expect, it } from 'vitest';
import type { Run } from '../support/doors/domain.ts';
import { type ProblemCode, problem } from '../support/doors/errors.ts';
import { canResume, goesOn, lacksRows, outcomeToOpen, runShown } from '../support/doors/renderer/bulk.ts';

const counts = { waiting: 1, clear: 0, match: 0, unavailable: 0, failed: 0, skipped: 0, damaged: 0 };
const run = (state: Run['state'], code: ProblemCode | null = null, more: Partial<Run['counts']> = {}) => {
  const all = { ...counts, ...more };
  return { state, problem: code && problem(code), counts: all, rows: Object.values(all).reduce((sum, count) => sum + count, 0) };
};

it('a run that stopped because of a problem differs from one that a person paused', () => {
  expect(runShown(run('paused'))).toBe('paused');
  expect(runShown(run('paused', 'table-file-changed'))).toBe('stopped');
  expect(runShown(run('running'))).toBe('running');
  expect(runShown(run('running', 'disk-full'))).toBe('stopped');
  expect(runShown(run('preparing'))).toBe('preparing');
});

it('a finished run says whether rows failed', () => {
  expect(runShown(run('done', null, { waiting: 0 }))).toBe('done');
  expect(runShown(run('done', null, { waiting: 0, failed: 1 }))).toBe('ended-short');
  expect(runShown(run('done', null, { waiting: 0, damaged: 1 }))).toBe('ended-short');
  // Rows to come: it has not ended.
  expect(runShown(run('done', null, { waiting: 1, failed: 1 }))).toBe('running');
});

describe('a waiting run', () => {
  it.each([
    ['waiting-offline', 'offline'],
    ['waiting-offline', 'certificate-untrusted'],
    ['waiting-service', 'search-busy'],
    ['waiting-service', 'search-unanswered'],
    ['waiting-connection', 'search-other-connection'],
  ] as const)('is %s for %s, and continues automatically', (shown, code) => {
    const waiting = run('waiting', code);
    expect(runShown(waiting)).toBe(shown);
    expect([goesOn(waiting), canResume(waiting)]).toEqual([true, false]);
  });

  it.each([
    'search-key-refused',
    'secret-missing',
    'search-not-set-up',
    'keychain-unavailable',
    'disk-full',
    'search-failed',
    'search-answer-unreadable',
    'search-answer-not-as-described',
    'internal',
  ] as const)('is stopped for %s until a person resumes it', (code) => {
    const waiting = run('waiting', code);
    expect(runShown(waiting)).toBe('stopped');
    expect([goesOn(waiting), canResume(waiting)]).toEqual([false, true]);
  });
});

it('every unfinished run can be resumed or paused, never both', () => {
  for (const state of ['preparing', 'running', 'waiting', 'paused', 'done'] as const)
    for (const code of [null, 'offline', 'search-key-refused'] as const) {
      const one = run(state, code);
      expect(Number(goesOn(one)) + Number(canResume(one)), `${state} ${code}`).toBe(state === 'done' ? 0 : 1);
    }
});

it('a run that stopped during its import lacks rows', () => {
  expect(lacksRows(run('paused', 'table-file-changed'))).toBe(true);
  expect(lacksRows(run('paused', 'table-file-changed', { waiting: 0 }))).toBe(true);
  expect(lacksRows(run('paused'))).toBe(false);
  expect(lacksRows(run('waiting', 'disk-full'))).toBe(false);
  // All results are there; only its end could not be written.
  expect(lacksRows(run('paused', 'disk-full', { waiting: 0, clear: 2 }))).toBe(false);
});

it('a run opens on matches first, then on what else needs a look, and on all rows while there is none', () => {
  expect(outcomeToOpen(run('done', null, { match: 1, unavailable: 2, failed: 3 }))).toBe('match');
  expect(outcomeToOpen(run('running', null, { unavailable: 2, failed: 3 }))).toBe('unavailable');
  expect(outcomeToOpen(run('done', null, { waiting: 0, failed: 3, clear: 9 }))).toBe('failed');
  expect(outcomeToOpen(run('running', null, { clear: 9, skipped: 1 }))).toBe('any');
});
