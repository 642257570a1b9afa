import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startWatchedLine } from '../support/network/watched-line.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { pdfsig } from '../support/pdf/pdfsig.ts';
import { sha256 } from '../support/sha256.ts';
import { batchFinished } from '../support/signing/batch-finished.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { longWait } from '../support/waiting.ts';

/** Two documents in a paused queue; `copy`: the path of the first one's encrypted copy. */
async function pausedWithCopy() {
  const station = withSigningActions(await buildStation());
  const ids = await station.contracts('a', 'b');
  station.queue.pause();
  await station.send(ids);
  const folder = join(station.dataDir, 'encrypted');
  const names = (await readdir(folder)).filter((name) => name.startsWith(`original.${ids[0]}.`));
  expect(names).toHaveLength(1);
  return { station, ids, copy: join(folder, names.join()) };
}

describe('sending', () => {
  test('a batch is signed, every file has one valid signature, the originals are untouched', async () => {
    const station = withSigningActions(await buildStation({ signing: { maxDocumentsPerCall: 2 } }));
    const ids = await station.contracts('a', 'b', 'c');
    const before = await readFile(join(station.folder, 'a.pdf'));
    const jobs = await station.sendAll(ids);
    expect(jobs.map(({ status }) => status)).toEqual(['signed', 'signed', 'signed']);
    expect(await station.signedNames()).toEqual(['a-signed.pdf', 'b-signed.pdf', 'c-signed.pdf']);
    for (const job of jobs) {
      const path = station.signing.signedPath(job.documentId);
      expect(await pdfsig(path)).toEqual({ signatures: 1, valid: 1 });
      expect(sha256(await readFile(path))).toBe(job.signedSha256);
      expect(job.providerDocumentId).toMatch(/^PRACTICE-/);
      expect(job).toMatchObject({ problem: null, warning: null, quarantinedName: null });
    }
    expect(await readFile(join(station.folder, 'a.pdf'))).toEqual(before);
    expect(station.provider.log().filter(({ operation }) => operation === 'sign')).toHaveLength(2);
    expect(await station.encryptedNames()).toEqual([]);
  });

  test('progress goes queued, sending, signed, and events carry only the jobs that changed', async () => {
    const station = withSigningActions(await buildStation({ signing: { maxDocumentsPerCall: 1, concurrency: 1 } }));
    const ids = await station.contracts('a', 'b');
    const emitted: string[][] = [];
    station.signing.events.on('changed', (jobs) => emitted.push(jobs.map(({ reference, status }) => `${reference} ${status}`)));
    await station.sendAll(ids);
    // The event of the delivery is emitted too; the second call may begin while the first answer is checked.
    const of = (reference: string) => emitted.flat().filter((one, at, all) => one.startsWith(reference) && all.indexOf(one) === at);
    expect([of('a'), of('b')]).toEqual([
      ['a queued', 'a sending', 'a signed'],
      ['b queued', 'b sending', 'b signed'],
    ]);
    expect(emitted.filter((one) => one.length !== 1)).toEqual([]);
    const last = (reference: string) => emitted.flat().findLast((one) => one.startsWith(reference));
    expect([last('a'), last('b')]).toEqual(['a signed', 'b signed']);
  });

  test('a copy that the disk does not let be read fails its document alone, is not removed, and can be sent again', async () => {
    const { station, ids, copy } = await pausedWithCopy();
    // A folder in its place opens and cannot be read: EISDIR.
    await rename(copy, `${copy}.moved`);
    await mkdir(copy);
    station.queue.resume();
    await expect.poll(() => station.states(ids), longWait).toEqual(['failed copy-unreadable', 'signed']);
    expect(station.jobsOf(ids)[0]?.problem?.detail).toMatchObject({ cause: 'EISDIR' });
    await rmdir(copy);
    await rename(`${copy}.moved`, copy);
    expect(await station.queue.retry(ids)).toEqual([ids[0]]);
    await expect.poll(() => station.states(ids), longWait).toEqual(['signed', 'signed']);
  });

  test('a copy that is gone fails its document alone, and can be sent again once it is back', async () => {
    const { station, ids, copy } = await pausedWithCopy();
    await rename(copy, `${copy}.moved`);
    station.queue.resume();
    await expect.poll(() => station.states(ids), longWait).toEqual(['failed copy-unreadable', 'signed']);
    expect(station.jobsOf(ids)[0]?.problem?.detail).toMatchObject({ cause: 'ENOENT' });
    await rename(`${copy}.moved`, copy);
    expect(await station.queue.retry(ids)).toEqual([ids[0]]);
    await expect.poll(() => station.states(ids), longWait).toEqual(['signed', 'signed']);
  });

  test('with a fault nothing is queued, and every fault is reported', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a', 'b', 'c');
    const [a, b, c] = station.entries(ids);
    if (!a || !b || !c) throw new Error('three entries');
    const documents = [
      { ...a, reference: 'x' },
      { ...b, reference: 'x' },
      { ...c, placement: null },
    ];
    const { batchId, faults } = await station.signing.send({ documents });
    expect(batchId).toBeNull();
    expect(faults.map(({ problem }) => problem.code)).toEqual(['reference-repeated', 'reference-repeated', 'placement-missing']);
    expect(station.signing.jobs()).toEqual([]);
  });

  test('a second click while the first batch is being sent sends nothing twice', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a');
    const request = { documents: station.entries(ids) };
    const [first, second] = await Promise.all([station.signing.send(request), station.signing.send(request)]);
    expect([first.batchId, second.batchId].filter((id) => id === null)).toHaveLength(1);
    expect([...first.faults, ...second.faults].map(({ problem }) => problem.code)).toEqual(['document-sent']);
    await batchFinished(station, first.batchId ?? second.batchId);
    expect(station.provider.log().filter(({ operation }) => operation === 'sign')).toHaveLength(1);
  });

  test('a signed file gets a number when its name is taken', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a');
    await station.sendAll(ids);
    station.documents.remove(ids);
    const again = (await station.documents.open([join(station.folder, 'a.pdf')])).ids;
    const [job] = await station.sendAll(again, { again: true });
    expect(job?.signedName).toBe('a-signed (2).pdf');
    expect(await station.signedNames()).toEqual(['a-signed (2).pdf', 'a-signed.pdf']);
  });

  test('two files of one name get two names in one output folder', async () => {
    const station = withSigningActions(await buildStation());
    station.settings.change({ outputFolder: join(station.dataDir) });
    const [first] = await station.contracts('same');
    const other = withSigningActions(await buildStation());
    const path = await writeFile(other.folder, 'same.pdf', await plainPdf(2, 'other'));
    const [second] = (await station.documents.open([path])).ids;
    const jobs = await station.sendAll([first ?? '', second ?? '']);
    expect(jobs.map(({ signedName }) => signedName).sort()).toEqual(['same-signed (2).pdf', 'same-signed.pdf']);
  });
});

