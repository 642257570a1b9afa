/**
 * Reads PDFs in worker threads, so that no file, however made, blocks or crashes the station; and reads one document with all checks, from
 * those of the file system to the facts of the PDF.
 */

import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { isMarkedAsUntransferable, type Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { StationDocument } from '../../../shared/domain/documents/document.ts';
import { type ProblemCode, problem } from '../../../shared/errors.ts';
import { fileProblem } from '../../platform/files/file-problem.ts';
import { digestBytes, type FileDigest, hashFile } from '../../platform/files/hash-file.ts';
import { afterRunning } from '../../platform/runtime/after-running.ts';
import { endGated, startGated } from '../../platform/runtime/thread-gate.ts';
import { isOutOfMemory, memoryOf } from '../../platform/runtime/worker-memory.ts';
import { workerUrl } from '../../platform/runtime/worker-url.ts';
import { type NewContents, stateOf } from '../../platform/storage/recent-contents.ts';
import type { OnPage } from '../verification/verification.ts';
import { shapeFault } from './file-shape.ts';
import type { FactsReply, FactsRequest, VerifyProgress, VerifyReply, VerifyRequest, WorkerAnswer, WorkerRequest } from './pdf-worker.ts';
import type { ViewerPatch } from './viewer-patch.ts';

export type PdfReader = {
  /**
   * Reads the facts of a file. Never rejects. Bytes are transferred, unless threads share them: the caller can no longer use them. A file that
   * takes too long or too much memory gives `pdf-too-complex`, one not read before `close` `cancelled`, and a failing worker `internal`.
   */
  read(request: FactsRequest, size: number): Promise<FactsReply>;
  /**
   * Checks a file within the same limits; `size`: bytes of all its files. Never rejects: a check that `close` or the signal ends gives
   * `cancelled`. A comparison page by page may take the time of a file for each page, and `maxSpans` times that in all.
   */
  verify(request: VerifyRequest, size: number, watch?: VerifyWatch): Promise<VerifyReply>;
  close(): Promise<void>;
};

/** `onOpened`: called for a request that asks whether the file opens, before it is verified. */
export type VerifyWatch = { signal?: AbortSignal | undefined; onPage?: OnPage | undefined; onOpened?: (opens: boolean) => void };

export type ReadingLimits = {
  /** Milliseconds for one file. */
  time: number;
  /** Bytes that one worker may use, objects and buffers together, in addition to `memoryPerByte` for each byte of the file. */
  memory: number;
};

const defaults: ReadingLimits = { time: 60_000, memory: 256 * 1024 * 1024 };
const memoryPerByte = 4;
/**
 * V8's own limit for a worker, in megabytes. It must never be reached: a parser that exceeds it at full speed aborts the
 * whole process, even in a worker. So the memory is watched, and the worker is ended well before.
 */
const heapLimit = 2048;
/**
 * Maximum number of workers of one reader for each of its two tasks: a check that takes long does not delay the opening of a document. Each
 * worker compiles the same programs again, so that two which share the cores with main are slower than one.
 */
const workers = availableParallelism() < 4 ? 1 : 2;
/** Milliseconds without work after which the memory of the workers is released. */
const idleTime = 60_000;
/** Workers without work, of all readers of the process: starting one costs more than reading most documents. */
const idle: { worker: Worker; retainedBytes: number }[] = [];
let idleTimer: NodeJS.Timeout | undefined;
const watchEvery = 100;
const maxSpans = 10;

export function createPdfReader(limits: ReadingLimits = defaults): PdfReader {
  const busy = new Set<Worker>();
  const [readLimit, verifyLimit] = [pLimit(workers), pLimit(workers)];
  let closed = false;

  /** Returns the reply of a worker, or the code of the reason why there is none. */
  async function askWorker<Reply>(request: WorkerRequest, size: number, watch: VerifyWatch = {}): Promise<Reply | ProblemCode> {
    if (closed || watch.signal?.aborted) return 'cancelled';
    const { worker, retainedBytes } = restingWorker() ?? { worker: startWorker(), retainedBytes: 0 };
    busy.add(worker);
    // Only work in progress keeps the process alive.
    worker.ref();
    // Memory that an earlier file retains is not counted as used by this one.
    const { reply, usedBytes } = await ask<Reply>(worker, request, retainedBytes + limits.memory + size * memoryPerByte, watch);
    worker.unref();
    // `close` already ends the workers that it removed from `busy`. PDFium retains 50 to 90 MB once loaded, garbage included.
    if (busy.delete(worker) && usedBytes < limits.memory / 2) rest(worker, usedBytes);
    else void endGated(worker);
    return reply;
  }

  function ask<Reply>(
    worker: Worker,
    request: WorkerRequest,
    memory: number,
    { signal, onPage, onOpened }: VerifyWatch,
  ): Promise<{ reply: Reply | ProblemCode; usedBytes: number }> {
    return new Promise((resolve) => {
      // A worker that gave no answer is not used again.
      const end = (reply: Reply | ProblemCode, usedBytes = Number.POSITIVE_INFINITY) => {
        endSpan();
        endWhole();
        clearInterval(watch);
        worker.off('message', onReply).off('error', onError).off('exit', onExit);
        signal?.removeEventListener('abort', onAbort);
        resolve({ reply, usedBytes });
      };
      const giveUp = () => end('pdf-too-complex');
      let endSpan = afterRunning(limits.time, giveUp);
      const endWhole = afterRunning(limits.time * maxSpans, giveUp);
      const watch = setInterval(async () => {
        // After the end this has no effect.
        if ((await memoryOf(worker)) > memory) giveUp();
      }, watchEvery);
      const onReply = (answer: WorkerAnswer | VerifyProgress) => {
        if ('reply' in answer) return end(answer.reply as Reply, answer.usedBytes);
        endSpan();
        endSpan = afterRunning(limits.time, giveUp);
        if ('opens' in answer) onOpened?.(answer.opens);
        else onPage?.(answer.rendered.done, answer.rendered.total);
      };
      // The worker catches errors of the parser. Other errors are lack of memory or our own fault.
      const onError = (error: unknown) => (isOutOfMemory(error) ? giveUp() : end('internal'));
      const onExit = () => end(closed ? 'cancelled' : 'internal');
      const onAbort = () => end('cancelled');
      worker.on('message', onReply).on('error', onError).on('exit', onExit);
      signal?.addEventListener('abort', onAbort);
      if ('facts' in request && 'bytes' in request.facts && !isShared(request.facts.bytes)) {
        const bytes = ownMemory(request.facts.bytes);
        worker.postMessage({ facts: { ...request.facts, bytes } } satisfies WorkerRequest, [bytes.buffer]);
      } else worker.postMessage('verify' in request ? withNewRoots(request, worker) : request);
    });
  }

  return {
    async read(request, size) {
      const reply = await readLimit(() => askWorker<FactsReply>({ facts: request }, size));
      return typeof reply === 'string' ? { facts: null, problem: problem(reply), patches: [] } : reply;
    },
    async verify({ roots, ...request }, size, watch) {
      const reply = await verifyLimit(() => askWorker<VerifyReply>({ verify: request, roots }, size, watch));
      return typeof reply === 'string' ? { report: null, problem: problem(reply) } : reply;
    },
    async close() {
      closed = true;
      const ending = [...busy];
      busy.clear();
      await Promise.all(ending.map(endGated));
    },
  };
}

/** The roots that each worker has already. A machine has some hundred kilobytes of them, and they rarely change. */
const rootsOf = new WeakMap<Worker, readonly string[]>();

function withNewRoots({ verify, roots = [] }: Extract<WorkerRequest, { verify: unknown }>, worker: Worker): WorkerRequest {
  const known = rootsOf.get(worker);
  if (known === roots || (known?.length === roots.length && roots.every((root, at) => root === known[at]))) return { verify };
  rootsOf.set(worker, roots);
  return { verify, roots };
}

/** Whether threads share the memory of bytes. */
const isShared = ({ buffer }: Uint8Array): boolean => buffer instanceof SharedArrayBuffer;

/** Returns bytes that own all their memory, so that it can be transferred to the worker: Node cuts small buffers from a pool. */
function ownMemory(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const whole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength && !isMarkedAsUntransferable(buffer);
  return whole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}

function rest(worker: Worker, retainedBytes: number): void {
  if (!isRunning(worker)) return;
  idle.push({ worker, retainedBytes });
  clearTimeout(idleTimer);
  idleTimer = setTimeout(() => {
    for (const resting of idle.splice(0)) void endGated(resting.worker);
  }, idleTime).unref();
}

/** Whether a worker is running: Node gives an ended thread the number -1. */
const isRunning = (worker: Worker): boolean => worker.threadId !== -1;

function restingWorker(): (typeof idle)[number] | undefined {
  for (let resting = idle.pop(); resting !== undefined; resting = idle.pop()) if (isRunning(resting.worker)) return resting;
  return undefined;
}

function startWorker(): Worker {
  const worker = startGated(workerUrl('main/features/documents/pdf-worker'), { resourceLimits: { maxOldGenerationSizeMb: heapLimit } });
  // A failure while the worker is idle or being ended is harmless; without a listener it would end the process.
  return worker.on('error', () => {});
}

/** The result of reading a file: members of its entry in the list, and the patches for the viewer of the page. */
export type Reading = Pick<StationDocument, 'size' | 'sha256' | 'facts' | 'problem'> & { patches: ViewerPatch[] };

export type ReadOptions = {
  /** Typed by a person to read the document; never stored. */
  password?: string | undefined;
  /** Returns memory in which the content of a file of that many bytes stays for a while; null for none. */
  retain?: (bytes: number) => NewContents | null;
};

/** Reads a file: once when its content is retained, which is then exactly what was hashed. */
export async function readDocument(path: string, reader: PdfReader, { password, retain = () => null }: ReadOptions = {}): Promise<Reading> {
  let memory: NewContents | null = null;
  try {
    // Before it is read: a file that changes while it is read has another state afterwards.
    const stats = await stat(path, { bigint: true });
    memory = retain(Number(stats.size));
    const digest = await hashFile(path, (piece) => memory?.add(piece));
    const bytes = memory?.content();
    const isRetained = bytes?.length === digest.size;
    if (isRetained) memory?.complete(stateOf(stats));
    const request = isRetained ? { bytes } : { path, sha256: digest.sha256 };
    return await readChecked(digest, reader, { ...request, ...(password !== undefined && { password }) });
  } catch (error) {
    return { size: 0, sha256: null, facts: null, problem: fileProblem(path, error), patches: [] };
  } finally {
    memory?.end();
  }
}

/** Reads bytes in memory. They are transferred to the reading thread: the caller can no longer use them. */
export async function readDocumentBytes(bytes: Uint8Array, reader: PdfReader): Promise<Reading> {
  return readChecked(digestBytes(bytes), reader, { bytes });
}

async function readChecked(digest: FileDigest, reader: PdfReader, request: FactsRequest): Promise<Reading> {
  const { size, sha256 } = digest;
  const fault = shapeFault(digest);
  if (fault !== null) return { size, sha256, facts: null, problem: fault, patches: [] };
  return { size, sha256, ...(await reader.read(request, size)) };
}
