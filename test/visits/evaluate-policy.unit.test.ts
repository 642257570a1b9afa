import { describe, expect, it } from 'vitest';
import { type Policy, policySchema, ruleNames } from '../support/doors/domain.ts';
import { evaluatePolicy, isBlocking, type Override, type PolicyFacts, type VisitFacts } from '../support/doors/visits.ts';
import { fc } from '../support/runner/property.ts';

const now = new Date('2026-11-22T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
type Facts = PolicyFacts;
type Asked = VisitFacts['asked'][number];

const asked = (part: Partial<Asked> = {}): Asked => ({
  id: 's1',
  name: 'Ana Ruiz',
  identification: '1.020',
  answeredAt: hoursAgo(1),
  outcome: 'clear',
  block: false,
  verdict: null,
  ...part,
});
const record: NonNullable<Facts['record']> = { id: 'r1', identification: '1020', face: 'approved', alerts: 0, otherName: false };
const good: Facts = { asked: [asked()], record };
const nothing: Facts = { asked: [], record: null };

const all = (level: 'off' | 'warn' | 'stop', override = true): Policy =>
  policySchema.parse(Object.fromEntries(ruleNames.map((rule) => [rule, { level, override }])));
const codes = (policy: Policy, facts: Facts | null, overrides: Override[] = []) =>
  evaluatePolicy(policy, facts, overrides, now).map(({ problem }) => problem.code);

describe('what each rule finds', () => {
  it('finds nothing in a visit that keeps every rule, nor where the rules are off', () => {
    expect(codes(all('stop'), good)).toEqual([]);
    for (const facts of [null, nothing, { asked: [asked({ block: true })], record: null }]) expect(codes(all('off'), facts)).toEqual([]);
  });

  it('warns by default of a record whose face is not approved or that has alerts, and only of these', () => {
    const usual = policySchema.parse({});
    const found = (record: Facts['record']) =>
      evaluatePolicy(usual, { asked: [], record }, [], now).map(({ rule, level }) => [rule, level]);
    const warned = [['recordAlerts', 'warn']];
    expect(found({ ...record, face: 'not-approved' })).toEqual(warned);
    expect(found({ ...record, alerts: 1 })).toEqual(warned);
    expect([found(record), found({ ...record, face: 'none' }), found(null)]).toEqual([[], [], []]);
    // The face has its own rule where that is in use.
    expect(codes(all('stop'), { ...good, record: { ...record, face: 'not-approved' } })).toEqual(['policy-face-not-approved']);
  });

  it('asks for a reason before signing where the record warns of the person, until one is given', () => {
    const usual = policySchema.parse({});
    const needed = (policy: Policy, record: Facts['record'], overrides: Override[] = []) =>
      evaluatePolicy(policy, { asked: [], record }, overrides, now).map(({ needsReason }) => needsReason);
    const warned = { ...record, alerts: 1 };
    expect(needed(usual, warned)).toEqual([true]);
    expect(needed(usual, { ...record, face: 'not-approved' })).toEqual([true]);
    const [found] = evaluatePolicy(usual, { asked: [], record: warned }, [], now);
    expect(needed(usual, warned, [{ key: found?.key ?? '', by: 'Ana', at: '', reason: 'seen' }])).toEqual([false]);
    // A record of another name is a warning of its own.
    const ofOther = { ...warned, otherName: true };
    expect(codes(usual, { asked: [], record: ofOther })).toEqual(['policy-record-alerts', 'policy-other-name']);
    expect(needed(usual, ofOther, [{ key: found?.key ?? '', by: 'Ana', at: '', reason: 'seen' }])).toEqual([false, true]);
    // One alert more is another warning.
    expect(needed(usual, { ...warned, alerts: 2 }, [{ key: found?.key ?? '', by: 'Ana', at: '', reason: 'seen' }])).toEqual([true]);
    // What blocks is overridden in its own way, and a missing record is no warning about the person.
    expect(needed(all('stop'), { ...warned, face: 'not-approved' })).not.toContain(true);
    expect(needed(all('warn'), null)).not.toContain(true);
    expect(needed(policySchema.parse({ recordAlerts: { level: 'warn', override: false } }), warned)).toEqual([false]);
  });

  it('demands a visit only for rules that need a record or a screening', () => {
    expect(codes(all('stop'), null)).toEqual(['policy-no-visit', 'policy-no-visit']);
    expect(codes(policySchema.parse({}), null)).toEqual([]);
  });

  it.each<[string, Facts, string[]]>([
    ['nothing is known', nothing, ['policy-not-screened', 'policy-no-record']],
    ['a match', { ...good, asked: [asked({ outcome: 'match' })] }, ['policy-not-clear']],
    ['a match that a person ruled out', { ...good, asked: [asked({ outcome: 'match', verdict: 'false-positive' })] }, []],
    ['a match that a person left open', { ...good, asked: [asked({ outcome: 'match', verdict: 'undecided' })] }, ['policy-not-clear']],
    ['a source without an answer', { ...good, asked: [asked({ outcome: 'unavailable' })] }, ['policy-not-clear']],
    [
      'a source without an answer, ruled out',
      { ...good, asked: [asked({ outcome: 'unavailable', verdict: 'false-positive' })] },
      ['policy-not-clear'],
    ],
    ['just young enough', { ...good, asked: [asked({ answeredAt: hoursAgo(24) })] }, []],
    ['too old', { ...good, asked: [asked({ answeredAt: hoursAgo(24.01) })] }, ['policy-screening-old']],
    ['the latest counts', { ...good, asked: [asked(), asked({ id: 's2', outcome: 'match' })] }, ['policy-not-clear']],
    ['blocked', { ...good, asked: [asked({ block: true, outcome: 'match' })] }, ['policy-blocked', 'policy-not-clear']],
    [
      'blocked, whatever a person says',
      { ...good, asked: [asked({ block: true, outcome: 'match', verdict: 'false-positive' })] },
      ['policy-blocked'],
    ],
    [
      'blocked under the first name, and a clear search of another person after it',
      { ...good, asked: [asked({ block: true, outcome: 'match' }), asked({ id: 's2', name: 'Otra Persona' })] },
      ['policy-blocked'],
    ],
    [
      'blocked once, and not any more when the same person was searched for again',
      { ...good, asked: [asked({ block: true, outcome: 'match' }), asked({ id: 's2', name: 'ana  RUÍZ', identification: '10-20' })] },
      [],
    ],
    ...[
      ['no answer', { outcome: 'unavailable', block: null }],
      ['a source without an answer', { outcome: 'unavailable', block: false }],
      ['an answer that does not say whether', { outcome: 'match', block: null }],
    ].map(([what, later]): [string, Facts, string[]] => [
      `blocked, and after it a search of the same person with ${what}`,
      { ...good, asked: [asked({ block: true, outcome: 'match' }), asked({ id: 's2', ...(later as Partial<Asked>) })] },
      ['policy-blocked', 'policy-not-clear'],
    ]),
    ['another identification', { ...good, record: { ...record, identification: '9' } }, ['policy-other-identification']],
    ['no identification on the record', { ...good, record: { ...record, identification: '' } }, ['policy-identification-missing']],
    ['no identification on the search', { ...good, asked: [asked({ identification: '' })] }, ['policy-identification-missing']],
    [
      'blocked in another visit of the person',
      { ...good, ofPerson: [asked({ id: 's0', block: true, outcome: 'match', name: 'Ana' }), asked()] },
      ['policy-blocked'],
    ],
    [
      'blocked in an earlier visit, and not any more in this one',
      { ...good, ofPerson: [asked({ id: 's0', block: true, outcome: 'match' }), asked()] },
      [],
    ],
    ['the face not approved', { ...good, record: { ...record, face: 'not-approved' } }, ['policy-face-not-approved']],
    ['the face not told', { ...good, record: { ...record, face: 'none' } }, ['policy-face-not-approved']],
  ])('%s', (_, facts, found) => {
    expect(codes(all('stop'), facts)).toEqual(found);
  });
});

describe('overrides', () => {
  const over = (key: string): Override => ({ key, by: 'Luz', at: hoursAgo(0), reason: 'Autorizado' });
  const key = (policy: Policy, facts: Facts) => evaluatePolicy(policy, facts, [], now)[0]?.key ?? '';

  it('apply to the finding that they were given for, not to later ones', () => {
    const matched: Facts = { ...good, asked: [asked({ outcome: 'match' })] };
    const made = over(key(all('stop'), matched));
    expect(evaluatePolicy(all('stop'), matched, [made], now).filter(isBlocking)).toEqual([]);
    expect(evaluatePolicy(all('stop'), matched, [made], now)[0]?.overridden).toEqual({ by: 'Luz', at: made.at, reason: 'Autorizado' });
    const later: Facts = { ...good, asked: [asked({ outcome: 'match' }), asked({ id: 's2', outcome: 'match' })] };
    expect(evaluatePolicy(all('stop'), later, [made], now).filter(isBlocking)).toHaveLength(1);
  });

  it('do not apply where the settings allow none, nor to documents without a visit', () => {
    const matched: Facts = { ...good, asked: [asked({ outcome: 'match' })] };
    const [found] = evaluatePolicy(all('stop', false), matched, [over(key(all('stop'), matched))], now);
    expect(found).toMatchObject({ overridable: false, overridden: null });
    for (const one of evaluatePolicy(all('stop'), null, [], now)) expect(one.overridable).toBe(false);
  });

  it('never silence another rule: every finding that was not overridden still blocks', () => {
    const arbitraryAsked = fc.record({
      id: fc.constantFrom('s1', 's2', 's3'),
      name: fc.constantFrom('Ana Ruiz', 'Luis Mora'),
      identification: fc.constantFrom('1020', '9', ''),
      answeredAt: fc.integer({ min: 0, max: 72 }).map(hoursAgo),
      outcome: fc.constantFrom<Asked['outcome']>('clear', 'match', 'unavailable'),
      block: fc.constantFrom(true, false, null),
      verdict: fc.constantFrom<Asked['verdict']>('true-match', 'false-positive', 'undecided', null),
    });
    const facts = fc.record({
      asked: fc.array(arbitraryAsked, { maxLength: 4 }),
      record: fc.option(
        fc.record({
          id: fc.constant('r'),
          identification: fc.constantFrom('1020', ''),
          face: fc.constantFrom<'approved' | 'none'>('approved', 'none'),
          alerts: fc.constantFrom(0, 2),
          otherName: fc.boolean(),
        }),
      ),
    });
    fc.assert(
      fc.property(facts, (some) => {
        const found = evaluatePolicy(all('stop'), some, [], now);
        expect(new Set(found.map((one) => one.key)).size).toBe(found.length);
        for (const one of found) {
          const left = evaluatePolicy(all('stop'), some, [over(one.key)], now).filter(isBlocking);
          expect(left.map((other) => other.key)).toEqual(found.filter((other) => other !== one).map((other) => other.key));
        }
        // Only a person who is blocked can be found to be.
        expect(found.some(({ rule }) => rule === 'blockedPerson')).toBe(
          some.asked.some(
            (search, at) =>
              search.block === true &&
              !some.asked
                .slice(at + 1)
                .filter(({ block, outcome }) => block === true || (block === false && outcome !== 'unavailable'))
                .some((later) => later.name === search.name && later.identification === search.identification),
          ),
        );
      }),
    );
  });
});
