/**
 * A station after a kill, on a copy of the data folder from a chosen moment; and with
 * damage, without a keychain, and with a new key.
 */
import { readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile as write } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Station } from '../support/doors/app.ts';
import { StationError } from '../support/doors/errors.ts';
import { type Keychain, memoryKeychain } from '../support/doors/keychain.ts';
import { testWith } from '../support/runner/need.ts';
import { type SigningStation, withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { findMarkers } from '../support/storage/markers.ts';
import { folderOnDisk } from '../support/storage/mounts.ts';
import { longWait } from '../support/waiting.ts';

const encryptedNow = (station: SigningStation): string[] => readdirSync(join(station.dataDir, 'encrypted'));

/** A copy of the data folder as it is when `moment` first says yes: looked at between any two steps of the station. */
async function killedAt(station: SigningStation, moment: () => boolean): Promise<string> {
  const end = Date.now() + longWait.timeout;
  while (!moment()) {
    if (Date.now() > end) throw new Error('the moment did not come');
    await nextTurn();
  }
  return station.asKilled();
}

const statesOf = (station: Station) =>
  station.signing.jobs().map(({ status, problem }) => (problem ? `${status} ${problem.code}` : status));
const signCalls = (station: SigningStation) => station.calls().length;

describe('a station that was killed', () => {
  test('with an answer stored but not evaluated evaluates it at the next start, without another call', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a', 'b');
    await station.send(ids);
    // Their rows are committed with the answer.
    const copy = await killedAt(station, () => station.encryptedFiles.list(['decoded']).length > 0);
    expect(station.states(ids)).toEqual(['sending', 'sending']);
    await expect.poll(() => station.jobsOf(ids).map(({ delivery }) => delivery), longWait).toEqual(['done', 'done']);

    await rm(join(station.folder, 'signed'), { recursive: true });
    const next = await station.openOn(copy);
    expect(statesOf(next)).toEqual(['signed', 'signed']);
    await expect.poll(() => next.signing.jobs().map(({ delivery }) => delivery), longWait).toEqual(['done', 'done']);
    expect(await station.signedNames()).toEqual(['a-signed.pdf', 'b-signed.pdf']);
    await expect.poll(() => readdirSync(join(copy, 'encrypted')), longWait).toEqual([]);
    expect(signCalls(station)).toBe(1);
  });

  test('during sending has the documents in doubt, and does not send them again automatically', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a', 'b');
    station.provider.misbehave('sign', { delay: 500 });
    await station.send(ids);
    const copy = await killedAt(station, () => station.states(ids).every((state) => state === 'sending'));
    await expect.poll(() => station.states(ids), longWait).toEqual(['signed', 'signed']);

    const next = await station.openOn(copy);
    expect(statesOf(next)).toEqual(['in-doubt interrupted', 'in-doubt interrupted']);
    next.queue.wake();
    // The provider knows what it signed.
    const { candidates } = await next.queue.check(ids[0] ?? '');
    expect(candidates.map(({ source }) => source)).toEqual(['record']);
    expect([statesOf(next), signCalls(station)]).toEqual([['in-doubt interrupted', 'in-doubt interrupted'], 1]);
  });

  test('with queued documents sends their stored copies after the next start', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a', 'b');
    station.queue.pause();
    await station.send(ids);
    const copy = station.asKilled();
    await rm(join(station.folder, 'a.pdf'));
    const next = await station.openOn(copy);
    expect([statesOf(next), signCalls(station)]).toEqual([['queued', 'queued'], 0]);
    next.queue.resume();
    await expect.poll(() => statesOf(next), longWait).toEqual(['signed', 'signed']);
  });

  test('with copies stored and nothing queued yet lists no document, and removes the copies', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a');
    const sending = station.send(ids);
    const copy = await killedAt(station, () => encryptedNow(station).length > 0);
    expect(station.signing.jobs()).toEqual([]);
    await sending;
    const next = await station.openOn(copy);
    expect([next.signing.jobs(), await readdir(join(copy, 'encrypted'))]).toEqual([[], []]);
  });

  test('with a signed file in its folder that is not recorded yet finds it, and does not write it twice', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a');
    const folder = join(station.folder, 'signed');
    await mkdir(folder);
    // A file of another content under the name, so that the number counts as well.
    await write(join(folder, 'a-signed.pdf'), 'another');
    await station.send(ids);
    const copy = await killedAt(station, () => readdirSync(folder).includes('a-signed (2).pdf'));
    expect(station.jobsOf(ids)[0]).toMatchObject({ status: 'signed', signedName: null, delivery: 'waiting' });
    await expect.poll(() => station.jobsOf(ids)[0]?.delivery, longWait).toBe('done');

    const next = await station.openOn(copy);
    await expect.poll(() => next.signing.jobs()[0]?.delivery, longWait).toBe('done');
    expect(next.signing.jobs()[0]?.signedName).toBe('a-signed (2).pdf');
    expect(await station.signedNames()).toEqual(['a-signed (2).pdf', 'a-signed.pdf']);
  });
});

