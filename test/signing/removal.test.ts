/** What leaves the list of documents without a person's doing: what is done, 30 days later, and nothing else. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type SigningStation, withSigningActions } from '../support/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { tempDir } from '../support/temp-dir.ts';

const days30 = 30 * 86_400_000;

/** Opens the next station on the data folder as if it were that time (milliseconds since the epoch). */
async function reopenAt(station: SigningStation, time: number): Promise<void> {
  vi.setSystemTime(time);
  await station.reopen();
}

/** One document for each way to end, and some that have not ended. */
async function documentsOfAllKinds() {
  const station = withSigningActions(await buildStation({ signing: { maxDocumentsPerCall: 1, concurrency: 1 } }));
  const names = ['signed', 'cancelled', 'closed', 'doubtful', 'rejected', 'failed', 'undelivered', 'waiting'] as const;
  const ids = await station.contracts(...names);
  const idOf = (name: (typeof names)[number]) => ids[names.indexOf(name)] ?? '';
  const folder = await tempDir();
  station.settings.change({ outputFolder: folder });
  await station.sendAll([idOf('signed')]);
  station.provider.misbehave('sign', { drop: 'before-answer' }, 2);
  await station.sendAll([idOf('closed')]);
  await station.sendAll([idOf('doubtful')]);
  station.queue.close(idOf('closed'), 'by telephone');
  station.provider.misbehave('sign', { entry: 'fail' });
  await station.sendAll([idOf('rejected')]);
  station.provider.misbehave('sign', { status: 400 });
  await station.sendAll([idOf('failed')]);
  // Neither folder takes it: one is gone, and where the other should be there is a file.
  station.settings.change({ outputFolder: join(folder, 'gone') });
  await writeFile(join(station.folder, 'signed'), 'in the way');
  await station.sendAll([idOf('undelivered')]);
  station.queue.pause();
  await station.send([idOf('cancelled'), idOf('waiting')]);
  station.signing.cancel([idOf('cancelled')]);

  const job = (name: (typeof names)[number]) => station.jobsOf([idOf(name)])[0];
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
    station,
    listed: () => names.filter((name) => job(name) !== undefined),
    changedAt: (name: (typeof names)[number]) => job(name)?.changedAt,
  };
}

const done = ['signed', 'cancelled', 'closed'] as const;

test('what is signed and in its folder, cancelled or closed is listed for exactly 30 days; all else stays', async () => {
  onTestFinished(() => void vi.useRealTimers());
  const { station, listed, changedAt } = await documentsOfAllKinds();
  const all = listed();
  const ends = done.map((name) => ({ name, end: Date.parse(changedAt(name) ?? '') + days30 })).sort((a, b) => a.end - b.end);
  const gone: string[] = [];
  for (const { name, end } of ends) {
    await reopenAt(station, end);
    expect(listed()).toEqual(all.filter((other) => !gone.includes(other)));
    await reopenAt(station, end + 1);
    gone.push(name);
    expect(listed()).toEqual(all.filter((other) => !gone.includes(other)));
  }
  await reopenAt(station, Date.now() + 1_000 * days30);
  expect(listed()).toEqual(['doubtful', 'rejected', 'failed', 'undelivered', 'waiting']);
});
