/** Searches of the panel on a whole station: what is kept of each, what is asked later by itself, and what people decide. */
import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import type { ScreeningServiceState, ScreeningSummary } from '../../shared/domain/screening.ts';
import { codeOf, filter, inDatabase, openScreeningDesk } from '../fixtures/screening-desk.ts';
import { patiently } from '../fixtures/signing-desk.ts';

const sourcesOf = ({ sources }: ScreeningSummary) => Object.fromEntries(sources.map(({ source, state }) => [source, state]));

describe('what came of a search, as it is shown at once and after a restart', () => {
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
    const desk = await openScreeningDesk();
    const view = await desk.find(name, { identification, judicial: true });
    expect(view).toMatchObject(expected);
    const calls = desk.calls();
    await desk.reopen();
    expect(desk.screening.open(view.id)).toEqual(view);
    expect(await desk.page()).toMatchObject([{ id: view.id, ...expected }]);
    expect(desk.calls()).toBe(calls);
  });

  test('sources that were not asked, or did not answer, are told apart from clear', async () => {
    const desk = await openScreeningDesk();
    expect(sourcesOf(await desk.find('Silencio Judicial Parra', { judicial: true }))).toEqual({
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
    const desk = await openScreeningDesk();
    desk.practice.misbehave('search', how);
    const view = await desk.find('Evaristo Quiroga Beltrán', { identification: '79555001' });
    expect(view).toMatchObject({ state: 'failed', outcome: 'unavailable', matchCount: 0, block: null, problem: { code } });
    await desk.reopen();
    expect(desk.screening.open(view.id)).toEqual(view);
    expect((await desk.page({ outcome: 'failed' })).map(({ id }) => id)).toEqual([view.id]);
    expect(await desk.page({ outcome: 'unavailable' })).toEqual([]);
  });

  test('the answer is kept as it came, to the last byte', async () => {
    const desk = await openScreeningDesk();
    const body = `\u{feff}{"datetime": "2026-01-01 10:00:00",\r\n "id_bitacora": 90000000000000000123, "results": [] }  `;
    desk.practice.misbehave('search', { status: 200, body });
    const odd = await desk.find('Persona');
    const { id, sha256 } = await desk.find('Nicanor Alcázar Montúfar', { identification: '0912345678' });
    const before = desk.screening.raw(id);
    await desk.reopen();
    expect(desk.screening.raw(id).equals(before)).toBe(true);
    expect(createHash('sha256').update(before).digest('hex')).toBe(sha256);
    expect(desk.screening.raw(odd.id).toString()).toBe(body);
    expect(odd.logNumber).toBe('90000000000000000123');
    desk.practice.misbehave('search', { drop: 'before-answer' });
    const none = await desk.find('Persona');
    expect(await codeOf(() => desk.screening.raw(none.id))).toBe('nothing-came');
    expect(await codeOf(() => desk.screening.raw('x'))).toBe('screening-unknown');
    expect(await codeOf(() => desk.screening.open('x'))).toBe('screening-unknown');
  });

  test('stopped by a person: failed as cancelled, and the others are not held up', async () => {
    const desk = await openScreeningDesk();
    desk.practice.misbehave('search', { delay: 60_000 });
    const stop = new AbortController();
    const stopped = desk.screening.search({ name: 'Persona', identification: '', judicial: false, procurator: false }, stop.signal);
    await vi.waitFor(() => expect(desk.line.arrived).toHaveLength(1), patiently);
    stop.abort();
    expect(await stopped).toMatchObject({ state: 'failed', problem: { code: 'cancelled' } });
    expect(desk.screening.state()).toMatchObject({ waiting: 0, problem: null });
    expect((await desk.find('Otra')).outcome).toBe('clear');
  });

  test('the station ends while a search is under way: it is kept as cancelled', async () => {
    const desk = await openScreeningDesk();
    desk.practice.misbehave('search', { delay: 60_000 });
    const under = desk.find('Persona');
    await vi.waitFor(() => expect(desk.line.arrived).toHaveLength(1), patiently);
    await desk.reopen();
    const view = await under;
    expect(view).toMatchObject({ state: 'failed', problem: { code: 'cancelled' } });
    expect(desk.screening.open(view.id)).toEqual(view);
  });
});

