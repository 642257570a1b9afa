/** Lists that are paused and gone on with, and how many persons are asked at once and in a minute. */
import { describe, expect, test } from 'vitest';
import { atLeast, buildScreening, none, nothingUnderWay, timesAsked, unlisted } from '../support/screening/screening-actions.ts';

describe('pausing and resuming', () => {
  test('finishes screenings in flight and starts no others, also after a restart', async () => {
    const station = await buildScreening();
    const rows = unlisted(60);
    const id = await station.startBulk(rows, { pace: { concurrency: 3 } });
    await atLeast(station, id, 5);
    expect(station.bulk.pause(id).state).toBe('paused');
    await nothingUnderWay(station, id);
    const [calls, { counts }] = [station.searchCalls(), station.bulkRun(id)];
    expect(calls).toBeLessThan(60);
    await station.reopen();
    station.settingsChanged();
    expect(station.bulkRun(id)).toMatchObject({ state: 'paused', counts });
    expect(await station.find('Alguien')).toMatchObject({ outcome: 'clear' });
    expect(station.searchCalls()).toBe(calls + 1);
    station.bulk.resume(id);
    expect((await station.untilRun(id, 'done')).counts).toEqual({ ...none, clear: 60 });
    expect(timesAsked(station, rows)).toEqual(rows.map(() => 1));
  });

  test('keeps the rate per minute, and a changed one from then on', async () => {
    const station = await buildScreening();
    const rows = unlisted(30);
    const id = await station.startBulk(rows, { pace: { concurrency: 8, perMinute: 1 } });
    await atLeast(station, id, 1);
    // Neither a pause, nor the same pace once more, nor a change of settings makes it faster.
    for (let n = 0; n < 10; n += 1) {
      station.bulk.pause(id);
      station.bulk.resume(id, { concurrency: 8, perMinute: 1 });
      station.settingsChanged();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    // One, and another for each minute that went by; a slow machine took no ten.
    expect(station.searchCalls()).toBeLessThan(10);
    station.bulk.resume(id, { concurrency: 4, perMinute: 0 });
    expect(await station.untilRun(id, 'done')).toMatchObject({ pace: { concurrency: 4, perMinute: 0 }, counts: { clear: 30 } });
    expect(timesAsked(station, rows)).toEqual(rows.map(() => 1));
  });

  test('a rate of many thousands a minute finishes', async () => {
    const station = await buildScreening();
    const id = await station.startBulk(unlisted(150), { pace: { concurrency: 1, perMinute: 60_000 } });
    expect((await station.untilRun(id, 'done')).counts.clear).toBe(150);
  });

  test('never exceeds the chosen concurrency', async () => {
    const station = await buildScreening();
    station.provider.misbehave('search', { delay: 30 }, 40);
    const id = await station.startBulk(unlisted(40), { pace: { concurrency: 3 } });
    let peak = 0;
    while (station.bulkRun(id).state !== 'done') {
      peak = Math.max(peak, station.line.arrived.length - station.searchCalls());
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(peak).toBe(3);
  });
});
