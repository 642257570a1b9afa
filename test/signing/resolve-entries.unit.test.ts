import { describe, expect, test } from 'vitest';
import { problem } from '../support/doors/errors.ts';
import { matchAnswer, type ReadEntry, resolveEntries } from '../support/doors/signing.ts';
import type { EncryptedFile } from '../support/doors/storage.ts';

const missing = problem('answer-misses-document');
const encrypted = (id: string): EncryptedFile => ({ kind: 'decoded', owner: 'x', id, size: 1, sha256: id });
const pdf = (sha256 = 'a'): Extract<ReadEntry, { kind: 'pdf' }> => ({
  kind: 'pdf',
  providerDocumentId: 'd',
  file: encrypted(sha256),
  sha256,
  checked: { verification: null, problem: null },
});
const fail: ReadEntry = { kind: 'fail', providerDocumentId: null, errorReason: 'no', file: null };
const empty: ReadEntry = { kind: 'empty', providerDocumentId: null, errorReason: null };
const unclear: ReadEntry = { kind: 'unclear', providerDocumentId: null, errorReason: 'FAILED; no face' };
const unusable: ReadEntry = { kind: 'unusable', providerDocumentId: null, problem: problem('signed-not-pdf'), file: encrypted('u') };

describe('the outcome of the entries of one document', () => {
  test('no entry: in doubt, for the reason in `missing`', () => {
    expect(resolveEntries([], problem('answer-cut-off'))).toMatchObject({ move: 'doubt', problem: { code: 'answer-cut-off' } });
  });
  test('one PDF: to be checked', () => {
    expect(resolveEntries([pdf()], missing)).toEqual({ move: 'check', entry: pdf(), warning: null, others: [], copies: [] });
  });
  test('FAIL: rejected, with the provider’s reason', () => {
    expect(resolveEntries([fail], missing)).toMatchObject({
      move: 'reject',
      problem: { code: 'provider-said-fail', detail: { providerText: 'no' } },
    });
  });
  test('FAIL without a reason: rejected, in words of its own', () => {
    expect(resolveEntries([{ ...fail, errorReason: null }], missing).move).toBe('reject');
    expect(resolveEntries([{ ...fail, errorReason: null }], missing)).toMatchObject({ problem: { detail: { context: 'unexplained' } } });
  });
  test('FAIL twice: rejected', () => expect(resolveEntries([fail, fail], missing).move).toBe('reject'));
  test('SUCCESS without content: in doubt', () => {
    expect(resolveEntries([empty], missing)).toMatchObject({ move: 'doubt', problem: { code: 'signed-but-empty' } });
    const pending = { ...empty, errorReason: 'pending' };
    expect(resolveEntries([pending], missing)).toMatchObject({ problem: { detail: { providerText: 'pending', context: 'said' } } });
  });
  test('an empty SUCCESS and an unusable document: in doubt, with both as received files', () => {
    expect(resolveEntries([empty, unusable], missing)).toMatchObject({
      move: 'doubt',
      problem: { code: 'signed-not-pdf' },
      others: [empty, unusable],
    });
  });
  test.each([[[]], [[pdf()]], [[fail]]])('an entry that is neither SUCCESS nor FAIL: in doubt with any other entry', (others) => {
    for (const entries of [
      [unclear, ...others],
      [...others, unclear],
    ])
      expect(resolveEntries(entries, missing)).toMatchObject({
        move: 'doubt',
        problem: { code: 'answer-not-as-described', detail: { providerText: 'FAILED; no face', context: 'said' } },
        others: entries,
      });
  });
  test('the same PDF twice: to be checked, with a warning, without a received file', () => {
    expect(resolveEntries([pdf(), pdf()], missing)).toMatchObject({
      move: 'check',
      warning: { code: 'answer-repeats-document' },
      others: [],
      copies: [encrypted('a')],
    });
  });
  test('two PDFs: the first is to be checked, and the second is a received file', () => {
    expect(resolveEntries([pdf('a'), pdf('b')], missing)).toMatchObject({ move: 'check', entry: { sha256: 'a' }, others: [pdf('b')] });
  });
  test('a PDF that the check does not accept and one that it accepts: the latter counts', () => {
    const refused = { ...pdf('a'), checked: { verification: null, problem: problem('result-unacceptable') } };
    expect(resolveEntries([refused, pdf('b')], missing)).toMatchObject({ move: 'check', entry: { sha256: 'b' }, others: [refused] });
    expect(resolveEntries([refused, { ...refused, sha256: 'b' }], missing)).toMatchObject({ entry: { sha256: 'a' } });
  });
  test('an unusable document and a PDF: the PDF is to be checked', () => {
    expect(resolveEntries([unusable, pdf()], missing)).toMatchObject({ move: 'check', entry: { kind: 'pdf' }, others: [unusable] });
  });
  for (const [name, entries] of Object.entries({ 'SUCCESS then FAIL': [pdf(), fail], 'FAIL then empty SUCCESS': [fail, empty] })) {
    test(`${name}: in doubt, with all entries as received files`, () => {
      const resolution = resolveEntries(entries, missing);
      expect(resolution).toMatchObject({ move: 'doubt', problem: { code: 'answer-repeats-document' } });
      expect(resolution.others).toEqual(entries);
    });
  }
});

