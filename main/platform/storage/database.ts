/** An open database: its transactions, and the problems that a person should read. `open-database.ts` opens it. */
import { randomUUID } from 'node:crypto';
import { statSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '../../../shared/errors.ts';
import { problemSchema } from '../../../shared/problem-schema.ts';
import { removeCopies } from './daily-backups.ts';
import { createGroupCommit } from './group-commit.ts';
import { logState, rekeySql, type Sql, type SqlStatement } from './sql.ts';
import { isBusy, isFull, writingProblem } from './sqlite-problem.ts';

export type Database = {
  sql: Sql;
  /** Commits all of `work` or nothing of it; inside another transaction `work` is part of that one. @throws StationError `disk-full` */
  transaction<T>(work: () => T): T;
  /** Commits `work` together with other waiting work, each as in a transaction of its own; see `group-commit.ts`. @throws StationError `disk-full` */
  grouped<T>(work: () => T): Promise<T>;
  /** Calls `write` at the end of each transaction that changes something, as a part of it. @returns a function that ends this */
  beforeCommit(write: () => void): () => void;
  /**
   * Calls `listener` once the current transaction has ended, immediately outside of one: for values in memory that follow the tables.
   * `isCommitted` is false when the transaction was rolled back; the listeners are then called in reverse order.
   */
  afterwards(listener: (isCommitted: boolean) => void): void;
  /** Problems with the stored data that a person should read: a damaged database, or quarantined rows. */
  notices(): Problem[];
  /** Adds to the notices: of this run, or (`lasting`) of every start until a person has read it. @throws StationError `disk-full` */
  report(notice: Problem, lasting: boolean): void;
  /** Calls `listener` after each new notice of this run. */
  onReport(listener: () => void): void;
  /** Removes the notices once a person has read them. @throws StationError `disk-full` */
  acknowledge(): void;
  /** Asks the next `scrub` to rewrite the whole file, also after a crash. For a transaction whose deleted rows must become unreadable. */
  requestScrub(): void;
  /**
   * Removes deleted rows from the disk, and rewrites the whole file when `requestScrub` asked for it. While the disk is full or another process
   * writes, the next `scrub` does. @throws StationError `data-folder-unusable`
   */
  scrub(): void;
  /** Encrypts the whole database under another key, all of it or nothing. @throws StationError `disk-full` */
  rekey(key: Buffer): void;
  /** Harmless when repeated. */
  close(): void;
};

/** Milliseconds to wait for a lock. The station is alone on its data folder, but an administrator's tool may read the settings. */
export const busyTimeout = 5_000;
/** Milliseconds to wait until the log can be emptied. */
const scrubTimeout = 200;

/** Adds to the notices of every start. */
export const storeNotice = (sql: Sql, notice: Problem): void =>
  void sql.prepare("INSERT OR REPLACE INTO json_row VALUES ('notice', ?, ?)").run(randomUUID(), JSON.stringify(notice));

/** Makes the database of an open connection. */
export function asDatabase(sql: Sql): Database {
  const ofThisRun: Problem[] = [];
  const listeners: (() => void)[] = [];
  const stored = sql.prepare("SELECT value FROM json_row WHERE kind = 'notice' ORDER BY rowid");
  let waiting: ((isCommitted: boolean) => void)[] = [];
  const ended = (isCommitted: boolean): void => {
    const all = isCommitted ? waiting : waiting.reverse();
    waiting = [];
    for (const listener of all) {
      try {
        listener(isCommitted);
      } catch (thrown) {
        // Thrown here, the caller would take a committed transaction for a failed one, and the other listeners would miss it.
        queueMicrotask(() => {
          throw thrown;
        });
      }
    }
  };
  const beforeCommit = new Set<() => void>();
  const selectChanges = sql.prepare('SELECT total_changes() AS count');
  const countChanges = () => selectChanges.get()?.count;
  const written = (work: () => void): void => {
    try {
      work();
    } catch (thrown) {
      throw writingProblem(thrown, sql.name);
    }
  };
  /** Returns false when `work` does, when the disk is full, and when another process writes. */
  function isDone(work: () => unknown): boolean {
    try {
      return work() !== false;
    } catch (thrown) {
      if (isFull(thrown) || isBusy(thrown)) return false;
      throw writingProblem(thrown, sql.name);
    }
  }
  function transaction<T>(work: () => T): T {
    if (sql.inTransaction) return work();
    try {
      const result = inTransaction(sql, () => {
        const before = beforeCommit.size > 0 && countChanges();
        const returned = work();
        if (beforeCommit.size > 0 && countChanges() !== before) for (const write of beforeCommit) write();
        return returned;
      });
      ended(true);
      return result;
    } catch (thrown) {
      ended(false);
      throw thrown;
    }
  }
  return {
    sql,
    transaction,
    grouped: createGroupCommit(transaction),
    beforeCommit(write) {
      beforeCommit.add(write);
      return () => void beforeCommit.delete(write);
    },
    afterwards(listener) {
      if (sql.inTransaction) waiting.push(listener);
      else listener(true);
    },
    notices: () => [...stored.all().map(({ value }) => problemSchema.parse(JSON.parse(String(value)))), ...ofThisRun],
    report(notice, lasting) {
      if (lasting) written(() => storeNotice(sql, notice));
      else if (!ofThisRun.some((one) => isDeepStrictEqual(one, notice))) ofThisRun.push(notice);
      for (const listener of listeners) listener();
    },
    onReport: (listener) => void listeners.push(listener),
    acknowledge() {
      ofThisRun.length = 0;
      written(() => void sql.exec("DELETE FROM json_row WHERE kind = 'notice'"));
    },
    requestScrub: () => void sql.exec("INSERT OR IGNORE INTO json_row (kind, id, value) VALUES ('scrub', 'station', '{}')"),
    scrub() {
      if (sql.memory) return;
      const isAsked = sql.prepare("SELECT 1 FROM json_row WHERE kind = 'scrub'").get() !== undefined;
      const areCopiesRemoved = isAsked && removeCopies(dirname(sql.name));
      // SQLite leaves copies of moved rows in unused parts of pages, which `secure_delete` does not overwrite.
      const isRewritten = isAsked && isDone(() => sql.exec('VACUUM'));
      // The daily check reads for seconds: do not wait for it.
      sql.exec(`PRAGMA busy_timeout = ${scrubTimeout}`);
      try {
        const isEmptied = isDone(() => sql.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0);
        if (areCopiesRemoved && isRewritten && isEmptied)
          isDone(() => sql.exec("DELETE FROM json_row WHERE kind = 'scrub'; PRAGMA wal_checkpoint(TRUNCATE)"));
      } finally {
        sql.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
      }
    },
    rekey: (key) => written(() => rekeySql(sql, key)),
    close: () => {
      if (sql.open) sql.close();
    },
  };
}

type Ends = { begin: SqlStatement; commit: SqlStatement };
const endsOf = new WeakMap<Sql, Ends>();

/** All of `work` or nothing of it. @throws StationError `disk-full` */
export function inTransaction<T>(sql: Sql, work: () => T): T {
  const ends = endsOf.get(sql) ?? { begin: sql.prepare('BEGIN IMMEDIATE'), commit: sql.prepare('COMMIT') };
  endsOf.set(sql, ends);
  let isCommitting = false;
  try {
    ends.begin.run();
    const result = work();
    isCommitting = true;
    ends.commit.run();
    return result;
  } catch (thrown) {
    // SQLite has rolled back itself after some errors.
    if (sql.inTransaction) sql.exec('ROLLBACK');
    if (isCommitting) cutLog(sql);
    throw writingProblem(thrown, sql.name);
  }
}

/** Bytes of the log's header, and of the header of each of its frames (https://sqlite.org/fileformat2.html#walformat). */
const logHeaderBytes = 32;
const frameHeaderBytes = 24;

/**
 * Cuts the write-ahead log after its last commit. A commit that failed in its sync is rolled back, but the log has all of its
 * frames, and the next opening would read them as committed, after its callers have undone what belongs to it (encrypted files
 * are removed). Shortening a file needs no room on the disk.
 */
function cutLog(sql: Sql): void {
  if (sql.memory) return;
  try {
    const { log: frames } = logState(sql)();
    const pageBytes = Number(sql.prepare('PRAGMA page_size').get()?.page_size);
    const bytes = frames === 0 ? 0 : logHeaderBytes + frames * (frameHeaderBytes + pageBytes);
    const log = `${sql.name}-wal`;
    if (frames >= 0 && statSync(log).size > bytes) truncateSync(log, bytes);
  } catch {
    // The disk refuses this too: the error of the commit matters more.
  }
}
