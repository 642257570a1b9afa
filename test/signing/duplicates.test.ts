/** The same document under several ids (opened again after it failed) is not sent again for each of them. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Misbehaviour } from '../support/doors/practice.ts';
import { type Desk, openDesk, patiently } from '../support/signing-desk.ts';

/** Refused once under each of two ids, as when a clerk opens it again the next day. */
async function refusedTwice(): Promise<{ desk: Desk; first: string; second: string }> {
  const desk = await openDesk();
  const refuse: Misbehaviour = { status: 400 };
  const [first = ''] = await desk.contracts('a');
  desk.practice.misbehave('sign', refuse);
  await desk.sendAll([first]);
  await desk.reopen();
  const [second = ''] = (await desk.documents.open([join(desk.folder, 'a.pdf')])).ids;
  desk.practice.misbehave('sign', refuse);
  await desk.sendAll([second]);
  expect(desk.states([first, second])).toEqual(Array(2).fill('failed request-refused'));
  expect(second).not.toBe(first);
  return { desk, first, second };
}

const signedCalls = (desk: Desk) => desk.calls().filter(({ status }) => status === 200);

test('both sent again at once: one goes out, and afterwards the other does not either', async () => {
  const { desk, first, second } = await refusedTwice();
  expect(await desk.station.queue.retry([first, second, first], false)).toEqual([first]);
  await expect.poll(() => desk.states([first]), patiently).toEqual(['signed']);
  expect(await desk.station.queue.retry([second], false)).toEqual([]);
  expect(desk.states([second])).toEqual(['failed request-refused']);
  expect(signedCalls(desk)).toHaveLength(1);
});

test('while one waits or is in doubt the other stays, and goes once the doubt is closed', async () => {
  const { desk, first, second } = await refusedTwice();
  const { queue } = desk.station;
  queue.pause();
  expect(await queue.retry([first], false)).toEqual([first]);
  expect(await queue.retry([second], true)).toEqual([]);
  desk.practice.misbehave('sign', { drop: 'before-answer' });
  queue.resume();
  await expect.poll(() => desk.states([first]), patiently).toEqual(['in-doubt no-answer']);
  expect(await queue.retry([second], false)).toEqual([]);
  queue.close(first, 'The provider says that it did not sign it.');
  expect(await queue.retry([second], false)).toEqual([second]);
  await expect.poll(() => desk.states([second]), patiently).toEqual(['signed']);
});

test('copies that were numbered apart, or for another client, are documents of their own', async () => {
  const { desk, first, second } = await refusedTwice();
  const refuse: Misbehaviour = { status: 400 };
  desk.practice.misbehave('sign', refuse);
  await desk.sendAll([second], { clientInfo: 'T-2' });
  expect(await desk.station.queue.retry([first, second], false)).toEqual([first, second]);
  await expect.poll(() => desk.states([first, second]), patiently).toEqual(['signed', 'signed']);
});
