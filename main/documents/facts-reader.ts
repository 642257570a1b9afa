/** Reads PDF facts in worker threads, so that no file, however made, stops or sinks the station. */
import { Worker } from 'node:worker_threads';
import { problem } from '../../shared/errors.ts';
import { createLimit } from '../signing/limit.ts';
import { workerUrl } from '../worker-url.ts';
import type { FactsReply, FactsRequest } from './facts-worker.ts';

export type FactsReader = {
  /** Never rejects: a file that takes too long or too much memory is answered as `pdf-damaged`. */
  read(request: FactsRequest): Promise<FactsReply>;
  close(): Promise<void>;
};

export type FactsLimits = {
  /** Milliseconds for one file. */
  time: number;
  /** Bytes of buffers that one worker may hold; the JavaScript heap has its own limit. */
  memory: number;
};

const defaults: FactsLimits = { time: 60_000, memory: 1 << 30 };
const heapMegabytes = 1024;
const workers = 2;
/** Milliseconds without work after which the workers' memory is given back. */
const idleTime = 10_000;
const watchEvery = 200;

export function createFactsReader(limits: FactsLimits = defaults): FactsReader {
  const idle: Worker[] = [];
  const busy = new Set<Worker>();
  const limit = createLimit(workers);
  let idleTimer: NodeJS.Timeout | undefined;

  const endIdle = () => Promise.all(idle.splice(0).map((worker) => worker.terminate()));

  async function read(request: FactsRequest): Promise<FactsReply> {
    clearTimeout(idleTimer);
    const reply = await limit(() => readIn(idle.pop() ?? startWorker(), request));
    clearTimeout(idleTimer);
    idleTimer = setTimeout(endIdle, idleTime).unref();
    return reply;
  }

  function readIn(worker: Worker, request: FactsRequest): Promise<FactsReply> {
    busy.add(worker);
    // Only work under way keeps the process alive.
    worker.ref();
    return new Promise((resolve) => {
      const end = (reply: FactsReply, usable: boolean) => {
        clearTimeout(timer);
        clearInterval(watch);
        worker.off('message', onReply).off('error', giveUp).off('exit', giveUp);
        worker.unref();
        busy.delete(worker);
        if (usable) idle.push(worker);
        else void worker.terminate();
        resolve(reply);
      };
      const giveUp = () => end({ facts: null, problem: problem('pdf-damaged') }, false);
      const timer = setTimeout(giveUp, limits.time);
      const watch = setInterval(() => {
        worker.getHeapStatistics().then(
          (statistics) => busy.has(worker) && statistics.external_memory > limits.memory && giveUp(),
          () => {}, // ended meanwhile
        );
      }, watchEvery);
      const onReply = (reply: FactsReply) => end(reply, true);
      worker.on('message', onReply).on('error', giveUp).on('exit', giveUp);
      worker.postMessage(request);
    });
  }

  return {
    read,
    async close() {
      clearTimeout(idleTimer);
      await Promise.all([endIdle(), ...[...busy].map((worker) => worker.terminate())]);
    },
  };
}

function startWorker(): Worker {
  const worker = new Worker(workerUrl('main/documents/facts-worker'), { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } });
  // One that fails while idle or while being ended is nobody's loss; without a listener it would be everybody's.
  return worker.on('error', () => {});
}
