import { describe, expect, it } from 'vitest';
import type { Match, ScreeningView } from '../support/doors/domain.ts';
import { problem } from '../support/doors/errors.ts';
import {
  badgeOf,
  choicesOf,
  decisionsOn,
  everyMatch,
  groupedMatches,
  leftOver,
  memberRows,
  openMatches,
  shownOutcome,
  unreadItems,
} from '../support/doors/renderer/screening.ts';
import { bareMatch } from '../support/screening/bare-match.ts';
import { screeningViewWith } from '../support/screening/screening-views.ts';

const match = (number: number, changes: Partial<Match> = {}): Match =>
  bareMatch({ number, reasons: ['same-name'], names: [`Persona ${number}`], lists: ['ALFA'], ...changes });

const sourceWith = (state: ScreeningView['sources'][number]['state']): ScreeningView['sources'][number] => ({
  source: 'lists',
  state,
  count: 0,
  text: null,
  data: null,
});

const view = (changes: Partial<ScreeningView>): ScreeningView => screeningViewWith({ outcome: 'match', ...changes });

describe('what is shown of a search', () => {
  it('is clear only for a finished search that is clear and not blocked', () => {
    const states = ['waiting', 'asking', 'done', 'failed', 'skipped', 'damaged'] as const;
    const outcomes = ['clear', 'match', 'unavailable', null] as const;
    const clear = [];
    for (const state of states)
      for (const outcome of outcomes)
        for (const block of [true, false, null])
          if (shownOutcome({ state, outcome, block, problem: null }) === 'clear') clear.push({ state, outcome, block });
    expect(clear).toEqual([
      { state: 'done', outcome: 'clear', block: false },
      { state: 'done', outcome: 'clear', block: null },
    ]);
  });

  it('says blocked for a block without a match, and nothing certain without an outcome', () => {
    expect(shownOutcome({ state: 'done', outcome: 'clear', block: true, problem: null })).toBe('blocked');
    expect(shownOutcome({ state: 'done', outcome: 'match', block: true, problem: null })).toBe('match');
    expect(shownOutcome({ state: 'done', outcome: null, block: false, problem: null })).toBe('unavailable');
    expect(shownOutcome({ state: 'failed', outcome: 'unavailable', block: null, problem: null })).toBe('failed');
    expect(shownOutcome({ state: 'failed', outcome: 'unavailable', block: null, problem: problem('cancelled') })).toBe('stopped');
  });

  it('says that a person has to read something only where nothing else was found', () => {
    const shown = (states: ScreeningView['sources'][number]['state'][], block: boolean | null = false) =>
      shownOutcome({ state: 'done', outcome: 'match', block, problem: null, sources: states.map(sourceWith) });
    expect(shown(['clear', 'unread'])).toBe('unread');
    expect(shown(['hit', 'unread'])).toBe('match');
    expect(shown(['clear', 'unread'], true)).toBe('match');
    expect(shown(['clear', 'clear'])).toBe('match');
  });

  it('has the latest meaning that a person gave to what no rule reads', () => {
    const reading = (meaning: 'clear' | 'hit') => ({ of: 'lists', meaning, reason: meaning, by: 'Ana', at: '2026-03-01T10:00:00.000Z' });
    const items = unreadItems({ sources: [sourceWith('hit')], others: [], readings: [reading('clear'), reading('hit')] });
    expect(items).toMatchObject([{ of: 'lists', source: 'lists', reading: { meaning: 'hit' } }]);
    expect(unreadItems({ sources: [sourceWith('clear')], others: [], readings: [] })).toEqual([]);
  });
});

