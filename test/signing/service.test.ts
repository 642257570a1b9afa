import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { plainPdf, writeFile } from '../support/pdfs.ts';
import { pdfsig } from '../support/pdfsig.ts';
import { openDesk } from '../support/signing-desk.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('sending', () => {
  test('a batch is signed, every file has one valid signature, the originals are untouched', async () => {
    const desk = await openDesk({ signing: { maxDocumentsPerCall: 2 } });
    const ids = await desk.contracts('a', 'b', 'c');
    const before = await readFile(join(desk.folder, 'a.pdf'));
    const jobs = await desk.sendAll(ids);
    expect(jobs.map(({ status }) => status)).toEqual(['signed', 'signed', 'signed']);
    expect(await desk.signedNames()).toEqual(['a-signed.pdf', 'b-signed.pdf', 'c-signed.pdf']);
    for (const job of jobs) {
      const path = desk.signing.signedPath(job.documentId);
      expect(await pdfsig(path)).toEqual({ signatures: 1, valid: 1 });
      expect(sha256(await readFile(path))).toBe(job.signedSha256);
      expect(job.providerDocumentId).toMatch(/^PRACTICE-/);
      expect(job).toMatchObject({ problem: null, warning: null, asideName: null });
    }
    expect(await readFile(join(desk.folder, 'a.pdf'))).toEqual(before);
    expect(desk.practice.log().filter(({ operation }) => operation === 'sign')).toHaveLength(2);
    expect(await desk.sealedNames()).toEqual([]);
  });

  test('progress goes queued, sending, signed, and events carry only the jobs that changed', async () => {
    const desk = await openDesk({ signing: { maxDocumentsPerCall: 1, concurrency: 1 } });
    const ids = await desk.contracts('a', 'b');
    const told: string[][] = [];
    desk.signing.events.on('changed', (jobs) => told.push(jobs.map(({ reference, status }) => `${reference} ${status}`)));
    await desk.sendAll(ids);
    // What is written about the delivery is told as well; states come in this order, one document each.
    const first = told.flatMap((one) => one.join('|')).filter((one, at, all) => all.indexOf(one) === at);
    expect(first).toEqual(['a queued|b queued', 'a sending', 'a signed', 'b sending', 'b signed']);
    const last = (reference: string) => told.flat().findLast((one) => one.startsWith(reference));
    expect([last('a'), last('b')]).toEqual(['a signed', 'b signed']);
  });

  test('with a fault nothing is queued, and every fault is told', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a', 'b', 'c');
    const [a, b, c] = desk.entries(ids);
    if (!a || !b || !c) throw new Error('three entries');
    const documents = [
      { ...a, reference: 'x' },
      { ...b, reference: 'x' },
      { ...c, placement: null },
    ];
    const { batchId, faults } = await desk.signing.send({ documents });
    expect(batchId).toBeNull();
    expect(faults.map(({ problem }) => problem.code)).toEqual(['reference-repeated', 'reference-repeated', 'placement-missing']);
    expect(desk.signing.jobs()).toEqual([]);
  });

  test('a second click while the first batch is on its way sends nothing twice', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a');
    const request = { documents: desk.entries(ids) };
    const [first, second] = await Promise.all([desk.signing.send(request), desk.signing.send(request)]);
    expect([first.batchId, second.batchId].filter((id) => id === null)).toHaveLength(1);
    expect([...first.faults, ...second.faults].map(({ problem }) => problem.code)).toEqual(['already-sent']);
    await desk.signing.settled(first.batchId ?? second.batchId ?? '');
    expect(desk.practice.log().filter(({ operation }) => operation === 'sign')).toHaveLength(1);
  });

  test('a name that is taken gets a number', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a');
    await desk.sendAll(ids);
    desk.documents.remove(ids);
    const again = (await desk.documents.open([join(desk.folder, 'a.pdf')])).ids;
    const [job] = await desk.sendAll(again);
    expect(job?.signedName).toBe('a-signed (2).pdf');
    expect(await desk.signedNames()).toEqual(['a-signed (2).pdf', 'a-signed.pdf']);
  });

  test('two files of one name in one output folder', async () => {
    const desk = await openDesk();
    desk.output.folder = join(desk.dataDir);
    const [first] = await desk.contracts('same');
    const other = await openDesk();
    const path = await writeFile(other.folder, 'same.pdf', await plainPdf(2, 'other'));
    const [second] = (await desk.documents.open([path])).ids;
    const jobs = await desk.sendAll([first ?? '', second ?? '']);
    expect(jobs.map(({ signedName }) => signedName).sort()).toEqual(['same-signed (2).pdf', 'same-signed.pdf']);
  });
});

