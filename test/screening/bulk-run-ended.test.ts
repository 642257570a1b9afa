/** The station ended or killed while a list is under way: every row has its result all the same. */
import { describe, expect, test, vi } from 'vitest';
import { atLeast, none, nothingUnderWay, timesAsked } from '../support/list-runs.ts';
import { nobodies, openScreeningDesk } from '../support/screening-desk.ts';
import { patiently } from '../support/signing-desk.ts';

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
