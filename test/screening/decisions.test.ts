/** What people decide on a search of the panel, on each match and on the whole. */
import { describe, expect, test } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { buildScreening } from '../support/screening-actions.ts';

describe('decisions', () => {
  test('are made on each match and on the whole; earlier ones stay; the verdict follows', async () => {
    const station = await buildScreening();
    station.settings.change({ clerk: 'Ana' });
    const { id, matchCount } = await station.find('Evaristo Quiroga Beltrán', { identification: '79555001' });
    expect(matchCount).toBeGreaterThan(1);
    const undecided = () => [station.screening.state().undecided, station.screening.open(id).verdict];
    const decide = (match: number | null, verdict: 'true-match' | 'false-positive' | 'undecided') =>
      station.screening.decide(id, { match, verdict, reason: ` por ${match} ` });
    expect(undecided()).toEqual([1, null]);
    expect(decide(0, 'false-positive')).toMatchObject({ verdict: 'undecided', decided: 1 });
    expect(undecided()).toEqual([1, 'undecided']);
    for (let match = 1; match < matchCount; match += 1) decide(match, 'false-positive');
    expect(undecided()).toEqual([0, 'false-positive']);
    decide(1, 'true-match');
    expect(undecided()).toEqual([0, 'true-match']);
    decide(null, 'undecided');
    expect(undecided()).toEqual([0, 'true-match']);
    decide(1, 'false-positive');
    expect(undecided()).toEqual([1, 'undecided']);
    expect(await station.page({ outcome: 'undecided' })).toHaveLength(1);
    decide(null, 'false-positive');
    expect(undecided()).toEqual([0, 'false-positive']);
    expect(await station.page({ outcome: 'undecided' })).toEqual([]);

    const before = station.screening.open(id);
    expect(before.decisions).toHaveLength(matchCount + 4);
    expect(before.decisions[0]).toMatchObject({ match: 0, reason: 'por 0', by: 'Ana' });
    const raw = station.screening.raw(id);
    await station.reopen();
    expect(station.screening.open(id)).toEqual(before);
    expect(station.screening.raw(id).equals(raw)).toBe(true);
  });

  test('are refused without a reason, on an unknown match, and on a screening without an answer', async () => {
    const station = await buildScreening();
    const { id, matchCount } = await station.find('El Turpial Negro');
    const decide = (one: string, match: number | null, reason = 'x') =>
      codeOf(() => station.screening.decide(one, { match, verdict: 'true-match', reason }));
    expect(await decide(id, 0, ' \n ')).toBe('reason-missing');
    expect(await decide(id, matchCount)).toBe('state-changed');
    const failed = await station.find('Falla Interna Robledo');
    expect(await decide(failed.id, null)).toBe('state-changed');
    expect(await decide('x', null)).toBe('screening-unknown');
    expect(station.screening.open(id).decisions).toEqual([]);
  });
});
