/** Opens the station's database. Everything that must survive a power cut is in it (design, section 2.5). */
import { closeSync, existsSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Problem, problem, StationError } from '../../shared/errors.ts';
import { migrations } from './migrations.ts';
import { DamagedDatabase, isBusy, isDamage, isFull, openingProblem, writingProblem } from './sqlite-problem.ts';

export type Database = {
  sql: DatabaseSync;
  /** All of `work` or nothing of it; inside another transaction it is part of that one. @throws StationError `disk-full` */
  transaction<T>(work: () => T): T;
  /**
   * For what is held in memory beside the tables: called once the transaction under way has ended, at once outside one.
   * `kept` is false when it was undone; those who are told then are told in reverse order.
   */
  afterwards(tell: (kept: boolean) => void): void;
  /** What a person should know of the stored state: a database or rows that were set aside (`settings-unreadable`). */
  notices: Problem[];
  /** Asks the next `scrub` to rewrite the whole file, also after a crash. For the transaction that deletes something for good. */
  requestScrub(): void;
  /**
   * Removes deleted rows from the disk. Rewrites the whole file when `requestScrub` asked for it; where the disk is full or another
   * process writes, the next `scrub` does so.
   */
  scrub(): void;
  /** Harmless when repeated. */
  close(): void;
};

const fileName = 'station.sqlite';

/**
 * Opens the database of a data folder, making both when missing, readable by their owner alone. A damaged
 * file is renamed, never deleted, and a fresh one is opened; `notices` then says so (cause `damaged`, name). One whose
 * indexes alone are damaged is mended.
 * @throws StationError `data-folder-unusable` (cause `newer-version`: written by a newer station and left
 * alone; cause `not-accessible`, or the system's code), `disk-full`
 */
export function openDatabase(dataDir: string): Database {
  const path = join(dataDir, fileName);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    try {
      return asDatabase(openChecked(path), []);
    } catch (thrown) {
      if (!isDamage(thrown)) throw thrown;
      const name = setAside(dataDir);
      return asDatabase(openChecked(path), [problem('settings-unreadable', { cause: 'damaged', name })]);
    }
  } catch (thrown) {
    throw openingProblem(thrown);
  }
}

/** The same schema, nothing of it on disk: for when there is no key to seal with that outlives the process. */
export function openMemoryDatabase(): Database {
  const sql = new DatabaseSync(':memory:');
  sql.exec('PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = ON');
  migrate(sql);
  return asDatabase(sql, []);
}

/** Milliseconds that one process waits for another's lock. */
const busyTimeout = 5_000;
/** SQLITE_BUSY, as `node:sqlite` has it in `errcode`. */
const busy = 5;

/** SQLite's own time-out does not hold for the change of the journal's kind. */
function writeAhead(sql: DatabaseSync): void {
  const until = Date.now() + busyTimeout;
  for (;;) {
    try {
      sql.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (thrown) {
      const isBusy = thrown instanceof Error && 'errcode' in thrown && thrown.errcode === busy;
      if (!isBusy || Date.now() > until) throw thrown;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function openChecked(path: string): DatabaseSync {
  // SQLite gives its side files the mode of the main one.
  closeSync(openSync(path, 'a', 0o600));
  const sql = new DatabaseSync(path, { timeout: busyTimeout });
  try {
    refuseNewer(sql);
    if (!isWhole(sql)) mendIndexes(sql);
    writeAhead(sql);
    // In memory: the temporary file of a VACUUM would lie outside of the data folder.
    sql.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY');
    // What is deleted is overwritten, so that a visit that was removed leaves nothing in free pages.
    sql.exec('PRAGMA secure_delete = ON');
    // Without these, what macOS calls written may still be in the disk's own memory.
    if (process.platform === 'darwin') sql.exec('PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1');
    migrate(sql);
    return sql;
  } catch (thrown) {
    sql.close();
    throw thrown;
  }
}

const isWhole = (sql: DatabaseSync): boolean => sql.prepare('PRAGMA integrity_check(1)').get()?.integrity_check === 'ok';

/**
 * Indexes say nothing that the tables don't: those are made anew. What is wrong in a table stays, and the check finds
 * it; then nothing is changed, so that the file can be set aside as it is.
 */
function mendIndexes(sql: DatabaseSync): void {
  sql.exec('BEGIN IMMEDIATE');
  try {
    sql.exec('REINDEX');
    if (!isWhole(sql)) throw new DamagedDatabase();
    sql.exec('COMMIT');
  } catch (thrown) {
    if (sql.isTransaction) sql.exec('ROLLBACK');
    throw thrown;
  }
}

function version(sql: DatabaseSync): number {
  return Number(sql.prepare('PRAGMA user_version').get()?.user_version);
}

function refuseNewer(sql: DatabaseSync): void {
  const found = version(sql);
  if (found <= migrations.length) return;
  throw new StationError('data-folder-unusable', { cause: 'newer-version', version: found, known: migrations.length });
}

/** Each step in a transaction of its own, which reads the version again: another process may be at it too. */
function migrate(sql: DatabaseSync): void {
  for (const [index, step] of migrations.entries()) {
    if (version(sql) > index) continue;
    inTransaction(sql, () => {
      if (version(sql) === index) sql.exec(`${step}; PRAGMA user_version = ${index + 1}`);
    });
  }
}

function setAside(dataDir: string): string {
  const kept = `station-damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.sqlite`;
  for (const side of ['-wal', '-shm', '']) {
    const from = join(dataDir, fileName + side);
    if (existsSync(from)) renameSync(from, join(dataDir, kept + side));
  }
  return kept;
}

function asDatabase(sql: DatabaseSync, notices: Problem[]): Database {
  let waiting: ((kept: boolean) => void)[] = [];
  const ended = (kept: boolean): void => {
    const all = kept ? waiting : waiting.reverse();
    waiting = [];
    for (const tell of all) {
      try {
        tell(kept);
      } catch (thrown) {
        // Thrown on here, whoever committed would take for undone what stands on the disk, and the others were not told.
        queueMicrotask(() => {
          throw thrown;
        });
      }
    }
  };
  return {
    sql,
    transaction(work) {
      if (sql.isTransaction) return work();
      try {
        const result = inTransaction(sql, work);
        ended(true);
        return result;
      } catch (thrown) {
        ended(false);
        throw thrown;
      }
    },
    afterwards(tell) {
      if (sql.isTransaction) waiting.push(tell);
      else tell(true);
    },
    notices,
    requestScrub: () => void sql.exec("INSERT OR IGNORE INTO record (kind, id, value) VALUES ('scrub', 'station', '{}')"),
    scrub() {
      if (sql.location() === null) return;
      if (sql.prepare("SELECT 1 FROM record WHERE kind = 'scrub'").get()) {
        try {
          // SQLite leaves copies of moved rows in unused parts of pages, which `secure_delete` does not overwrite.
          sql.exec("VACUUM; DELETE FROM record WHERE kind = 'scrub'");
        } catch (thrown) {
          if (!isFull(thrown) && !isBusy(thrown)) throw thrown;
        }
      }
      sql.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    close: () => {
      if (sql.isOpen) sql.close();
    },
  };
}

function inTransaction<T>(sql: DatabaseSync, work: () => T): T {
  try {
    sql.exec('BEGIN IMMEDIATE');
    const result = work();
    sql.exec('COMMIT');
    return result;
  } catch (thrown) {
    // SQLite has rolled back by itself after some errors.
    if (sql.isTransaction) sql.exec('ROLLBACK');
    throw writingProblem(thrown);
  }
}