describe('an opened file', () => {
  test('that is removed before sending is reported by the check', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a', 'b');
    await rm(join(station.folder, 'a.pdf'));
    const faults = await station.signing.check({ documents: station.entries(ids) });
    expect(faults).toMatchObject([{ documentId: ids[0], problem: { code: 'file-missing' } }]);
  });

  test('that changes in size is reported by the check', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a');
    await writeFile(station.folder, 'a.pdf', await plainPdf(3));
    expect(await station.signing.check({ documents: station.entries(ids) })).toMatchObject([{ problem: { code: 'file-changed' } }]);
  });

  test('that changes at the same size is reported at queueing, and nothing of the batch is queued', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a', 'b', 'c');
    const bytes = await readFile(join(station.folder, 'b.pdf'));
    bytes[bytes.length - 2] = 0x20;
    await writeFile(station.folder, 'b.pdf', bytes);
    const { batchId, faults } = await station.signing.send({ documents: station.entries(ids) });
    expect([batchId, faults]).toMatchObject([null, [{ documentId: ids[1], problem: { code: 'file-changed' } }]]);
    expect(station.signing.jobs()).toEqual([]);
    expect(await readdir(join(station.dataDir, 'encrypted'))).toEqual([]);
    expect((await station.sendAll([ids[0] ?? '', ids[2] ?? ''])).map(({ status }) => status)).toEqual(['signed', 'signed']);
  });

  test.each<[string, (path: string) => Promise<unknown>]>([
    ['changed', async (path) => writeFile(dirname(path), basename(path), await plainPdf(3))],
    ['gone', (path) => rm(path)],
  ])('that is %s after queueing is sent with its queued content', async (_, change) => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a', 'b', 'c');
    const before = await readFile(join(station.folder, 'b.pdf'));
    station.queue.pause();
    const batchId = await station.send(ids);
    await change(join(station.folder, 'b.pdf'));
    station.queue.resume();
    await batchFinished(station, batchId);
    await station.queue.deliver(ids);
    expect(station.states(ids)).toEqual(['signed', 'signed', 'signed']);
    const sent = station.provider.log().flatMap(({ documents }) => documents ?? []);
    expect(sent.find(({ reference }) => reference === 'b')?.sha256).toBe(sha256(before));
    const signed = await readFile(station.signing.signedPath(ids[1] ?? ''));
    expect(signed.subarray(0, before.length).equals(before)).toBe(true);
  });
});