describe('kept for later', () => {
  test('asked by itself when the line is back, and told in order', async () => {
    const desk = await openScreeningDesk();
    await desk.line.down();
    const failed = await desk.find('Evaristo Quiroga Beltrán', { identification: '79555001' });
    expect(failed).toMatchObject({ state: 'failed', problem: { code: 'connection-refused' } });
    const told: string[] = [];
    const states: ScreeningServiceState[] = [];
    desk.screening.events.on('changed', ({ id, state, outcome }) => told.push(`${id === failed.id} ${state} ${outcome}`));
    desk.screening.events.on('state', (state) => states.push(state));
    expect(desk.screening.keep(failed.id)).toMatchObject({ id: failed.id, outcome: null, problem: null });
    await vi.waitFor(
      () => expect(desk.screening.state()).toMatchObject({ waiting: 1, problem: { code: 'connection-refused' } }),
      patiently,
    );
    expect(await desk.page({ outcome: 'open' })).toMatchObject([{ id: failed.id, outcome: null }]);
    expect(desk.screening.open(failed.id)).toMatchObject({ outcome: null, matches: [], sha256: null });
    expect(desk.calls()).toBe(0);

    await desk.line.up();
    await vi.waitFor(() => expect(told).toEqual(['true done match']), patiently);
    expect(desk.screening.state()).toMatchObject({ waiting: 0, undecided: 1, problem: null });
    expect(states.at(0)).toMatchObject({ waiting: 1 });
    expect(states.at(-1)).toEqual(desk.screening.state());
    expect(desk.screening.open(failed.id)).toMatchObject({ block: true, askedAt: failed.askedAt });
    expect(desk.calls()).toBe(1);
  });

  test('and over a restart; the order is that of keeping', async () => {
    const desk = await openScreeningDesk();
    await desk.line.down();
    const ids: string[] = [];
    for (const n of [1, 2, 3]) ids.push((await desk.find(`Persona ${n}`)).id);
    for (const id of ids) desk.screening.keep(id);
    await desk.reopen();
    const told: string[] = [];
    desk.screening.events.on('changed', ({ id }) => told.push(id));
    expect(desk.screening.state().waiting).toBe(3);
    await desk.line.up();
    await vi.waitFor(() => expect(told).toEqual(ids), patiently);
    expect(desk.calls()).toBe(3);
  });

  test('what was dropped is not asked, though its turn was next; nor can it be dropped or kept twice, or while it is asked', async () => {
    const desk = await openScreeningDesk({ station: { sending: 'manual' } });
    await desk.line.down();
    const ids: string[] = [];
    for (const n of [1, 2, 3]) ids.push((await desk.find(`Persona ${n}`)).id);
    for (const id of ids) desk.screening.keep(id);
    expect(await codeOf(() => desk.screening.keep(ids[0] ?? ''))).toBe('state-changed');
    await desk.line.up();
    desk.practice.misbehave('search', { delay: 500 });
    await desk.reopen({ sending: 'automatic' });
    await vi.waitFor(() => expect(desk.line.arrived).toHaveLength(1), patiently);
    expect(desk.screening.open(ids[0] ?? '').state).toBe('asking');
    expect(await codeOf(() => desk.screening.drop(ids[0] ?? ''))).toBe('state-changed');
    desk.screening.drop(ids[1] ?? '');
    expect(desk.screening.state().waiting).toBe(2);
    expect(await codeOf(() => desk.screening.drop(ids[1] ?? ''))).toBe('screening-unknown');
    await vi.waitFor(() => expect(desk.screening.state().waiting).toBe(0), patiently);
    expect([1, 2, 3].map((n) => desk.asked([`Persona ${n}`]))).toEqual([1, 0, 1]);
    expect(await codeOf(() => desk.screening.drop(ids[0] ?? ''))).toBe('state-changed');
    expect(await codeOf(() => desk.screening.keep(ids[0] ?? ''))).toBe('state-changed');
  });

  test('under another account: waits, with the reason, and holds nothing up; asked once that account is in use again', async () => {
    const desk = await openScreeningDesk({ station: { sending: 'manual' } });
    await desk.line.down();
    const mine = await desk.find('Persona Mía');
    desk.screening.keep(mine.id);
    const { search } = desk.profile;
    if (!search) throw new Error('no search');
    const other = desk.station.settings.saveProfile({ ...desk.profile, search: { ...search, projectName: 'otro' } });
    desk.use(other.id);
    await desk.line.up();
    await desk.reopen({ sending: 'automatic' });
    await vi.waitFor(
      () => expect(desk.screening.state()).toMatchObject({ waiting: 1, problem: { code: 'search-other-connection' } }),
      patiently,
    );
    // Its own is asked (and refused, since that project is another's).
    const theirs = await desk.find('Persona Ajena');
    expect(theirs.problem?.code).toBe('search-key-refused');
    desk.screening.keep(theirs.id);
    await vi.waitFor(
      () => expect(desk.screening.state()).toMatchObject({ waiting: 2, problem: { code: 'search-key-refused' } }),
      patiently,
    );
    expect(desk.asked(['Persona Mía'])).toBe(0);

    desk.use(null);
    await vi.waitFor(
      () => expect(desk.screening.state()).toMatchObject({ waiting: 2, problem: { code: 'search-other-connection' } }),
      patiently,
    );
    expect(await desk.find('Persona de Práctica')).toMatchObject({ outcome: 'clear' });
    desk.use(desk.profileId);
    await vi.waitFor(() => expect(desk.screening.open(mine.id).outcome).toBe('clear'), patiently);
    expect([desk.asked(['Persona Mía']), desk.asked(['Persona de Práctica'])]).toEqual([1, 0]);
    await vi.waitFor(
      () => expect(desk.screening.state()).toMatchObject({ waiting: 1, problem: { code: 'search-other-connection' } }),
      patiently,
    );
  });

  test('under practice: never asked of a real service', async () => {
    const desk = await openScreeningDesk();
    desk.use(null);
    const failed = await desk.find('Falla Interna Robledo');
    expect(failed.problem?.code).toBe('search-failed');
    await desk.reopen({ sending: 'manual' });
    desk.screening.keep(failed.id);
    desk.station.settings.change({ activeProfileId: desk.profileId });
    await desk.reopen();
    await vi.waitFor(
      () => expect(desk.screening.state()).toMatchObject({ waiting: 1, problem: { code: 'search-other-connection' } }),
      patiently,
    );
    expect((await desk.find('Persona')).outcome).toBe('clear');
    expect(desk.calls()).toBe(1);
    expect(desk.asked(['Falla Interna Robledo'])).toBe(0);
    desk.use(null);
    await vi.waitFor(() => expect(desk.screening.open(failed.id).state).toBe('failed'), patiently);
    expect(desk.asked(['Falla Interna Robledo'])).toBe(0);
  });

  test('no search section: says so, and goes on when there is one again', async () => {
    const desk = await openScreeningDesk();
    await desk.line.down();
    const { id } = await desk.find('Persona');
    desk.screening.keep(id);
    const { search: _, ...without } = desk.profile;
    const bare = desk.station.settings.saveProfile(without);
    desk.use(bare.id);
    await vi.waitFor(() => expect(desk.screening.state().problem?.code).toBe('search-not-set-up'), patiently);
    expect(await codeOf(desk.find('Otra'))).toBe('search-not-set-up');
    await desk.line.up();
    desk.use(desk.profileId);
    await vi.waitFor(() => expect(desk.screening.open(id).outcome).toBe('clear'), patiently);
  });
});

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

