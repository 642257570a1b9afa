/**
 * Thread of `background-check.ts`: checks the database, then copies it. Table by table, so that no read is longer than necessary and the
 * log can be written back between two tables.
 */
import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { CheckAnswer, CheckRequest } from './background-check.ts';
import { openSql, type Sql } from './sql.ts';
import { isCorrupt } from './sqlite-problem.ts';

const betweenTablesMs = 200;

async function isWhole(sql: Sql): Promise<boolean> {
  const tables = sql.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all();
  for (const { name } of tables) {
    if (sql.prepare(`PRAGMA integrity_check('${name}')`).get()?.integrity_check !== 'ok') return false;
    await pause(betweenTablesMs);
  }
  return true;
}

/** Bytes that a copy without a person leaves free: what a call returns exists nowhere else, and has to find room. */
const minFreeBytes = 64 * 1024 * 1024;

function hasRoom(path: string, copyTo: string): boolean {
  const bytes = [path, `${path}-wal`].reduce((sum, one) => sum + (statSync(one, { throwIfNoEntry: false })?.size ?? 0), 0);
  const { bavail, bsize } = statfsSync(dirname(copyTo));
  return bavail * bsize >= bytes + minFreeBytes;
}

/** False when the disk has no room for it, or its folder is gone. */
function isCopied(sql: Sql, path: string): boolean {
  try {
    sql.prepare('VACUUM INTO ?').run(path);
    return true;
  } catch (thrown) {
    if (isCorrupt(thrown)) throw thrown;
    return false;
  }
}

async function answerOf({ path, key, copyTo, onlyCopies = false }: CheckRequest): Promise<CheckAnswer> {
  const sql = openSql(path, { key: Buffer.from(key), timeout: 5_000, readonly: true });
  try {
    if (!onlyCopies && !(await isWhole(sql))) return { isWhole: false, isCopied: false };
    return { isWhole: true, isCopied: (onlyCopies || hasRoom(path, copyTo)) && isCopied(sql, copyTo) };
  } catch (thrown) {
    if (!isCorrupt(thrown)) throw thrown;
    return { isWhole: false, isCopied: false };
  } finally {
    sql.close();
  }
}

parentPort?.postMessage(await answerOf(workerData as CheckRequest));
