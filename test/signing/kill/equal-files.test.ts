/**
 * Two documents with one name for their signed files, for which the provider returns equal files, and a station that is killed when the
 * first one is in its folder: each document gets a file of its own.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { closing } from '../../support/closing.ts';
import { prepareDiskShim } from '../../support/disk-shim/disk-shim.ts';
import { profileSchema } from '../../support/doors/domain.ts';
import { startPracticeWorker } from '../../support/doors/practice.ts';
import { startChild } from '../../support/kill/child-process.ts';
import { plainPdf, writeFile } from '../../support/pdf/pdfs.ts';
import { workerUrl } from '../../support/runner/built-worker-url.ts';
import { program } from '../../support/runner/programs.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/waiting.ts';
import { profileAt } from './papers.ts';
import { type Go, nameOf, type Shown } from './protocol.ts';

const signed = nameOf(1).replace('.pdf', '-signed.pdf');

/** @param killAt step in the output folder. @returns names in that folder after the kill, and after the next run */
async function deliver(killAt: number): Promise<{ killed: string[]; after: string[] }> {
  const practice = closing(await startPracticeWorker(workerUrl('practice/worker')));
  await practice.misbehave('sign', { entry: 'same-file' });
  const scratch = await realpath(await tempDir());
  const [dataDir, outputFolder] = [join(scratch, 'data'), join(scratch, 'signed')];
  await mkdir(outputFolder);
  const bytes = await plainPdf(1, scratch);
  const paths: string[] = [];
  for (const name of [nameOf(1), signed]) paths.push(await writeFile(scratch, name, bytes));
  const vaultKey = randomBytes(32);
  const profile = profileAt(practice.origin, profileSchema.parse(practice.profile));
  const go: Go = { kind: 'go', dataDir, outputFolder, profile, secrets: practice.secrets };
  const jobs = new Map<string, Shown>();
  const start = async (env: Record<string, string> = {}) => {
    const child = startChild(vaultKey, program('signing-kill-child'), env);
    onTestFinished(child.kill);
    child.heard.on('report', (said) => {
      if (said.kind === 'open' || said.kind === 'changed') for (const job of said.jobs) jobs.set(job.id, job);
    });
    await child.ready;
    child.send(go);
    return child;
  };
  const names = async () => (await readdir(outputFolder)).filter((name) => !name.startsWith('.')).toSorted();

  const shim = await prepareDiskShim({ roots: [outputFolder], scratch, killAt });
  const first = await start(shim.env);
  first.send({ kind: 'send', paths, clientInfo: 'KT-CLIENT' });
  await first.gone;
  await shim.discard();
  const killed = await names();
  const next = await start();
  const states = () => [...jobs.values()].map(({ status, delivery }) => `${status} ${delivery}`);
  await until(states, ['signed done', 'signed done']);
  next.send({ kind: 'end' });
  await next.gone;
  return { killed, after: await names() };
}

test('equal files of two documents stay two files after a kill between their deliveries', async () => {
  // Two unfinished files are created, written and synced; then the first one gets its name.
  for (let killAt = 8; ; killAt += 1) {
    const { killed, after } = await deliver(killAt);
    expect(after).toEqual([signed.replace('.pdf', ' (2).pdf'), signed]);
    if (killed.length === 1) return;
  }
});
