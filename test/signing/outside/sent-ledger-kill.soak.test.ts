/**
 * Kills `sign` around each entry of the sent ledger: before and after its write and its sync, and before the commit of the database,
 * also by a power cut. The default run takes a few of these steps, the soak the asked number, evenly over all.
 */
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { prepareDiskShim } from '../../support/disk-shim/disk-shim.ts';
import { type PracticeInWorker, startPracticeWorker } from '../../support/doors/practice.ts';
import { createRandom } from '../../support/kill/random.ts';
import { workerUrl } from '../../support/runner/built-worker-url.ts';
import { rounds, seed } from '../../support/runner/soak.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { checkLeft } from './check-left.ts';
import { openScene, type Scene, settleAll, sign } from './scene.ts';

const total = rounds(4);
const documents = 2;
/** Steps after one of the ledger in which the database commits it. */
const after = 6;
const cuts = ['nothing', 'some', 'all'] as const;

const shimOf = ({ dataDir, outputFolder, folder }: Scene, killAt?: number) =>
  prepareDiskShim({ roots: [dataDir, outputFolder], scratch: folder, ...(killAt !== undefined && { killAt }) });

/** The steps of the ledger in a run without a kill, and the steps after each of them; counted from 1. */
async function momentsOf(practice: PracticeInWorker): Promise<number[]> {
  const scene = await openScene({ root: await tempDir(), documents, random: createRandom(1), practice });
  scene.front.behave();
  try {
    const shim = await shimOf(scene);
    expect((await scene.commands.run(sign(scene, documents), shim)).code).toBe(0);
    const steps = await shim.steps();
    const own = steps.flatMap(({ path, kind }, index) => (basename(path) === 'sent-ledger' && kind !== 'create' ? index + 1 : []));
    expect(own.length).toBeGreaterThanOrEqual(4);
    return [...new Set(own.flatMap((step) => Array.from({ length: after }, (_, next) => step + next)))];
  } finally {
    await scene.close();
  }
}

it(`killed ${total} times around an entry of the ledger, seed ${seed}: nothing is lost or sent twice`, async () => {
  const random = createRandom(seed);
  const practice = await startPracticeWorker(workerUrl('practice/worker'));
  const found = { killed: 0, inDoubt: 0 };
  try {
    const moments = await momentsOf(practice);
    for (let n = 0; n < total; n += 1) {
      const killAt = moments[Math.floor(((n * 0.618 + random.next() / total) % 1) * moments.length)] ?? 0;
      const scene = await openScene({ root: await tempDir(), documents, first: 1 + documents * (n + 1), random, practice });
      const { account, commands, front, outputFolder } = scene;
      try {
        front.behave();
        const shim = await shimOf(scene, killAt);
        const { code } = await commands.run(sign(scene, documents), shim);
        found.killed += Number(code === null);
        const cut = cuts[n % 3] ?? 'all';
        if (cut === 'nothing') await shim.discard();
        else await shim.cutPower(cut === 'some' ? random : undefined);
        await front.idle();
        const left = await checkLeft(commands, outputFolder, account);
        found.inDoubt += left.filter(({ status }) => status === 'in-doubt').length;
        if (account.faults.length === 0) await settleAll(scene);
        expect(account.faults, `seed ${seed}, round ${n}: step ${killAt}, lost: ${cut}`).toEqual([]);
      } finally {
        await scene.close();
      }
    }
  } finally {
    await practice.close();
  }
  console.log(`killed around the ledger, seed ${seed}: ${JSON.stringify(found)}`);
  expect(found.killed).toBeGreaterThan(0);
});
