import { describe, expect, test } from 'vitest';
import { type DocumentStatus, documentStatusSchema } from '../support/doors/domain.ts';
import { type Move, moves, stateAfter } from '../support/doors/signing.ts';
import { allowedMoves } from '../support/signing/allowed-moves.ts';

const states = documentStatusSchema.options;

describe('document states', () => {
  for (const state of states) {
    for (const move of Object.keys(moves) as Move[]) {
      const next = allowedMoves[state][move] ?? null;
      test(`${state}, ${move}: ${next ?? 'not allowed'}`, () => expect(stateAfter(state, move)).toBe(next));
    }
  }

  test('a signed document is sent again only through a state that says that it may be signed', () => {
    const all = Object.keys(moves) as Move[];
    expect(all.filter((move) => stateAfter('signed', move) !== null)).toEqual(['withhold', 'spoil']);
    for (const state of ['in-doubt', 'unverified'] as const) {
      expect(all.filter((move) => stateAfter(state, move) === 'queued')).toEqual(['resend']);
    }
  });

  test('every state can be reached from draft', () => {
    const reached = new Set<DocumentStatus>(['draft']);
    for (const _ of states) for (const { from, to } of Object.values(moves)) if (from.some((state) => reached.has(state))) reached.add(to);
    expect([...reached].sort()).toEqual([...states].sort());
  });
});
