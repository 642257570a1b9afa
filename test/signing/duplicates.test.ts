/** A document that is opened again after it failed has several ids; it is sent once, not once for each id. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Misbehaviour } from '../support/doors/practice.ts';
import { batchFinished } from '../support/signing/batch-finished.ts';
import { type SigningStation, withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { tempDir } from '../support/temp-dir.ts';
import { longWait } from '../support/waiting.ts';

/** Sends one document under two ids, and the provider refuses both calls. With `folder`, the second is a copy in that folder. */
async function refusedTwice(folder?: string): Promise<{ station: SigningStation; first: string; second: string }> {
  const station = withSigningActions(await buildStation());
  const refuse: Misbehaviour = { status: 400 };
  const [first = ''] = await station.contracts('a');
  station.provider.misbehave('sign', refuse);
  await station.sendAll([first]);
  await station.reopen();
  const original = join(station.folder, 'a.pdf');
  if (folder !== undefined) await copyFile(original, join(folder, 'a.pdf'));
  const [second = ''] = (await station.documents.open([folder === undefined ? original : join(folder, 'a.pdf')])).ids;
  station.provider.misbehave('sign', refuse);
  await station.sendAll([second]);
  expect(station.states([first, second])).toEqual(Array(2).fill('failed request-refused'));
  expect(second).not.toBe(first);
  return { station, first, second };
}

const signedCalls = (station: SigningStation) => station.calls().filter(({ status }) => status === 200);

test('when two duplicates are sent again together, only the first is sent, and the other is not sent later either', async () => {
  const { station, first, second } = await refusedTwice();
  expect(await station.queue.retry([first, second, first])).toEqual([first]);
  await expect.poll(() => station.states([first]), longWait).toEqual(['signed']);
  expect(await station.queue.retry([second])).toEqual([]);
  expect(station.states([second])).toEqual(['failed request-refused']);
  expect(signedCalls(station)).toHaveLength(1);
});

test('a copy in another folder is a duplicate', async () => {
  const { station, first, second } = await refusedTwice(await tempDir());
  expect(await station.queue.retry([first, second])).toEqual([first]);
});

test('the duplicate of a document that is queued, in doubt or closed is sent only when a person asks for it', async () => {
  const { station, first, second } = await refusedTwice();
  const { queue } = station;
  queue.pause();
  expect(await queue.retry([first])).toEqual([first]);
  expect(await queue.retry([second], { resend: true })).toEqual([]);
  station.provider.misbehave('sign', { drop: 'before-answer' });
  queue.resume();
  await expect.poll(() => station.states([first]), longWait).toEqual(['in-doubt no-answer']);
  expect(await queue.retry([second])).toEqual([]);
  queue.close(first, 'The provider says that it did not sign it.');
  expect(await queue.retry([second])).toEqual([]);
  expect(queue.sentBefore([second], false)).toMatchObject([{ documentId: second, problem: { code: 'already-sent' } }]);
  expect(await queue.retry([second], { again: true })).toEqual([second]);
  await expect.poll(() => station.states([second]), longWait).toEqual(['signed']);
});

test('the same bytes for another client are no duplicate', async () => {
  const { station, first, second } = await refusedTwice();
  const refuse: Misbehaviour = { status: 400 };
  station.provider.misbehave('sign', refuse);
  await station.sendAll([second], { clientInfo: 'T-2' });
  expect(await station.queue.retry([first, second])).toEqual([first, second]);
  await expect.poll(() => station.states([first, second]), longWait).toEqual(['signed', 'signed']);
});

test('when two clicks send two copies at the same moment, only one copy is sent', async () => {
  const station = withSigningActions(await buildStation());
  const ids = await station.contracts('a');
  const copy = join(station.folder, 'copy.pdf');
  await copyFile(join(station.folder, 'a.pdf'), copy);
  const both = [...ids, ...(await station.documents.open([copy])).ids];
  const answers = await Promise.all(both.map((id) => station.signing.send({ documents: station.entries([id]) })));
  // Either may be the first.
  expect(answers.flatMap(({ faults }) => faults.map(({ problem }) => problem.code))).toEqual(['same-document-waits']);
  const [batch, ...more] = answers.flatMap(({ batchId }) => batchId ?? []);
  expect(more).toEqual([]);
  await batchFinished(station, batch);
  expect(station.calls()).toHaveLength(1);
});
