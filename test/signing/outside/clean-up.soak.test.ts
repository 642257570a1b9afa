/** A command that was killed around a delivery: what the next command says, and what it removes. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closing } from '../../support/closing.ts';
import { prepareDiskShim } from '../../support/disk-shim/disk-shim.ts';
import { type PracticeInWorker, startPracticeWorker } from '../../support/doors/practice.ts';
import { createRandom } from '../../support/kill/random.ts';
import { workerUrl } from '../../support/runner/built-worker-url.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { checkLeft } from './check-left.ts';
import { openScene, sign } from './scene.ts';

/** Signs one document, and is killed at the given step among the encrypted files, or in the output folder. */
async function signOne(practice: PracticeInWorker, first: number, killAt?: number, where: 'encrypted' | 'output' = 'encrypted') {
  const scene = await openScene({ root: await tempDir(), documents: 1, first, random: createRandom(1), practice });
  scene.front.behave();
  const encrypted = join(scene.dataDir, 'encrypted');
  const shim = await prepareDiskShim({
    roots: [scene.dataDir, scene.outputFolder],
    scratch: scene.folder,
    under: where === 'encrypted' ? encrypted : scene.outputFolder,
    ...(killAt !== undefined && { killAt }),
  });
  const { code } = await scene.commands.run(sign(scene, 1), shim);
  const steps = await shim.steps();
  await shim.discard();
  return { scene, encrypted, code, steps };
}

it('killed once the signed file was recorded: the next command removes the encrypted copy of the original', async () => {
  const practice = closing(await startPracticeWorker(workerUrl('practice/worker')));
  const whole = await signOne(practice, 1);
  expect([whole.code, await readdir(whole.encrypted)]).toEqual([0, []]);
  await whole.scene.close();
  // What came and the original are removed one after the other, once their rows are gone.
  const removals = whole.steps.flatMap(({ kind }, index) => (kind === 'unlink' ? [index + 1] : []));
  expect(removals).toHaveLength(2);

  const { scene, encrypted, code } = await signOne(practice, 2, removals[0]);
  expect([code, (await readdir(encrypted)).length]).toEqual([null, 2]);
  await scene.front.idle();
  const documents = await checkLeft(scene.commands, scene.outputFolder, scene.account);
  expect([scene.account.faults, documents.map(({ status, signedPath }) => [status, signedPath !== null])]).toEqual([
    [],
    [['signed', true]],
  ]);
  expect(await readdir(encrypted)).toEqual([]);

  // Whoever started the command starts it again.
  const { commands, account, outputFolder } = scene;
  const again = ['sign', '--client-info', 'KT-CLIENT', '--out', outputFolder, ...account.papers.map(({ path }) => path)];
  const signedPath = join(outputFolder, 'KT-REF-0002-signed.pdf');
  const second = await commands.run(again);
  expect([second.code, second.documents]).toMatchObject([3, [{ code: 'already-sent', status: 'signed', signedPath }]]);
  expect(second.documents[0]?.reason).toContain(signedPath);
  expect(second.documents[0]?.reason).toMatch(/ on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d;.*--again/);
  expect([account.faults, account.papers.map(({ wentOut }) => wentOut), await readdir(outputFolder)]).toEqual([
    [],
    [1],
    ['KT-REF-0002-signed.pdf'],
  ]);
  for (const paper of account.papers) account.requestedAgain(paper);
  const asked = await commands.run([...again, '--again']);
  expect([asked.code, account.faults, account.papers.map(({ wentOut }) => wentOut)]).toEqual([0, [], [2]]);
  await scene.close();
});

it('killed before the signed file is in its folder: the queue says so, and the same command delivers it', async () => {
  const practice = closing(await startPracticeWorker(workerUrl('practice/worker')));
  const { scene, code } = await signOne(practice, 3, 1, 'output');
  expect(code).toBeNull();
  await scene.front.idle();
  const [waiting] = await checkLeft(scene.commands, scene.outputFolder, scene.account);
  const reason = 'Signed and stored by the station; not in its folder yet. “queue run” saves it there.';
  expect(waiting).toMatchObject({ status: 'signed', reason, code: null, warning: null, signedPath: null });
  // Started again, the command sends nothing, and puts it into its folder.
  const { outputFolder, account } = scene;
  const again = ['sign', '--client-info', 'KT-CLIENT', '--out', outputFolder, ...account.papers.map(({ path }) => path)];
  const signedPath = join(outputFolder, 'KT-REF-0003-signed.pdf');
  expect(await scene.commands.run(again)).toMatchObject({ code: 3, documents: [{ code: 'already-sent', status: 'signed', signedPath }] });
  expect([account.papers.map(({ wentOut }) => wentOut), await readdir(outputFolder)]).toEqual([[1], ['KT-REF-0003-signed.pdf']]);
  await scene.close();
});
