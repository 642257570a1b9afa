/** A batch of several calls is queued call by call; what is left out after the first call is reported with the batch. */
import { rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withSigningActions } from '../support/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { withVisitActions } from '../support/visit-actions.ts';

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
    await station.signing.finished(answer.batchId ?? '');
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
