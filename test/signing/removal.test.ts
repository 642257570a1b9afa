/** What leaves the list of documents without a person's doing: what is done, 30 days later, and nothing else. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type SigningStation, withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { tempDir } from '../support/temp-dir.ts';

const day = 86_400_000;
const days30 = 30 * day;

/** Opens the next station on the data folder as if it were each of these times in turn (milliseconds since the epoch). */
async function reopenAt(station: SigningStation, ...times: number[]): Promise<void> {
  for (const time of times) {
    vi.setSystemTime(time);
    await station.reopen();
  }
}
/** At that time, after a day for which the clock was plausible. */
const reopenAfterADay = (station: SigningStation, time: number) => reopenAt(station, time - day, time - day / 2, time);

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
    doneAt: (name: (typeof names)[number]) => job(name)?.closed?.at ?? job(name)?.changedAt,
  };
}

const done = ['signed', 'cancelled', 'closed'] as const;

test('what is signed and in its folder, cancelled or closed is listed for exactly 30 days; all else stays', async () => {
  onTestFinished(() => void vi.useRealTimers());
  const { station, listed, doneAt } = await documentsOfAllKinds();
  const all = listed();
  const ends = done.map((name) => ({ name, end: Date.parse(doneAt(name) ?? '') + days30 })).sort((a, b) => a.end - b.end);
  const gone: string[] = [];
  for (const { name, end } of ends) {
    await (gone.length === 0 ? reopenAfterADay : reopenAt)(station, end);
    expect(listed()).toEqual(all.filter((other) => !gone.includes(other)));
    await reopenAt(station, end + 1);
    gone.push(name);
    expect(listed()).toEqual(all.filter((other) => !gone.includes(other)));
  }
  await reopenAfterADay(station, Date.now() + 1_000 * days30);
  expect(listed()).toEqual(['doubtful', 'rejected', 'failed', 'undelivered', 'waiting']);
});

test('by a clock that jumped nothing leaves the list, until it was plausible for a day', async () => {
  onTestFinished(() => void vi.useRealTimers());
  const station = withSigningActions(await buildStation());
  const ids = await station.contracts('a');
  await station.sendAll(ids);
  const ahead = Date.now() + 2 * days30;
  await reopenAt(station, ahead, ahead + day / 2, ahead + day - 60_000);
  expect(station.states(ids)).toEqual(['signed']);
  // Another jump begins the day again.
  await reopenAt(station, ahead + days30, ahead + days30 + day / 2);
  expect(station.states(ids)).toEqual(['signed']);
  await reopenAt(station, ahead + days30 + day);
  expect(station.states(ids)).toEqual([]);
});

test('what left the list is recognised when it is sent again, for the days that the profile says', async () => {
  onTestFinished(() => void vi.useRealTimers());
  const station = withSigningActions(await buildStation({ signing: { duplicateWindowDays: 60 } }));
  const ids = await station.contracts('a');
  await station.sendAll(ids);
  const sentAt = Date.parse(station.jobsOf(ids)[0]?.lastAttemptAt ?? '');
  const faults = async () => {
    const again = (await station.documents.open([join(station.folder, 'a.pdf')])).ids;
    const found = await station.signing.check({ documents: station.entries(again) });
    return { codes: found.map(({ problem }) => problem.code), sent: station.signing.sentBefore(again[0] ?? '', 'T-1') };
  };
  await reopenAfterADay(station, sentAt + 60 * day);
  expect(station.signing.jobs()).toEqual([]);
  expect(await faults()).toMatchObject({ codes: ['already-sent'], sent: { signedPath: join(station.folder, 'signed', 'a-signed.pdf') } });
  await reopenAt(station, sentAt + 60 * day + 1);
  // It is a little younger than the sending.
  await rm(join(station.folder, 'signed', 'a-signed.pdf'));
  expect((await faults()).codes).toEqual([]);
});

test('what was done by a clock that was 60 days behind is listed as long as what was queued before it', async () => {
  onTestFinished(() => void vi.useRealTimers());
  const station = withSigningActions(await buildStation());
  station.queue.pause();
  const [before = '', a = '', b = ''] = await station.contracts('before', 'a', 'b');
  await station.send([before]);
  station.signing.cancel([before]);
  const queuedAt = Date.parse(station.jobsOf([before])[0]?.queuedAt ?? '');
  const doneAt = Date.parse(station.jobsOf([before])[0]?.changedAt ?? '');
  vi.useFakeTimers({ toFake: ['Date'], now: doneAt - 60 * day });
  await station.send([a, b]);
  station.signing.cancel([a, b]);
  const listed = () => station.signing.jobs().map(({ name }) => name);
  await reopenAfterADay(station, queuedAt + days30);
  expect(listed()).toEqual(['before.pdf', 'a.pdf', 'b.pdf']);
  await reopenAt(station, doneAt + days30 + 1);
  expect(listed()).toEqual([]);
});

test('what is closed after more than 30 days stays listed for 30 days from then on', async () => {
  onTestFinished(() => void vi.useRealTimers());
  const station = withSigningActions(await buildStation());
  const ids = await station.contracts('a');
  station.provider.misbehave('sign', { drop: 'before-answer' });
  await station.sendAll(ids);
  await reopenAfterADay(station, Date.now() + days30 + day);
  station.queue.close(ids[0] ?? '', 'by telephone');
  const closedAt = Date.parse(station.jobsOf(ids)[0]?.closed?.at ?? '');
  await reopenAfterADay(station, closedAt + days30);
  expect(station.states(ids)).toEqual(['in-doubt no-answer']);
  await reopenAt(station, closedAt + days30 + 1);
  expect(station.states(ids)).toEqual([]);
});

test('what was sent by a clock that was 60 days behind is recognised, as long as the call before it', async () => {
  onTestFinished(() => void vi.useRealTimers());
  const station = withSigningActions(await buildStation());
  const [before = '', a = ''] = await station.contracts('before', 'a');
  await station.sendAll([before]);
  const sentAt = Date.parse(station.jobsOf([before])[0]?.lastAttemptAt ?? '');
  await reopenAt(station, sentAt - 60 * day);
  const [again = ''] = (await station.documents.open([join(station.folder, 'a.pdf')])).ids;
  await station.sendAll([again]);
  expect(again).not.toBe(a);
  // The certificate of its signature is not valid yet.
  expect(station.states([again])).toEqual(['unverified result-unacceptable']);
  station.queue.close(again, 'seen');
  const codes = async () => {
    const { ids } = await station.documents.open([join(station.folder, 'a.pdf')]);
    return (await station.signing.check({ documents: station.entries(ids) })).map(({ problem }) => problem.code);
  };
  await reopenAfterADay(station, sentAt + 30 * day);
  expect([station.states([again]), await codes()]).toEqual([[], ['already-sent']]);
  await reopenAt(station, sentAt + 30 * day + 1);
  expect(await codes()).toEqual([]);
});
