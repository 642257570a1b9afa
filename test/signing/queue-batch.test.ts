/** A batch of several calls is queued call by call; what is left out after the first call is reported with the batch. */
import { copyFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { batchFinished } from '../support/signing/batch-finished.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { withVisitActions } from '../support/visits/visit-actions.ts';

const openStation = async (maxDocumentsPerCall: number) =>
  withVisitActions(withSigningActions(await buildStation({ signing: { maxDocumentsPerCall, concurrency: 1 } })));

/** Sends documents of a visit, at most `inCall` in a call. Runs `change` when the first call is queued, before the next is encrypted. */
async function sendChanged(change: (station: Awaited<ReturnType<typeof openStation>>) => void, names = ['a', 'b', 'c'], inCall = 1) {
  const station = await openStation(inCall);
  station.queue.pause();
  const ids = await station.contracts(...names);
  const visitId = station.visit({ transaction: 'TX-1001' });
  let isChanged = false;
  station.signing.events.on('changed', () => {
    if (isChanged) return;
    isChanged = true;
    change(station);
  });
  return { station, ids, answer: await station.signing.send({ documents: station.entries(ids), visitId }) };
}

describe('after the first call is queued', () => {
  test('a document without its file is left out and reported, and the others are queued', async () => {
    const { station, ids, answer } = await sendChanged(({ folder }) => rmSync(join(folder, 'b.pdf')));
    expect(answer.faults).toMatchObject([{ documentId: ids[1], problem: { code: 'file-missing' } }]);
    expect(answer.batchId).not.toBeNull();
    expect(station.signing.jobs().map(({ name, batchId, status }) => [name, batchId, status])).toEqual([
      ['a.pdf', answer.batchId, 'queued'],
      ['c.pdf', answer.batchId, 'queued'],
    ]);
    station.queue.resume();
    await batchFinished(station, answer.batchId);
    expect(station.states(ids)).toEqual(['signed', 'signed']);
    // It can be sent as soon as its file is there again.
    expect(station.signing.sentBefore(ids[1] ?? '', 'T-1')).toBeNull();
  });

  test('the others of its call are queued', async () => {
    const { station, ids, answer } = await sendChanged(({ folder }) => rmSync(join(folder, 'c.pdf')), ['a', 'b', 'c', 'd', 'e'], 2);
    expect(answer.faults).toMatchObject([{ documentId: ids[2], problem: { code: 'file-missing' } }]);
    expect(station.signing.jobs().map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf', 'd.pdf', 'e.pdf']);
  });

  test('a document with a changed file is left out, and its encrypted copy is removed', async () => {
    const { station, ids, answer } = await sendChanged(({ folder }) => writeFileSync(join(folder, 'c.pdf'), 'something else'));
    expect(answer.faults).toMatchObject([{ documentId: ids[2], problem: { code: 'file-changed' } }]);
    expect(station.states(ids)).toEqual(['queued', 'queued']);
    const originals = (await readdir(join(station.dataDir, 'encrypted'))).filter((name) => name.startsWith('original.'));
    expect(originals).toHaveLength(2);
  });

  test('a rule that stops the visit stops the rest, and is reported once', async () => {
    const { station, ids, answer } = await sendChanged((opened) => opened.rules({ clearScreening: { level: 'stop' } }));
    expect(answer.batchId).not.toBeNull();
    expect(answer.faults).toMatchObject([{ documentId: null, problem: { code: 'policy-not-screened' } }]);
    expect(station.jobsOf(ids)).toHaveLength(1);
  });
});

test('a document that was opened a moment ago is sent as it was then, without reading its file again', async () => {
  const station = await openStation(1);
  const ids = await station.contracts('a');
  const path = join(station.folder, 'a.pdf');
  utimesSync(path, 1_000_000_000, 1_000_000_000);
  await station.documents.recheck(ids);
  writeFileSync(path, Buffer.alloc(statSync(path).size));
  utimesSync(path, 1_000_000_000, 1_000_000_000);
  const { batchId, faults } = await station.signing.send({ documents: station.entries(ids) });
  expect(faults).toEqual([]);
  await batchFinished(station, batchId);
  expect(station.states(ids)).toEqual(['signed']);
});

test('before the first call is queued, a fault of one document queues none, and the others can be sent then', async () => {
  const station = await openStation(3);
  const ids = await station.contracts('a', 'b', 'c');
  rmSync(join(station.folder, 'b.pdf'));
  const answer = await station.signing.send({ documents: station.entries(ids) });
  expect(answer.batchId).toBeNull();
  expect(answer.faults).toMatchObject([{ documentId: ids[1], problem: { code: 'file-missing' } }]);
  expect(station.signing.jobs()).toEqual([]);
  const others = ids.filter((id) => id !== ids[1]);
  expect((await station.signing.send({ documents: station.entries(others) })).faults).toEqual([]);
  expect(station.jobsOf(others)).toHaveLength(2);
});

test('what a person sends again from the queue during the encryption is not queued twice, under this or another id', async () => {
  const station = await openStation(1);
  station.provider.misbehave('sign', { status: 400 }, 2);
  const [a = '', b = ''] = await station.contracts('a', 'b');
  for (const id of [a, b]) expect(await station.sendAll([id])).toMatchObject([{ status: 'failed' }]);
  const copy = join(station.folder, 'copy.pdf');
  copyFileSync(join(station.folder, 'b.pdf'), copy);
  const ids = [...(await station.contracts('c')), a, ...(await station.documents.open([copy])).ids, ...(await station.contracts('d'))];
  station.queue.pause();
  let retried: Promise<string[]> | null = null;
  station.signing.events.on('changed', () => {
    retried ??= station.queue.retry([a, b]);
  });
  const { batchId, faults } = await station.signing.send({ documents: station.entries(ids) });
  expect(await retried).toEqual([a, b]);
  expect(faults).toMatchObject([
    { documentId: a, problem: { code: 'document-sent' } },
    { documentId: ids[2], problem: { code: 'same-document-waits' } },
  ]);
  const queued = station.signing.jobs().filter((job) => job.batchId === batchId);
  expect(queued.map(({ name }) => name)).toEqual(['c.pdf', 'd.pdf']);
  const originals = (await readdir(join(station.dataDir, 'encrypted'))).filter((name) => name.startsWith('original.'));
  expect(originals).toHaveLength(4);
  station.queue.resume();
  await station.queue.run({ maxWaitMs: 10_000 });
  expect(station.calls().filter(({ status }) => status === 200)).toHaveLength(4);
});
