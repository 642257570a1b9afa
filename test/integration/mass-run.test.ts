/** Lists of persons on a whole station: every row gets one result, whatever the line, the service and people do meanwhile. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import type { Run } from '../../shared/domain/mass-search.ts';
import { codeOf, nobodies, openScreeningDesk, type Row, type ScreeningDesk } from '../fixtures/screening-desk.ts';
import { patiently } from '../fixtures/signing-desk.ts';

const none = { waiting: 0, clear: 0, match: 0, unavailable: 0, failed: 0, skipped: 0, damaged: 0 };
const timesAsked = (desk: ScreeningDesk, rows: readonly Row[]) => rows.map((row) => desk.asked(row));
const settled = ({ counts }: Run) => counts.clear + counts.match + counts.unavailable + counts.failed;
const atLeast = (desk: ScreeningDesk, id: string, count: number) =>
  vi.waitFor(() => expect(settled(desk.run(id))).toBeGreaterThanOrEqual(count), patiently);

/** What was begun has arrived (a connection is made first), and all that arrived has its result. */
async function nothingUnderWay(desk: ScreeningDesk, id: string): Promise<void> {
  const { arrived } = desk.line;
  for (let before = -1; before !== arrived.length; ) {
    before = arrived.length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    await vi.waitFor(() => expect([settled(desk.run(id)), desk.calls()]).toEqual([arrived.length, arrived.length]), patiently);
  }
}

test('every row has its result, in order; counts add up; faulty rows are kept and not asked', async () => {
  const desk = await openScreeningDesk();
  const rows: Row[] = [
    ['Persona Inventada', '1234567'],
    ['Evaristo Quiroga Beltrán', '79555001'],
    ['', '555'],
    ['x'.repeat(301), '1'],
    ['Silencio Noticias Parra', ''],
    ['Falla Interna Robledo', ''],
    ['Persona Inventada', '1.234.567'],
    ['El Turpial Negro', '?'],
  ];
  const id = await desk.list(rows);
  const run = await desk.until(id, 'done', null);
  expect(run.counts).toEqual({ ...none, clear: 2, match: 2, unavailable: 1, failed: 1, skipped: 2 });
  expect(run).toMatchObject({ rows: 8, secondsLeft: null, fileName: 'list-1.csv' });
  expect(await desk.rows(id)).toEqual([
    'clear',
    'match',
    'skipped name-missing',
    'skipped name-too-long',
    'unavailable',
    'failed search-failed',
    'clear',
    'match',
  ]);
  const [, blocked, , , , , duplicate] = await desk.page({ scope: { runId: id } });
  expect(blocked).toMatchObject({ block: true, row: { runId: id, number: 2, faults: [] } });
  expect(duplicate?.row?.faults).toEqual(['duplicate']);
  expect(await desk.page({ scope: 'single' })).toEqual([]);
  expect((await desk.page({ scope: 'all', outcome: 'skipped' })).map(({ row }) => row?.number)).toEqual([4, 3]);
  expect(desk.screening.state().undecided).toBe(2);

  // A row is a search like any other.
  const opened = desk.screening.open(blocked?.id ?? '');
  expect(opened.matches.length).toBeGreaterThan(0);
  expect(desk.screening.decide(opened.id, { match: null, verdict: 'false-positive', reason: 'x' }).verdict).toBe('false-positive');
  expect(await codeOf(() => desk.screening.keep(opened.id))).toBe('state-changed');
  expect(await codeOf(() => desk.screening.drop(opened.id))).toBe('state-changed');
  const calls = desk.calls();
  await desk.reopen();
  expect(desk.run(id)).toEqual(run);
  expect(desk.screening.open(opened.id)).toMatchObject({ matches: opened.matches, verdict: 'false-positive', sha256: opened.sha256 });
  expect(desk.calls()).toBe(calls);
});

