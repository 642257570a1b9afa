/**
 * The station's own disk, full at every write of a batch's way: it is left with 0, 4, 8 … KiB from a moment on, and
 * gets room again later. Nothing is lost, nothing is sent twice, and what is refused is refused in clear words.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type DiskDesk, giveRoom, leaveFree, openDiskDesk } from '../support/disk-desk.ts';
import { type Practice, startPractice } from '../support/doors/practice.ts';
import { smallDisk } from '../support/mounts.ts';
import { describeWith } from '../support/need.ts';

const block = 4_096;
/** Disks at once: most of the time is spent waiting for the station to look again. */
const lanes = 6;
/** Milliseconds until there is room again, at most; the station needs less to come to a write that fails, as a rule. */
const fullFor = 800;

type Seen = { room: number; told: string[] };

/** Each step a fresh station, on as many disks at once. */
async function sweep(steps: number, step: (disk: string, room: number, practice: Practice) => Promise<string[]>): Promise<Seen[]> {
  const practice = await startPractice();
  const seen: Seen[] = [];
  const rooms = Array.from({ length: steps }, (_, index) => index * block);
  try {
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        const disk = await smallDisk(4_096);
        for (let room = rooms.shift(); room !== undefined; room = rooms.shift()) {
          seen.push({ room, told: await step(disk, room, practice) });
          await giveRoom(disk);
        }
      }),
    );
  } finally {
    await practice.close();
  }
  return seen.sort((a, b) => a.room - b.room);
}

async function until(desk: DiskDesk, done: () => boolean): Promise<void> {
  for (let tries = 0; !done(); tries += 1) {
    if (tries > 400)
      throw new Error(`it does not come to its end: ${JSON.stringify(desk.jobs().map(({ status, problem }) => [status, problem?.code]))}`);
    await wait(25);
  }
}

const isOver = (desk: DiskDesk) => () =>
  desk.jobs().every(({ status, delivery }) => !['queued', 'sending'].includes(status) && delivery !== 'waiting');

/** There is room again: what waits goes on, and what is in doubt is found at the provider's, as a clerk would. */
async function goOn(desk: DiskDesk): Promise<void> {
  const { queue } = desk.station;
  queue.wake();
  await until(desk, () => desk.jobs().every(({ status }) => !['queued', 'sending'].includes(status)));
  await queue.deliver(desk.jobs().map(({ documentId }) => documentId));
  for (const { documentId, status, lastAttemptAt } of desk.jobs()) {
    if (status !== 'in-doubt') continue;
    expect(lastAttemptAt).not.toBeNull();
    const { offers, problem } = await queue.check(documentId);
    expect(problem).toBeNull();
    if (offers[0]) await queue.accept(documentId, offers[0].id);
    else await desk.release(documentId);
  }
  await until(desk, isOver(desk));
}

const uniqueNames = (what: string, room: number, ...names: string[]) => names.map((name) => `${what}-${room / block}-${name}`);

describeWith('small file system')('a full disk', () => {
  test('while a batch is queued: all of it or nothing, and what waited before is as it was', { timeout: 90_000 }, async () => {
    const seen = await sweep(20, async (disk, room, practice) => {
      const desk = await openDiskDesk(disk, practice);
      desk.station.queue.pause();
      const [before = '', one = '', two = ''] = uniqueNames('queue', room, 'before', 'one', 'two');
      expect(await desk.send(before)).toBeNull();
      const waiting = desk.jobs();
      const files = await desk.sealed();
      await leaveFree(disk, room);
      const refused = await desk.send(one, two);
      if (refused !== null) {
        expect(refused).toBe('disk-full');
        expect(desk.jobs()).toEqual(waiting);
        expect(await desk.sealed()).toEqual(files);
      }
      expect(await desk.originalsWhole()).toBe(true);
      await giveRoom(disk);
      if (refused !== null) expect(await desk.send(one, two)).toBeNull();
      desk.station.queue.resume();
      await goOn(desk);
      expect(desk.jobs()).toHaveLength(3);
      expect(await desk.broken()).toEqual([]);
      await desk.close();
      return [refused ?? 'queued'];
    });
    const told = seen.map(({ told }) => told[0]);
    expect([told[0], told.at(-1)]).toEqual(['disk-full', 'queued']);
  });

  const title =
    'since a token is awaited, for every write from there on: signed once, or in doubt with its result at the provider’s; every second station ends meanwhile';
  test(title, { timeout: 90_000 }, async () => {
    const seen = await sweep(64, async (disk, room, practice) => {
      const restarted = (room / block) % 2 === 1;
      const full = Promise.withResolvers<void>();
      let filled = false;
      const desk = await openDiskDesk(disk, practice, {
        async onRequest(url) {
          if (url !== '/token' || filled) return;
          filled = true;
          await leaveFree(disk, room);
          full.resolve();
        },
      });
      expect(await desk.send(...uniqueNames('send', room, 'one', 'two'))).toBeNull();
      await full.promise;
      await wait(100);
      const isOpen = () => desk.jobs().some(({ status, problem }) => status === 'sending' || (status === 'queued' && problem === null));
      for (let waited = 0; isOpen() && waited < fullFor; waited += 25) await wait(25);
      const told = desk.jobs().map(({ status, problem }) => `${status} ${problem?.code ?? ''}`);
      if (restarted) await desk.restart(() => giveRoom(disk));
      else await giveRoom(disk);
      expect(desk.jobs()).toHaveLength(2);
      await goOn(desk);
      expect(await desk.broken()).toEqual([]);
      await desk.close();
      return told;
    });
    // Each of the writes was met: the attempt, what came, and at last none.
    const told = new Set(seen.flatMap((one) => one.told));
    expect([...told]).toEqual(expect.arrayContaining(['queued disk-full', 'in-doubt disk-full', 'sending ', 'signed ']));
  });
});
