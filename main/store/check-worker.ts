/** Thread of `background-check.ts`: checks the database, then copies it. Table by table, so that no read lasts longer than it must and the log can be written back between. */
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { CheckAnswer, CheckRequest } from './background-check.ts';
import { openSql } from './sql.ts';
import { isCorrupt, isFull } from './sqlite-problem.ts';

/** Milliseconds between two tables. */
const rest = 200;

const { path, key, copyTo } = workerData as CheckRequest;
const sql = openSql(path, { key: Buffer.from(key), timeout: 5_000, readonly: true });
let isWhole = true;
let isCopied = false;
try {
  const tables = sql.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all();
  for (const { name } of tables) {
    isWhole &&= sql.prepare(`PRAGMA integrity_check('${name}')`).get()?.integrity_check === 'ok';
    await pause(rest);
  }
  if (isWhole && copyTo !== null) {
    sql.prepare('VACUUM INTO ?').run(copyTo);
    isCopied = true;
  }
} catch (thrown) {
  // Any other error of the check ends the thread; a copy that has no room on the disk does not.
  if (!isCorrupt(thrown) && !isFull(thrown)) throw thrown;
  isWhole = isFull(thrown);
} finally {
  sql.close();
}
parentPort?.postMessage({ isWhole, isCopied } satisfies CheckAnswer);