describe('damage or loss', () => {
  async function spoil(station: SigningStation, beginning: string): Promise<string> {
    const name = encryptedNow(station).find((one) => one.startsWith(beginning)) ?? '';
    const path = join(station.dataDir, 'encrypted', name);
    const bytes = await readFile(path);
    const at = Math.floor(bytes.length / 2);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    await write(path, bytes);
    return name;
  }

  test('of a stored document: that document fails, its copy is quarantined, and the others of the call are sent', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a', 'b', 'c');
    station.queue.pause();
    await station.send(ids);
    const name = await spoil(station, `original.${ids[1]}`);
    station.queue.resume();
    await expect.poll(() => station.states(ids), longWait).toEqual(['signed', 'failed stored-data-damaged', 'signed']);
    expect(await readdir(join(station.dataDir, 'quarantine'))).toEqual([name]);
    expect(station.provider.log().flatMap(({ documents = [] }) => documents.map(({ reference }) => reference))).toEqual(['a', 'c']);
    // Its copy is gone, so it cannot be queued again from it; opened again it can.
    expect(await station.queue.retry(ids)).toEqual([]);
    await station.sendAll([ids[1] ?? '']);
    expect(station.states([ids[1] ?? ''])).toEqual(['signed']);
  });

  test('of the folder of encrypted files for a while: nothing counts as damaged or is sent, and all is there again with the folder', async () => {
    const station = withSigningActions(await buildStation());
    const [signed = '', waiting = ''] = await station.contracts('signed', 'waiting');
    await write(join(station.folder, 'signed'), 'in the way');
    await station.sendAll([signed]);
    station.queue.pause();
    await station.send([waiting]);
    // What it has in memory is gone.
    await station.reopen();
    const [folder, away] = [join(station.dataDir, 'encrypted'), join(station.dataDir, 'away')];
    await rename(folder, away);
    await rm(join(station.folder, 'signed'));
    station.queue.resume();
    await expect.poll(() => station.states([waiting]), longWait).toEqual(['queued data-folder-unusable']);
    expect(await station.queue.deliver([signed])).toBe(0);
    expect(station.jobsOf([signed])[0]).toMatchObject({ status: 'signed', delivery: 'waiting' });
    await rename(away, folder);
    await station.queue.deliver([signed]);
    station.queue.wake();
    await expect.poll(() => station.jobsOf([signed, waiting]).map(({ delivery }) => delivery), longWait).toEqual(['done', 'done']);
    expect(await station.signedNames()).toEqual(['signed-signed.pdf', 'waiting-signed.pdf']);
  });

  testWith('small file system')(
    'of the disk of that folder: the station does not open, and sends what waits once it is there again',
    async () => {
      const { dataDir, mount } = await folderOnDisk(4_096);
      const unmount = mount();
      const station = withSigningActions(await buildStation({ dataDir }));
      const ids = await station.contracts('waiting');
      station.queue.pause();
      await station.send(ids);
      const problem = { code: 'data-folder-unusable', detail: { context: 'encrypted' } };
      await expect(station.reopen({}, unmount)).rejects.toMatchObject({ problem });
      mount();
      const next = await station.openOn(dataDir);
      next.queue.resume();
      await expect.poll(() => statesOf(next), longWait).toEqual(['signed']);
    },
  );

  test.each<[string, (station: SigningStation) => Promise<number>]>([
    [
      'damaged',
      async (station) => {
        await spoil(station, 'decoded.');
        return 1;
      },
    ],
    [
      'gone',
      async (station) => {
        for (const name of encryptedNow(station)) if (name.startsWith('decoded.')) await rm(join(station.dataDir, 'encrypted', name));
        return 0;
      },
    ],
  ])('of a signed file before delivery (%s): in doubt until the provider’s record is accepted', async (_, harm) => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a');
    await write(join(station.folder, 'signed'), 'in the way');
    await station.sendAll(ids);
    expect(station.jobsOf(ids)[0]).toMatchObject({ status: 'signed', delivery: 'waiting' });
    const quarantined = await harm(station);
    await rm(join(station.folder, 'signed'));
    await station.queue.deliver(ids);
    expect(station.jobsOf(ids)[0]).toMatchObject({
      status: 'in-doubt',
      problem: { code: 'stored-data-damaged' },
      signedName: null,
      signedSha256: null,
      delivery: 'none',
    });
    expect(await station.signedNames()).toEqual([]);
    expect((await readdir(join(station.dataDir, 'quarantine')).catch(() => [])).length).toBe(quarantined);
    const { candidates } = await station.queue.check(ids[0] ?? '');
    await station.queue.accept(ids[0] ?? '', candidates[0]?.id ?? '');
    expect(station.jobsOf(ids)[0]).toMatchObject({ status: 'signed', delivery: 'done', problem: null });
    expect(await station.signedNames()).toEqual(['a-signed.pdf']);
  });
});

