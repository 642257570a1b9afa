/** What leaves the list of documents without a person's doing: what is done, 30 days later, and nothing else. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Desk, openDesk } from '../support/signing-desk.ts';
import { tempDir } from '../support/temp-dir.ts';

const days30 = 30 * 86_400_000;

/** Opens the next station on the data folder as if it were that time (milliseconds since the epoch). */
async function reopenAt(desk: Desk, time: number): Promise<void> {
  vi.setSystemTime(time);
  await desk.reopen();
}

/** One document for each way to end, and some that have not ended. */
async function documentsOfAllKinds() {
  const desk = await openDesk({ signing: { maxDocumentsPerCall: 1, concurrency: 1 } });
  const names = ['signed', 'cancelled', 'closed', 'doubtful', 'rejected', 'failed', 'undelivered', 'waiting'] as const;
  const ids = await desk.contracts(...names);
  const idOf = (name: (typeof names)[number]) => ids[names.indexOf(name)] ?? '';
  const folder = await tempDir();
  desk.output.folder = folder;
  await desk.sendAll([idOf('signed')]);
  desk.practice.misbehave('sign', { drop: 'before-answer' }, 2);
  await desk.sendAll([idOf('closed')]);
  await desk.sendAll([idOf('doubtful')]);
  desk.station.queue.close(idOf('closed'), 'by telephone');
  desk.practice.misbehave('sign', { entry: 'fail' });
  await desk.sendAll([idOf('rejected')]);
  desk.practice.misbehave('sign', { status: 400 });
  await desk.sendAll([idOf('failed')]);
  // Neither folder takes it: one is gone, and where the other should be there is a file.
  desk.output.folder = join(folder, 'gone');
  await writeFile(join(desk.folder, 'signed'), 'in the way');
  await desk.sendAll([idOf('undelivered')]);
  desk.station.queue.pause();
  await desk.send([idOf('cancelled'), idOf('waiting')]);
  desk.signing.cancel([idOf('cancelled')]);

  const job = (name: (typeof names)[number]) => desk.jobsOf([idOf(name)])[0];
  const states = names.map((name) => `${name}: ${job(name)?.status} ${job(name)?.delivery} ${job(name)?.closed?.note ?? ''}`);
  expect(states.map((state) => state.trim())).toEqual([
    'signed: signed done',
    'cancelled: cancelled none',
    'closed: in-doubt none by telephone',
    'doubtful: in-doubt none',
    'rejected: rejected none',
    'failed: failed none',
    'undelivered: signed waiting',
    'waiting: queued none',
  ]);
  return {
    desk,
    listed: () => names.filter((name) => job(name) !== undefined),
    changedAt: (name: (typeof names)[number]) => job(name)?.changedAt,
  };
}

const done = ['signed', 'cancelled', 'closed'] as const;

test('what is signed and in its folder, cancelled or closed is listed for exactly 30 days; all else stays', {
  timeout: 240_000,
}, async () => {
  onTestFinished(() => void vi.useRealTimers());
  const { desk, listed, changedAt } = await documentsOfAllKinds();
  const all = listed();
  const ends = done.map((name) => ({ name, end: Date.parse(changedAt(name) ?? '') + days30 })).sort((a, b) => a.end - b.end);
  const gone: string[] = [];
  for (const { name, end } of ends) {
    await reopenAt(desk, end);
    expect(listed()).toEqual(all.filter((other) => !gone.includes(other)));
    await reopenAt(desk, end + 1);
    gone.push(name);
    expect(listed()).toEqual(all.filter((other) => !gone.includes(other)));
  }
  await reopenAt(desk, Date.now() + 1_000 * days30);
  expect(listed()).toEqual(['doubtful', 'rejected', 'failed', 'undelivered', 'waiting']);
});
