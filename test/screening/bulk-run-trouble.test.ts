/** What the line, the service and the settings do to a list while it runs: it waits and says why, and continues. */
import { describe, expect, test, vi } from 'vitest';
import { secretAddresses } from '../support/doors/domain.ts';
import { atLeast, buildScreening, none, nothingUnderWay, timesAsked, unlisted } from '../support/screening/screening-actions.ts';
import { longWait } from '../support/waiting.ts';

describe('the connection and the service', () => {
  test('offline in the middle: waits with the reason, and continues automatically when online', async () => {
    const station = await buildScreening();
    const rows = unlisted(80);
    const id = await station.startBulk([...rows, ['', '1']]);
    await atLeast(station, id, 10);
    await station.line.down();
    const { counts, ...run } = await station.untilRun(id, 'waiting', 'connection-refused');
    expect(run).toMatchObject({ secondsLeft: null, rows: 81 });
    expect(counts).toEqual({ ...none, clear: counts.clear, waiting: 80 - counts.clear, skipped: 1 });
    await station.line.up();
    expect((await station.untilRun(id, 'done', null)).counts).toEqual({ ...none, clear: 80, skipped: 1 });
    expect(timesAsked(station, rows)).toEqual(rows.map(() => 1));
  });

  test('offline from the start and over a restart', async () => {
    const station = await buildScreening();
    await station.line.down();
    const id = await station.startBulk(unlisted(10));
    await station.untilRun(id, 'waiting', 'connection-refused');
    await station.reopen();
    await station.untilRun(id, 'waiting', 'connection-refused');
    await station.line.up();
    expect((await station.untilRun(id, 'done')).counts).toEqual({ ...none, clear: 10 });
  });

  test.each([401, 403])('%i in the middle: stops with the reason, fails no row, and continues when settings change', async (status) => {
    const station = await buildScreening();
    station.provider.misbehave('search', {}, 10);
    station.provider.misbehave('search', { status }, Number.POSITIVE_INFINITY);
    const id = await station.startBulk(unlisted(40));
    await station.untilRun(id, 'waiting', 'search-key-refused');
    await vi.waitFor(() => expect(station.bulkRun(id).counts).toEqual({ ...none, clear: 10, waiting: 30 }), longWait);
    const calls = station.searchCalls();
    expect(calls).toBeLessThanOrEqual(14);
    station.settingsChanged();
    await vi.waitFor(() => expect(station.searchCalls()).toBeGreaterThan(calls), longWait);
    await station.untilRun(id, 'waiting', 'search-key-refused');
    expect(station.bulkRun(id).counts.failed).toBe(0);
  });

  test.each(['settingsChanged', 'resume'] as const)('a key that was refused a few times: %s', async (how) => {
    const station = await buildScreening();
    station.provider.misbehave('search', {}, 10);
    station.provider.misbehave('search', { status: 401 });
    const rows = unlisted(40);
    const id = await station.startBulk(rows, { pace: { concurrency: 1 } });
    await station.untilRun(id, 'waiting', 'search-key-refused');
    expect(station.searchCalls()).toBe(11);
    if (how === 'resume') station.bulk.resume(id);
    else station.settingsChanged();
    expect((await station.untilRun(id, 'done')).counts).toEqual({ ...none, clear: 40 });
    expect(timesAsked(station, rows)).toEqual(rows.map((_, at) => (at === 10 ? 2 : 1)));
  });

  test('a missing secret and another connection fail no row', async () => {
    const station = await buildScreening({ stored: 'without-secrets' });
    const id = await station.startBulk(unlisted(10));
    await station.untilRun(id, 'waiting', 'secret-missing');
    const { searchApiKey: address } = secretAddresses(station.profile);
    await station.vault.setSecret(station.profileId, 'searchApiKey', station.provider.secrets.searchApiKey ?? '', address);
    const { search } = station.profile;
    if (!search) throw new Error('no search');
    const { projectName } = search;
    const save = (name: string) =>
      station.settings.saveProfile({ ...station.profile, search: { ...search, projectName: name } }, station.profileId);
    expect(station.bulkRun(id).counts).toEqual({ ...none, waiting: 10 });
    save('another project');
    station.settingsChanged();
    await station.untilRun(id, 'waiting', 'search-other-connection');
    save(projectName);
    station.settingsChanged();
    expect((await station.untilRun(id, 'done')).counts.clear).toBe(10);
  });

  test('500 for one row fails that row; twenty in succession stop the run until a person resumes it', async () => {
    const station = await buildScreening();
    station.provider.misbehave('search', { status: 500 }, 19);
    station.provider.misbehave('search', {});
    station.provider.misbehave('search', { status: 500 }, 20);
    const id = await station.startBulk(unlisted(60), { pace: { concurrency: 1 } });
    await station.untilRun(id, 'waiting', 'search-failed');
    expect(station.bulkRun(id).counts).toEqual({ ...none, failed: 39, clear: 1, waiting: 20 });
    expect(station.searchCalls()).toBe(40);
    station.bulk.resume(id);
    expect((await station.untilRun(id, 'done')).counts).toEqual({ ...none, failed: 39, clear: 21 });
    await station.bulk.retryFailed(id, false);
    expect((await station.untilRun(id, 'done')).counts).toEqual({ ...none, clear: 60 });
  });

  test('a row without an answer fails after three tries, and the others continue', async () => {
    const station = await buildScreening();
    const rows = [...unlisted(3), ['Lenta Espera Robledo'] as const, ...unlisted(20, 100)];
    const { network } = station.profile;
    station.settings.saveProfile(
      { ...station.profile, network: { ...network, answerTimeout: 1_000, silenceTimeout: 1_000 } },
      station.profileId,
    );
    const id = await station.startBulk(rows);
    const run = await station.untilRun(id, 'done');
    expect(run.counts).toEqual({ ...none, clear: 23, failed: 1 });
    expect((await station.rowsOf(id))[3]).toBe('failed search-unanswered');
    expect(station.asked(['Lenta Espera Robledo'])).toBe(3);
    expect(station.searchCalls()).toBeLessThanOrEqual(26 + 3);
  });

  test('a service that never answers fails three rows, not the run', async () => {
    const station = await buildScreening();
    station.provider.misbehave('search', { drop: 'before-answer' }, 60);
    const id = await station.startBulk(unlisted(10));
    await vi.waitFor(() => expect(station.searchCalls()).toBeGreaterThan(45), longWait);
    expect(station.bulkRun(id)).toMatchObject({
      state: 'waiting',
      problem: { code: 'search-unanswered' },
      counts: { failed: 3, waiting: 7 },
    });
    expect((await station.untilRun(id, 'done', null)).counts).toEqual({ ...none, failed: 3, clear: 7 });
  });

  test('429: no call before the time that the service asked for, not even when woken', async () => {
    const station = await buildScreening();
    station.provider.misbehave('search', {}, 5);
    station.provider.misbehave('search', { status: 429, headers: { 'retry-after': '2' } });
    const id = await station.startBulk(unlisted(20), { pace: { concurrency: 1 } });
    await station.untilRun(id, 'waiting', 'search-busy');
    const calls = station.searchCalls();
    for (let n = 0; n < 5; n += 1) {
      station.bulk.resume(id);
      station.settingsChanged();
    }
    expect((await station.untilRun(id, 'done')).counts).toEqual({ ...none, clear: 20 });
    expect(calls).toBe(6);
    const times = station.provider.log().map(({ at }) => Date.parse(at));
    expect((times[6] ?? 0) - (times[5] ?? 0)).toBeGreaterThanOrEqual(1_900);
  });

  test('another active account: the run waits, and no row is screened under it', async () => {
    const station = await buildScreening();
    const rows = unlisted(60);
    station.provider.misbehave('search', { delay: 10 }, Number.POSITIVE_INFINITY);
    const id = await station.startBulk(rows);
    await atLeast(station, id, 5);
    station.useProfile(null);
    await station.untilRun(id, 'waiting', 'search-other-connection');
    await nothingUnderWay(station, id);
    const calls = station.searchCalls();
    expect((await station.find('Alguien')).outcome).toBe('clear');
    station.bulk.resume(id);
    await station.untilRun(id, 'waiting', 'search-other-connection');
    expect(station.searchCalls()).toBe(calls);
    station.useProfile(station.profileId);
    expect((await station.untilRun(id, 'done')).counts).toEqual({ ...none, clear: 60 });
    expect(timesAsked(station, rows)).toEqual(rows.map(() => 1));
  });
});