describe('paused and gone on with', () => {
  test('what is under way is finished, nothing more is asked, also after a restart', async () => {
    const desk = await openScreeningDesk();
    const rows = nobodies(60);
    const id = await desk.list(rows, { pace: { concurrency: 3 } });
    await atLeast(desk, id, 5);
    expect(desk.mass.pause(id).state).toBe('paused');
    await nothingUnderWay(desk, id);
    const [calls, { counts }] = [desk.calls(), desk.run(id)];
    expect(calls).toBeLessThan(60);
    await desk.reopen();
    desk.station.settingsChanged();
    expect(desk.run(id)).toMatchObject({ state: 'paused', counts });
    expect(await desk.find('Alguien')).toMatchObject({ outcome: 'clear' });
    expect(desk.calls()).toBe(calls + 1);
    desk.mass.resume(id);
    expect((await desk.until(id, 'done')).counts).toEqual({ ...none, clear: 60 });
    expect(timesAsked(desk, rows)).toEqual(rows.map(() => 1));
  });

  test('so many a minute, and another pace from then on', async () => {
    const desk = await openScreeningDesk();
    const rows = nobodies(30);
    const id = await desk.list(rows, { pace: { concurrency: 8, perMinute: 60 } });
    await atLeast(desk, id, 1);
    // Neither a pause, nor the same pace once more, nor a change of settings makes it faster.
    for (let n = 0; n < 10; n += 1) {
      desk.mass.pause(id);
      desk.mass.resume(id, { concurrency: 8, perMinute: 60 });
      desk.station.settingsChanged();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    // 60 a minute: one, and another for each second that went by; a slow machine took no ten.
    expect(desk.calls()).toBeLessThan(10);
    desk.mass.resume(id, { concurrency: 4, perMinute: 0 });
    expect(await desk.until(id, 'done')).toMatchObject({ pace: { concurrency: 4, perMinute: 0 }, counts: { clear: 30 } });
    expect(timesAsked(desk, rows)).toEqual(rows.map(() => 1));
  });

  test('a pace of many thousands a minute comes to its end', async () => {
    const desk = await openScreeningDesk();
    const id = await desk.list(nobodies(150), { pace: { concurrency: 1, perMinute: 60_000 } });
    expect((await desk.until(id, 'done')).counts.clear).toBe(150);
  });

  test('no more at once than was said', async () => {
    const desk = await openScreeningDesk();
    desk.practice.misbehave('search', { delay: 30 }, 40);
    const id = await desk.list(nobodies(40), { pace: { concurrency: 3 } });
    let most = 0;
    while (desk.run(id).state !== 'done') {
      most = Math.max(most, desk.line.arrived.length - desk.calls());
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(most).toBe(3);
  });
});

test('only what failed is asked again; with those whose sources did not answer, if that is wanted, but none that a person decided on', async () => {
  const desk = await openScreeningDesk();
  const rows: Row[] = [
    ['Persona Uno'],
    ['Persona Dos'],
    ['Persona Tres'],
    ['Persona Cuatro'],
    ['Evaristo Quiroga Beltrán', '79555001'],
    ['', '9'],
  ];
  const silent = { source: { name: 'news', as: 'text' } } as const;
  for (const how of [{ status: 400 }, silent, silent, {}, {}]) desk.practice.misbehave('search', how);
  const id = await desk.list(rows, { pace: { concurrency: 1 } });
  await desk.until(id, 'done');
  expect(await desk.rows(id)).toEqual(['failed search-refused', 'unavailable', 'unavailable', 'clear', 'match', 'skipped name-missing']);
  const [, , three] = await desk.page({ scope: { runId: id } });
  desk.screening.decide(three?.id ?? '', { match: null, verdict: 'false-positive', reason: 'known here' });
  expect((await desk.mass.retryFailed(id, false)).state).not.toBe('done');
  await desk.until(id, 'done');
  expect(timesAsked(desk, rows.slice(0, 5))).toEqual([2, 1, 1, 1, 1]);
  const [, two] = await desk.page({ scope: { runId: id } });
  const seen = desk.screening.raw(two?.id ?? '');
  await desk.mass.retryFailed(id, true);
  const run = await desk.until(id, 'done');
  // What was seen of the second is in the history, byte for byte, and not among the rows.
  const before = (await desk.page({ scope: 'all' })).filter(
    ({ query, outcome }) => query.name === 'Persona Dos' && outcome === 'unavailable',
  );
  expect(before.map((search) => desk.screening.raw(search.id).equals(seen))).toEqual([true]);
  expect(before[0]?.row?.number).toBe(2);
  expect(run.counts).toEqual({ ...none, clear: 3, unavailable: 1, match: 1, skipped: 1 });
  expect(timesAsked(desk, rows.slice(0, 5))).toEqual([2, 2, 1, 1, 1]);
  // Nothing is left to ask: it stays done.
  expect(await desk.mass.retryFailed(id, false)).toMatchObject({ state: 'done', endedAt: run.endedAt });
  await desk.mass.remove(id);
  expect(await desk.page({ scope: 'all' })).toEqual([]);
});

test('removed while it runs: its rows are gone, another goes on, and nothing more of it is asked', async () => {
  const desk = await openScreeningDesk();
  desk.practice.misbehave('search', { delay: 20 }, Number.POSITIVE_INFINITY);
  const [mine, theirs] = [nobodies(60), nobodies(20, 1_000)];
  const [one, two] = [await desk.list(mine), await desk.list(theirs)];
  const removed: string[] = [];
  desk.mass.events.on('removed', (id) => removed.push(id));
  await atLeast(desk, one, 3);
  const before = settled(desk.run(one));
  await desk.mass.remove(one);
  expect(removed).toEqual([one]);
  expect(await desk.page({ scope: { runId: one } })).toEqual([]);
  expect(await codeOf(() => desk.mass.pause(one))).toBe('run-unknown');
  expect((await desk.until(two, 'done')).counts).toEqual({ ...none, clear: 20 });
  // With what was under way when it was removed, and as many that took its place meanwhile.
  expect(timesAsked(desk, mine).reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(before + 8);
  await desk.reopen();
  expect(desk.mass.list().map(({ id }) => id)).toEqual([two]);
  expect(await desk.page()).toHaveLength(20);
});

test('several at once, with the panel in between', async () => {
  const desk = await openScreeningDesk();
  const lists = [0, 1, 2].map((n) => nobodies(30, 100 * n));
  const ids: string[] = [];
  for (const rows of lists) ids.push(await desk.list(rows));
  expect((await desk.find('Alguien')).outcome).toBe('clear');
  for (const id of ids) expect((await desk.until(id, 'done')).counts).toEqual({ ...none, clear: 30 });
  expect(timesAsked(desk, lists.flat())).toEqual(lists.flat().map(() => 1));
  expect(desk.mass.list().map(({ id }) => id)).toEqual(ids);
});

describe('the line and the service', () => {
  test('down in the middle: waits and says why; back: goes on by itself', async () => {
    const desk = await openScreeningDesk();
    const rows = nobodies(80);
    const id = await desk.list(rows);
    await atLeast(desk, id, 10);
    await desk.line.down();
    await desk.until(id, 'waiting', 'connection-refused');
    expect(desk.run(id)).toMatchObject({ secondsLeft: null, counts: { failed: 0 } });
    await desk.line.up();
    expect((await desk.until(id, 'done', null)).counts).toEqual({ ...none, clear: 80 });
    expect(timesAsked(desk, rows)).toEqual(rows.map(() => 1));
  });

  test('down from the start and over a restart', async () => {
    const desk = await openScreeningDesk();
    await desk.line.down();
    const id = await desk.list(nobodies(10));
    await desk.until(id, 'waiting', 'connection-refused');
    await desk.reopen();
    await desk.until(id, 'waiting', 'connection-refused');
    await desk.line.up();
    expect((await desk.until(id, 'done')).counts).toEqual({ ...none, clear: 10 });
  });

  test.each([401, 403])('%i in the middle: stops with the reason, no row pays for it, goes on when settings changed', async (status) => {
    const desk = await openScreeningDesk();
    desk.practice.misbehave('search', {}, 10);
    desk.practice.misbehave('search', { status }, Number.POSITIVE_INFINITY);
    const id = await desk.list(nobodies(40));
    await desk.until(id, 'waiting', 'search-key-refused');
    await vi.waitFor(() => expect(desk.run(id).counts).toEqual({ ...none, clear: 10, waiting: 30 }), patiently);
    const calls = desk.calls();
    expect(calls).toBeLessThanOrEqual(14);
    desk.station.settingsChanged();
    await vi.waitFor(() => expect(desk.calls()).toBeGreaterThan(calls), patiently);
    await desk.until(id, 'waiting', 'search-key-refused');
    expect(desk.run(id).counts.failed).toBe(0);
  });

  test.each(['settingsChanged', 'resume'] as const)('a key that was refused a few times: %s', async (how) => {
    const desk = await openScreeningDesk();
    desk.practice.misbehave('search', {}, 10);
    desk.practice.misbehave('search', { status: 401 });
    const rows = nobodies(40);
    const id = await desk.list(rows, { pace: { concurrency: 1 } });
    await desk.until(id, 'waiting', 'search-key-refused');
    expect(desk.calls()).toBe(11);
    if (how === 'resume') desk.mass.resume(id);
    else desk.station.settingsChanged();
    expect((await desk.until(id, 'done')).counts).toEqual({ ...none, clear: 40 });
    expect(timesAsked(desk, rows)).toEqual(rows.map((_, at) => (at === 10 ? 2 : 1)));
  });

  test('a secret that is missing, and a profile that cannot be used, are no row’s fault', async () => {
    const desk = await openScreeningDesk({ station: { provider: { kind: 'stored' } } });
    const id = await desk.list(nobodies(10));
    await desk.until(id, 'waiting', 'secret-missing');
    await desk.station.vault.setSecret(desk.profileId, 'searchApiKey', desk.practice.secrets.searchApiKey ?? '');
    const { search } = desk.profile;
    if (!search) throw new Error('no search');
    const { projectName } = search;
    const save = (name: string) =>
      desk.station.settings.saveProfile({ ...desk.profile, search: { ...search, projectName: name } }, desk.profileId);
    expect(desk.run(id).counts).toEqual({ ...none, waiting: 10 });
    save('proyecto ñ');
    desk.station.settingsChanged();
    await desk.until(id, 'waiting', 'search-other-connection');
    const odd = await desk.list(nobodies(10, 100));
    await desk.until(odd, 'waiting', 'profile-invalid');
    expect(desk.run(odd).counts.failed).toBe(0);
    save(projectName);
    desk.station.settingsChanged();
    expect((await desk.until(id, 'done')).counts.clear).toBe(10);
  });

  test('500 for one row is that row’s result; twenty in a row stop the list, and it goes on when a person says so', async () => {
    const desk = await openScreeningDesk();
    desk.practice.misbehave('search', { status: 500 }, 19);
    desk.practice.misbehave('search', {});
    desk.practice.misbehave('search', { status: 500 }, 20);
    const id = await desk.list(nobodies(60), { pace: { concurrency: 1 } });
    await desk.until(id, 'waiting', 'search-failed');
    expect(desk.run(id).counts).toEqual({ ...none, failed: 39, clear: 1, waiting: 20 });
    expect(desk.calls()).toBe(40);
    desk.mass.resume(id);
    expect((await desk.until(id, 'done')).counts).toEqual({ ...none, failed: 39, clear: 21 });
    await desk.mass.retryFailed(id, false);
    expect((await desk.until(id, 'done')).counts).toEqual({ ...none, clear: 60 });
  });

  test('a row that never gets an answer is given up after three tries, and the others go on', async () => {
    const desk = await openScreeningDesk();
    const rows = [...nobodies(3), ['Lenta Espera Robledo'] as const, ...nobodies(20, 100)];
    const { network } = desk.profile;
    desk.station.settings.saveProfile(
      { ...desk.profile, network: { ...network, answerTimeout: 1_000, silenceTimeout: 1_000 } },
      desk.profileId,
    );
    const id = await desk.list(rows);
    const run = await desk.until(id, 'done');
    expect(run.counts).toEqual({ ...none, clear: 23, failed: 1 });
    expect((await desk.rows(id))[3]).toBe('failed search-unanswered');
    expect(desk.asked(['Lenta Espera Robledo'])).toBe(3);
    expect(desk.calls()).toBeLessThanOrEqual(26 + 3);
  });

  test('a service that answers nobody at all costs three rows, not the list', async () => {
    const desk = await openScreeningDesk();
    desk.practice.misbehave('search', { drop: 'before-answer' }, 60);
    const id = await desk.list(nobodies(10));
    await vi.waitFor(() => expect(desk.calls()).toBeGreaterThan(45), patiently);
    expect(desk.run(id)).toMatchObject({ state: 'waiting', problem: { code: 'search-unanswered' }, counts: { failed: 3, waiting: 7 } });
    expect((await desk.until(id, 'done', null)).counts).toEqual({ ...none, failed: 3, clear: 7 });
  });

  test('429: no call before the time that the service asked for, whoever pushes', async () => {
    const desk = await openScreeningDesk();
    desk.practice.misbehave('search', {}, 5);
    desk.practice.misbehave('search', { status: 429, headers: { 'retry-after': '2' } });
    const id = await desk.list(nobodies(20), { pace: { concurrency: 1 } });
    await desk.until(id, 'waiting', 'search-busy');
    const calls = desk.calls();
    for (let n = 0; n < 5; n += 1) {
      desk.mass.resume(id);
      desk.station.settingsChanged();
    }
    expect((await desk.until(id, 'done')).counts).toEqual({ ...none, clear: 20 });
    expect(calls).toBe(6);
    const times = desk.practice.log().map(({ at }) => Date.parse(at));
    expect((times[6] ?? 0) - (times[5] ?? 0)).toBeGreaterThanOrEqual(1_900);
  });

  test('another account in use meanwhile: waits; nobody is asked of the other one', async () => {
    const desk = await openScreeningDesk();
    const rows = nobodies(60);
    desk.practice.misbehave('search', { delay: 10 }, Number.POSITIVE_INFINITY);
    const id = await desk.list(rows);
    await atLeast(desk, id, 5);
    desk.use(null);
    await desk.until(id, 'waiting', 'search-other-connection');
    await nothingUnderWay(desk, id);
    const calls = desk.calls();
    expect((await desk.find('Alguien')).outcome).toBe('clear');
    desk.mass.resume(id);
    await desk.until(id, 'waiting', 'search-other-connection');
    expect(desk.calls()).toBe(calls);
    desk.use(desk.profileId);
    expect((await desk.until(id, 'done')).counts).toEqual({ ...none, clear: 60 });
    expect(timesAsked(desk, rows)).toEqual(rows.map(() => 1));
  });
});

describe('the file, while its rows are taken over', () => {
  test.each(['gone', 'changed'] as const)('%s: says so, asks nobody, and goes on when the file is what it was', async (how) => {
    const desk = await openScreeningDesk();
    const rows = nobodies(10);
    const path = await desk.listFile(rows);
    const { fileId } = await desk.mass.openFile(path);
    await rename(path, `${path}.kept`);
    if (how === 'changed') await writeFile(path, 'nombre,cedula\nOtra,1\n');
    const start = () => desk.list([], { path: `${path}.kept` });
    const before = await start();
    await desk.until(before, 'done');
    const request = {
      fileId,
      options: { encoding: 'utf-8', separator: ',', quote: '"', header: true, sheet: null } as const,
      mapping: { name: [0], surnameFirst: false, surnameFirstWhere: null, identification: 1, empty: [] },
      judicial: false,
      procurator: false,
      pace: { concurrency: 2, perMinute: 0 },
    };
    if (how === 'gone') {
      expect(await codeOf(desk.mass.start(request))).toBe('table-unreadable');
      return;
    }
    const { id } = await desk.mass.start(request);
    await desk.until(id, 'paused', 'table-file-changed');
    expect(desk.run(id).rows).toBe(0);
    await desk.reopen();
    await desk.until(id, 'paused', 'table-file-changed');
    expect(desk.mass.resume(id).state).toBe('preparing');
    await desk.until(id, 'paused', 'table-file-changed');
    await rm(path);
    await rename(`${path}.kept`, path);
    await desk.reopen();
    expect((await desk.until(id, 'done', null)).counts).toEqual({ ...none, clear: 10 });
  });

  test('changed half-way, and the station killed: goes on behind what it has, or not at all', async () => {
    const desk = await openScreeningDesk();
    const rows = nobodies(3_000);
    const path = await desk.listFile(rows);
    await desk.line.down();
    const id = await desk.list([], { path });
    await vi.waitFor(() => expect(desk.run(id).rows).toBeGreaterThan(0), { timeout: 10_000, interval: 1 });
    const copy = desk.asKilled();
    const taken = desk.run(id).rows;
    await desk.until(id, 'waiting');
    expect(desk.run(id).rows).toBe(3_000);
    await rename(path, `${path}.kept`);
    const killed = await desk.openOn(copy);
    const shown = () => killed.mass.list().find((one) => one.id === id);
    await vi.waitFor(() => expect(shown()?.problem?.code).toBe('table-file-changed'), patiently);
    expect(shown()).toMatchObject({ state: 'paused' });
    expect(shown()?.rows).toBeGreaterThanOrEqual(Math.min(taken, 500));
    await rename(`${path}.kept`, path);
    killed.mass.resume(id);
    await vi.waitFor(() => expect(shown()).toMatchObject({ state: 'waiting', rows: 3_000 }), patiently);
    expect(shown()?.problem?.code).toBe('connection-refused');
    await killed.mass.remove(id);
    expect(killed.mass.list()).toEqual([]);
  });
});

describe('ended and killed', () => {
  test('ended while it runs: goes on by itself, every row once', async () => {
    const desk = await openScreeningDesk();
    const rows = nobodies(100);
    const id = await desk.list(rows);
    await atLeast(desk, id, 10);
    await desk.reopen();
    await atLeast(desk, id, 40);
    await desk.reopen();
    expect((await desk.until(id, 'done')).counts).toEqual({ ...none, clear: 100 });
    // What was under way when it ended was given up, and is asked again.
    const times = timesAsked(desk, rows);
    expect(times.every((n) => n >= 1)).toBe(true);
    expect(times.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(100 + 2 * 4);
  });

  test.each(['preparing', 'running', 'paused'] as const)('killed while %s', async (state) => {
    const desk = await openScreeningDesk();
    const rows = nobodies(state === 'preparing' ? 1_200 : 60);
    if (state !== 'preparing') desk.practice.misbehave('search', { delay: 10 }, 60);
    const id = await desk.list(rows, { pace: { concurrency: state === 'preparing' ? 8 : 4 } });
    if (state !== 'preparing') await atLeast(desk, id, 5);
    if (state === 'paused') {
      desk.mass.pause(id);
      await nothingUnderWay(desk, id);
    }
    const copy = desk.asKilled();
    await desk.mass.remove(id);
    const before = desk.calls();
    const killed = await desk.openOn(copy);
    const run = () => killed.mass.list().find((one) => one.id === id);
    if (state === 'paused') {
      expect(run()?.state).toBe('paused');
      killed.mass.resume(id);
    }
    await vi.waitFor(() => expect(run()?.state).toBe('done'), patiently);
    expect(run()?.counts).toEqual({ ...none, clear: rows.length });
    expect(timesAsked(desk, rows).every((n) => n >= 1)).toBe(true);
    expect(desk.calls()).toBeLessThanOrEqual(Math.max(rows.length, before) + (state === 'paused' ? 0 : before === 0 ? 0 : 12));
  });
});
