/** Checks the database whole and copies it, about once a day, in a thread of its own. */
import { once } from 'node:events';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { problem } from '../../../shared/errors.ts';
import { workerUrl } from '../runtime/worker-url.ts';
import { keepCopy, pathForCopy, removeUnfinished } from './daily-backups.ts';
import type { Database } from './database.ts';
import { noteDamage } from './integrity.ts';

/** `copyTo`: path of a file that does not exist. `onlyCopies`: a person waits; copying reads the tables, and meets most damage of them. */
export type CheckRequest = { path: string; key: Buffer; copyTo: string; onlyCopies?: boolean };
export type CheckAnswer = { isWhole: boolean; isCopied: boolean };

/** Milliseconds: the start of a station has other work. */
const firstDelayMs = 300_000;
/** Milliseconds between two checks whether a copy is due. */
const checkEveryMs = 3_600_000;
/** Milliseconds: a thread ends only between two statements, and closing does not wait for a long one. */
const maxEndMs = 1_000;

/** Checks and copies the database. Rejects when the check cannot be made. @param signal ends it */
export async function checkInThread(request: CheckRequest, signal?: AbortSignal): Promise<CheckAnswer> {
  const worker = new Worker(workerUrl('main/platform/storage/check-worker'), { workerData: request });
  try {
    const [answer] = await once(worker, 'message', { signal });
    return answer;
  } finally {
    await worker.terminate();
  }
}

/**
 * Starts the checks. Notes damage, so that the next start salvages, and reports it in this run.
 * @param keepKey before each copy: without the key it opens no more than the database
 * @returns a function that ends the checks
 */
export function startBackgroundChecks(
  database: Database,
  key: () => Buffer,
  keepKey: () => Promise<void>,
  first = firstDelayMs,
): () => Promise<void> {
  const ending = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function check(): Promise<void> {
    const [path, now] = [database.sql.name, new Date()];
    const copyTo = await pathForCopy(dirname(path), now);
    if (copyTo === null) return;
    await keepKey();
    const request = { path, key: key(), copyTo };
    try {
      const { isWhole, isCopied } = await checkInThread(request, ending.signal);
      // After a key rotation the answer is about the old key, and no key opens the copy.
      if (!key().equals(request.key)) return;
      if (isCopied) await keepCopy(copyTo, now);
      if (isWhole) return;
      noteDamage(path);
      database.report(problem('database-unreadable'), false);
    } finally {
      removeUnfinished(copyTo);
    }
  }

  const begin = () => {
    // A check that cannot be made is made an hour later.
    running = check().catch(() => undefined);
    timer = setTimeout(begin, checkEveryMs).unref();
  };
  let timer = setTimeout(begin, first).unref();
  return async () => {
    clearTimeout(timer);
    ending.abort();
    await Promise.race([running, wait(maxEndMs, undefined, { ref: false })]);
  };
}
