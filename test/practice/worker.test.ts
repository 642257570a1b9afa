/** The practice provider away from the main thread, and the sample contracts to practise with. */
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closing } from '../support/closing.ts';
import { createPracticeMode } from '../support/doors/app.ts';
import { type PracticeInWorker, startPractice, startPracticeWorker, writeSamples } from '../support/doors/practice.ts';
import { lastingPort } from '../support/network/lasting-port.ts';
import { formOf, postSign, postToken, signed, signFields, signHeaders } from '../support/network/practice-calls.ts';
import { plainPdf } from '../support/pdf/pdfs.ts';
import { workerUrl } from '../support/runner/built-worker-url.ts';
import { tempDir } from '../support/temp-dir.ts';

const entry = workerUrl('practice/worker');

describe('in a worker', () => {
  let worker: PracticeInWorker;
  beforeAll(async () => {
    worker = await startPracticeWorker(entry, { maxDocuments: 1 });
  });
  afterAll(() => worker.close());

  test('has the options that it was given', async () => {
    const pdf = await plainPdf();
    expect((await postSign(worker, formOf(signFields([pdf, pdf])))).status).toBe(413);
  });

  test('misbehaves, spoils tokens and returns its log when asked from outside', async () => {
    await worker.misbehave('token', { status: 500 });
    expect((await postToken(worker)).status).toBe(500);
    const headers = await signHeaders(worker);
    await worker.spoilTokens('expired');
    expect((await postSign(worker, formOf(signFields([await plainPdf()])), headers)).status).toBe(403);
    expect((await worker.log()).slice(-3).map(({ operation, status }) => [operation, status])).toEqual([
      ['token', 500],
      ['token', 200],
      ['sign', 403],
    ]);
  });

  test('says why it cannot start: the port is taken', async () => {
    await expect(startPracticeWorker(entry, { port: Number(new URL(worker.origin).port) })).rejects.toThrow('EADDRINUSE');
  });

  test('after its end its port is closed, and later requests are rejected', async () => {
    // A port that no other test gets at the same time.
    const short = await startPracticeWorker(entry, { port: await lastingPort() });
    await short.close();
    await short.close();
    await expect(fetch(short.origin)).rejects.toThrow('fetch failed');
    await expect(short.log()).rejects.toThrow('ended');
  });
});

test('the station starts another when the one it had has ended', async () => {
  const mode = closing(createPracticeMode());
  const [first, same] = await Promise.all([mode.started(), mode.started()]);
  expect(same).toBe(first);
  await first.close();
  const second = await mode.started();
  expect(second).not.toBe(first);
  expect((await fetch(second.origin)).status).toBe(404);
});

describe('sample contracts', () => {
  test('are three real PDFs in Spanish, one with a turned page, and can be signed', async () => {
    const folder = await tempDir();
    const practice = closing(await startPractice());
    const paths = await writeSamples(`${folder}/new/samples`);
    expect(paths.map((path) => basename(path))).toContain('Contrato de apertura de cuenta.pdf');
    const contents = await Promise.all(paths.map((path) => readFile(path)));
    const rotations = [];
    for (const bytes of contents) {
      const pdf = await PDFDocument.load(bytes);
      rotations.push(pdf.getPages().map((page) => page.getRotation().angle));
    }
    expect(rotations).toEqual([[0, 0], [0], [0, 90, 0]]);
    expect(await signed(practice, contents)).toMatchObject([{ status: 'SUCCESS' }, { status: 'SUCCESS' }, { status: 'SUCCESS' }]);
  });

  test('never overwrite a file', async () => {
    const folder = await tempDir();
    const [first = ''] = await writeSamples(folder);
    await writeFile(first, 'mine');
    await writeSamples(folder);
    expect(await readFile(first, 'utf8')).toBe('mine');
  });
});
