/** Searches of the panel on a whole station: what came of each, at once and after a restart. */
import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import type { ScreeningSummary } from '../support/doors/domain.ts';
import { buildScreening } from '../support/screening/screening-actions.ts';
import { longWait } from '../support/waiting.ts';

const sourcesOf = ({ sources }: ScreeningSummary) => Object.fromEntries(sources.map(({ source, state }) => [source, state]));

describe('the outcome of a screening, at once and after a restart', () => {
  test.each([
    ['clear', 'Persona Inventada', '123456', { state: 'done', outcome: 'clear', block: false, matchCount: 0, best: null, problem: null }],
    [
      'blocked',
      'Evaristo Quiroga Beltrán',
      '79555001',
      { state: 'done', outcome: 'match', block: true, best: { reason: 'same-identification' } },
    ],
    [
      'an alias only',
      'El Turpial Negro',
      '',
      { state: 'done', outcome: 'match', best: { name: expect.any(String), reason: 'alias-only' } },
    ],
    [
      'another identification',
      'Carlos Andrés Muñoz Peña',
      '1',
      { outcome: 'match', block: false, best: { reason: 'same-name-other-identification' } },
    ],
    ['a silent source', 'Silencio Judicial Parra', '', { state: 'done', outcome: 'unavailable', matchCount: 0, problem: null }],
    ['silent lists', 'Silencio Listas Parra', '', { outcome: 'unavailable', matchCount: 0 }],
    ['someone else', 'Cambiada Persona Robledo', '', { outcome: 'unavailable', problem: { code: 'answer-other-person' } }],
    ['500', 'Falla Interna Robledo', '', { state: 'failed', outcome: 'unavailable', block: null, problem: { code: 'search-failed' } }],
  ])('%s', async (_, name, identification, expected) => {
    const station = await buildScreening();
    const view = await station.find(name, { identification, judicial: true });
    expect(view).toMatchObject(expected);
    const calls = station.searchCalls();
    await station.reopen();
    expect(station.screening.open(view.id)).toEqual(view);
    expect(await station.page()).toMatchObject([{ id: view.id, ...expected }]);
    expect(station.searchCalls()).toBe(calls);
  });

  test('sources that were not asked, or did not answer, differ from clear', async () => {
    const station = await buildScreening();
    expect(sourcesOf(await station.find('Silencio Judicial Parra', { judicial: true }))).toEqual({
      lists: 'clear',
      judicial: 'no-answer',
      procurator: 'not-asked',
      news: 'clear',
      social: 'not-asked',
    });
  });

  test.each([
    ['400', { status: 400 }, 'search-refused'],
    ['401', { status: 401 }, 'search-key-refused'],
    ['500', { status: 500 }, 'search-failed'],
    ['429', { status: 429 }, 'search-busy'],
    ['no answer', { drop: 'before-answer' }, 'search-unanswered'],
    ['half an answer', { drop: 'during-answer' }, 'search-answer-cut-off'],
    ['no JSON', { json: 'none' }, 'search-answer-unreadable'],
  ] as const)('%s: failed, never clear and never a match', async (_, how, code) => {
    const station = await buildScreening();
    station.provider.misbehave('search', how);
    const view = await station.find('Evaristo Quiroga Beltrán', { identification: '79555001' });
    expect(view).toMatchObject({ state: 'failed', outcome: 'unavailable', matchCount: 0, block: null, problem: { code } });
    await station.reopen();
    expect(station.screening.open(view.id)).toEqual(view);
    expect((await station.page({ outcome: 'failed' })).map(({ id }) => id)).toEqual([view.id]);
    expect(await station.page({ outcome: 'unavailable' })).toEqual([]);
  });

  test('a match in an answer that is not as described is a match, with what is wrong, and has not failed', async () => {
    const station = await buildScreening();
    station.provider.misbehave('search', { status: 200, body: '{"results": [{"block": true}], "results": [{"block": true}]}' });
    expect(await station.find('Persona')).toMatchObject({
      state: 'done',
      outcome: 'match',
      problem: { code: 'search-answer-not-as-described' },
    });
  });

  test('the answer is stored to the last byte', async () => {
    const station = await buildScreening();
    const body = `\u{feff}{"datetime": "2026-01-01 10:00:00",\r\n "id_bitacora": 90000000000000000123, "results": [] }  `;
    station.provider.misbehave('search', { status: 200, body });
    const odd = await station.find('Persona');
    const { id, sha256 } = await station.find('Nicanor Alcázar Montúfar', { identification: '0912345678' });
    const before = station.screening.raw(id);
    await station.reopen();
    expect(station.screening.raw(id).equals(before)).toBe(true);
    expect(createHash('sha256').update(before).digest('hex')).toBe(sha256);
    expect(station.screening.raw(odd.id).toString()).toBe(body);
    expect(odd.logNumber).toBe('90000000000000000123');
    station.provider.misbehave('search', { drop: 'before-answer' });
    const none = await station.find('Persona');
    expect(await codeOf(() => station.screening.raw(none.id))).toBe('no-answer-stored');
    expect(await codeOf(() => station.screening.raw('x'))).toBe('screening-unknown');
    expect(await codeOf(() => station.screening.open('x'))).toBe('screening-unknown');
  });

  test('cancelled by a person: failed as cancelled, and the others continue', async () => {
    const station = await buildScreening();
    station.provider.misbehave('search', { delay: 60_000 });
    const stop = new AbortController();
    const stopped = station.screening.screen({ name: 'Persona', identification: '', judicial: false, procurator: false }, stop.signal);
    await vi.waitFor(() => expect(station.line.arrived).toHaveLength(1), longWait);
    stop.abort();
    expect(await stopped).toMatchObject({ state: 'failed', problem: { code: 'cancelled' } });
    expect(station.screening.state()).toMatchObject({ waiting: 0, problem: null });
    expect((await station.find('Otra')).outcome).toBe('clear');
  });

  test('the station closes during a screening: it is stored as cancelled', async () => {
    const station = await buildScreening();
    station.provider.misbehave('search', { delay: 60_000 });
    const under = station.find('Persona');
    await vi.waitFor(() => expect(station.line.arrived).toHaveLength(1), longWait);
    await station.reopen();
    const view = await under;
    expect(view).toMatchObject({ state: 'failed', problem: { code: 'cancelled' } });
    expect(station.screening.open(view.id)).toEqual(view);
  });
});