describe('pages', () => {
  test('every filter', async () => {
    const desk = await openScreeningDesk();
    const clear = await desk.find('Íñigo Peñaranda Ruiz', { identification: 'CC 1.020.030-4' });
    const match = await desk.find('El Turpial Negro');
    const unavailable = await desk.find('Silencio Noticias Parra');
    const failed = await desk.find('Falla Interna Robledo');
    await desk.line.down();
    const kept = await desk.find('Persona Guardada', { identification: '555' });
    desk.screening.keep(kept.id);
    const found = async (part: Parameters<typeof filter>[0]) => (await desk.page(part)).map(({ id }) => id);
    const all = [kept, failed, unavailable, match, clear].map(({ id }) => id);
    expect(await found({})).toEqual(all);
    expect(await found({ scope: 'single' })).toEqual(all);
    expect(await found({ scope: { runId: 'x' } })).toEqual([]);
    for (const [outcome, one] of Object.entries({ clear, match, unavailable, failed, open: kept, undecided: match }))
      expect([outcome, await found({ outcome: outcome as 'clear' })]).toEqual([outcome, [one.id]]);
    expect(await found({ outcome: 'skipped' })).toEqual([]);

    for (const text of [
      'iñigo penaranda',
      'ÍÑIGO',
      'peñaranda-ruiz',
      '10200304',
      '1.020.030',
      '1 020 030-4',
      'cc 1020',
      clear.logNumber ?? '',
    ])
      expect([text, await found({ text })]).toEqual([text, [clear.id]]);
    expect(await found({ text: '...' })).toEqual(all);
    expect(await found({ text: 'nadie' })).toEqual([]);
    expect(await found({ text: 'iñigo', outcome: 'match' })).toEqual([]);

    const day = (n: number) => {
      const date = new Date(Date.now() + n * 86_400_000);
      return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
    };
    expect(await found({ from: day(-1), to: day(1) })).toEqual(all);
    expect(await found({ from: day(1) })).toEqual([]);
    expect(await found({ to: day(-1) })).toEqual([]);
  });

  test('a text that is looked for sees at once what a person just did', async () => {
    const desk = await openScreeningDesk();
    const one = await desk.find('El Turpial Negro');
    expect(await desk.page({ text: 'turpial', outcome: 'undecided' })).toHaveLength(1);
    desk.screening.decide(one.id, { match: null, verdict: 'false-positive', reason: 'x' });
    expect(await desk.page({ text: 'turpial', outcome: 'undecided' })).toEqual([]);
    expect(await desk.page({ text: 'turpial' })).toHaveLength(1);
    await desk.find('El Turpial Negro');
    expect(await desk.page({ text: 'turpial' })).toHaveLength(2);
  });

  test('thousands of searches, page by page, none twice and none left out', async () => {
    const desk = await openScreeningDesk();
    const { id } = await desk.find('Persona Inventada', { identification: '42' });
    await desk.station.close();
    // As if it had been asked thousands of times; what is sealed is bound to its id, so that copies are damaged ones.
    inDatabase(desk.dataDir, (sql) => {
      const copy = sql.prepare(
        "INSERT INTO screening (id, run, row, state, outcome, verdict, day, key, sealed, answer) SELECT ?, run, row, state, outcome, verdict, '2020-01-01', key, sealed, answer FROM screening WHERE id = ?",
      );
      sql.exec('BEGIN');
      for (let n = 0; n < 5_000; n += 1) copy.run(`copy-${n}`, id);
      sql.exec('COMMIT');
    });
    await desk.reopen();
    const seen: string[] = [];
    for (let offset = 0; ; offset += 200) {
      const { total, items } = await desk.screening.page(filter(), offset, 200);
      expect(total).toBe(5_001);
      if (items.length === 0) break;
      seen.push(...items.map((item) => item.id));
    }
    expect(seen).toEqual([...Array.from({ length: 5_000 }, (_, n) => `copy-${4_999 - n}`), id]);
    const last = await desk.screening.page(filter(), 5_000, 200);
    expect(last.items.map(({ state }) => state)).toEqual(['done']);
    expect((await desk.screening.page(filter({ to: '2020-01-01' }), 4_999, 2)).items).toMatchObject([{ id: 'copy-0', state: 'damaged' }]);
    expect(await desk.screening.page(filter({ text: 'inventada' }), 0, 200)).toMatchObject({ total: 1, items: [{ id }] });
  });
});
