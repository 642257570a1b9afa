/** One list of reasons for the screen, the exported file and the command: what a person needs to know of a row, and nothing twice. */
import { expect, test } from 'vitest';
import { listedColumns, resultReasons, resultWords, type ScreeningResult, screenColumns } from '../support/doors/domain.ts';
import { problem } from '../support/doors/errors.ts';

const clear: ScreeningResult = {
  ...{ state: 'done', outcome: 'clear', block: false, logNumber: '7', others: [], best: null, matchCount: 0 },
  ...{ decided: 0, verdict: null, problem: null, row: { runId: 'r', number: 3, faults: [] } },
  sources: [
    { source: 'lists', state: 'clear', count: 0 },
    { source: 'judicial', state: 'not-asked', count: 0 },
    { source: 'news', state: 'clear', count: 0 },
  ],
};
const silentNews: ScreeningResult['sources'] = [
  { source: 'lists', state: 'hit', count: 2 },
  { source: 'news', state: 'no-answer', count: 0 },
];
const best = { name: 'Ana Ruiz', reason: 'same-name' } as const;
const kinds = (part: Partial<ScreeningResult>) => resultReasons({ ...clear, ...part }).map(({ kind }) => kind);

test('a clear result needs no reason', () => {
  expect(kinds({})).toEqual([]);
});

test('a match is not the whole answer while a source is silent', () => {
  const found = resultReasons({ ...clear, outcome: 'match', sources: silentNews, best, matchCount: 3 });
  expect(found).toEqual([
    { kind: 'match', ...best, more: 2 },
    { kind: 'silent', sources: ['news'] },
  ]);
});

test('the sources of an answer that is not trusted are no reason next to its problem', () => {
  const untrusted = problem('answer-other-person');
  expect(kinds({ state: 'failed', outcome: 'unavailable', sources: silentNews, problem: untrusted })).toEqual(['problem']);
  expect(kinds({ outcome: 'match', sources: silentNews, best, matchCount: 1, problem: untrusted })).toEqual(['match', 'problem']);
});

test('a fault that prevents the screening is said once, by the problem; the others are listed', () => {
  const row = { runId: 'r', number: 3, faults: ['name-missing', 'odd-identification', 'duplicate'] as const };
  const found = resultReasons({
    ...clear,
    ...{ state: 'skipped', outcome: null, sources: [], problem: problem('name-missing') },
    row: { ...row, faults: [...row.faults] },
  });
  expect(found).toEqual([
    { kind: 'problem', problem: problem('name-missing') },
    { kind: 'faults', faults: ['odd-identification', 'duplicate'] },
  ]);
});

test('a row that cannot be read says so, and so does one whose matches are decided in part', () => {
  expect(resultReasons({ ...clear, state: 'damaged', outcome: null })).toMatchObject([{ problem: { code: 'stored-data-damaged' } }]);
  expect(kinds({ outcome: 'match', best, matchCount: 2, decided: 1, verdict: 'undecided' })).toEqual(['match', 'undecided']);
});

test('the screen, the file and the command show the same text of a column', () => {
  const words = resultWords({ say: (key, gaps) => JSON.stringify([key, gaps]), problem: ({ code }) => code });
  const failed = { ...clear, state: 'failed', outcome: 'unavailable', block: null, problem: problem('answer-other-person') } as const;
  expect(listedColumns.map(({ key, value }) => [key, value(failed, words)])).toEqual([
    ['outcome', '["outcome.failed",null]'],
    ['block', ''],
    ['logNumber', '7'],
  ]);
  expect(screenColumns.find(({ key }) => key === 'reason')?.value(failed, words)).toBe('answer-other-person');
});