describe('what happens to the file', () => {
  test('vanished before sending: told by the check', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a', 'b');
    await rm(join(desk.folder, 'a.pdf'));
    const faults = await desk.signing.check({ documents: desk.entries(ids) });
    expect(faults).toMatchObject([{ documentId: ids[0], problem: { code: 'file-missing' } }]);
  });

  test('changed in size: told by the check', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a');
    await writeFile(desk.folder, 'a.pdf', await plainPdf(3));
    expect(await desk.signing.check({ documents: desk.entries(ids) })).toMatchObject([{ problem: { code: 'file-changed' } }]);
  });

  test('changed with the same size: told when it is queued, nothing of the batch is', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a', 'b', 'c');
    const bytes = await readFile(join(desk.folder, 'b.pdf'));
    bytes[bytes.length - 2] = 0x20;
    await writeFile(desk.folder, 'b.pdf', bytes);
    const { batchId, faults } = await desk.signing.send({ documents: desk.entries(ids) });
    expect([batchId, faults]).toMatchObject([null, [{ documentId: ids[1], problem: { code: 'file-changed' } }]]);
    expect(desk.signing.jobs()).toEqual([]);
    expect(await readdir(join(desk.dataDir, 'sealed'))).toEqual([]);
    expect((await desk.sendAll([ids[0] ?? '', ids[2] ?? ''])).map(({ status }) => status)).toEqual(['signed', 'signed']);
  });

  test.each<[string, (path: string) => Promise<unknown>]>([
    ['changed', async (path) => writeFile(dirname(path), basename(path), await plainPdf(3))],
    ['gone', (path) => rm(path)],
  ])('%s after it was queued: what was queued is sent', async (_, change) => {
    const desk = await openDesk();
    const ids = await desk.contracts('a', 'b', 'c');
    const before = await readFile(join(desk.folder, 'b.pdf'));
    desk.station.queue.pause();
    const batchId = await desk.send(ids);
    await change(join(desk.folder, 'b.pdf'));
    desk.station.queue.resume();
    await desk.signing.settled(batchId);
    await desk.station.queue.deliver(ids);
    expect(desk.states(ids)).toEqual(['signed', 'signed', 'signed']);
    const sent = desk.practice.log().flatMap(({ documents }) => documents ?? []);
    expect(sent.find(({ reference }) => reference === 'b')?.sha256).toBe(sha256(before));
    const signed = await readFile(desk.signing.signedPath(ids[1] ?? ''));
    expect(signed.subarray(0, before.length).equals(before)).toBe(true);
  });
});

describe('calls', () => {
  test('split in halves on 413 until each part is taken', async () => {
    const desk = await openDesk({ practice: { maxDocuments: 2 } });
    const jobs = await desk.sendAll(await desk.contracts('a', 'b', 'c', 'd', 'e'));
    expect(jobs.map(({ status }) => status)).toEqual(Array(5).fill('signed'));
    const log = desk.practice.log().filter(({ operation }) => operation === 'sign');
    expect(log.map(({ status }) => status)).toEqual([413, 413, 200, 200, 200]);
  });

  test('after a half that failed the other half is not sent, but waits with it', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a', 'b', 'c', 'd');
    desk.practice.misbehave('sign', { status: 413 });
    desk.practice.misbehave('sign', { status: 429 });
    const jobs = await desk.sendAll(ids);
    expect(jobs.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['signed', 3],
      ['signed', 3],
      ['signed', 2],
      ['signed', 2],
    ]);
    expect(desk.calls()).toEqual([
      { references: ['a', 'b', 'c', 'd'], status: 413 },
      { references: ['a', 'b'], status: 429 },
      { references: ['a', 'b', 'c', 'd'], status: 200 },
    ]);
  });

  test('413 for a document alone: failed, the others are signed', async () => {
    const desk = await openDesk({ practice: { maxBytes: 30_000 } });
    const small = await desk.contracts('a', 'b');
    const big = (
      await desk.documents.open([await writeFile(desk.folder, 'big.pdf', Buffer.concat([await plainPdf(), Buffer.alloc(40_000, 0x20)]))])
    ).ids;
    const facts = desk.documents.get(big[0] ?? '').document;
    expect(facts.problem).toBeNull();
    const jobs = await desk.sendAll([...small, ...big]);
    expect(jobs.map(({ status, problem }) => [status, problem?.code])).toEqual([
      ['signed', undefined],
      ['signed', undefined],
      ['failed', 'call-too-large'],
    ]);
  });

  test('documents that differ in placement or client info go in calls of their own', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a', 'b', 'c');
    const documents = desk.entries(ids).map((entry, index) => (index === 1 ? { ...entry, clientInfo: 'T-2' } : entry));
    const { batchId } = await desk.signing.send({ documents });
    await desk.signing.settled(batchId ?? '');
    const calls = desk.practice.log().filter(({ operation }) => operation === 'sign');
    expect(calls.map((call) => call.documents?.map(({ reference }) => reference)).sort()).toEqual([['a', 'c'], ['b']]);
  });

  test('what waits can be cancelled, also while its call gets its token; what is being sent cannot', async () => {
    const desk = await openDesk({ signing: { maxDocumentsPerCall: 2, concurrency: 1 } });
    const ids = await desk.contracts('a', 'b', 'c');
    desk.practice.misbehave('token', { delay: 300 });
    desk.practice.misbehave('sign', { delay: 300 });
    const { batchId } = await desk.signing.send({ documents: desk.entries(ids) });
    expect(desk.signing.cancel([ids[1] ?? '', ids[2] ?? '', 'unknown'])).toEqual([ids[1], ids[2]]);
    await new Promise<void>((resolve) => {
      desk.signing.events.on('changed', (jobs) => jobs.some(({ status }) => status === 'sending') && resolve());
    });
    expect(desk.signing.cancel(ids)).toEqual([]);
    await desk.signing.settled(batchId ?? '');
    expect(desk.jobsOf(ids).map(({ status }) => status)).toEqual(['signed', 'cancelled', 'cancelled']);
    const sent = desk.practice.log().flatMap(({ documents }) => documents ?? []);
    expect(sent.map(({ reference }) => reference)).toEqual(['a']);
    // What was cancelled can be sent after all.
    expect((await desk.sendAll([ids[1] ?? ''])).map(({ status }) => status)).toEqual(['signed']);
  });
});
