/**
 * `sign` on a disk that fails with EIO or ENOSPC at its N-th step, once, a few times, or from then on; then a restart on a
 * disk that works. The default run takes one N, one error and one of these durations, by its seed; the soak many, evenly over all.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DiskError, type DiskStep, prepareDiskShim } from '../../support/disk-shim/disk-shim.ts';
import { type PracticeInWorker, startPracticeWorker } from '../../support/doors/practice.ts';
import { createRandom } from '../../support/kill/random.ts';
import { workerUrl } from '../../support/runner/built-worker-url.ts';
import { rounds, seed } from '../../support/runner/soak.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { checkLeft } from './check-left.ts';
import { type Ended, faultsOfWords } from './commands.ts';
import { openScene, type Scene, settleAll, sign } from './scene.ts';

const cases = rounds(1);
const documents = 2;
/** A full disk is waited for: a person ends the command after this many steps that failed. */
const maxFailed = 12;

type Failing = { with: DiskError; at: number; times: number };

let practice: PracticeInWorker;
/** Noted by the first test. */
let steps: DiskStep[] = [];
beforeAll(async () => {
  practice = await startPracticeWorker(workerUrl('practice/worker'));
});
afterAll(() => practice.close());

it(`a disk that fails at any of ${cases} steps, seed ${seed}: nothing is lost or sent twice`, async () => {
  steps = await stepsOfSigning();
  const random = createRandom(seed);
  const ends: Record<string, number> = {};
  for (let n = 0; n < cases; n += 1) {
    // Evenly over all steps, in an order that meets early and late ones soon.
    const at = 1 + Math.floor(((n * 0.618 + random.next() / cases) % 1) * steps.length);
    const kind = n + seed;
    const fail: Failing = { with: kind % 2 === 0 ? 'EIO' : 'ENOSPC', at, times: [1, 0, 3][kind % 3] ?? 1 };
    const scene = await openScene({ root: await tempDir(), documents, first: 1 + documents * (n + 1), random, practice });
    try {
      const end = await signOnFailingDisk(scene, fail);
      ends[end] = (ends[end] ?? 0) + 1;
      expect(scene.account.faults, `seed ${seed}, case ${n}: ${JSON.stringify(fail)} of ${steps.length} steps`).toEqual([]);
    } finally {
      await scene.close();
    }
  }
  console.log(`failing disk, seed ${seed}: ${cases} of ${steps.length} steps; exit codes ${JSON.stringify(ends)}`);
});

it('a disk that does not make the name of an encrypted original last, and loses its power: nothing was taken over that is gone then', async () => {
  if (steps.length === 0) steps = await stepsOfSigning();
  const isName = ({ kind, path }: DiskStep) => kind === 'sync-folder' && basename(path) === 'encrypted';
  const names = steps.flatMap((step, index) => (isName(step) ? index + 1 : []));
  // That of the last original; the next name would make it last as well.
  const [at = 0, killAt = 0] = names.slice(documents - 1);
  const first = 1 + documents * (cases + 1);
  const scene = await openScene({ root: await tempDir(), documents, first, random: createRandom(1), practice });
  try {
    expect(await signOnFailingDisk(scene, { with: 'EIO', at, times: 1 }, killAt)).not.toBe('0');
    expect(scene.account.faults).toEqual([]);
  } finally {
    await scene.close();
  }
});

/** What signing does to the disk in a new data folder where nothing fails. */
async function stepsOfSigning(): Promise<DiskStep[]> {
  const scene = await openScene({ root: await tempDir(), documents, random: createRandom(1), practice });
  scene.front.behave();
  try {
    const shim = await shimOf(scene);
    const { code } = await scene.commands.run(sign(scene, documents), shim);
    expect(code).toBe(0);
    return await shim.steps();
  } finally {
    await scene.close();
  }
}

const shimOf = ({ dataDir, outputFolder, folder }: Scene, fail?: Failing, killAt?: number) =>
  prepareDiskShim({ roots: [dataDir, outputFolder], scratch: folder, ...(fail && { fail }), ...(killAt && { killAt }) });

/** Answers with the exit code, or `waited` when the command waited for room until it was killed, or lost its power at that step. */
async function signOnFailingDisk(scene: Scene, fail: Failing, powerCutAt?: number): Promise<string> {
  const { account, commands, front, outputFolder } = scene;
  front.behave();
  const shim = await shimOf(scene, fail, powerCutAt);
  const command = commands.start(sign(scene, documents), shim);
  const failed = async () => (await shim.steps()).filter(({ end }) => end === 'failed').length;
  const watching = setInterval(async () => {
    if (fail.times === 0 && (await failed()) >= maxFailed) command.signal('SIGKILL');
  }, 200);
  const ended = await command.ended.finally(() => clearInterval(watching));
  if ((await failed()) === 0) account.fault(`step ${fail.at} was not met`);
  await (powerCutAt ? shim.cutPower() : shim.discard());
  for (const fault of ended.code === null ? [] : faultsOfWords(ended)) account.fault(fault);
  noteAnswer(ended, scene);
  await front.idle();
  await checkLeft(commands, outputFolder, account);
  if (account.faults.length === 0) await settleAll(scene);
  const own = new Set(account.papers.map(({ reference }) => reference));
  account.compare((await practice.log()).filter((entry) => entry.documents?.some(({ reference }) => own.has(reference))));
  for (const { path, bytes, name } of account.papers)
    if (!(await readFile(path)).equals(bytes)) account.fault(`the original ${name} was changed`);
  return ended.code === null ? 'waited' : String(ended.code);
}

/** What the command said of a document holds after the restart. */
function noteAnswer({ code, documents: reported }: Ended, { account }: Scene): void {
  for (const { id, sha256, status, signedPath } of reported) {
    const paper = account.ofHash(sha256.original ?? '');
    if (!paper || status === 'failed') continue;
    account.known(id, paper.sha256);
    paper.acknowledged = true;
    if (status === 'signed') paper.settled = 'signed';
    if (code === 0 && signedPath === null) account.fault(`${paper.name} is all done without its file`);
  }
  const signed = reported.filter(({ status }) => status === 'signed').length;
  if (code === 0 && signed !== account.papers.length) account.fault(`exit code 0 with ${signed} signed documents`);
}
