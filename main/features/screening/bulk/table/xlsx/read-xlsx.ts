/** Reads the rows of a workbook in a worker thread with a memory limit, so that no crafted file ends the station. */
import { Worker } from 'node:worker_threads';
import { StationError } from '../../../../../../shared/errors.ts';
import { isOutOfMemory, memoryOf } from '../../../../../platform/runtime/worker-memory.ts';
import { workerUrl } from '../../../../../platform/runtime/worker-url.ts';
import { checkSignal, type FileRow, unreadable } from '../file-row.ts';
import type { XlsxReply, XlsxRequest } from './xlsx-worker.ts';

/** Maximum bytes of the worker, objects and buffers together; most of them are texts that cells share. */
const maxMemory = 768 * 2 ** 20;
/** V8's own limit, in megabytes, must never be reached: a parser that reaches it at full speed aborts the whole process, worker or not. */
const heapLimit = 4096;
const watchDelayMs = 50;

/** Returns the names of the sheets in order. @throws StationError `table-unreadable` */
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
 * Yields rows that have at least as many cells as the first one. Ending the loop early ends the worker.
 * @param sheet null: the first one
 * @throws StationError `table-unreadable`, `cancelled`
 */
export async function* readXlsx(path: string, sheet: string | null, signal?: AbortSignal): AsyncGenerator<FileRow> {
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
  new Worker(workerUrl('main/features/screening/bulk/table/xlsx/xlsx-worker'), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: heapLimit },
    stdout: true,
    stderr: true,
  });

/** Requests the next reply. @throws StationError the worker's problem; `table-unreadable` when it takes too much memory; `cancelled` */
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
