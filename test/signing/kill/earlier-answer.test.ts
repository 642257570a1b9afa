/**
 * An answer that was stored and could not be applied, since the disk failed at that moment; a person then sent its document again. At the
 * next start the answer decides nothing about the newer call, and its signed file is not lost.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { closing } from '../../support/closing.ts';
import { type DiskShim, type DiskStep, prepareDiskShim } from '../../support/disk-shim/disk-shim.ts';
import { profileSchema } from '../../support/doors/domain.ts';
import { type PracticeInWorker, startPracticeWorker } from '../../support/doors/practice.ts';
import { type StationProcess, startChild } from '../../support/kill/child-process.ts';
import { type SwitchedLine, startSwitchedLine } from '../../support/network/switched-line.ts';
import { plainPdf, writeFile } from '../../support/pdf/pdfs.ts';
import { workerUrl } from '../../support/runner/built-worker-url.ts';
import { program } from '../../support/runner/programs.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/waiting.ts';
import { profileAt } from './papers.ts';
import { type Go, nameOf, type Shown, type StationReport } from './protocol.ts';

let practice: PracticeInWorker;
beforeAll(async () => {
  practice = await startPracticeWorker(workerUrl('practice/worker'));
});
afterAll(() => practice.close());

type Desk = { go: Go; vaultKey: Buffer; path: string; scratch: string; line: SwitchedLine };

async function openDesk(): Promise<Desk> {
  const scratch = await realpath(await tempDir());
  const [dataDir, outputFolder] = [join(scratch, 'data'), join(scratch, 'signed')];
  await mkdir(outputFolder);
  const path = await writeFile(scratch, nameOf(1), await plainPdf(1, scratch));
  const line = closing(await startSwitchedLine(practice.origin));
  const profile = profileAt(line.origin, profileSchema.parse(practice.profile));
  const go: Go = { kind: 'go', dataDir, outputFolder, profile, secrets: practice.secrets };
  return { go, vaultKey: randomBytes(32), path, scratch, line };
}

type Running = StationProcess & { job(): Shown | undefined; heardAll: StationReport[] };

async function start({ go, vaultKey }: Desk, shim?: DiskShim): Promise<Running> {
  const child = startChild(vaultKey, program('signing-kill-child'), shim?.env);
  onTestFinished(child.kill);
  const heardAll: StationReport[] = [];
  let job: Shown | undefined;
  child.heard.on('report', (said) => {
    heardAll.push(said);
    if (said.kind === 'open' || said.kind === 'changed') job = said.jobs[0] ?? job;
  });
  await child.ready;
  child.send(go);
  await until(() => heardAll.some(({ kind }) => kind === 'open'), true);
  return { ...child, job: () => job, heardAll };
}

const isOfLedger = ({ kind, path }: DiskStep) => kind === 'write' && basename(path) === 'sent-ledger';

/** The step that writes the result of the first call into the ledger: after those that queue and begin it. */
async function stepOfResult(): Promise<number> {
  const desk = await openDesk();
  const shim = await prepareDiskShim({ roots: [desk.go.dataDir], scratch: desk.scratch, waits: true });
  const child = await start(desk, shim);
  await shim.arm();
  child.send({ kind: 'send', paths: [desk.path], clientInfo: 'KT-CLIENT' });
  await until(() => child.job()?.status, 'signed');
  const at = (await shim.steps()).flatMap((step, index) => (isOfLedger(step) ? index + 1 : []))[2];
  child.kill();
  await child.gone;
  return at ?? 0;
}

/** Counted once for both tests. */
let step: Promise<number> | null = null;

/** A document in doubt: its answer is stored, and the disk failed when its outcome was to be written. */
async function withUnappliedAnswer(): Promise<{ desk: Desk; child: Running; shim: DiskShim }> {
  for (;;) {
    const desk = await openDesk();
    step ??= stepOfResult();
    const fail = { with: 'EIO', at: await step, times: 1 } as const;
    const shim = await prepareDiskShim({ roots: [desk.go.dataDir], scratch: desk.scratch, waits: true, fail });
    const child = await start(desk, shim);
    await shim.arm();
    child.send({ kind: 'send', paths: [desk.path], clientInfo: 'KT-CLIENT' });
    await until(
      () => ['in-doubt', 'signed', 'failed'].includes(child.job()?.status ?? '') || child.heardAll.some(({ kind }) => kind === 'faults'),
      true,
    );
    const failed = (await shim.steps()).filter(({ end }) => end === 'failed');
    if (failed.some(isOfLedger) && child.job()?.status === 'in-doubt') return { desk, child, shim };
    // The steps of this run were in another order.
    step = null;
    child.kill();
    await child.gone;
  }
}

const names = async ({ go }: Desk) => (await readdir(go.outputFolder)).toSorted();

async function isSignedFile({ go, path }: Desk, name: string): Promise<boolean> {
  const [original, found] = [await readFile(path), await readFile(join(go.outputFolder, name))];
  return found.length > original.length && found.subarray(0, original.length).equals(original);
}

const signed = nameOf(1).replace('.pdf', '-signed.pdf');
const received = nameOf(1).replace('.pdf', '-received.bin');

test('killed during the newer call: the document is in doubt, and the file of the earlier answer can be accepted', async () => {
  const { desk, child, shim } = await withUnappliedAnswer();
  desk.line.hold();
  const id = child.job()?.id ?? '';
  child.send({ kind: 'retry', ids: [id], release: true });
  await until(() => child.job()?.status, 'sending');
  child.kill();
  await child.gone;
  await shim.discard();

  const next = await start(desk);
  expect(next.job()?.status).toBe('in-doubt');
  await until(() => names(desk), [received]);
  expect(await isSignedFile(desk, received)).toBe(true);
  next.send({ kind: 'accept', id });
  await until(() => next.job(), { id, sha256: next.job()?.sha256, status: 'signed', delivery: 'done' });
  expect(await names(desk)).toEqual([received, signed]);
  next.send({ kind: 'end' });
  expect(await next.gone).toBe(0);
});

test('killed after the newer call signed the document: the file of the earlier answer is delivered as received', async () => {
  const { desk, child, shim } = await withUnappliedAnswer();
  const id = child.job()?.id ?? '';
  child.send({ kind: 'retry', ids: [id], release: true });
  await until(() => child.job()?.delivery, 'done');
  expect([child.job()?.status, await names(desk)]).toEqual(['signed', [signed]]);
  child.kill();
  await child.gone;
  await shim.discard();

  const next = await start(desk);
  await until(() => names(desk), [received, signed]);
  expect(await isSignedFile(desk, received)).toBe(true);
  expect(next.job()?.status).toBe('signed');
  next.send({ kind: 'end' });
  expect(await next.gone).toBe(0);
  expect(await readdir(join(desk.go.dataDir, 'encrypted'))).toEqual([]);
});
