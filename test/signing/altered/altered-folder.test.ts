/**
 * A data folder that is altered between two runs, again and again: damaged, cut, deleted, or replaced by older copies. No document is
 * sent twice without a person, and none is lost without a notice. Rounds and seed as in `test/signing/kill/kill.test.ts`.
 */
import { randomBytes } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { outcomeOf, thrownCode } from '../../support/code-of.ts';
import { type Keychain, memoryKeychain } from '../../support/doors/keychain.ts';
import { createRandom, type Random } from '../../support/kill/random.ts';
import { rounds, seed } from '../../support/runner/soak.ts';
import { type SigningStation, withSigningActions } from '../../support/signing/signing-actions.ts';
import { buildStation } from '../../support/station.ts';
import { type Alteration, alterations, digestOf } from './alterations.ts';

const kinds = Object.keys(alterations) as Alteration[];
const total = rounds(kinds.length);
const maxWaitMs = 10_000;
/** Maximum number of older copies, one of which may replace the data folder. */
const maxCopies = 4;

/** What a person at the station knows of a document. */
type Known = { reference: string; maxArrivals: number };

type Scene = {
  station: SigningStation;
  random: Random;
  /** Queued documents that were not reported as lost, by id. */
  known: Map<string, Known>;
  /** Ids of visits that were not reported as lost. */
  visits: Set<string>;
  copies: string[];
  fault(text: string): void;
};

/** Arrivals at the provider, by reference. */
function arrivals({ station }: Scene): Map<string, number> {
  const times = new Map<string, number>();
  for (const { references } of station.calls()) for (const one of references) times.set(one, (times.get(one) ?? 0) + 1);
  return times;
}

/** Sends documents, leaves some in the queue, and settles some that are in doubt or that a person has to send again. */
async function work(scene: Scene, round: number): Promise<void> {
  const { station, random, known } = scene;
  const queue = async (...names: string[]): Promise<string[]> => {
    const ids = await station.contracts(...names.map((name) => `${name}-${round}`));
    await station.send(ids);
    for (const { documentId, reference } of station.jobsOf(ids)) known.set(documentId, { reference, maxArrivals: 1 });
    return ids;
  };
  const copy = () => random.chance(0.4) && scene.copies.push(station.asKilled());
  station.queue.pause();
  copy();
  await queue('a');
  copy();
  if (random.chance(0.3)) station.provider.misbehave('sign', { drop: 'before-answer' });
  station.queue.resume();
  await station.queue.run({ maxWaitMs });
  copy();
  station.queue.pause();
  await queue('b');
  copy();
  await queue('c');
  scene.visits.add(station.visits.create({ name: `Ana ${round}`, identification: '', transaction: '' }).id);
  if (random.chance(0.4)) await settle(scene);
  copy();
  for (const old of scene.copies.splice(0, scene.copies.length - maxCopies)) rmSync(old, { recursive: true });
}

async function settle(scene: Scene): Promise<void> {
  const { station, random, known } = scene;
  const waiting = station.signing.jobs().filter(({ status }) => ['in-doubt', 'failed'].includes(status));
  for (const { documentId, status } of random.some(waiting, 3)) {
    if (status === 'in-doubt' && random.chance(0.5)) station.queue.close(documentId, 'Found at the provider.');
    else if ((await station.queue.retry([documentId], { resend: true, again: true })).length > 0) {
      const document = known.get(documentId);
      if (document) document.maxArrivals = 1 + (arrivals(scene).get(document.reference) ?? 0);
    }
  }
}

/** Checks the documents after a start, when every document that may be sent has been sent. */
function check(scene: Scene, notices: readonly string[]): void {
  const { station, known, fault } = scene;
  const arrived = arrivals(scene);
  const states = new Map(station.signing.jobs().map(({ documentId, status }) => [documentId, status]));
  for (const [id, { reference, maxArrivals }] of known) {
    const times = arrived.get(reference) ?? 0;
    if (times > maxArrivals) fault(`${reference} arrived ${times} times, and a person asked for ${maxArrivals}`);
    const status = states.get(id);
    if (status === 'signed' && times === 0) fault(`${reference} is signed, and was never sent`);
    if (status !== undefined) continue;
    if (notices.length === 0) fault(`${reference}, which arrived ${times} times, is lost without a notice`);
    known.delete(id);
  }
}

