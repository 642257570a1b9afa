import { setTimeout as wait } from 'node:timers/promises';

/** Returns the result of the work, or `late` when it takes longer than `ms` milliseconds; the work then continues. */
export async function within<T, const L>(work: Promise<T>, ms: number, late: L): Promise<T | L> {
  const done = new AbortController();
  return Promise.race([work, wait(ms, late, { signal: done.signal })]).finally(() => done.abort());
}
