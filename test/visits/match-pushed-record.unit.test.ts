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

it('joins the visit of its transaction number or Uid, also when another visit has the same person', () => {
  expect(home(visit('person', { identification: '1020030' }), visit('transaction', { transaction: 'TX-1' }))).toBe('transaction');
  expect(home(visit('uid', { transaction: 'U-1' }))).toBe('uid');
});

it('otherwise joins a visit of today with the same identification and no transaction number', () => {
  expect(home(visit('a', { identification: '1020030' }))).toBe('a');
  expect(home(visit('a', { identification: '1020030', transaction: 'TX-9' }))).toBeNull();
  expect(home(visit('a', { identification: '1020030', changedAt: '2026-11-21T11:00:00Z' }))).toBeNull();
  expect(home(visit('a', { identification: '99' }))).toBeNull();
});

it('never takes two empty numbers for equal', () => {
  expect(homeOf({ uid: null, transaction: '', identification: '' }, [visit('a', {})], now)).toBeNull();
});
