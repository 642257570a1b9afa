/** What people decide on a search of the panel, on each match and on the whole. */
import { describe, expect, test } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { openScreeningDesk } from '../support/screening-desk.ts';

describe('decisions', () => {
  test('on each match and on the whole; earlier ones stay; the verdict follows', async () => {
    const desk = await openScreeningDesk();
    desk.station.settings.change({ clerk: 'Ana' });
    const { id, matchCount } = await desk.find('Evaristo Quiroga Beltrán', { identification: '79555001' });
    expect(matchCount).toBeGreaterThan(1);
    const undecided = () => [desk.screening.state().undecided, desk.screening.open(id).verdict];
    const decide = (match: number | null, verdict: 'true-match' | 'false-positive' | 'undecided') =>
      desk.screening.decide(id, { match, verdict, reason: ` por ${match} ` });
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
    expect(await desk.page({ outcome: 'undecided' })).toHaveLength(1);
    decide(null, 'false-positive');
    expect(undecided()).toEqual([0, 'false-positive']);
    expect(await desk.page({ outcome: 'undecided' })).toEqual([]);

    const before = desk.screening.open(id);
    expect(before.decisions).toHaveLength(matchCount + 4);
    expect(before.decisions[0]).toMatchObject({ match: 0, reason: 'por 0', by: 'Ana' });
    const raw = desk.screening.raw(id);
    await desk.reopen();
    expect(desk.screening.open(id)).toEqual(before);
    expect(desk.screening.raw(id).equals(raw)).toBe(true);
  });

  test('refused: without a reason, on a match that is not there, on what has no answer', async () => {
    const desk = await openScreeningDesk();
    const { id, matchCount } = await desk.find('El Turpial Negro');
    const decide = (one: string, match: number | null, reason = 'x') =>
      codeOf(() => desk.screening.decide(one, { match, verdict: 'true-match', reason }));
    expect(await decide(id, 0, ' \n ')).toBe('reason-missing');
    expect(await decide(id, matchCount)).toBe('state-changed');
    const failed = await desk.find('Falla Interna Robledo');
    expect(await decide(failed.id, null)).toBe('state-changed');
    expect(await decide('x', null)).toBe('screening-unknown');
    expect(desk.screening.open(id).decisions).toEqual([]);
  });
});
