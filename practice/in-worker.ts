/** Starts the practice provider in a worker thread: signing is heavy, and the caller's thread shows a window. */
import { Worker } from 'node:worker_threads';
import type { Misbehaviour, Practice, PracticeLogEntry, PracticeOperation, PracticeOptions } from './behaviour.ts';

type Facts = Pick<Practice, 'origin' | 'profile' | 'secrets' | 'signerRoot' | 'certificate'>;

type Ask =
  | { kind: 'misbehave'; operation: PracticeOperation; how: Misbehaviour; times: number }
  | { kind: 'spoilTokens'; how: 'expired' | 'unknown' }
  | { kind: 'log' }
  | { kind: 'asked' }
  | { kind: 'close' };
export type ToWorker = { id: number; ask: Ask };
type AnswerData = { log?: PracticeLogEntry[]; asked?: ReadonlyMap<string, number> };
export type FromWorker = ({ kind: 'ready' } & Facts) | ({ kind: 'answer'; id: number } & AnswerData);

/** A `Practice` with asynchronous methods, as they cross a thread; otherwise the same. */
export type PracticeInWorker = Facts & {
  misbehave(operation: PracticeOperation, how: Misbehaviour, times?: number): Promise<void>;
  spoilTokens(how: 'expired' | 'unknown'): Promise<void>;
  log(): Promise<PracticeLogEntry[]>;
  asked(): Promise<ReadonlyMap<string, number>>;
  /** Resolves when the thread has ended, on its own or by `close`. */
  ended: Promise<void>;
  /** Resolves when the thread has ended; may be called twice. */
  close(): Promise<void>;
};

type Pending = { resolve: (data: AnswerData) => void; reject: (cause: Error) => void };

/** @param url the entry `practice/worker`, as a source or built file. Rejects when the provider cannot start (port taken). */
export async function startPracticeWorker(url: URL, options: PracticeOptions = {}): Promise<PracticeInWorker> {
  const worker = new Worker(url, { workerData: options });
  const pending = new Map<number, Pending>();
  let last = 0;
  let gone: Error | null = null;
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const ready = Promise.withResolvers<Facts>();
  const failAll = (cause: Error) => {
    gone ??= cause;
    ready.reject(cause);
    for (const { reject } of pending.values()) reject(cause);
    pending.clear();
  };

  worker.on('error', (cause) => failAll(cause instanceof Error ? cause : new Error('the practice provider failed')));
  worker.once('exit', () => failAll(new Error('the practice provider has ended')));
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'ready') {
      const { kind: _, ...facts } = message;
      return ready.resolve(facts);
    }
    pending.get(message.id)?.resolve(message);
    pending.delete(message.id);
  });

  const ask = (what: Ask): Promise<AnswerData> =>
    new Promise((resolve, reject) => {
      if (gone) return reject(gone);
      const id = ++last;
      pending.set(id, { resolve, reject });
      worker.postMessage({ id, ask: what } satisfies ToWorker);
    });

  return {
    ...(await ready.promise),
    misbehave: async (operation, how, times = 1) => void (await ask({ kind: 'misbehave', operation, how, times })),
    spoilTokens: async (how) => void (await ask({ kind: 'spoilTokens', how })),
    log: async () => (await ask({ kind: 'log' })).log ?? [],
    asked: async () => (await ask({ kind: 'asked' })).asked ?? new Map(),
    ended,
    close: () => {
      worker.postMessage({ id: 0, ask: { kind: 'close' } } satisfies ToWorker);
      return ended;
    },
  };
}
