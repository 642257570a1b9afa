/**
 * Allows one station on a data folder: the one with an open transaction on `lock.sqlite`. This is SQLite's own file lock, which the
 * operating system releases when the process ends, in whatever manner.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, realpathSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { StationError } from '../../../shared/errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import { openSql, type Sql, type SqlRow } from './sql.ts';
import { DamagedDatabase, isBusy, isDamage, openingProblem } from './sqlite-problem.ts';

export type LockHolder = 'desktop' | 'command-line';
/** `release` is harmless when repeated. */
export type DataFolderLock = { release(): void };

/** Milliseconds to wait for the lock: another start has it for a moment, a running station for long. */
const lockTimeoutMs = 300;

/** Number of interruptions by other starts after which the file counts as damaged. */
const maxTries = 10;

/**
 * The locks of this process, by real path. POSIX drops a process's locks on a file as soon as it closes that file anywhere, so a second try
 * must not even open it. The reference prevents garbage collection, which would close the connection.
 */
const ownLocks = new Map<string, { holder: LockHolder; sql: Sql }>();

/**
 * Makes the folder when it is missing. Call it before opening anything else there.
 * @throws StationError `data-folder-in-use` (cause: the holder, or `unknown`), `data-folder-unusable`, `disk-full`
 */
export function lockDataFolder(dataDir: string, holder: LockHolder): DataFolderLock {
  try {
    makeFolder(dataDir, 0o700);
    const folder = realpathSync(dataDir);
    const inThisProcess = ownLocks.get(folder);
    if (inThisProcess) throw inUse(inThisProcess.holder);
    const sql = lockedOrEmptied(join(folder, 'lock.sqlite'), holder);
    ownLocks.set(folder, { holder, sql });
    return {
      release: () => {
        if (!sql.open) return;
        // Closing rolls back, which releases the lock.
        sql.close();
        ownLocks.delete(folder);
      },
    };
  } catch (thrown) {
    throw openingProblem(thrown);
  }
}

/**
 * Locks the file; empties a damaged one in place, which makes it a valid, empty database. Does not rename or remove it: a lock belongs to
 * the file and not to its name, so another holder of this file still refuses the second try; with a new file there would be two holders.
 */
function lockedOrEmptied(path: string, holder: LockHolder): Sql {
  try {
    return locked(path, holder);
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
    truncateSync(path);
    return locked(path, holder);
  }
}

function locked(path: string, holder: LockHolder): Sql {
  if (!existsSync(path)) makePrivate(path);
  const sql = openSql(path, { timeout: lockTimeoutMs });
  try {
    // The journal in memory: writing one row over another then needs no space, so that a full disk prevents no start.
    sql.exec('PRAGMA journal_mode = MEMORY');
    for (let n = 0; n < maxTries; n += 1) {
      const sign = randomUUID();
      sql.exec('BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS holder (one INTEGER PRIMARY KEY, name TEXT, sign TEXT) STRICT');
      sql.prepare('INSERT OR REPLACE INTO holder VALUES (1, ?, ?)').run(holder, sign);
      sql.exec('COMMIT; BEGIN IMMEDIATE');
      if (signature(sql)?.sign === sign) return sql;
      // Between the two, another start has written or emptied the file, and then failed to get the lock.
      sql.exec('ROLLBACK');
    }
    // A truncated file can lose writes without an error.
    throw new DamagedDatabase();
  } catch (thrown) {
    const busy = isBusy(thrown) ? inUse(nameIn(sql)) : thrown;
    sql.close();
    throw busy;
  }
}

function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (thrown) {
    // Another start made it first.
    if (!existsSync(path)) throw thrown;
  }
}

function nameIn(sql: Sql): LockHolder | 'unknown' {
  try {
    const name = signature(sql)?.name;
    return name === 'desktop' || name === 'command-line' ? name : 'unknown';
  } catch {
    // Another start is writing it, or it is damaged: in use all the same.
    return 'unknown';
  }
}

/** Returns the holder's row; undefined for none. */
function signature(sql: Sql): SqlRow | undefined {
  const signed = sql.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'holder'").get();
  return signed && sql.prepare('SELECT name, sign FROM holder').get();
}

function inUse(cause: LockHolder | 'unknown'): StationError {
  return new StationError('data-folder-in-use', { cause });
}
