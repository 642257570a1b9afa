/** Thread of `write-back.ts`, with a connection of its own for each request. */
import { answerRequests } from '../runtime/idle-thread.ts';
import { logState, openSql, syncWrites } from './sql.ts';
import type { WriteBackAnswer, WriteBackRequest } from './write-back.ts';

/** Main commits at the same time. Only a log that is written back whole begins again from the front; the last pages take less than a pause of main. */
const maxPasses = 5;

/** @throws SqliteError, also with another key: preparing the statement reads the schema */
function writeBack({ path, key }: WriteBackRequest): void {
  const sql = openSql(path, { key: Buffer.from(key), mustExist: true });
  try {
    syncWrites(sql);
    const state = logState(sql);
    const pass = sql.prepare('PRAGMA wal_checkpoint(PASSIVE)');
    for (let count = 0; count < maxPasses; count += 1) {
      pass.get();
      const { log, written } = state();
      if (written >= log) return;
    }
  } finally {
    sql.close();
  }
}

answerRequests((request: WriteBackRequest): WriteBackAnswer => {
  try {
    writeBack(request);
    return { isDone: true };
  } catch {
    return { isDone: false };
  }
});
