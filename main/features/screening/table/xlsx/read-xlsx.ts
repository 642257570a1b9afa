/** Rows of a workbook, read in a worker thread with a limit on memory, so that no file, however made, sinks the station. */
import { Worker } from 'node:worker_threads';
import { StationError } from '../../../../../shared/errors.ts';
import { workerUrl } from '../../../../platform/runtime/worker-url.ts';
import type { RawLine } from '../table-line.ts';
import { checkSignal, unreadable } from '../table-problems.ts';
import type { XlsxReply, XlsxRequest } from './xlsx-worker.ts';

/** Bytes that the worker may hold, objects and buffers together: the texts that cells share take most of them. */
const maxMemory = 768 * 2 ** 20;
/** V8's own limit, in megabytes, is out of reach: a parser that runs into it at full speed aborts the whole process, worker or not. */
const heapLimit = 4096;
const watchDelayMs = 50;

/** @returns names, in order. @throws StationError `table-unreadable` */
export async function sheetNames(path: string): Promise<string[]> {
  const worker = startWorker({ path, want: 'names' });
  try {
    const reply = await ask(worker, path);
    return 'names' in reply ? reply.names : [];
  } finally {
    await worker.terminate();
  }
}

/**
 * Rows are as long as the first one, or longer where they have more. Ending the loop early ends the worker.
 * @param sheet null: the first one
 * @throws StationError `table-unreadable`, `cancelled`
 */
export async function* xlsxLines(path: string, sheet: string | null, signal?: AbortSignal): AsyncGenerator<RawLine> {
  checkSignal(signal);
  const worker = startWorker({ path, want: 'rows', sheet });
  try {
    for (;;) {
      const reply = await ask(worker, path, signal);
      const rows = 'rows' in reply ? reply.rows : [];
      if (rows.length === 0) return;
      for (const row of rows) {
        checkSignal(signal);
        yield row;
      }
    }
  } finally {
    await worker.terminate();
  }
}

const startWorker = (request: XlsxRequest): Worker =>
  new Worker(workerUrl('main/features/screening/table/xlsx/xlsx-worker'), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: heapLimit },
    stdout: true,
    stderr: true,
  });

/** The next reply. @throws StationError what the worker met; `table-unreadable` where it takes too much memory; `cancelled` */
function ask(worker: Worker, path: string, signal?: AbortSignal): Promise<XlsxReply> {
  const { promise, resolve, reject } = Promise.withResolvers<XlsxReply>();
  const tooLarge = () => reject(unreadable(path, 'workbook-too-large'));
  const onMessage = (reply: XlsxReply) => {
    if ('problem' in reply) reject(new StationError(reply.problem.code, reply.problem.detail));
    else resolve(reply);
  };
  const onError = (error: unknown) => (isOutOfMemory(error) ? tooLarge() : reject(error));
  const onExit = () => reject(unreadable(path, 'damaged-workbook'));
  const onAbort = () => reject(new StationError('cancelled'));
  const watch = setInterval(async () => {
    if ((await memoryOf(worker)) > maxMemory) tooLarge();
  }, watchDelayMs);
  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  signal?.addEventListener('abort', onAbort, { once: true });
  worker.postMessage('next');
  return promise.finally(() => {
    clearInterval(watch);
    signal?.removeEventListener('abort', onAbort);
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
  });
}

const isOutOfMemory = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Bytes that a worker holds, garbage included; none for one that has ended. */
const memoryOf = (worker: Worker): Promise<number> =>
  worker.getHeapStatistics().then(
    ({ used_heap_size, external_memory }) => used_heap_size + external_memory,
    () => 0,
  );
