/** A machine that was set back to an earlier time, with database, ledger and keychain: only the folders of signed files know more. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';

const maxWaitMs = 10_000;

test('a document whose signed file is in its folder waits for a person; another file of its name does not count', async () => {
  const station = withSigningActions(await buildStation());
  station.queue.pause();
  const [sent = '', other = ''] = await station.contracts('sent', 'other');
  await station.send([sent, other]);
  const snapshot = station.asKilled();
  station.signing.cancel([other]);
  station.queue.resume();
  await station.queue.run({ maxWaitMs });
  await station.queue.deliver([sent]);
  expect(await station.signedNames()).toEqual(['sent-signed.pdf']);
  writeFileSync(join(station.folder, 'signed', 'other-signed.pdf'), Buffer.alloc(100_000));

  await station.reopen({}, () => {
    rmSync(station.dataDir, { recursive: true });
    mkdirSync(station.dataDir);
    cpSync(snapshot, station.dataDir, { recursive: true });
  });
  expect(station.notices()).toEqual([]);
  station.queue.resume();
  await station.queue.run({ maxWaitMs });
  expect(station.states([sent, other])).toEqual(['failed signed-file-found', 'signed']);
  expect(station.jobsOf([sent])[0]?.problem?.detail).toMatchObject({ name: 'sent.pdf', signed: 'sent-signed.pdf' });
  expect(station.calls().map(({ references }) => references)).toEqual([['sent'], ['other']]);

  // A person looked, and wants it signed once more.
  expect(await station.queue.retry([sent])).toEqual([sent]);
  await station.queue.run({ maxWaitMs });
  await station.queue.deliver([sent]);
  expect(station.states([sent])).toEqual(['signed']);
  expect(await station.signedNames()).toEqual(['other-signed (2).pdf', 'other-signed.pdf', 'sent-signed (2).pdf', 'sent-signed.pdf']);
});

test('what waits on a machine that is put back with its memory waits for a person, once the machine has the time of now', async () => {
  const station = withSigningActions(await buildStation());
  station.queue.pause();
  const [sent = '', other = ''] = await station.contracts('sent', 'other');
  await station.send([sent, other]);
  // What happened after the moment to which the machine is put back.
  const since = await station.openOn(station.asKilled());
  since.signing.cancel([other]);
  since.queue.resume();
  await since.queue.run({ maxWaitMs });
  await since.queue.deliver([sent]);
  await since.close();
  expect(await station.signedNames()).toEqual(['sent-signed.pdf']);

  movedClock()(3_600);
  station.queue.resume();
  await station.queue.run({ maxWaitMs });
  expect(station.states([sent, other])).toEqual(['failed signed-file-found', 'failed resend-needed']);
  expect(station.jobsOf([other])[0]?.problem?.detail).toEqual({ context: 'setBack' });

  expect(await station.queue.retry([other])).toEqual([other]);
  await station.queue.run({ maxWaitMs });
  expect(station.states([other])).toEqual(['signed']);
  expect(station.calls().map(({ references }) => references)).toEqual([['sent'], ['other']]);
});

test('a machine that slept sends what waits, and so does one whose clock is set back', async () => {
  const station = withSigningActions(await buildStation());
  station.queue.pause();
  const [slept = '', earlier = ''] = await station.contracts('slept', 'earlier');
  await station.send([slept]);
  const [moveClock, sleeps] = [movedClock(), 3_600];
  moveClock(sleeps);
  const uptime = os.uptime;
  const counted = vi.spyOn(os, 'uptime').mockImplementation(() => uptime() + sleeps);
  onTestFinished(() => counted.mockRestore());
  station.queue.resume();
  await station.queue.run({ maxWaitMs });
  expect(station.states([slept])).toEqual(['signed']);

  station.queue.pause();
  await station.send([earlier]);
  moveClock(0);
  station.queue.resume();
  await station.queue.run({ maxWaitMs });
  expect(station.states([earlier])).toEqual(['signed']);
});

/** @returns moves the clock by this many seconds from its right time */
function movedClock(): (seconds: number) => void {
  const now = Date.now;
  let offsetMs = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + offsetMs);
  onTestFinished(() => clock.mockRestore());
  return (seconds) => {
    offsetMs = seconds * 1000;
  };
}
