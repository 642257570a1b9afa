/** What people decide on a search of the panel, on each match and on the whole. */
import { describe, expect, test } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { profileSchema } from '../support/doors/domain.ts';
import { startWatchedLine } from '../support/network/watched-line.ts';
import { buildScreening } from '../support/screening/screening-actions.ts';
import { buildStation } from '../support/station.ts';
import { longWait } from '../support/waiting.ts';

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

describe('an answer that no rule reads', () => {
  const name = 'Frase Rara Robledo';

  test('is read by a person with a reason; the outcome follows, and what was said stays', async () => {
    const station = await buildScreening();
    station.settings.change({ clerk: 'Ana' });
    const { id, outcome } = await station.find(name, { judicial: true });
    const states = () => station.screening.open(id).sources.map(({ state }) => state);
    expect([outcome, station.screening.state().undecided, states()]).toEqual([
      'match',
      1,
      ['clear', 'unread', 'not-asked', 'unread', 'not-asked'],
    ]);
    const read = (of: string, meaning: 'clear' | 'hit' | 'no-answer', reason = ' visto ') =>
      station.screening.read(id, { of, meaning, reason });
    expect(read('judicial', 'clear')).toMatchObject({ outcome: 'match' });
    expect(read('news', 'no-answer')).toMatchObject({ outcome: 'unavailable' });
    expect(read('news', 'clear', 'boletín leído')).toMatchObject({ outcome: 'clear', state: 'done' });
    expect([states(), station.screening.state().undecided]).toEqual([['clear', 'clear', 'not-asked', 'clear', 'not-asked'], 0]);
    const before = station.screening.open(id);
    expect(before.readings).toMatchObject([
      { of: 'judicial', meaning: 'clear', reason: 'visto', by: 'Ana' },
      { of: 'news', meaning: 'no-answer' },
      { of: 'news', meaning: 'clear', reason: 'boletín leído' },
    ]);
    await station.reopen();
    expect(station.screening.open(id)).toEqual(before);
  });

  test('is read by the rules of the connection that was asked, although another one came into use before the answer', async () => {
    const rules = [
      { source: 'judicial', path: '$.resultado', pattern: 'Solicitud * atendida por el despacho', meaning: 'clear' },
      { source: 'judicial', path: '$.semaforo', pattern: 'azul', meaning: 'clear' },
      { source: 'news', path: '$[*]', pattern: 'Consulte el boletín 12', meaning: 'clear' },
    ] as const;
    const onAnswer = async () => {
      const { search, ...rest } = profileSchema.parse(station.profile);
      const changed = profileSchema.parse({ ...rest, name: 'Otro', search: { ...search, projectName: 'otro', rules } });
      station.settings.change({ activeProfileId: station.settings.saveProfile(changed).id });
    };
    const station = await buildStation({ stored: true, through: (origin) => startWatchedLine(origin, { onAnswer }) });
    const asked = { name, identification: '', judicial: true, procurator: false };
    expect((await station.screening.screen(asked)).sources.map(({ state }) => state)).toEqual([
      'clear',
      'unread',
      'not-asked',
      'unread',
      'not-asked',
    ]);
    expect(station.settings.settings().activeProfileId).not.toBe(station.profileId);
  });

  test('needs a reason, and something that is unread', async () => {
    const station = await buildScreening();
    const { id } = await station.find(name);
    const read = (one: string, of: string, reason = 'x') => codeOf(() => station.screening.read(one, { of, meaning: 'clear', reason }));
    expect(await read(id, 'news', ' \n')).toBe('reason-missing');
    expect(await read(id, 'lists')).toBe('state-changed');
    expect(await read(id, '$.datos_ofac')).toBe('state-changed');
    expect(await read((await station.find('El Turpial Negro')).id, 'lists')).toBe('state-changed');
    expect(await read((await station.find('Falla Interna Robledo')).id, 'lists')).toBe('state-changed');
  });

  test('becomes a rule without anything of the person; earlier answers that it changes are named, and stay as they are', async () => {
    const station = await buildScreening();
    const asked = { judicial: true, identification: '4471' };
    const { id } = await station.find(name, asked);
    await station.find('Nadie de Nadie');
    station.screening.read(id, { of: 'judicial', meaning: 'clear', reason: 'x' });
    const judicial = station.screening.draftRules(id, 'judicial');
    expect(judicial).toEqual([
      { source: 'judicial', path: '$.resultado', pattern: 'Solicitud * atendida por el despacho', meaning: 'clear' },
      { source: 'judicial', path: '$.semaforo', pattern: 'azul', meaning: 'clear' },
    ]);
    const rules = [...judicial, ...station.screening.draftRules(id, 'news')];
    expect(rules[2]).toEqual({ source: 'news', path: '$[*]', pattern: 'Consulte el boletín 12', meaning: 'clear' });
    expect(await station.screening.tryRules(rules)).toEqual({
      checked: 2,
      changed: 1,
      examples: [{ id, name, askedAt: expect.any(String), before: 'match', after: 'clear' }],
    });
    station.screening.addRules(rules);
    expect(station.screening.open(id)).toMatchObject({ outcome: 'match' });
    const { id: later, outcome } = await station.find(name, asked);
    expect(outcome).toBe('clear');
    // What read it is stored with it: without the rules in the profile it reads the same.
    const [profile] = station.settings.profiles();
    if (!profile?.search) throw new Error('no profile');
    expect(profile.search.rules).toEqual(rules);
    station.settings.saveProfile({ ...profile, search: { ...profile.search, rules: [] } }, profile.id);
    await station.reopen();
    expect(station.screening.open(later)).toMatchObject({
      outcome: 'clear',
      sources: [{}, { state: 'clear' }, {}, { state: 'clear' }, {}],
    });
    expect((await station.find(name, asked)).outcome).toBe('match');
    // Answers to another agreement are not those of this one.
    station.settings.saveProfile({ ...profile, search: { ...profile.search, projectName: 'another' } }, profile.id);
    expect(await station.screening.tryRules(rules)).toEqual({ checked: 0, changed: 0, examples: [] });
  });

  test('in a row of a list, the run counts what was read', async () => {
    const station = await buildScreening();
    const runId = await station.startBulk([[name], ['Nadie de Nadie']]);
    await station.bulk.finished(runId, longWait.timeout);
    expect(station.bulkRun(runId).counts).toMatchObject({ match: 1, clear: 1 });
    const [row] = await station.page({ scope: { runId } });
    station.screening.read(row?.id ?? '', { of: 'news', meaning: 'clear', reason: 'x' });
    expect(station.bulkRun(runId).counts).toMatchObject({ match: 0, clear: 2 });
  });
});
