/**
 * What a station finds that was killed: on a copy of the data folder as it stood at a chosen moment. And what it
 * does with damage, without a keychain, and with a new key.
 */
import { readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile as write } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Station } from '../support/doors/app.ts';
import { StationError } from '../support/doors/errors.ts';
import { type Keychain, memoryKeychain } from '../support/doors/keychain.ts';
import { type Desk, openDesk, patiently } from '../support/signing-desk.ts';

const sealedNow = (desk: Desk): string[] => readdirSync(join(desk.dataDir, 'sealed'));

/** A copy of the data folder as it is when `moment` first says yes: looked at between any two steps of the station. */
async function killedAt(desk: Desk, moment: () => boolean): Promise<string> {
  const end = Date.now() + patiently.timeout;
  while (!moment()) {
    if (Date.now() > end) throw new Error('the moment did not come');
    await nextTurn();
  }
  return desk.asKilled();
}

const statesOf = (station: Station) =>
  station.signing.jobs().map(({ status, problem }) => (problem ? `${status} ${problem.code}` : status));
const signCalls = (desk: Desk) => desk.calls().length;

describe('killed', () => {
  test('with the answer kept and not judged: judged at the next start, without another call', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a', 'b');
    await desk.send(ids);
    const copy = await killedAt(desk, () => sealedNow(desk).some((name) => name.startsWith('decoded.')));
    expect(desk.states(ids)).toEqual(['sending', 'sending']);
    await expect.poll(() => desk.jobsOf(ids).map(({ delivery }) => delivery), patiently).toEqual(['done', 'done']);

    await rm(join(desk.folder, 'signed'), { recursive: true });
    const next = await desk.openOn(copy);
    expect(statesOf(next)).toEqual(['signed', 'signed']);
    await expect.poll(() => next.signing.jobs().map(({ delivery }) => delivery), patiently).toEqual(['done', 'done']);
    expect(await desk.signedNames()).toEqual(['a-signed.pdf', 'b-signed.pdf']);
    await expect.poll(() => readdirSync(join(copy, 'sealed')), patiently).toEqual([]);
    expect(signCalls(desk)).toBe(1);
  });

  test('while it was being sent: in doubt, and not sent again by itself', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a', 'b');
    desk.practice.misbehave('sign', { delay: 500 });
    await desk.send(ids);
    const copy = await killedAt(desk, () => desk.states(ids).every((state) => state === 'sending'));
    await expect.poll(() => desk.states(ids), patiently).toEqual(['signed', 'signed']);

    const next = await desk.openOn(copy);
    expect(statesOf(next)).toEqual(['in-doubt interrupted', 'in-doubt interrupted']);
    next.queue.wake();
    // The provider knows what it signed.
    const { offers } = await next.queue.check(ids[0] ?? '');
    expect(offers.map(({ source }) => source)).toEqual(['record']);
    expect([statesOf(next), signCalls(desk)]).toEqual([['in-doubt interrupted', 'in-doubt interrupted'], 1]);
  });

  test('with the documents queued: sent by the next start', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a', 'b');
    desk.station.queue.pause();
    await desk.send(ids);
    const copy = desk.asKilled();
    await rm(join(desk.folder, 'a.pdf'));
    const next = await desk.openOn(copy);
    expect([statesOf(next), signCalls(desk)]).toEqual([['queued', 'queued'], 0]);
    next.queue.resume();
    await expect.poll(() => statesOf(next), patiently).toEqual(['signed', 'signed']);
  });

  test('with the copies sealed and nothing queued yet: nothing is known of them, and they go', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a');
    const sending = desk.send(ids);
    const copy = await killedAt(desk, () => sealedNow(desk).length > 0);
    expect(desk.signing.jobs()).toEqual([]);
    await sending;
    const next = await desk.openOn(copy);
    expect([next.signing.jobs(), await readdir(join(copy, 'sealed'))]).toEqual([[], []]);
  });

  test('with the signed file in its folder and that not written down: it is found, not written twice', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a');
    const folder = join(desk.folder, 'signed');
    await mkdir(folder);
    // A file of another content under the name, so that the number counts as well.
    await write(join(folder, 'a-signed.pdf'), 'another');
    await desk.send(ids);
    const copy = await killedAt(desk, () => readdirSync(folder).includes('a-signed (2).pdf'));
    expect(desk.jobsOf(ids)[0]).toMatchObject({ status: 'signed', signedName: null, delivery: 'waiting' });
    await expect.poll(() => desk.jobsOf(ids)[0]?.delivery, patiently).toBe('done');

    const next = await desk.openOn(copy);
    await expect.poll(() => next.signing.jobs()[0]?.delivery, patiently).toBe('done');
    expect(next.signing.jobs()[0]?.signedName).toBe('a-signed (2).pdf');
    expect(await desk.signedNames()).toEqual(['a-signed (2).pdf', 'a-signed.pdf']);
  });
});

