/**
 * One station on a data folder: whoever holds an open transaction on `lock.sqlite`. It is SQLite's own file
 * lock, which the operating system frees when the process ends, however it ends.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, realpathSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { StationError } from '../../../shared/errors.ts';
import { openSql, type Sql, type SqlRow } from './sql.ts';
import { DamagedDatabase, isBusy, isDamage, openingProblem } from './sqlite-problem.ts';

export type LockHolder = 'desktop' | 'command-line';
/** `release` is harmless when repeated. */
export type DataFolderLock = { release(): void };

/** Milliseconds. Another start reads or writes the file for a moment; who holds the folder holds it for long. */
const patience = 300;

/** How often another start may come between before the file is taken for damaged. */
const maxTries = 10;

/** Of this process, by real path. POSIX drops a process's locks on a file as soon as it closes that file anywhere, so a second try must not even open it. The connection is here so that nothing collects it: that would close it. */
const held = new Map<string, { holder: LockHolder; sql: Sql }>();

/**
 * Makes the folder when it is missing. To be called before anything else there is opened.
 * @throws StationError `data-folder-in-use` (cause: who holds it, or `unknown`), `data-folder-unusable`, `disk-full`
 */
export function lockDataFolder(dataDir: string, holder: LockHolder): DataFolderLock {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const folder = realpathSync(dataDir);
    const inThisProcess = held.get(folder);
    if (inThisProcess) throw inUse(inThisProcess.holder);
    const sql = lockedOrEmptied(join(folder, 'lock.sqlite'), holder);
    held.set(folder, { holder, sql });
    return {
      release: () => {
        if (!sql.open) return;
        // Closing rolls back, and with that the lock goes.
        sql.close();
        held.delete(folder);
      },
    };
  } catch (thrown) {
    throw openingProblem(thrown);
  }
}

/**
 * A damaged lock file is emptied where it stands, which makes it a good, empty database. It is neither renamed
 * nor removed: locks belong to the file, not to its name, so whoever may hold it still shuts us out at the
 * second try, while beside a fresh file there would be two holders.
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
  const sql = openSql(path, { timeout: patience });
  try {
    // The journal in memory: writing one row over another then needs no space, so that a full disk keeps nobody out.
    sql.exec('PRAGMA journal_mode = MEMORY');
    for (let n = 0; n < maxTries; n += 1) {
      const sign = randomUUID();
      sql.exec('BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS holder (one INTEGER PRIMARY KEY, name TEXT, sign TEXT) STRICT');
      sql.prepare('INSERT OR REPLACE INTO holder VALUES (1, ?, ?)').run(holder, sign);
      sql.exec('COMMIT; BEGIN IMMEDIATE');
      if (signature(sql)?.sign === sign) return sql;
      // Between the two, another start has signed or emptied the file, and then failed to get the lock.
      sql.exec('ROLLBACK');
    }
    // A file that was cut can lose what is written to it without a word.
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
    // Another start was quicker.
    if (!existsSync(path)) throw thrown;
  }
}

function nameIn(sql: Sql): LockHolder | 'unknown' {
  try {
    const name = signature(sql)?.name;
    return name === 'desktop' || name === 'command-line' ? name : 'unknown';
  } catch {
    // Being written at this moment, or damaged: in use all the same.
    return 'unknown';
  }
}

/** Undefined when there is none. */
function signature(sql: Sql): SqlRow | undefined {
  const signed = sql.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'holder'").get();
  return signed && sql.prepare('SELECT name, sign FROM holder').get();
}

function inUse(cause: LockHolder | 'unknown'): StationError {
  return new StationError('data-folder-in-use', { cause });
}
