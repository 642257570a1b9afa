/**
 * Writes the write-ahead log of the encrypted database back into it, in a thread: it encrypts every page again, and main would answer nothing
 * for a tenth of a second.
 */
import { createIdleThread } from '../runtime/idle-thread.ts';
import type { Database } from './database.ts';
import { logState } from './sql.ts';

export type WriteBackRequest = { path: string; key: Uint8Array };
/** `isDone`: false when the log could not be read or written back. */
export type WriteBackAnswer = { isDone: boolean };

/**
 * Pages of the log (24 MiB) that are written back together. Pages of indexes are in it several times and are written back once: with SQLite's
 * default of 1,000, a stream of pushes encrypts them again after every third commit.
 */
const pagesTogether = 6_000;

const ask = createIdleThread<WriteBackRequest, WriteBackAnswer>('main/platform/storage/write-back-worker');

/**
 * Looks after each commit whether the log is long enough. After a failure, SQLite does it in a commit of main, which meets the reason.
 * @returns a function that ends this; resolves when nothing is being written back. The key must not change before.
 */
export function startWriteBack(database: Database, key: () => Buffer, pages = pagesTogether): () => Promise<void> {
  const { sql } = database;
  const state = logState(sql);
  let isActive = true;
  let running: Promise<void> | null = null;

  async function writeBack(): Promise<void> {
    const { isDone } = await ask({ path: sql.name, key: key() }).catch(() => ({ isDone: false }));
    isActive &&= isDone;
    running = null;
  }

  function look(): void {
    if (!isActive || running !== null) return;
    try {
      const { log, written } = state();
      if (log - written >= pages) running = writeBack();
    } catch {
      // The commit is made; the next statement of main meets the reason.
      isActive = false;
    }
  }

  const removeListener = database.beforeCommit(() => database.afterwards(look));
  return async () => {
    removeListener();
    await running;
  };
}