describe('without a keychain', () => {
  const refuse = async (): Promise<never> => {
    throw new StationError('keychain-unavailable', { cause: 'no-service' });
  };
  const none: Keychain = { get: refuse, set: refuse, remove: refuse };
  const marker = 'MARKER-4711';

  const inClear = (folder: string) => findMarkers(folder, { marker, document: '%PDF-' });
  const sessions = async (folder: string) => (await readdir(folder)).filter((name) => name.startsWith('session-'));

  test('the station signs, reports that the queue is not stored, and leaves nothing behind at its end or after a kill', async () => {
    const station = withSigningActions(await buildStation({ keychain: none }));
    expect(station.queue.state().memoryOnly).toMatchObject({ code: 'memory-only', detail: { cause: 'no-service' } });
    const [first = '', second = ''] = await station.contracts(`${marker}-a`, `${marker}-b`);
    await station.sendAll([first], { clientInfo: marker });
    expect(station.states([first])).toEqual(['signed']);
    station.queue.pause();
    await station.send([second], { clientInfo: marker });
    expect(await sessions(station.dataDir)).toHaveLength(1);
    expect(await inClear(station.dataDir)).toEqual([]);

    const copy = station.asKilled();
    const next = await station.openOn(copy);
    expect(next.signing.jobs()).toEqual([]);
    expect(await sessions(copy)).toHaveLength(1); // its own
    await next.close();
    expect(await sessions(copy)).toEqual([]);

    await station.close();
    expect(await sessions(station.dataDir)).toEqual([]);
    expect(await inClear(station.dataDir)).toEqual([]);
  });
});

describe('key rotation', () => {
  test('leaves queued documents sendable, also after a restart with the new key alone', async () => {
    const entries = new Map<string, string>();
    const station = withSigningActions(await buildStation({ keychain: memoryKeychain(entries) }));
    const [a = '', b = '', c = ''] = await station.contracts('a', 'b', 'c');
    station.queue.pause();
    await station.send([a, b]);
    const before = [...entries.keys()];
    expect(before).toHaveLength(1);
    await station.rotateKey();
    await station.send([c], { clientInfo: 'T-2' });
    expect(entries.size).toBe(2);
    await station.reopen({}, () => before.forEach((account) => void entries.delete(account)));
    expect([station.states([a, b, c]), station.notices(), station.queue.state().quarantined]).toEqual([Array(3).fill('queued'), [], []]);
    station.queue.resume();
    await expect.poll(() => station.states([a, b, c]), longWait).toEqual(Array(3).fill('signed'));
  });

  test('is refused for a key from the environment', async () => {
    const station = withSigningActions(await buildStation());
    await expect(station.rotateKey()).rejects.toMatchObject({ problem: { code: 'key-not-renewable' } });
  });
});