describe('calls', () => {
  test('split in halves on 413 until each part is taken', async () => {
    const station = withSigningActions(await buildStation({ practice: { maxDocuments: 2 } }));
    const jobs = await station.sendAll(await station.contracts('a', 'b', 'c', 'd', 'e'));
    expect(jobs.map(({ status }) => status)).toEqual(Array(5).fill('signed'));
    const log = station.provider.log().filter(({ operation }) => operation === 'sign');
    expect(log.map(({ status }) => status)).toEqual([413, 413, 200, 200, 200]);
  });

  test('two documents that are too large only together are sent in separate calls', async () => {
    const station = withSigningActions(await buildStation({ practice: { maxDocuments: 1 } }));
    const jobs = await station.sendAll(await station.contracts('a', 'b'));
    expect(jobs.map(({ status }) => status)).toEqual(['signed', 'signed']);
    expect(station.calls().map(({ status }) => status)).toEqual([413, 200, 200]);
  });

  test('after a half that failed the other half is not sent, but waits with it', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a', 'b', 'c', 'd');
    station.provider.misbehave('sign', { status: 413 });
    station.provider.misbehave('sign', { status: 429 });
    const jobs = await station.sendAll(ids);
    expect(jobs.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['signed', 3],
      ['signed', 3],
      ['signed', 2],
      ['signed', 2],
    ]);
    expect(station.calls()).toEqual([
      { references: ['a', 'b', 'c', 'd'], status: 413 },
      { references: ['a', 'b'], status: 429 },
      { references: ['a', 'b', 'c', 'd'], status: 200 },
    ]);
  });

  test('a document that gets 413 alone fails, and the others are signed', async () => {
    const station = withSigningActions(await buildStation({ practice: { maxBytes: 30_000 } }));
    const small = await station.contracts('a', 'b');
    const big = (
      await station.documents.open([
        await writeFile(station.folder, 'big.pdf', Buffer.concat([await plainPdf(), Buffer.alloc(40_000, 0x20)])),
      ])
    ).ids;
    const facts = station.documents.get(big[0] ?? '').document;
    expect(facts.problem).toBeNull();
    const jobs = await station.sendAll([...small, ...big]);
    expect(jobs.map(({ status, problem }) => [status, problem?.code])).toEqual([
      ['signed', undefined],
      ['signed', undefined],
      ['failed', 'call-too-large'],
    ]);
  });

  test('documents that differ in placement or client info are sent in separate calls', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a', 'b', 'c');
    const documents = station.entries(ids).map((entry, index) => (index === 1 ? { ...entry, clientInfo: 'T-2' } : entry));
    const { batchId } = await station.signing.send({ documents });
    await batchFinished(station, batchId);
    const calls = station.provider.log().filter(({ operation }) => operation === 'sign');
    expect(calls.map((call) => call.documents?.map(({ reference }) => reference)).sort()).toEqual([['a', 'c'], ['b']]);
  });

  test('a document that is cancelled during the token request is not in the call', async () => {
    let onToken = () => {};
    const onRequest = async (path: string) => (path === '/token' ? onToken() : undefined);
    const station = withSigningActions(await buildStation({ through: (origin) => startWatchedLine(origin, { onRequest }) }));
    const [a = '', b = ''] = await station.contracts('a', 'b');
    onToken = () => void station.signing.cancel([b]);
    await station.sendAll([a, b]);
    expect(station.states([a, b])).toEqual(['signed', 'cancelled cancelled']);
    expect(station.calls().map(({ references }) => references)).toEqual([['a']]);
  });

  test('queued documents can be cancelled, also during the token request; those being sent cannot', async () => {
    const station = withSigningActions(await buildStation({ signing: { maxDocumentsPerCall: 2, concurrency: 1 } }));
    const ids = await station.contracts('a', 'b', 'c');
    station.provider.misbehave('token', { delay: 300 });
    station.provider.misbehave('sign', { delay: 300 });
    const { batchId } = await station.signing.send({ documents: station.entries(ids) });
    expect(station.signing.cancel([ids[1] ?? '', ids[2] ?? '', 'unknown'])).toEqual([ids[1], ids[2]]);
    await new Promise<void>((resolve) => {
      station.signing.events.on('changed', (jobs) => jobs.some(({ status }) => status === 'sending') && resolve());
    });
    expect(station.signing.cancel(ids)).toEqual([]);
    await batchFinished(station, batchId);
    expect(station.jobsOf(ids).map(({ status }) => status)).toEqual(['signed', 'cancelled', 'cancelled']);
    const sent = station.provider.log().flatMap(({ documents }) => documents ?? []);
    expect(sent.map(({ reference }) => reference)).toEqual(['a']);
    // What was cancelled can be sent after all.
    expect((await station.sendAll([ids[1] ?? ''])).map(({ status }) => status)).toEqual(['signed']);
  });
});
