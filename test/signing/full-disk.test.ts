/**
 * A batch on a disk that fills up at each of its writes: the disk has 0, 4, 8 … KiB left from one moment on, and room again later.
 * Nothing is lost, nothing is sent twice, and a refusal names the full disk. The default run takes some of the sizes, at least
 * one for each kind of outcome.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { closing } from '../support/closing.ts';
import { type Practice, startPractice } from '../support/doors/practice.ts';
import { describeWith } from '../support/runner/need.ts';
import { sized } from '../support/runner/soak.ts';
import { buildOnDisk, type FullDiskStation } from '../support/signing/full-disk-actions.ts';
import { giveRoom, leaveFree, smallDisk } from '../support/storage/mounts.ts';

const block = 4_096;
/** Disks in parallel: most of the time is spent waiting for the station to check its disk again. */
const lanes = 6;
/** Maximum milliseconds until there is room again; a write usually fails earlier. */
const fullFor = 4_000;

type Seen = { room: number; reported: string[] };

/**
 * Runs each step with a fresh station, on `lanes` disks in parallel.
 * @param usual the steps of the default run
 */
async function sweep(
  steps: number,
  usual: readonly number[],
  step: (disk: string, room: number, practice: Practice) => Promise<string[]>,
): Promise<Seen[]> {
  const practice = closing(await startPractice());
  const seen: Seen[] = [];
  const rooms = sized(usual, [...Array(steps).keys()]).map((blocks) => blocks * block);
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      const disk = await smallDisk(4_096);
      for (let room = rooms.shift(); room !== undefined; room = rooms.shift()) {
        seen.push({ room, reported: await step(disk, room, practice) });
        await giveRoom(disk);
      }
    }),
  );
  return seen.sort((a, b) => a.room - b.room);
}

async function until(station: FullDiskStation, done: () => boolean): Promise<void> {
  for (let tries = 0; !done(); tries += 1) {
    if (tries > 400)
      throw new Error(
        `it does not come to its end: ${JSON.stringify(station.jobs().map(({ status, problem }) => [status, problem?.code]))}`,
      );
    await wait(25);
  }
}

const isOver = (station: FullDiskStation) => () =>
  station.jobs().every(({ status, delivery }) => !['queued', 'sending'].includes(status) && delivery !== 'waiting');

/** There is room again: what waits continues, and what is in doubt is found at the provider's, as a clerk would. */
async function goOn(station: FullDiskStation): Promise<void> {
  const { queue } = station;
  queue.wake();
  await until(station, () => station.jobs().every(({ status }) => !['queued', 'sending'].includes(status)));
  await queue.deliver(station.jobs().map(({ documentId }) => documentId));
  for (const { documentId, status, lastAttemptAt } of station.jobs()) {
    if (status !== 'in-doubt') continue;
    expect(lastAttemptAt).not.toBeNull();
    const { candidates, problem } = await queue.check(documentId);
    expect(problem).toBeNull();
    if (candidates[0]) await queue.accept(documentId, candidates[0].id);
    else await station.release(documentId);
  }
  await until(station, isOver(station));
}

const uniqueNames = (what: string, room: number, ...names: string[]) => names.map((name) => `${what}-${room / block}-${name}`);

describeWith('small file system')('a full disk', () => {
  test('leaves a candidate that could not be accepted, which is accepted once there is room', async () => {
    const practice = closing(await startPractice());
    const disk = await smallDisk(4_096);
    const station = await buildOnDisk(disk, practice);
    practice.misbehave('sign', { drop: 'before-answer' });
    expect(await station.sendNew('a')).toBeNull();
    await until(station, () => station.jobs().every(({ status }) => status === 'in-doubt'));
    const [{ documentId } = { documentId: '' }] = station.jobs();
    const { candidates } = await station.queue.check(documentId);
    const accept = () => station.queue.accept(documentId, candidates[0]?.id ?? '');
    await leaveFree(disk, 0);
    // The log of the database has room for some changes.
    const pauses = () => {
      for (let left = 0; left < 10_000; left += 1) left % 2 === 0 ? station.queue.pause() : station.queue.resume();
    };
    expect(pauses).toThrow('disk-full');
    await expect(accept()).rejects.toMatchObject({ problem: { code: 'disk-full' } });
    expect(station.jobs()).toMatchObject([{ status: 'in-doubt' }]);
    await giveRoom(disk);
    await accept();
    expect(station.jobs()).toMatchObject([{ status: 'signed' }]);
  });

  test('a batch is queued whole or not at all, and earlier jobs are unchanged', async () => {
    const seen = await sweep(32, [0, 12, 31], async (disk, room, practice) => {
      const station = await buildOnDisk(disk, practice);
      station.queue.pause();
      const [before = '', one = '', two = ''] = uniqueNames('queue', room, 'before', 'one', 'two');
      expect(await station.sendNew(before)).toBeNull();
      const waiting = station.jobs();
      const files = await station.encrypted();
      await leaveFree(disk, room);
      const refused = await station.sendNew(one, two);
      if (refused !== null) {
        expect(refused).toBe('disk-full');
        expect(station.jobs()).toEqual(waiting);
        expect(await station.encrypted()).toEqual(files);
      }
      expect(await station.originalsWhole()).toBe(true);
      await giveRoom(disk);
      if (refused !== null) expect(await station.sendNew(one, two)).toBeNull();
      station.queue.resume();
      await goOn(station);
      expect(station.jobs()).toHaveLength(3);
      expect(await station.broken()).toEqual([]);
      await station.discard();
      return [refused ?? 'queued'];
    });
    const reported = seen.map(({ reported }) => reported[0]);
    expect([reported[0], reported.at(-1)]).toEqual(['disk-full', 'queued']);
  });

  const title =
    'at every write after the token request: each document is signed once, or in doubt with its result at the provider; every second station restarts';
  test(title, async () => {
    // Refused before the call, in doubt after it, still sending, and signed: each with and without a restart.
    const seen = await sweep(96, [0, 3, 4, 13, 19, 22, 26, 30, 58, 63, 80, 95], async (disk, room, practice) => {
      const restarted = (room / block) % 2 === 1;
      const full = Promise.withResolvers<void>();
      let filled = false;
      const station = await buildOnDisk(disk, practice, {
        async onRequest(url) {
          if (url !== '/token' || filled) return;
          filled = true;
          await leaveFree(disk, room);
          full.resolve();
        },
      });
      expect(await station.sendNew(...uniqueNames('send', room, 'one', 'two'))).toBeNull();
      await full.promise;
      await wait(100);
      const isOpen = () => station.jobs().some(({ status, problem }) => status === 'sending' || (status === 'queued' && problem === null));
      for (let waited = 0; isOpen() && waited < fullFor; waited += 25) await wait(25);
      const reported = station.jobs().map(({ status, problem }) => `${status} ${problem?.code ?? ''}`);
      if (restarted) await station.restart(() => giveRoom(disk));
      else await giveRoom(disk);
      expect(station.jobs()).toHaveLength(2);
      await goOn(station);
      expect(await station.broken()).toEqual([]);
      await station.discard();
      return reported;
    });
    // Each of the writes was met: the attempt, what came, and at last none.
    const reported = new Set(seen.flatMap((one) => one.reported));
    expect([...reported]).toEqual(expect.arrayContaining(['queued disk-full', 'in-doubt disk-full', 'sending ', 'signed ']));
  });
});
