/**
 * The rotation of the key, killed at any step on the disk and around each change of the keychain, also by a power cut; then its
 * completion at the next start, killed likewise. Rounds and seed as in `command-line-kill.soak.test.ts`.
 */
import { randomUUID } from 'node:crypto';
import { cp, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Keychain, systemKeychain } from '../../support/doors/keychain.ts';
import { createRandom, type Random } from '../../support/kill/random.ts';
import { requirePart } from '../../support/runner/need.ts';
import { rounds, seed } from '../../support/runner/soak.ts';
import { tempDir } from '../../support/temp-dir.ts';
import {
  contentOf,
  encryptedIn,
  fillDataFolder,
  type KeychainOfTest,
  type Killed,
  keychainOfParent,
  type Moment,
  type ParentKeychain,
  type Renewal,
  runProcess,
} from './renewal.ts';

const total = rounds(3);
const cuts = ['nothing', 'some', 'all'] as const;

async function scene(keys: KeychainOfTest) {
  const scratch = await realpath(await tempDir());
  const full = join(scratch, 'full');
  await fillDataFolder(scratch, full, keys);
  const expected = { content: await contentOf(full, keys), encrypted: (await encryptedIn(full, keys)).contents };
  expect([expected.content.notices, expected.content.audit.intact]).toEqual([[], true]);
  expect([expected.content.jobs.length, expected.content.visits.length, Object.keys(expected.encrypted).length]).toEqual([3, 4, 5]);
  return { scratch, full, expected };
}

/** Runs one process to the moment, and lets the disk lose what `cut` says. Answers whether the moment came. */
async function killed(renewal: Renewal, cut: (typeof cuts)[number], random: Random): Promise<boolean> {
  const { met, shim } = await runProcess(renewal);
  if (cut === 'nothing') await shim.discard();
  else await shim.cutPower(cut === 'some' ? random : undefined);
  return met;
}

it(`the key rotation is killed ${total} times, seed ${seed}: everything opens afterwards`, async () => {
  const random = createRandom(seed);
  const keys = keychainOfParent();
  const { scratch, full, expected } = await scene(keys);
  const copy = async (name: string): Promise<{ dataDir: string; keys: ParentKeychain }> => {
    await cp(full, join(scratch, name), { recursive: true });
    return { dataDir: join(scratch, name), keys: keychainOfParent(new Map(keys.entries)) };
  };
  // How many steps there are: of a rotation without a kill, and of a start that completes one.
  const renewing = await runProcess({ ...(await copy('whole')), scratch, what: 'renew', moment: null });
  const half = await copy('half');
  await runProcess({ ...half, scratch, what: 'renew', moment: { kind: 'step', step: Math.ceil(renewing.steps * 0.9) } });
  const ending = await runProcess({ ...half, scratch, what: 'open', moment: null });
  expect([renewing.changes, ending.changes]).toEqual([1, 0]);
  const found = { renewals: 0, endings: 0 };

  for (let round = 0; round < total; round += 1) {
    const at = await copy(`round-${round}`);
    const momentOf = ({ steps, changes }: Killed, turn: number): Moment =>
      turn % 3 === 2 && changes > 0
        ? { kind: 'keychain', change: 1, when: turn % 2 === 0 ? 'after' : 'before' }
        : // Each part of the rotation in turn.
          { kind: 'step', step: Math.min(steps, 1 + Math.floor((steps * ((turn % 6) + random.next())) / 6)) };
    // Three of the six parts and one change of the keychain in the default run: the first or the last of them, by the seed.
    const turn = round + 3 * (seed % 2);
    const first = momentOf(renewing, turn);
    const second = momentOf(ending, turn + 1);
    const cut = cuts[round % 3] ?? 'all';
    const other = cuts[random.between(0, 2)] ?? 'all';
    found.renewals += Number(await killed({ ...at, scratch, what: 'renew', moment: first }, cut, random));
    found.endings += Number(await killed({ ...at, scratch, what: 'open', moment: second }, other, random));
    const why = `seed ${seed}, round ${round}: ${JSON.stringify({ first, cut, second, other })}`;
    expect(await contentOf(at.dataDir, at.keys), why).toEqual(expected.content);
    const { contents, keys: named } = await encryptedIn(at.dataDir, at.keys);
    expect(contents, why).toEqual(expected.encrypted);
    // The start completed the rotation: one key is left, and the keychain has it.
    expect(named, why).toHaveLength(1);
    expect([...at.keys.entries.keys()], why).toContain(`data-key/${named[0]}`);
  }
  console.log(`key rotation, seed ${seed}: ${JSON.stringify({ ...found, steps: [renewing.steps, ending.steps] })}`);
  expect(found.renewals).toBe(total);
  // A start completes only a rotation that was cut off after its new key.
  expect(found.endings).toBeGreaterThan(0);
});

it('with the keychain of the operating system, killed in the renewal and in its end', async () => {
  const service = `Signing Station test ${randomUUID()}`;
  const keys: KeychainOfTest = { service, keychain: systemKeychain(service) };
  requirePart('keyring');
  expect(await answers(keys.keychain), 'the keychain is locked').toBe(true);
  onTestFinished(() => removeEntries(service));
  const random = createRandom(seed);
  const { scratch, full: dataDir, expected } = await scene(keys);
  const before = (await encryptedIn(dataDir, keys)).keys;
  for (const what of ['renew', 'open'] as const) {
    const moment: Moment = { kind: 'step', step: random.between(8, 30) };
    expect(await killed({ dataDir, keys, scratch, what, moment }, 'some', random), `seed ${seed}`).toBe(true);
  }
  expect(await contentOf(dataDir, keys), `seed ${seed}`).toEqual(expected.content);
  const { contents, keys: after } = await encryptedIn(dataDir, keys);
  expect([contents, after.length], `seed ${seed}`).toEqual([expected.encrypted, 1]);
  expect(after).not.toEqual(before);
  await keys.keychain.remove(`data-key/${before[0]}`);
  expect(await contentOf(dataDir, keys), `seed ${seed}`).toEqual(expected.content);
});

/** Reading alone proves nothing: a keychain that is locked says that nothing is there. */
async function answers(keychain: Keychain): Promise<boolean> {
  try {
    await keychain.set('probe', 'x');
    const value = await keychain.get('probe');
    await keychain.remove('probe');
    return value === 'x';
  } catch {
    return false;
  }
}

async function removeEntries(service: string): Promise<void> {
  const { findCredentials, deletePassword } = (await import('keytar')).default;
  for (const { account } of await findCredentials(service)) await deletePassword(service, account);
}
