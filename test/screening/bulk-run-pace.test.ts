/** Lists that are paused and gone on with, and how many persons are asked at once and in a minute. */
import { describe, expect, test } from 'vitest';
import { atLeast, none, nothingUnderWay, timesAsked } from '../support/list-runs.ts';
import { nobodies, openScreeningDesk } from '../support/screening-desk.ts';

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
