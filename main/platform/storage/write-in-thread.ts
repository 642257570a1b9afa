/** Encrypts and writes contents in a thread, which does nothing else: main has the connections to serve. */
import { Worker } from 'node:worker_threads';
import { workerUrl } from '../runtime/worker-url.ts';

/** For what is not here see `WriterDeps`. */
export type ThreadWrite = {
  part: string;
  final: string;
  key: Uint8Array;
  boundTo: string;
  /** In memory that threads share. */
  content: Uint8Array;
  /** File from which the thread reads the content; it must have the SHA-256. Null: the content is there. */
  source: string | null;
  /** Null: it is computed. */
  sha256: string | null;
};
/** `state`: see `RecentContents`. */
export type ThreadWritten = { sha256: string; state: string };
export type ThreadRequest = { id: number; write: ThreadWrite };
export type ThreadAnswer = { id: number; written: ThreadWritten } | { id: number; failed: ThreadFailure };
type ThreadFailure = { code: string | null; message: string; isOfSource: boolean };

/** Milliseconds without work after which the thread ends. */
const idleMs = 60_000;

type Pending = { resolve(written: ThreadWritten): void; reject(error: Error): void };
type Thread = { worker: Worker; pending: Map<number, Pending>; timer: NodeJS.Timeout | undefined };

/** One for the process: starting it takes as long as some megabytes. */
let thread: Thread | null = null;
let count = 0;

/** Resolves when the file is complete under `final` and synced. On failure nothing is left. Rejects with the system's error, or UnreadableSource. */
export function writeInThread(request: ThreadWrite): Promise<ThreadWritten> {
  thread ??= startThread();
  const { worker, pending } = thread;
  clearTimeout(thread.timer);
  const id = count++;
  // Only work in progress keeps the process alive.
  worker.ref();
  const written = new Promise<ThreadWritten>((resolve, reject) => pending.set(id, { resolve, reject }));
  worker.postMessage({ id, write: request } satisfies ThreadRequest);
  return written;
}

function startThread(): Thread {
  const worker = new Worker(workerUrl('main/platform/storage/write-worker'));
  const own: Thread = { worker, pending: new Map(), timer: undefined };
  worker.on('message', (answer: ThreadAnswer) => {
    const waiting = own.pending.get(answer.id);
    own.pending.delete(answer.id);
    if (own.pending.size === 0) rest(own);
    if ('written' in answer) waiting?.resolve(answer.written);
    else waiting?.reject(errorOf(answer.failed));
  });
  worker.on('error', (error: unknown) => fail(own, error instanceof Error ? error : new Error('the writing thread failed')));
  worker.on('exit', () => fail(own, new Error('the writing thread ended')));
  return own;
}

/** The source of a content could not be read: the system's code, `ENOTFILE`, or `changed` for another content. */
export class UnreadableSource extends Error {
  override readonly cause: { code: string };

  constructor(code: string) {
    super('the source could not be read');
    this.cause = Object.assign(new Error(code), { code });
  }
}

function errorOf({ code, message, isOfSource }: ThreadFailure): Error {
  if (isOfSource) return new UnreadableSource(code ?? 'unknown');
  return code === null ? new Error(message) : Object.assign(new Error(message), { code });
}

function rest(own: Thread): void {
  own.worker.unref();
  own.timer = setTimeout(() => {
    if (thread === own) thread = null;
    void own.worker.terminate();
  }, idleMs).unref();
}

/** The next write starts another thread. */
function fail(own: Thread, error: Error): void {
  if (thread === own) thread = null;
  const waiting = [...own.pending.values()];
  own.pending.clear();
  for (const { reject } of waiting) reject(error);
}
