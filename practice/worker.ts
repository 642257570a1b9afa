/** Entry of the worker thread that runs the provider away from the main thread; `in-worker.ts` is its other end. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PracticeOptions } from './behaviour.ts';
import type { FromWorker, ToWorker } from './in-worker.ts';
import { startPractice } from './provider.ts';

const port = parentPort;
if (!port) throw new Error('practice/worker runs as a worker thread only');
const post = (message: FromWorker) => port.postMessage(message);

const practice = await startPractice(workerData as PracticeOptions);
port.on('message', ({ id, ask }: ToWorker) => {
  switch (ask.kind) {
    case 'misbehave':
      practice.misbehave(ask.operation, ask.how, ask.times);
      return post({ kind: 'answer', id });
    case 'spoilTokens':
      practice.spoilTokens(ask.how);
      return post({ kind: 'answer', id });
    case 'log':
      return post({ kind: 'answer', id, log: practice.log() });
    case 'asked':
      return post({ kind: 'answer', id, asked: practice.asked() });
    case 'close':
      // Without a listener nothing keeps the thread alive once the server is closed.
      return void practice.close().finally(() => port.close());
  }
});
const { origin, profile, secrets, signerRoot, certificate } = practice;
post({ kind: 'ready', origin, profile, secrets, signerRoot, ...(certificate !== undefined && { certificate }) });
