import { describe, expect, it } from 'vitest';
import { faceVerdictSchema, outcomeSchema } from '../support/doors/domain.ts';
import { problem } from '../support/doors/errors.ts';
import { canOverride, inOrder, marksInLine, marksOf } from '../support/doors/renderer/visits.ts';
import { fc } from '../support/runner/property.ts';
import { findingWith, summaryWith } from '../support/visits/visits.ts';

const kinds = (differs: Parameters<typeof summaryWith>[0]) => marksInLine(marksOf(summaryWith(differs))).map(({ kind }) => kind);

const anyVisit = fc.record({
  face: fc.constantFrom(null, ...faceVerdictSchema.options),
  outcome: fc.constantFrom(null, ...outcomeSchema.options),
  personBlocked: fc.boolean(),
  blocking: fc.nat(3),
  waiting: fc.nat(3),
  documents: fc.nat(3),
  removal: fc.constantFrom(null, '2026-12-01T00:00:00Z'),
});

describe('marks of a visit', () => {
  it('are absent from a visit in which nothing was done', () => {
    expect(kinds({})).toEqual([]);
  });

  it('begin with what needs a person', () => {
    const whole = {
      face: 'not-approved',
      outcome: 'match',
      personBlocked: true,
      blocking: 2,
      waiting: 1,
      documents: 3,
      removal: '2026-12-01T00:00:00Z',
    } as const;
    expect(kinds(whole)).toEqual(['stopped', 'removal', 'blocked', 'match', 'face-not-approved', 'documents', 'waiting']);
    expect(marksOf(summaryWith(whole)).documents).toEqual([
      { kind: 'documents', count: 3 },
      { kind: 'waiting', count: 1 },
    ]);
  });

  it('never show a blocked person as clear, nor a screening or record that is missing', () => {
    fc.assert(
      fc.property(anyVisit, (visit) => {
        const shown = kinds(visit);
        expect(shown.includes('clear')).toBe(visit.outcome === 'clear' && !visit.personBlocked);
        expect(shown.includes('blocked')).toBe(visit.personBlocked);
        expect(shown.includes('face-approved')).toBe(visit.face === 'approved');
        expect(shown.includes('stopped')).toBe(visit.blocking > 0);
        expect(new Set(shown).size).toBe(shown.length);
      }),
    );
  });

  it('are only the reason for a visit that cannot be opened', () => {
    expect(kinds({ problem: problem('stored-data-damaged'), outcome: 'clear', documents: 2 })).toEqual(['unreadable']);
  });
});

describe('what the rules find', () => {
  const overridden = { by: 'Marta', at: '2026-01-02T10:00:00Z', reason: 'seen' };

  it('are listed as blocking, warning, overridden, each in order', () => {
    const listed = [
      findingWith({ key: 'done', overridden }),
      findingWith({ key: 'warn', level: 'warn' }),
      findingWith({ key: 'stop 1' }),
      findingWith({ key: 'stop 2' }),
    ];
    expect(inOrder(listed).map(({ key }) => key)).toEqual(['stop 1', 'stop 2', 'warn', 'done']);
  });

  it('can be overridden only while blocking, if the rule allows it, and once', () => {
    expect(canOverride(findingWith())).toBe(true);
    expect(canOverride(findingWith({ level: 'warn' }))).toBe(false);
    expect(canOverride(findingWith({ overridable: false }))).toBe(false);
    expect(canOverride(findingWith({ overridden }))).toBe(false);
  });
});
