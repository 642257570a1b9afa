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

  test('a document that was sent again in doubt is in doubt again when the new sending signed nothing', () => {
    const ends = (['queued', 'sending'] as const).flatMap((state) =>
      (Object.keys(moves) as Move[]).map((move) => [state, move, stateAfter(state, move, true)] as const),
    );
    expect(ends.filter(([, , next]) => next !== null)).toEqual([
      ['queued', 'cancel', 'in-doubt'],
      ['queued', 'start', 'sending'],
      ['queued', 'fail', 'in-doubt'],
      ['queued', 'recall', 'in-doubt'],
      ['sending', 'putBack', 'queued'],
      ['sending', 'sign', 'signed'],
      ['sending', 'withhold', 'unverified'],
      ['sending', 'reject', 'in-doubt'],
      ['sending', 'fail', 'in-doubt'],
      ['sending', 'doubt', 'in-doubt'],
      ['sending', 'recall', 'in-doubt'],
    ]);
  });

  test('every state can be reached from draft', () => {
    const reached = new Set<DocumentStatus>(['draft']);
    for (const _ of states) for (const { from, to } of Object.values(moves)) if (from.some((state) => reached.has(state))) reached.add(to);
    expect([...reached].sort()).toEqual([...states].sort());
  });
});
