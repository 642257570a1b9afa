/** A thread that starts with the first request and ends after a minute without one: starting it takes as long as some megabytes of work. */
import { parentPort, Worker } from 'node:worker_threads';
import { workerUrl } from './worker-url.ts';

/** Milliseconds. */
const idleMs = 60_000;

type Pending<Answer> = { resolve(answer: Answer): void; reject(error: Error): void };
type Thread<Answer> = { worker: Worker; pending: Map<number, Pending<Answer>>; timer: NodeJS.Timeout | undefined };
type Message<Content> = { id: number; content: Content };

/**
 * Returns a function that asks the thread. It rejects when the thread fails or ends before its answer; the next request starts another one.
 * @param source of its program, as in `workerUrl`
 */
export function createIdleThread<Request, Answer>(source: string): (request: Request) => Promise<Answer> {
  let thread: Thread<Answer> | null = null;
  let count = 0;

  function startThread(): Thread<Answer> {
    const worker = new Worker(workerUrl(source));
    const own: Thread<Answer> = { worker, pending: new Map(), timer: undefined };
    worker.on('message', ({ id, content }: Message<Answer>) => {
      const waiting = own.pending.get(id);
      own.pending.delete(id);
      if (own.pending.size === 0) rest(own);
      waiting?.resolve(content);
    });
    worker.on('error', (error: unknown) => fail(own, error instanceof Error ? error : new Error('a thread failed')));
    worker.on('exit', () => fail(own, new Error('a thread ended')));
    return own;
  }

  function rest(own: Thread<Answer>): void {
    own.worker.unref();
    own.timer = setTimeout(() => {
      if (thread === own) thread = null;
      void own.worker.terminate();
    }, idleMs).unref();
  }

  function fail(own: Thread<Answer>, error: Error): void {
    if (thread === own) thread = null;
    const waiting = [...own.pending.values()];
    own.pending.clear();
    for (const { reject } of waiting) reject(error);
  }

  return (content) => {
    thread ??= startThread();
    const { worker, pending } = thread;
    clearTimeout(thread.timer);
    const id = count++;
    // Only work in progress keeps the process alive.
    worker.ref();
    const answered = new Promise<Answer>((resolve, reject) => pending.set(id, { resolve, reject }));
    worker.postMessage({ id, content } satisfies Message<Request>);
    return answered;
  };
}

/** In the program of such a thread: answers its requests, several at the same time. `answer` never rejects. */
export function answerRequests<Request, Answer>(answer: (request: Request) => Answer | Promise<Answer>): void {
  parentPort?.on('message', async ({ id, content }: Message<Request>) => {
    parentPort?.postMessage({ id, content: await answer(content) } satisfies Message<Answer>);
  });
}
