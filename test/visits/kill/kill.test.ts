/**
 * A station that works on visits, killed again and again (SIGKILL): what it answered is there, once, and what was removed
 * is gone. Rounds and seed as in `test/signing/kill/kill.test.ts`.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { closing } from '../../support/closing.ts';
import { profileSchema } from '../../support/doors/domain.ts';
import { startPracticeWorker } from '../../support/doors/practice.ts';
import { type StationProcess, startChild } from '../../support/kill/child-process.ts';
import { createRandom, type Random } from '../../support/kill/random.ts';
import { workerUrl } from '../../support/runner/built-worker-url.ts';
import { program } from '../../support/runner/programs.ts';
import { rounds, seed } from '../../support/runner/soak.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { createVisitAccount } from './account.ts';
import { type Examined, examineRemoved, examineVisits } from './examine.ts';
import { type Action, actions, type VisitGo, type VisitReport } from './protocol.ts';

const total = rounds(4);
type Child = StationProcess<VisitReport, VisitGo>;

/** A kill that never meets any of these half-way shows nothing. */
const halfway: readonly Action[] = ['fetch', 'push', 'remove'];

/** What the kill is aimed at, by weight, and how many milliseconds after it was begun at most. */
const aims: readonly (readonly [weight: number, aim: { at: Action | 'start'; latest: number }])[] = [
  [4, { at: 'start', latest: 250 }],
  [7, { at: 'fetch', latest: 60 }],
  [14, { at: 'remove', latest: 6 }],
  [7, { at: 'push', latest: 20 }],
  [2, { at: 'create', latest: 4 }],
  [2, { at: 'override', latest: 4 }],
  [2, { at: 'note', latest: 4 }],
  [2, { at: 'screen', latest: 15 }],
];

/** Resolves when the child is to be killed. */
async function moment(child: Child, random: Random): Promise<void> {
  const { at, latest } = random.pick(aims);
  const delay = random.next() * latest;
  if (at === 'start') return wait(delay).then(() => undefined);
  let skip = random.between(1, 4);
  await new Promise<void>((resolve) => {
    child.heard.on('report', (report) => {
      if (report.kind === 'trying' && report.action === at) skip -= 1;
      if (skip === 0) resolve();
    });
    // It may have ended: the waiter reports that.
    void child.gone.then(() => resolve());
  });
  if (delay > 1) await wait(delay);
}

test(`visits, killed ${total} times or more, seed ${seed}: what was answered is there once, what was removed is gone`, async () => {
  const practice = closing(await startPracticeWorker(workerUrl('practice/worker')));
  const profile = profileSchema.parse(practice.profile);
  const [random, account, vaultKey] = [createRandom(seed), createVisitAccount(), randomBytes(32)];
  const faults: string[] = [];
  const met: Record<string, number> = Object.fromEntries(['start', ...actions].map((at) => [at, 0]));
  const place: Examined = {
    dataDir: await tempDir(),
    vaultKey,
    account,
    fault: (text) => void faults.push(text),
    verified: new Set(),
    texts: new Map(),
  };
  const start = (): Child => startChild(vaultKey, program('visits-kill-child'));

  // The next one gets ready while the last one is looked at.
  let next = start();
  onTestFinished(() => next.kill());
  const began = Date.now();
  /** More rounds than asked for, up to sixteen times as many, while something was not met half-way. */
  const continues = (round: number) => round <= total || (round <= 16 * total && halfway.some((at) => met[at] === 0));
  for (let round = 1; faults.length === 0 && continues(round); round += 1) {
    const child = next;
    await child.ready;
    let opened = false;
    child.heard.on('report', (report) => {
      if (report.kind === 'open') opened = true;
      account.hear(report);
    });
    const due = moment(child, random);
    child.send({ kind: 'go', dataDir: place.dataDir, profile, secrets: practice.secrets, seed: seed + 10 * round });
    await due;
    child.kill();
    next = start();
    expect(await child.gone, `seed ${seed}: it ended by itself`).toBeNull();
    for (const at of opened ? account.killed() : ['start']) met[at] = (met[at] ?? 0) + 1;
    await examineRemoved(place);
    await examineVisits(place);
    if (faults.length > 0) faults.push(`in round ${round}`);
  }
  const seconds = Math.round((Date.now() - began) / 1000);
  const { answered, refused } = account;
  console.log(`visits, seed ${seed}: ${JSON.stringify({ answered, refused: Object.fromEntries(refused), cutOff: met, seconds })}`);
  expect(faults, `seed ${seed}: ${faults.join('; ')}`).toEqual([]);
  // What the clerks may be refused: the other one has removed the visit, or works on it.
  expect([...refused.keys()].filter((code) => !['visit-unknown', 'visit-busy', 'state-changed'].includes(code))).toEqual([]);
  for (const at of halfway) expect(met[at], at).toBeGreaterThan(0);
});
