/**
 * When a database is checked whole (design, section 2.10). Each page has an HMAC, so that damage shows at the latest when the page is
 * read: it is noted in a file next to the database, and the next opening checks everything and salvages.
 */
import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { StationError } from '../../../shared/errors.ts';
import type { Sql, SqlStatement } from './sql.ts';
import { isCorrupt } from './sqlite-problem.ts';

/** Bytes. The check of that many takes about a sixth of a second; a larger database is checked in the background (`background-check.ts`). */
const checkedAtOpening = 16 * 2 ** 20;

const noteOf = (path: string): string => `${path}-check`;

/** For an opening: the database is small, or an earlier run has met damage. */
export const needsCheck = (path: string): boolean => statSync(path).size <= checkedAtOpening || existsSync(noteOf(path));

export function noteDamage(path: string): void {
  try {
    closeSync(openSync(noteOf(path), 'a', 0o600));
  } catch {
    // A disk that refuses this: the next run meets the damage again.
  }
}

export const removeNote = (path: string): void => rmSync(noteOf(path), { force: true });

export const isWhole = (sql: Sql): boolean => sql.prepare('PRAGMA integrity_check(1)').get()?.integrity_check === 'ok';

/** The same connection; damage that a statement meets is noted and thrown as `database-unreadable`. */
export function watched(sql: Sql): Sql {
  const watch = <T>(work: () => T): T => {
    try {
      return work();
    } catch (thrown) {
      if (!isCorrupt(thrown)) throw thrown;
      noteDamage(sql.name);
      throw new StationError('database-unreadable', undefined, { cause: thrown });
    }
  };
  const statement = (inner: SqlStatement): SqlStatement => ({
    run: (...values) => watch(() => inner.run(...values)),
    get: (...values) => watch(() => inner.get(...values)),
    all: (...values) => watch(() => inner.all(...values)),
    *iterate(...values) {
      const rows = watch(() => inner.iterate(...values));
      try {
        for (let next = watch(() => rows.next()); !next.done; next = watch(() => rows.next())) yield next.value;
      } finally {
        rows.return?.();
      }
    },
    safeIntegers: () => statement(inner.safeIntegers()),
  });
  return {
    prepare: (text) => statement(watch(() => sql.prepare(text))),
    exec: (text) => watch(() => sql.exec(text)),
    close: () => sql.close(),
    get inTransaction() {
      return sql.inTransaction;
    },
    get open() {
      return sql.open;
    },
    memory: sql.memory,
    name: sql.name,
  };
}
