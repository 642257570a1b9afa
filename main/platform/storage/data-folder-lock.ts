/**
 * Allows one station on a data folder: the one with an open transaction on `lock.sqlite`. This is SQLite's own file lock, which the
 * operating system releases when the process ends, in whatever manner.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, constants, existsSync, openSync, readSync, realpathSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { localMoment } from '../../../shared/domain/local-format.ts';
import { StationError } from '../../../shared/errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import { openSql, type Sql } from './sql.ts';
import { DamagedDatabase, isBusy, isDamage, openingProblem } from './sqlite-problem.ts';

const holderSchema = z.enum(['desktop', 'command-line']);
export type LockHolder = z.infer<typeof holderSchema>;
/** The row of `lock.sqlite`. `command`: its name, empty for the desktop; `since`: ISO 8601 in UTC; `sign`: random, for each lock. */
const processSchema = z.object({ holder: holderSchema, command: z.string(), pid: z.number(), since: z.string(), sign: z.string() });
type StationProcess = z.infer<typeof processSchema>;
export type DataFolderLock = {
  /**
   * Another station can lock the folder as soon as the lock file is removed or replaced (a clean-up, a copy that is put back): the lock
   * belongs to the file and not to its name. On a share that does not pass locks on, another station writes itself into the file.
   * @throws StationError `data-folder-in-use` when the file is not at its place any more, or another one has written it
   */
  assertLocked(): void;
  /** Harmless when repeated. */
  release(): void;
};

/** Milliseconds to wait for the lock: another start has it for a moment, a running station for long. */
const lockTimeoutMs = 300;

/** Number of interruptions by other starts after which the file counts as damaged. */
const maxTries = 10;

/**
 * The locks of this process, by real path. POSIX drops a process's locks on a file as soon as it closes that file anywhere, so a second try
 * must not even open it. The reference prevents garbage collection, which would close the connection.
 */
const ownLocks = new Map<string, { process: StationProcess; sql: Sql }>();

/**
 * Makes the folder when it is missing. Call it before opening anything else there.
 * @param command of the command line
 * @throws StationError `data-folder-in-use` (with the process, as far as it is known), `data-folder-unusable`, `disk-full`
 */
export function lockDataFolder(dataDir: string, holder: LockHolder, command = ''): DataFolderLock {
  try {
    makeFolder(dataDir, 0o700);
    const folder = realpathSync(dataDir);
    const inThisProcess = ownLocks.get(folder);
    if (inThisProcess) throw inUse(inThisProcess.process);
    const process: StationProcess = { holder, command, pid: globalThis.process.pid, since: new Date().toISOString(), sign: randomUUID() };
    const path = join(folder, 'lock.sqlite');
    if (!existsSync(path)) makePrivate(path);
    // Opened before the lock is taken, and closed after it: see `ownLocks`. A pipe in its place does not hold the start up.
    const opened = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    let sql: Sql;
    try {
      sql = lockedOrEmptied(path, process);
    } catch (thrown) {
      closeSync(opened);
      throw thrown;
    }
    ownLocks.set(folder, { process, sql });
    const [file, content] = [fileAt(path), contentOf(opened)];
    return {
      assertLocked() {
        if (fileAt(path) !== file || !contentOf(opened).equals(content)) throw new StationError('data-folder-in-use', { context: 'taken' });
      },
      release: () => {
        if (!sql.open) return;
        // Closing rolls back, which releases the lock.
        sql.close();
        closeSync(opened);
        ownLocks.delete(folder);
      },
    };
  } catch (thrown) {
    throw openingProblem(thrown, 'lock.sqlite');
  }
}

/** Bytes of the two pages of the file. */
const contentBytes = 8_192;

function contentOf(opened: number): Buffer {
  const bytes = Buffer.alloc(contentBytes);
  return bytes.subarray(0, readSync(opened, bytes, 0, contentBytes, 0));
}

/** Identifies the file with this name; empty when there is none. Does not open it: closing it would drop the lock. */
function fileAt(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino}` : '';
}

/**
 * Locks the file; empties a damaged one in place, which makes it a valid, empty database. Does not rename or remove it: a lock belongs to
 * the file and not to its name, so another holder of this file still refuses the second try; with a new file there would be two holders.
 */
function lockedOrEmptied(path: string, process: StationProcess): Sql {
  try {
    return locked(path, process);
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
    truncateSync(path);
    return locked(path, process);
  }
}

const table = `CREATE TABLE IF NOT EXISTS process
  (one INTEGER PRIMARY KEY, holder TEXT, command TEXT, pid INTEGER, since TEXT, sign TEXT) STRICT`;

function locked(path: string, process: StationProcess): Sql {
  const sql = openSql(path, { timeout: lockTimeoutMs });
  try {
    // The journal in memory: writing one row over another then needs no space, so that a full disk prevents no start.
    sql.exec('PRAGMA journal_mode = MEMORY');
    for (let n = 0; n < maxTries; n += 1) {
      const { holder, command, pid, since, sign } = process;
      sql.exec(`BEGIN IMMEDIATE; ${table}`);
      sql.prepare('INSERT OR REPLACE INTO process VALUES (1, ?, ?, ?, ?, ?)').run(holder, command, pid, since, sign);
      sql.exec('COMMIT; BEGIN IMMEDIATE');
      if (processIn(sql)?.sign === sign) return sql;
      // Between the two, another start has written or emptied the file, and then failed to get the lock.
      sql.exec('ROLLBACK');
    }
    // A truncated file can lose writes without an error.
    throw new DamagedDatabase();
  } catch (thrown) {
    const busy = isBusy(thrown) ? inUse(knownProcessIn(sql)) : thrown;
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

function knownProcessIn(sql: Sql): StationProcess | null {
  try {
    return processIn(sql);
  } catch {
    // Another start is writing it, or it is damaged: in use all the same.
    return null;
  }
}

function processIn(sql: Sql): StationProcess | null {
  const hasTable = sql.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'process'").get();
  return hasTable ? (processSchema.safeParse(sql.prepare('SELECT * FROM process').get()).data ?? null) : null;
}

function inUse(process: StationProcess | null): StationError {
  if (process === null) return new StationError('data-folder-in-use');
  const { holder, command, pid, since } = process;
  return new StationError('data-folder-in-use', { context: 'known', cause: holder, command, pid, since: localMoment(since) });
}
