/** Checks a large database whole, once a day, in a thread of its own. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { problem } from '../../shared/errors.ts';
import { workerUrl } from '../worker-url.ts';
import type { Database } from './database.ts';
import { noteDamage } from './integrity.ts';

export type CheckRequest = { path: string; key: Buffer };
export type CheckAnswer = { isWhole: boolean };

/** Milliseconds: the start of a station has other work. */
const firstAfter = 300_000;
const again = 86_400_000;

/** Rejects when the check cannot be made. @param signal ends it */
export async function checkInThread(request: CheckRequest, signal?: AbortSignal): Promise<CheckAnswer> {
  const worker = new Worker(workerUrl('main/store/check-worker'), { workerData: request });
  try {
    const [answer] = await once(worker, 'message', { signal });
    return answer;
  } finally {
    await worker.terminate();
  }
}

/** Damage is noted, so that the next start salvages, and reported in this run. @returns ends it */
export function startBackgroundChecks(database: Database, key: () => Buffer, first = firstAfter): () => Promise<void> {
  const ending = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function check(): Promise<void> {
    const request = { path: database.sql.name, key: key() };
    const { isWhole } = await checkInThread(request, ending.signal);
    // After a key rotation meanwhile, the old key reads nothing.
    if (isWhole || !key().equals(request.key)) return;
    noteDamage(request.path);
    database.report(problem('database-unreadable'), false);
  }

  const begin = () => {
    // A check that cannot be made is made the next day.
    running = check().catch(() => undefined);
    timer = setTimeout(begin, again).unref();
  };
  let timer = setTimeout(begin, first).unref();
  return async () => {
    clearTimeout(timer);
    ending.abort();
    await running;
  };
}
