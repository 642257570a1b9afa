import { describe, expect, test } from 'vitest';
import { type DocumentStatus, documentStatusSchema } from '../support/doors/domain.ts';
import { type Move, moves, stateAfter } from '../support/doors/signing.ts';

const states = documentStatusSchema.options;

/** Written out a second time, by state, so that a change of the table is a change of this list too. */
const allowed: Record<DocumentStatus, Partial<Record<Move, DocumentStatus>>> = {
  draft: { send: 'queued', recall: 'in-doubt' },
  queued: { start: 'sending', cancel: 'cancelled', fail: 'failed', recall: 'in-doubt' },
  sending: {
    sign: 'signed',
    withhold: 'unverified',
    reject: 'rejected',
    fail: 'failed',
    doubt: 'in-doubt',
    putBack: 'queued',
    recall: 'in-doubt',
  },
  signed: { spoil: 'in-doubt', withhold: 'unverified' },
  unverified: { verify: 'signed', releaseFile: 'unverified', release: 'queued', spoil: 'in-doubt' },
  rejected: { send: 'queued', recall: 'in-doubt' },
  failed: { send: 'queued', recall: 'in-doubt' },
  'in-doubt': { release: 'queued', accept: 'signed', withhold: 'unverified' },
  cancelled: { send: 'queued', recall: 'in-doubt' },
};

describe('document states', () => {
  for (const state of states) {
    for (const move of Object.keys(moves) as Move[]) {
      const next = allowed[state][move] ?? null;
      test(`${state}, ${move}: ${next ?? 'not allowed'}`, () => expect(stateAfter(state, move)).toBe(next));
    }
  }

  test('a signed document is never sent again but by way of a state that says that it may be signed', () => {
    const all = Object.keys(moves) as Move[];
    expect(all.filter((move) => stateAfter('signed', move) !== null)).toEqual(['withhold', 'spoil']);
    for (const state of ['in-doubt', 'unverified'] as const) {
      expect(all.filter((move) => stateAfter(state, move) === 'queued')).toEqual(['release']);
    }
  });

  test('every state can be reached from draft', () => {
    const reached = new Set<DocumentStatus>(['draft']);
    for (const _ of states) for (const { from, to } of Object.values(moves)) if (from.some((state) => reached.has(state))) reached.add(to);
    expect([...reached].sort()).toEqual([...states].sort());
  });
});