describe('matches by list', () => {
  const matches = [
    match(0, { reasons: ['unexplained'], lists: ['BETA'], countries: ['CO'] }),
    match(1, { reasons: ['similar-name'], lists: ['ALFA', 'BETA'], countries: ['CO', 'VE'], categories: ['PEP'] }),
    match(2, { reasons: ['same-identification', 'alias-only'], lists: ['ALFA', 'ALFA'] }),
    match(3, { lists: [], categories: ['PEP'] }),
  ];
  const numbers = (filter: typeof everyMatch) =>
    groupedMatches(matches, filter).map(({ list, matches: found }) => [list, found.map(({ number }) => number)]);

  it('shows each match once, the strongest reason first', () => {
    expect(numbers(everyMatch)).toEqual([
      ['ALFA', [2, 1]],
      ['', [3]],
      ['BETA', [0]],
    ]);
  });

  it('orders lists that are as strong by their names, however much is on them, and no list last', () => {
    const equal = [match(0, { lists: [] }), match(1, { lists: ['ZETA'] }), match(2, { lists: ['ZETA'] }), match(3, { lists: ['ÁLAMO'] })];
    expect(groupedMatches(equal, everyMatch).map(({ list }) => list)).toEqual(['ÁLAMO', 'ZETA', '']);
  });

  it('counts a match under each of its lists, and under none', () => {
    expect(choicesOf(matches).list).toEqual([
      { name: 'ALFA', count: 2 },
      { name: 'BETA', count: 2 },
      { name: '', count: 1 },
    ]);
  });

  it('finds as many matches by a filter as the filter counts', () => {
    const choices = choicesOf(matches);
    for (const kind of ['list', 'category', 'country'] as const) {
      for (const { name, count } of choices[kind]) {
        const found = groupedMatches(matches, { ...everyMatch, [kind]: name }).flatMap((group) => group.matches);
        expect(found, `${kind} ${name}`).toHaveLength(count);
      }
    }
    expect(numbers({ list: 'BETA', category: 'PEP', country: 'VE' })).toEqual([['BETA', [1]]]);
  });

  it('leaves the answer as it is', () => {
    const before = structuredClone(matches);
    groupedMatches(matches, everyMatch);
    expect(matches).toEqual(before);
  });
});

describe('decisions', () => {
  const decision = (of: number | null, verdict: 'true-match' | 'false-positive' | 'undecided', reason: string) => ({
    match: of,
    verdict,
    reason,
    by: 'Luz',
    at: '2026-11-21T10:00:00.000Z',
  });
  const decided = view({
    matches: [match(0), match(1), match(2)],
    decisions: [
      decision(0, 'undecided', 'first'),
      decision(null, 'undecided', 'whole'),
      decision(0, 'false-positive', 'second'),
      decision(1, 'undecided', 'x'),
    ],
  });

  it('are listed latest first, those on the whole screening separately', () => {
    expect(decisionsOn(decided, 0).map(({ reason }) => reason)).toEqual(['second', 'first']);
    expect(decisionsOn(decided, null).map(({ reason }) => reason)).toEqual(['whole']);
  });

  it('leave matches open that have none or an undecided one', () => {
    expect(openMatches(decided)).toBe(2);
  });
});

describe('the identification of the previous person', () => {
  const before = { name: 'Ana María Ruiz', identification: '52.111.222' };

  it('is reported while another name is typed', () => {
    expect(leftOver({ name: 'Pedro Gómez', identification: '52111222' }, before)).toBe('Ana María Ruiz');
  });

  it.each([
    { name: 'Ana Ruiz Peña', identification: '52111222' },
    { name: ' ', identification: '52111222' },
    { name: 'Pedro Gómez', identification: '52111223' },
    { name: 'Pedro Gómez', identification: '' },
  ])('is not reported for $name with $identification', (typed) => {
    expect(leftOver(typed, before)).toBeNull();
  });

  it('is not reported when there was none', () => {
    expect(leftOver({ name: 'Pedro Gómez', identification: '' }, { ...before, identification: '' })).toBeNull();
  });
});

describe('members of an entry', () => {
  it('are all listed: known ones in a fixed order, then the others in that of the answer', () => {
    const entry = { nuevo: 1, alias: ['A'], constructor: 'x', nombre_apellido: ['N'], estado: null };
    expect(memberRows(entry).map(({ name, known }) => [name, known !== null])).toEqual([
      ['nombre_apellido', true],
      ['alias', true],
      ['estado', true],
      ['nuevo', false],
      ['constructor', false],
    ]);
  });
});

describe('the badge of a screening', () => {
  const badge = (part: Partial<Parameters<typeof badgeOf>[0]>) =>
    badgeOf({ state: 'done', outcome: null, verdict: null, block: null, problem: null, ...part });

  it('is clear only when that is its outcome', () => {
    for (const state of ['waiting', 'asking', 'failed', 'skipped', 'damaged'] as const) {
      expect(badge({ state, outcome: state === 'failed' ? 'unavailable' : null })).toBe(state);
    }
    expect(badge({ outcome: 'clear' })).toBe('clear');
    expect(badge({ outcome: 'clear', verdict: 'false-positive', block: true })).toBe('blocked');
    expect(badge({})).toBe('unavailable');
    expect(badge({ outcome: 'unavailable' })).toBe('unavailable');
  });

  it('is a match until a person has decided for good', () => {
    expect(badge({ outcome: 'match' })).toBe('match');
    expect(badge({ outcome: 'match', verdict: 'undecided' })).toBe('match');
    expect(badge({ outcome: 'match', verdict: 'false-positive' })).toBe('false-positive');
    expect(badge({ outcome: 'match', verdict: 'true-match' })).toBe('true-match');
  });
});
