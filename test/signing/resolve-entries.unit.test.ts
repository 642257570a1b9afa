import { describe, expect, test } from 'vitest';
import { problem } from '../support/doors/errors.ts';
import { judgeEntries, matchAnswer, type ReadEntry } from '../support/doors/signing.ts';
import type { SealedFile } from '../support/doors/storage.ts';

const missing = problem('answer-misses-document');
const sealed = (id: string): SealedFile => ({ kind: 'decoded', owner: 'x', id, size: 1, sha256: id });
const pdf = (sha256 = 'a', signatures = 1): ReadEntry => ({
  kind: 'pdf',
  providerDocumentId: 'd',
  file: sealed(sha256),
  sha256,
  signatures,
});
const fail: ReadEntry = { kind: 'fail', providerDocumentId: null, reason: 'no', file: null };
const empty: ReadEntry = { kind: 'empty', providerDocumentId: null };
const unclear: ReadEntry = { kind: 'unclear', providerDocumentId: null };
const unusable: ReadEntry = { kind: 'unusable', providerDocumentId: null, problem: problem('signed-not-pdf'), file: sealed('u') };

describe('what the entries of one document mean', () => {
  test('none: in doubt, for the reason given', () => {
    expect(judgeEntries([], problem('answer-cut-off'), 0)).toMatchObject({ move: 'doubt', problem: { code: 'answer-cut-off' } });
  });
  test('one PDF: signed', () => {
    expect(judgeEntries([pdf()], missing, 0)).toEqual({ move: 'sign', entry: pdf(), warning: null, aside: [], same: [] });
  });
  test('a PDF with no more signatures than before: signed, with a warning', () => {
    expect(judgeEntries([pdf('a', 2)], missing, 2)).toMatchObject({ move: 'sign', warning: { code: 'signed-without-signature' } });
  });
  test('FAIL: rejected, in the words of the provider', () => {
    expect(judgeEntries([fail], missing, 0)).toMatchObject({
      move: 'reject',
      problem: { code: 'provider-said-fail', detail: { providerText: 'no' } },
    });
  });
  test('FAIL twice is still rejected', () => expect(judgeEntries([fail, fail], missing, 0).move).toBe('reject'));
  test('SUCCESS without content: in doubt', () => {
    expect(judgeEntries([empty], missing, 0)).toMatchObject({ move: 'doubt', problem: { code: 'signed-but-empty' } });
  });
  test('SUCCESS with an unusable document is in doubt, and the document is set aside', () => {
    expect(judgeEntries([empty, unusable], missing, 0)).toMatchObject({
      move: 'doubt',
      problem: { code: 'signed-not-pdf' },
      aside: [empty, unusable],
    });
  });
  test.each([[[]], [[pdf()]], [[fail]]])('an entry that is neither SUCCESS nor FAIL: in doubt, whatever comes with it', (others) => {
    for (const entries of [
      [unclear, ...others],
      [...others, unclear],
    ])
      expect(judgeEntries(entries, missing, 0)).toMatchObject({
        move: 'doubt',
        problem: { code: 'answer-not-as-described' },
        aside: entries,
      });
  });
  test('the same PDF twice: signed, nothing to keep aside', () => {
    expect(judgeEntries([pdf(), pdf()], missing, 0)).toMatchObject({
      move: 'sign',
      warning: { code: 'answer-repeats-document' },
      aside: [],
      same: [sealed('a')],
    });
  });
  test('two PDFs: the first counts, the second is kept aside', () => {
    expect(judgeEntries([pdf('a'), pdf('b')], missing, 0)).toMatchObject({ move: 'sign', entry: { sha256: 'a' }, aside: [pdf('b')] });
  });
  test('something unusable and a PDF: the PDF counts', () => {
    expect(judgeEntries([unusable, pdf()], missing, 0)).toMatchObject({ move: 'sign', entry: { kind: 'pdf' }, aside: [unusable] });
  });
  for (const [name, entries] of Object.entries({ 'SUCCESS then FAIL': [pdf(), fail], 'FAIL then empty SUCCESS': [fail, empty] })) {
    test(`${name}: in doubt, and everything is kept aside`, () => {
      const verdict = judgeEntries(entries, missing, 0);
      expect(verdict).toMatchObject({ move: 'doubt', problem: { code: 'answer-repeats-document' } });
      expect(verdict.aside).toEqual(entries);
    });
  }
});

test('entries are matched by reference, whatever its Unicode form; the others are told apart', () => {
  const item = (referenceNumber: string) => ({ referenceNumber });
  const { entries, others } = matchAnswer(
    ['Peña'.normalize('NFC'), 'b', 'c'],
    [item('b'), item('Peña'.normalize('NFD')), item('b '), item('x')],
  );
  expect([...entries.values()].map((list) => list.length)).toEqual([1, 2, 0]);
  expect(others).toEqual([item('x')]);
});
