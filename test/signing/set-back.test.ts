/** A machine that was set back to an earlier time, with database, ledger and keychain: only the folders of signed files know more. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
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
  expect(station.states([sent, other])).toEqual(['failed already-sent', 'signed']);
  expect(station.jobsOf([sent])[0]?.problem?.detail).toMatchObject({ name: 'sent.pdf', signed: 'sent-signed.pdf' });
  expect(station.calls().map(({ references }) => references)).toEqual([['sent'], ['other']]);

  // A person looked, and wants it signed once more.
  expect(await station.queue.retry([sent])).toEqual([sent]);
  await station.queue.run({ maxWaitMs });
  await station.queue.deliver([sent]);
  expect(station.states([sent])).toEqual(['signed']);
  expect(await station.signedNames()).toEqual(['other-signed (2).pdf', 'other-signed.pdf', 'sent-signed (2).pdf', 'sent-signed.pdf']);
});

test('a machine that is put back with its memory looks in the folders, too, once it has the time of now', async () => {
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

  const now = Date.now;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
  onTestFinished(() => clock.mockRestore());
  station.queue.resume();
  await station.queue.run({ maxWaitMs });
  expect(station.states([sent, other])).toEqual(['failed already-sent', 'signed']);
  expect(station.calls().map(({ references }) => references)).toEqual([['sent'], ['other']]);
});
