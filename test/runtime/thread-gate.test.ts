/** A thread is ended between two zlib streams: Node would abort the whole process. */
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { endGated, startGated } from '../support/doors/runtime.ts';

const unpacking = `
const { parentPort, workerData } = require('node:worker_threads');
const { deflateSync } = require('node:zlib');
(async () => {
  const { unpack } = await import(workerData.streams);
  const dict = new Map([['Filter', { kind: 'name', value: 'FlateDecode' }]]);
  const stream = { dict, start: 0, end: 0, data: deflateSync(Buffer.alloc(2_000, 'abc')) };
  parentPort.postMessage('ready');
  do {
    unpack(null, stream);
    if (workerData.seen) workerData.seen[1] = workerData.seen[0];
  } while (workerData.endless);
  parentPort.postMessage('unpacked');
})();`;
const streams = new URL('../../main/platform/pdf/file/streams.ts', import.meta.url).href;
const said = async (messages: AsyncIterator<unknown[]>) => (await messages.next()).value?.[0];

test('a thread unpacks nothing while its gate is closed', async () => {
  const [gate, seen] = [new Int32Array(new SharedArrayBuffer(8)), new Int32Array(new SharedArrayBuffer(8))];
  gate[1] = 1;
  const worker = new Worker(unpacking, { eval: true, workerData: { streams, gate, seen } });
  const messages = on(worker, 'message');
  expect(await said(messages)).toBe('ready');
  await new Promise((resolve) => setTimeout(resolve, 50));
  seen[0] = 1;
  Atomics.store(gate, 1, 0);
  Atomics.notify(gate, 1);
  expect(await said(messages)).toBe('unpacked');
  expect(seen[1]).toBe(1);
  await worker.terminate();
});

test('threads that unpack without end are ended, and the process continues', async () => {
  for (let count = 0; count < 40; count += 1) {
    const worker = startGated(unpacking, { eval: true, workerData: { streams, endless: true } });
    expect(await said(on(worker, 'message'))).toBe('ready');
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
    await endGated(worker);
    expect(worker.threadId).toBe(-1);
  }
});