/** A visit of a killed run may be lost with the end of the database's WAL: the ledger has only queued and sent documents. */
function checkVisits({ station, visits, fault }: Scene, isKilled: boolean, notices: readonly string[]): void {
  for (const id of visits) {
    if (thrownCode(() => station.visits.open(id)) === null) continue;
    if (!isKilled && notices.length === 0) fault(`visit ${id} is lost without a notice`);
    visits.delete(id);
  }
}

test(`a data folder is altered ${total} times, seed ${seed}: nothing is sent twice unasked, or lost without a notice`, async () => {
  const random = createRandom(seed);
  const entries = new Map<string, string>();
  /** Makes the keychain of one run; after `kill` it stores nothing, as if the process had ended. */
  const keychainOfRun = (): Keychain & { kill(): void } => {
    const keychain = memoryKeychain(entries);
    let alive = true;
    return {
      ...keychain,
      kill() {
        alive = false;
      },
      set: async (account, value) => (alive ? keychain.set(account, value) : undefined),
    };
  };
  let keychain = keychainOfRun();
  const station = withSigningActions(await buildStation({ keychain }));
  const faults: string[] = [];
  const scene: Scene = { station, random, known: new Map(), visits: new Set(), copies: [], fault: (text) => faults.push(text) };
  const reports: Record<string, number> = {};

  for (let round = 0; round < total && faults.length === 0; round += 1) {
    const kind = kinds[(round * 7) % kinds.length] as Alteration;
    await work(scene, round);
    // The keychain has the latest head only after an orderly end, or a minute.
    const isKilled = kind !== 'an older folder is put back' && random.chance(0.5);
    const killed = station.asKilled();
    if (isKilled) keychain.kill();
    keychain = keychainOfRun();
    const replaceBy = (copy: string) => {
      rmSync(station.dataDir, { recursive: true });
      cpSync(copy, station.dataDir, { recursive: true });
    };
    await station.close();
    if (isKilled) replaceBy(killed);
    const before = station.asKilled();
    const old = random.some(scene.copies, 1)[0] ?? before;
    const meant = alterations[kind](station.dataDir, random, old);
    const altered = digestOf(station.dataDir);
    const isOtherKey = kind === 'the key is another one';
    const refused = await outcomeOf(() => station.reopen({ keychain, ...(isOtherKey && { vaultKey: randomBytes(32) }) }));
    if (isOtherKey && refused !== 'data-key-missing') faults.push(`another key: ${refused}`);
    if (refused !== 'done') {
      if (digestOf(station.dataDir) !== altered) faults.push(`refused with ${refused}, and changed the data folder`);
      // A person puts back the data folder as it was before the alteration.
      replaceBy(before);
      await station.reopen({ keychain });
    }
    const notices = station.notices().map(({ code }) => code);
    if ((kind === 'nothing is changed' || refused !== 'done') && notices.length > 0) faults.push(`reported ${notices} without a change`);
    station.queue.resume();
    await station.queue.run({ maxWaitMs });
    check(scene, notices);
    checkVisits(scene, isKilled, notices);
    station.acknowledgeNotices();
    const reported = refused !== 'done' ? refused : notices.join() || 'nothing';
    const name = `${kind}: ${reported}`;
    reports[name] = (reports[name] ?? 0) + 1;
    if (faults.length > 0) faults.push(`in round ${round}, killed: ${isKilled}, ${kind}: ${meant}; reported: ${reported}`);
    rmSync(before, { recursive: true });
    rmSync(killed, { recursive: true });
  }
  console.log(`altered, seed ${seed}: ${JSON.stringify(reports)}`);
  expect(faults, `seed ${seed}: ${faults.join('; ')}`).toEqual([]);
});
