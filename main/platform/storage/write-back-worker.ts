/** Thread of `write-back.ts`, with a connection of its own for each request. */
import { answerRequests } from '../runtime/idle-thread.ts';
import { openSql, syncWrites, writeLogBack } from './sql.ts';
import type { WriteBackAnswer, WriteBackRequest } from './write-back.ts';

/** @throws SqliteError, also with another key: preparing the statement reads the schema */
function writeBack({ path, key }: WriteBackRequest): void {
  const sql = openSql(path, { key: Buffer.from(key), mustExist: true });
  try {
    syncWrites(sql);
    writeLogBack(sql);
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
