import { expect, it } from 'vitest';
import { homeOf, type KeptCase, noFacts } from '../support/doors/visits.ts';

const now = new Date('2026-11-22T12:00:00Z');
const visit = (id: string, part: Partial<KeptCase>): KeptCase => ({
  id,
  name: '',
  identification: '',
  transaction: '',
  openedAt: '2026-11-22T11:00:00Z',
  changedAt: '2026-11-22T11:00:00Z',
  openedBy: 'Luz',
  documents: [],
  overrides: [],
  facts: noFacts,
  warnedAt: null,
  ...part,
});
const pushed = { uid: 'U-1', transaction: 'TX-1', identification: '1.020.030' };
const home = (...visits: KeptCase[]) => homeOf(pushed, visits, now)?.id ?? null;

it('belongs to the visit of its transaction number or Uid, also when another is of the same person', () => {
  expect(home(visit('person', { identification: '1020030' }), visit('transaction', { transaction: 'TX-1' }))).toBe('transaction');
  expect(home(visit('uid', { transaction: 'U-1' }))).toBe('uid');
});

it('else to a visit of the same identification of today that names no transaction', () => {
  expect(home(visit('a', { identification: '1020030' }))).toBe('a');
  expect(home(visit('a', { identification: '1020030', transaction: 'TX-9' }))).toBeNull();
  expect(home(visit('a', { identification: '1020030', changedAt: '2026-11-21T11:00:00Z' }))).toBeNull();
  expect(home(visit('a', { identification: '99' }))).toBeNull();
});

it('never takes two empty numbers for the same', () => {
  expect(homeOf({ uid: null, transaction: '', identification: '' }, [visit('a', {})], now)).toBeNull();
});
