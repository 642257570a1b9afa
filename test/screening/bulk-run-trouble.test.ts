/** What the line, the service and the settings do to a list meanwhile: it waits and says why, and goes on. */
import { describe, expect, test, vi } from 'vitest';
import { atLeast, none, nothingUnderWay, timesAsked } from '../support/list-runs.ts';
import { nobodies, openScreeningDesk } from '../support/screening-desk.ts';
import { patiently } from '../support/signing-desk.ts';

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
