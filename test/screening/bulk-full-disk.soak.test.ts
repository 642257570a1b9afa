/** The station's own disk, full while rows are taken over, while results are committed, and while a list is marked as done. */

import { statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { describeWith } from '../support/runner/need.ts';
import { sized } from '../support/runner/soak.ts';
import { buildScreening, none, unlisted } from '../support/screening/screening-actions.ts';
import { giveRoom, leaveFree, smallDisk } from '../support/storage/mounts.ts';
import { longWait } from '../support/waiting.ts';

/** At once, so that the station does not write before; room is given back by `giveRoom`. */
function fill(disk: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, 'ballast'), Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
}

async function buildOnSmallDisk(kibibytes: number) {
  const disk = await smallDisk(kibibytes);
  const station = await buildScreening({ dataDir: `${disk}/data` });
  return { disk, station };
}

describeWith('small file system')('a full disk', () => {
  test('during the import of rows: pauses with the reason after whole batches, and continues once there is room and a person resumes it', async () => {
    const { disk, station } = await buildOnSmallDisk(16_384);
    const rows = unlisted(2_500);
    const path = await station.csvFile(rows);
    await station.line.down();
    await leaveFree(disk, 900_000);
    const id = await station.startBulk([], { path });
    const run = await station.untilRun(id, 'paused', 'disk-full');
    expect(run.rows).toBeGreaterThan(0);
    expect(run.rows).toBeLessThan(2_500);
    expect(run.rows % 500).toBe(0);
    expect(run.counts).toEqual({ ...none, waiting: run.rows });
    await giveRoom(disk);
    station.bulk.resume(id);
    await station.untilRun(id, 'waiting', 'connection-refused');
    expect(station.bulkRun(id).counts).toEqual({ ...none, waiting: 2_500 });
    const last = (await station.screening.page({ scope: { runId: id }, text: '', outcome: 'any', from: null, to: null }, 2_499, 1))
      .items[0];
    expect(last).toMatchObject({ query: { name: 'Persona Inventada 2499' }, row: { number: 2_500 } });
    await station.bulk.remove(id);
  });

  test('at every moment of a run: no row is lost, and none with an outcome is screened again', async () => {
    const seen = new Set<string>();
    const { disk, station } = await buildOnSmallDisk(16_384);
    station.provider.misbehave('search', { delay: 10 }, Number.POSITIVE_INFINITY);
    // Checkpoints decide when the log grows: so at many points.
    for (let step = 0; step < 14; step += sized(3, 1)) {
      const rows = unlisted(40, 1_000 * step);
      const id = await station.startBulk(rows, { pace: { concurrency: 3 } });
      await vi.waitFor(() => expect(station.bulkRun(id).counts.clear).toBeGreaterThan(2), longWait);
      fill(disk, step * 4_096);
      for (
        let tries = 0;
        tries < 100 && !['done', 'waiting'].includes(station.bulkRun(id).state) && !station.bulkRun(id).problem;
        tries += 1
      )
        await wait(10);
      const { state, problem } = station.bulkRun(id);
      seen.add(`${state} ${problem?.code}`);
      if (problem) {
        expect(problem.code).toBe('disk-full');
        // What was under way when the disk refused may still be on its way to the line.
        await wait(150);
        const calls = station.line.arrived.length;
        // As long as nothing changes, there is no useless call.
        station.settingsChanged();
        station.settingsChanged();
        await wait(50);
        expect(station.line.arrived.length).toBe(calls);
      }
      await giveRoom(disk);
      station.settingsChanged();
      expect((await station.untilRun(id, 'done', null)).counts).toEqual({ ...none, clear: 40 });
      expect(rows.map((row) => station.asked(row))).toEqual(rows.map(() => 1));
    }
    expect([...seen]).toContain('waiting disk-full');
  });

  test('so full that not even the reason can be written: the reason is shown all the same, and the station continues', async () => {
    const { disk, station } = await buildOnSmallDisk(32_768);
    await station.line.down();
    const id = await station.startBulk(unlisted(8_000));
    for (let tries = 0; station.bulkRun(id).rows === 0 && tries < 10_000; tries += 1) await setImmediate();
    fill(disk, 0);
    await station.untilRun(id, 'paused', 'disk-full');
    await giveRoom(disk);
    station.bulk.resume(id);
    expect((await station.untilRun(id, 'waiting', 'connection-refused')).rows).toBe(8_000);
  });

  test('at the last row, before the run is marked as done: it is done once there is room', async () => {
    const seen = new Set<string>();
    const { disk, station } = await buildOnSmallDisk(16_384);
    station.provider.misbehave('search', { delay: 150 }, Number.POSITIVE_INFINITY);
    for (let step = 0; step < 20; step += sized(4, 1)) {
      const rows = unlisted(1, 1_000 * step);
      const before = station.line.arrived.length;
      const id = await station.startBulk(rows);
      await vi.waitFor(() => expect(station.line.arrived).toHaveLength(before + 1), longWait);
      fill(disk, step * 4_096);
      const { state, problem, counts } = await vi.waitFor(() => {
        const run = station.bulkRun(id);
        expect(run.state === 'done' || run.problem !== null).toBe(true);
        return run;
      }, longWait);
      seen.add(`${state} ${problem?.code} ${counts.clear}`);
      await giveRoom(disk);
      station.settingsChanged();
      expect((await station.untilRun(id, 'done', null)).counts).toEqual({ ...none, clear: 1 });
      expect(station.asked(rows[0] ?? [''])).toBe(1);
    }
    // The answer did not fit, or all did; or, between the two and not always met, the answer did and the mark did not.
    seen.delete('running disk-full 1');
    expect([...seen].sort()).toEqual(['done undefined 1', 'waiting disk-full 0']);
  });

  test('closed while outcomes wait for the disk: only those rows are screened again', async () => {
    const { disk, station } = await buildOnSmallDisk(16_384);
    const rows = unlisted(60);
    station.provider.misbehave('search', { delay: 10 }, Number.POSITIVE_INFINITY);
    const id = await station.startBulk(rows, { pace: { concurrency: 3 } });
    await vi.waitFor(() => expect(station.bulkRun(id).counts.clear).toBeGreaterThan(2), longWait);
    fill(disk, 0);
    await station.untilRun(id, 'waiting', 'disk-full');
    await station.reopen({}, () => giveRoom(disk));
    expect((await station.untilRun(id, 'done')).counts).toEqual({ ...none, clear: 60 });
    const times = rows.map((row) => station.asked(row));
    expect(times.every((n) => n >= 1)).toBe(true);
    expect(times.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(63);
  });

  test('a single screening is refused with disk-full, and stored ones are unchanged', async () => {
    const { disk, station } = await buildOnSmallDisk(16_384);
    const { id } = await station.find('El Turpial Negro');
    const before = station.screening.open(id);
    await leaveFree(disk, 0);
    const codes = new Set<string>();
    for (let n = 0; n < 5; n += 1) codes.add(await codeOf(async () => void (await station.find('Persona'))).catch(() => 'kept'));
    expect([...codes]).toContain('disk-full');
    await codeOf(() => void station.screening.decide(id, { match: 0, verdict: 'true-match', reason: 'x'.repeat(900) }));
    expect(station.screening.open(id)).toEqual(before);
    expect(await codeOf(station.startBulk(unlisted(3)))).toBe('disk-full');
    expect(station.bulk.list()).toEqual([]);
    await giveRoom(disk);
    expect(station.screening.decide(id, { match: 0, verdict: 'true-match', reason: 'x' }).verdict).toBe('true-match');
  });
});
