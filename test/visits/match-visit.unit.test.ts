/** One rule for documents, pushed records and typed details: which visit do they belong to? */
import { describe, expect, it, test } from 'vitest';
import { isOfAnotherVisit, type MatchableVisit, relatedVisits, visitForDocument, visitForRecord } from '../support/doors/visits.ts';
import { createVisitIndex } from '../support/visits/visit-index.ts';

const now = new Date('2026-11-22T12:00:00Z');
const visit = (id: string, part: Partial<MatchableVisit>): MatchableVisit => ({
  id,
  identification: '',
  transaction: '',
  changedAt: '2026-11-22T11:00:00Z',
  ...part,
});

const visits = [
  visit('transaction', { transaction: 'TX-1001', identification: '79.555.001' }),
  visit('person', { identification: 'CC 1.020.030' }),
  visit('yesterday', { identification: '52-000-111', changedAt: '2026-11-21T11:59:59Z' }),
  visit('a day ago', { identification: '52-000-222', changedAt: '2026-11-21T12:00:00Z' }),
  visit('both', { transaction: '555', identification: '555' }),
  visit('digits', { identification: 'TX-2002' }),
  visit('digits transaction', { transaction: 'tx-2002', changedAt: '2026-01-01T00:00:00Z' }),
  visit('older', { transaction: 'TX-3003', changedAt: '2026-01-01T00:00:00Z' }),
  visit('newer', { transaction: ' tx-3003 ' }),
  visit('unnamed', {}),
];
const index = createVisitIndex(visits);
const record = (part: Partial<Parameters<typeof visitForRecord>[0]>) => ({ uid: null, transaction: null, identification: '', ...part });
const idOf = (found: MatchableVisit | null) => found?.id ?? null;

describe('a transaction number, as client info, as TransactionId, as Uid and as typed', () => {
  test.each([
    ['TX-1001', 'transaction'],
    ['tx-1001', 'transaction'],
    [' Tx-1001\t', 'transaction'],
    ['ＴＸ-1001', 'transaction'],
    ['TX1001', null],
    ['TX-10011', null],
    ['TX-3003', 'newer'],
    ['tx-2002', 'digits transaction'],
    ['', null],
    ['  ', null],
  ])('%j: %s', (number, expected) => {
    expect({
      document: idOf(visitForDocument(number, index)),
      record: idOf(visitForRecord(record({ transaction: number, uid: 'other' }), index, now)),
      uid: idOf(visitForRecord(record({ uid: number }), index, now)),
      typed: relatedVisits({ transaction: number, identification: '' }, index)[0]?.id ?? null,
    }).toEqual({ document: expected, record: expected, uid: expected, typed: expected });
  });
});

describe('an identification', () => {
  test.each([
    // number, by a document, by a record (only visits of a day without a transaction number), as typed
    ['cc1020030', 'person', 'person', 'person'],
    ['CC 1.020.030', 'person', 'person', 'person'],
    ['1020030', null, null, null],
    ['79555001', 'transaction', null, 'transaction'],
    ['52000111', 'yesterday', null, 'yesterday'],
    ['52000222', 'a day ago', null, 'a day ago'],
    ['555', 'both', null, 'both'],
    ['.-', null, null, null],
  ])('%j', (identification, document, pushed, typed) => {
    expect(idOf(visitForDocument(identification, index))).toBe(document);
    expect(idOf(visitForRecord(record({ identification }), index, now))).toBe(pushed);
    expect(relatedVisits({ transaction: '', identification }, index)[0]?.id ?? null).toBe(typed);
  });
});

it('a record goes by its transaction number before its Uid, and by both before its person', () => {
  const all = { transaction: 'tx-3003', uid: 'tx-1001', identification: 'cc1020030' };
  expect(idOf(visitForRecord(all, index, now))).toBe('newer');
  expect(idOf(visitForRecord({ ...all, transaction: 'unknown' }, index, now))).toBe('transaction');
  expect(idOf(visitForRecord({ ...all, transaction: null, uid: null }, index, now))).toBe('person');
});

it('a record with earlier versions stays in their visit, whatever it says of itself', () => {
  const [, , earlier = null] = visits;
  const all = { transaction: 'tx-3003', uid: 'tx-1001', identification: 'cc1020030' };
  expect(idOf(visitForRecord(all, index, now, earlier))).toBe('yesterday');
});

it('a transaction number counts before an identification of the same letters', () =>
  expect(idOf(visitForDocument('TX-2002', index))).toBe('digits transaction'));

it('documents belong to another visit exactly when their number does', () => {
  const [transaction = visit('', {}), person = visit('', {})] = visits;
  expect(isOfAnotherVisit(person, 'tx-1001', index)).toBe(true);
  expect(isOfAnotherVisit(transaction, 'tx-1001', index)).toBe(false);
  expect(isOfAnotherVisit(person, 'TX-9', index)).toBe(false);
  expect(isOfAnotherVisit(person, '79555001', index)).toBe(false);
});

it('related visits are those of the number, the person and the client info, each once', () =>
  expect(
    relatedVisits({ transaction: '555', identification: 'cc1020030' }, index, 'tx-1001')
      .concat(relatedVisits({ transaction: '', identification: '' }, index, '555'))
      .map(({ id }) => id),
  ).toEqual(['both', 'person', 'transaction', 'both']));
