/** The station's own disk, full while rows are taken over, while results are committed, and while a list is marked as done. */

import { statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { giveRoom, leaveFree } from '../support/disk-desk.ts';
import { smallDisk } from '../support/mounts.ts';
import { describeWith } from '../support/need.ts';
import { nobodies, openScreeningDesk } from '../support/screening-desk.ts';
import { patiently } from '../support/signing-desk.ts';

const none = { waiting: 0, clear: 0, match: 0, unavailable: 0, failed: 0, skipped: 0, damaged: 0 };

/** At once, so that the station does not write meanwhile; room is given back by `giveRoom`. */
function fill(disk: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, 'ballast'), Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
}

async function deskOnDisk(kibibytes: number) {
  const disk = await smallDisk(kibibytes);
  const desk = await openScreeningDesk({ dataDir: `${disk}/data` });
  return { disk, desk };
}

describeWith('small file system')('a full disk', () => {
  test('while rows are taken over: says so, has whole steps of them, and goes on when there is room and a person says so', async () => {
    const { disk, desk } = await deskOnDisk(16_384);
    const rows = nobodies(2_500);
    const path = await desk.listFile(rows);
    await desk.line.down();
    await leaveFree(disk, 900_000);
    const id = await desk.list([], { path });
    const run = await desk.until(id, 'paused', 'disk-full');
    expect(run.rows).toBeGreaterThan(0);
    expect(run.rows).toBeLessThan(2_500);
    expect(run.rows % 500).toBe(0);
    expect(run.counts).toEqual({ ...none, waiting: run.rows });
    await giveRoom(disk);
    desk.mass.resume(id);
    await desk.until(id, 'waiting', 'connection-refused');
    expect(desk.run(id).counts).toEqual({ ...none, waiting: 2_500 });
    const last = (await desk.screening.page({ scope: { runId: id }, text: '', outcome: 'any', from: null, to: null }, 2_499, 1)).items[0];
    expect(last).toMatchObject({ query: { name: 'Persona Inventada 2499' }, row: { number: 2_500 } });
    await desk.mass.remove(id);
  });

  test('at every moment while it is asked: no row is lost, none is asked again for what came already', { timeout: 120_000 }, async () => {
    const seen = new Set<string>();
    const { disk, desk } = await deskOnDisk(16_384);
    desk.practice.misbehave('search', { delay: 10 }, Number.POSITIVE_INFINITY);
    // Checkpoints decide when the log grows: so at many points.
    for (let step = 0; step < 14; step += 1) {
      const rows = nobodies(40, 1_000 * step);
      const id = await desk.list(rows, { pace: { concurrency: 3 } });
      await vi.waitFor(() => expect(desk.run(id).counts.clear).toBeGreaterThan(2), patiently);
      fill(disk, step * 4_096);
      for (let tries = 0; tries < 100 && !['done', 'waiting'].includes(desk.run(id).state) && !desk.run(id).problem; tries += 1)
        await wait(10);
      const { state, problem } = desk.run(id);
      seen.add(`${state} ${problem?.code}`);
      if (problem) {
        expect(problem.code).toBe('disk-full');
        // What was under way when the disk refused may still be on its way to the line.
        await wait(150);
        const calls = desk.line.arrived.length;
        // As long as nothing changes, nobody is asked in vain.
        desk.station.settingsChanged();
        desk.station.settingsChanged();
        await wait(50);
        expect(desk.line.arrived.length).toBe(calls);
      }
      await giveRoom(disk);
      desk.station.settingsChanged();
      expect((await desk.until(id, 'done', null)).counts).toEqual({ ...none, clear: 40 });
      expect(rows.map((row) => desk.asked(row))).toEqual(rows.map(() => 1));
    }
    expect([...seen]).toContain('waiting disk-full');
  });

  test('so full that not even the reason can be written: it is shown all the same, and the station goes on', async () => {
    const { disk, desk } = await deskOnDisk(32_768);
    await desk.line.down();
    const id = await desk.list(nobodies(8_000));
    for (let tries = 0; desk.run(id).rows === 0 && tries < 10_000; tries += 1) await setImmediate();
    fill(disk, 0);
    await desk.until(id, 'paused', 'disk-full');
    await giveRoom(disk);
    desk.mass.resume(id);
    expect((await desk.until(id, 'waiting', 'connection-refused')).rows).toBe(8_000);
  });

  test('as the last row is there and the list is to be marked as done: it is done once there is room', { timeout: 120_000 }, async () => {
    const seen = new Set<string>();
    const { disk, desk } = await deskOnDisk(16_384);
    desk.practice.misbehave('search', { delay: 150 }, Number.POSITIVE_INFINITY);
    for (let step = 0; step < 20; step += 1) {
      const rows = nobodies(1, 1_000 * step);
      const id = await desk.list(rows);
      await vi.waitFor(() => expect(desk.line.arrived).toHaveLength(step + 1), patiently);
      fill(disk, step * 4_096);
      const { state, problem, counts } = await vi.waitFor(() => {
        const run = desk.run(id);
        expect(run.state === 'done' || run.problem !== null).toBe(true);
        return run;
      }, patiently);
      seen.add(`${state} ${problem?.code} ${counts.clear}`);
      await giveRoom(disk);
      desk.station.settingsChanged();
      expect((await desk.until(id, 'done', null)).counts).toEqual({ ...none, clear: 1 });
      expect(desk.asked(rows[0] ?? [''])).toBe(1);
    }
    // The answer did not fit, or all did; or, between the two and not always met, the answer did and the mark did not.
    seen.delete('running disk-full 1');
    expect([...seen].sort()).toEqual(['done undefined 1', 'waiting disk-full 0']);
  });

  test('ended while results wait for the disk: those rows are asked again, and that is all', async () => {
    const { disk, desk } = await deskOnDisk(16_384);
    const rows = nobodies(60);
    desk.practice.misbehave('search', { delay: 10 }, Number.POSITIVE_INFINITY);
    const id = await desk.list(rows, { pace: { concurrency: 3 } });
    await vi.waitFor(() => expect(desk.run(id).counts.clear).toBeGreaterThan(2), patiently);
    fill(disk, 0);
    await desk.until(id, 'waiting', 'disk-full');
    await desk.reopen({}, () => giveRoom(disk));
    expect((await desk.until(id, 'done')).counts).toEqual({ ...none, clear: 60 });
    const times = rows.map((row) => desk.asked(row));
    expect(times.every((n) => n >= 1)).toBe(true);
    expect(times.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(63);
  });

  test('one person: refused in clear words, and what is kept is as it was', async () => {
    const { disk, desk } = await deskOnDisk(16_384);
    const { id } = await desk.find('El Turpial Negro');
    const before = desk.screening.open(id);
    await leaveFree(disk, 0);
    const codes = new Set<string>();
    for (let n = 0; n < 5; n += 1) codes.add(await codeOf(async () => void (await desk.find('Persona'))).catch(() => 'kept'));
    expect([...codes]).toContain('disk-full');
    await codeOf(() => void desk.screening.decide(id, { match: 0, verdict: 'true-match', reason: 'x'.repeat(900) }));
    expect(desk.screening.open(id)).toEqual(before);
    expect(await codeOf(desk.list(nobodies(3)))).toBe('disk-full');
    expect(desk.mass.list()).toEqual([]);
    await giveRoom(disk);
    expect(desk.screening.decide(id, { match: 0, verdict: 'true-match', reason: 'x' }).verdict).toBe('true-match');
  });
});