test('entries are matched by reference in any Unicode form; entries without a document are listed separately', () => {
  const item = (referenceNumber: string) => ({ referenceNumber, status: null });
  const { entries, others } = matchAnswer(
    ['Peña'.normalize('NFC'), 'b', 'c'],
    [item('b'), item('Peña'.normalize('NFD')), item('b '), item('x')],
  );
  expect([...entries.values()].map((list) => list.length)).toEqual([1, 2, 0]);
  expect(others).toEqual([item('x')]);
});

test.each([
  ['ACTA JOSE  1', 'in other case, blanks and accents'],
  ['\u200bActa José 1', 'with a letter that is not seen'],
  ['Acta_José-1', 'with other signs'],
  [Buffer.from('Acta José 1').toString('latin1'), 'as UTF-8 that the provider read as Latin-1'],
])('a reference that was not sent names the only document without an entry that it is like: %s, %s', (referenceNumber) => {
  const own = { referenceNumber, status: null };
  const matched = (references: string[], items = [own, { referenceNumber: 'b', status: null }]) => {
    const { entries, others } = matchAnswer(references, items);
    return [[...entries.values()].map((list) => list.length), others];
  };
  expect(matched(['Acta José 1', 'b'])).toEqual([[1, 1], []]);
  expect(matched(['Acta José 1', 'Acta José 2'])).toEqual([[1, 0], [{ referenceNumber: 'b', status: null }]]);
  expect(matched(['Acta José 1', 'acta josé 1', 'b'])).toEqual([[0, 0, 1], [own]]);
  expect(matched(['Acta José 1', 'b'], [{ referenceNumber: 'Acta José 1', status: null }, own])).toEqual([[1, 0], [own]]);
  expect(matched(['Acta José 1'], [own, own])).toEqual([[2], []]);
});

test('a reference that is a number in the answer has lost the zeros before it', () => {
  const matched = (references: string[], answered: string) => {
    const { entries, others } = matchAnswer(references, [{ referenceNumber: answered, status: null }]);
    return [[...entries.values()].map((list) => list.length), others.length];
  };
  expect(matched(['000123', 'b'], '123')).toEqual([[1, 0], 0]);
  expect(matched(['0', 'b'], '00')).toEqual([[1, 0], 0]);
  expect(matched(['0123', '000123'], '123')).toEqual([[0, 0], 1]);
  expect(matched(['0123', '123'], '123')).toEqual([[0, 1], 0]);
  expect(matched(['A-0123', 'b'], 'A-123')).toEqual([[0, 0], 1]);
});

test('a reference without letters and digits is like none', () => {
  expect(
    matchAnswer(
      ['--', 'b'],
      [
        { referenceNumber: '**', status: 'FAIL' },
        { referenceNumber: null, status: 'FAIL' },
      ],
    ).others,
  ).toHaveLength(2);
});

test('an entry without a reference is of the only document of its call, which has no other', () => {
  const counts = (references: string[], answered: (string | null)[], status: 'FAIL' | null = 'FAIL') => {
    const { entries, others } = matchAnswer(
      references,
      answered.map((referenceNumber) => ({ referenceNumber, status })),
    );
    return [[...entries.values()].map((list) => list.length), others.length];
  };
  expect(counts(['a'], [null])).toEqual([[1], 0]);
  expect(counts(['a'], ['a', null])).toEqual([[1], 1]);
  expect(counts(['a'], ['b'])).toEqual([[0], 1]);
  // A body that could not be read, or an entry that does not say what became of it.
  expect(counts(['a'], [null], null)).toEqual([[0], 1]);
  expect(counts(['a', 'b'], ['a', null])).toEqual([[1, 0], 1]);
});
