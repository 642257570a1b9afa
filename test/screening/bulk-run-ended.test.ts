/** The station ended or killed while a list is under way: every row has its result all the same. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { sized } from '../support/runner/soak.ts';
import { atLeast, buildScreening, none, nothingUnderWay, timesAsked, unlisted } from '../support/screening/screening-actions.ts';
import { longWait } from '../support/waiting.ts';

describe('ended and killed', () => {
  test('closed during a run: continues automatically, every row once', async () => {
    const station = await buildScreening();
    const rows = unlisted(100);
    const id = await station.startBulk(rows);
    await atLeast(station, id, 10);
    await station.reopen();
    await atLeast(station, id, 40);
    await station.reopen();
    expect((await station.untilRun(id, 'done')).counts).toEqual({ ...none, clear: 100 });
    // What was under way when it ended was given up, and is asked again.
    const times = timesAsked(station, rows);
    expect(times.every((n) => n >= 1)).toBe(true);
    expect(times.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(100 + 2 * 4);
  });

  test.each(['preparing', 'running', 'paused'] as const)('killed while %s', async (state) => {
    const station = await buildScreening();
    const rows = unlisted(state === 'preparing' ? sized(600, 1_200) : 60);
    if (state !== 'preparing') station.provider.misbehave('search', { delay: 10 }, 60);
    const id = await station.startBulk(rows, { pace: { concurrency: state === 'preparing' ? 8 : 4 } });
    if (state !== 'preparing') await atLeast(station, id, 5);
    if (state === 'paused') {
      station.bulk.pause(id);
      await nothingUnderWay(station, id);
    }
    const copy = station.asKilled();
    await station.bulk.remove(id);
    const before = station.searchCalls();
    const killed = await station.openOn(copy);
    const run = () => killed.bulk.list().find((one) => one.id === id);
    if (state === 'paused') {
      expect(run()?.state).toBe('paused');
      killed.bulk.resume(id);
    }
    await vi.waitFor(() => expect(run()?.state).toBe('done'), longWait);
    expect(run()?.counts).toEqual({ ...none, clear: rows.length });
    expect(timesAsked(station, rows).every((n) => n >= 1)).toBe(true);
    expect(station.searchCalls()).toBeLessThanOrEqual(Math.max(rows.length, before) + (state === 'paused' ? 0 : before === 0 ? 0 : 12));
  });

  test('killed while failed rows become pending again: they are screened at the next start', async () => {
    const station = await buildScreening();
    station.provider.misbehave('search', { status: 400 }, 3);
    const id = await station.startBulk(unlisted(5), { pace: { concurrency: 1 } });
    expect((await station.untilRun(id, 'done')).counts).toEqual({ ...none, failed: 3, clear: 2 });
    const retried = station.bulk.retryFailed(id, false);
    // The rows are stored as pending by then, and the run is still stored as done.
    await setImmediate();
    const copy = station.asKilled();
    await retried;
    const killed = await station.openOn(copy);
    await vi.waitFor(() => expect(killed.bulk.list()).toMatchObject([{ state: 'done', counts: { ...none, clear: 5 } }]), longWait);
  });
});