describe('damage', () => {
  async function spoil(desk: Desk, beginning: string): Promise<string> {
    const name = sealedNow(desk).find((one) => one.startsWith(beginning)) ?? '';
    const path = join(desk.dataDir, 'sealed', name);
    const bytes = await readFile(path);
    const at = Math.floor(bytes.length / 2);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    await write(path, bytes);
    return name;
  }

  test('of what is to be sent: that document fails, is set aside, and the others of the call are sent', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a', 'b', 'c');
    desk.station.queue.pause();
    await desk.send(ids);
    const name = await spoil(desk, `original.${ids[1]}`);
    desk.station.queue.resume();
    await expect.poll(() => desk.states(ids), patiently).toEqual(['signed', 'failed record-damaged', 'signed']);
    expect(await readdir(join(desk.dataDir, 'quarantine'))).toEqual([name]);
    expect(desk.practice.log().flatMap(({ documents = [] }) => documents.map(({ reference }) => reference))).toEqual(['a', 'c']);
    // Its copy is gone, so it cannot be queued again from it; opened again it can.
    expect(await desk.station.queue.retry(ids, false)).toEqual([]);
    await desk.sendAll([ids[1] ?? '']);
    expect(desk.states([ids[1] ?? ''])).toEqual(['signed']);
  });

  test.each<[string, (desk: Desk) => Promise<number>]>([
    [
      'damaged',
      async (desk) => {
        await spoil(desk, 'decoded.');
        return 1;
      },
    ],
    [
      'gone',
      async (desk) => {
        for (const name of sealedNow(desk)) if (name.startsWith('decoded.')) await rm(join(desk.dataDir, 'sealed', name));
        return 0;
      },
    ],
  ])('of what was signed and is not delivered yet (%s): in doubt, never shown as signed; the provider still has it', async (_, harm) => {
    const desk = await openDesk();
    const ids = await desk.contracts('a');
    await write(join(desk.folder, 'signed'), 'in the way');
    await desk.sendAll(ids);
    expect(desk.jobsOf(ids)[0]).toMatchObject({ status: 'signed', delivery: 'waiting' });
    const quarantined = await harm(desk);
    await rm(join(desk.folder, 'signed'));
    await desk.station.queue.deliver(ids);
    expect(desk.jobsOf(ids)[0]).toMatchObject({
      status: 'in-doubt',
      problem: { code: 'record-damaged' },
      signedName: null,
      signedSha256: null,
      delivery: 'none',
    });
    expect(await desk.signedNames()).toEqual([]);
    expect((await readdir(join(desk.dataDir, 'quarantine')).catch(() => [])).length).toBe(quarantined);
    const { offers } = await desk.station.queue.check(ids[0] ?? '');
    await desk.station.queue.accept(ids[0] ?? '', offers[0]?.id ?? '');
    expect(desk.jobsOf(ids)[0]).toMatchObject({ status: 'signed', delivery: 'done', problem: null });
    expect(await desk.signedNames()).toEqual(['a-signed.pdf']);
  });
});

describe('no keychain', () => {
  const refuse = async (): Promise<never> => {
    throw new StationError('keychain-unavailable', { cause: 'no-service' });
  };
  const none: Keychain = { get: refuse, set: refuse, remove: refuse };
  const marker = 'MARKER-4711';

  async function bytesUnder(folder: string): Promise<string> {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = found.filter((one) => one.isFile() && !one.name.startsWith('lock.'));
    return (await Promise.all(files.map((one) => readFile(join(one.parentPath, one.name), 'latin1')))).join('\n');
  }
  const sessions = async (folder: string) => (await readdir(folder)).filter((name) => name.startsWith('session-'));

  test('it works, says that the queue is not kept, and leaves nothing behind: at the end, or after a kill', async () => {
    const desk = await openDesk({ station: { keychain: none } });
    expect(desk.station.queue.state().notKept).toMatchObject({ code: 'queue-not-kept', detail: { cause: 'no-service' } });
    const [first = '', second = ''] = await desk.contracts(`${marker}-a`, `${marker}-b`);
    await desk.sendAll([first], { clientInfo: marker });
    expect(desk.states([first])).toEqual(['signed']);
    desk.station.queue.pause();
    await desk.send([second], { clientInfo: marker });
    expect(await sessions(desk.dataDir)).toHaveLength(1);
    expect(await bytesUnder(desk.dataDir)).not.toMatch(/MARKER-4711|%PDF-/);

    const copy = desk.asKilled();
    const next = await desk.openOn(copy);
    expect(next.signing.jobs()).toEqual([]);
    expect(await sessions(copy)).toHaveLength(1); // its own
    await next.close();
    expect(await sessions(copy)).toEqual([]);

    await desk.station.close();
    expect(await sessions(desk.dataDir)).toEqual([]);
    expect(await bytesUnder(desk.dataDir)).not.toMatch(/MARKER-4711|%PDF-/);
  });
});

describe('a new key', () => {
  test('what waits can still be sent, also after a new start, and the old key goes from the keychain', async () => {
    const entries = new Map<string, string>();
    const desk = await openDesk({ station: { keychain: memoryKeychain(entries) } });
    const [a = '', b = '', c = ''] = await desk.contracts('a', 'b', 'c');
    desk.station.queue.pause();
    await desk.send([a, b]);
    const before = [...entries.keys()];
    expect(before).toHaveLength(1);
    await desk.station.renewKey();
    await desk.send([c], { clientInfo: 'T-2' });
    expect(entries.size).toBe(2);

    // Once with both, and once with the new one alone.
    await desk.reopen();
    expect([...entries.keys()]).toHaveLength(1);
    expect([...entries.keys()]).not.toEqual(before);
    await desk.reopen();
    expect([desk.states([a, b, c]), desk.station.notices(), desk.station.queue.state().quarantined]).toEqual([
      Array(3).fill('queued'),
      [],
      [],
    ]);
    desk.station.queue.resume();
    await expect.poll(() => desk.states([a, b, c]), patiently).toEqual(Array(3).fill('signed'));
  });

  test('a given key cannot be renewed', async () => {
    const desk = await openDesk();
    await expect(desk.station.renewKey()).rejects.toMatchObject({ problem: { code: 'key-not-renewable' } });
  });
});
