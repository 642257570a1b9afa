/**
 * The hash-chained log of what was done. Each entry's hash covers the one before it and the hash of its own content; the
 * content can be erased (with a visit that is removed) without breaking the chain.
 */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../platform/storage/database.ts';
import type { SqlStatement } from '../../platform/storage/sql.ts';
import { type AuditEntry, contentHash, entryHash, hashable, type NewAuditEntry, noHash } from './audit-entry.ts';
import { type AuditRow, auditEntry, fits, readRow, selectRows } from './audit-rows.ts';

export type Audit = {
  /** Writes an entry; it is on the disk when this returns. @throws StationError `disk-full` */
  append(entry: NewAuditEntry): AuditEntry;
  /** Entries of one visit, oldest first. */
  ofVisit(visitId: string): AuditEntry[];
  /** Kind and time of the latest entry of one of these kinds, by its columns `at` and `kind`; null without one. */
  latestOf(kinds: readonly NewAuditEntry['kind'][]): Pick<AuditEntry, 'kind' | 'at'> | null;
  /**
   * Returns the ids of what may have changed since `from`, whatever the clock said at its entries: the visits of all entries that follow
   * the first one after `from` and up to `to`, and what those without a visit are about.
   */
  subjectsSince(from: Date, to: Date): Set<string>;
  /** All entries, oldest first, read in batches. */
  all(): Generator<AuditEntry>;
  /**
   * Erases the contents of a visit's entries; their hashes stay. Entries `visit-removed` keep theirs, since they alone say that
   * the erasing was intended: without a later one, `verify` finds the log broken at an erased content.
   */
  erase(visitId: string): void;
  /** The last entry; number 0 in an empty log. */
  head(): { number: number; hash: string };
  /**
   * Reads the whole log, and compares it with earlier heads of it: a log that ends before one, or has another hash there, has lost
   * entries. `firstBroken`: number of the first entry that does not fit, or is missing; null when all do.
   */
  verify(heads?: readonly { number: number; hash: string }[]): { entries: number; intact: boolean; firstBroken: number | null };
};

/** The number of rows per read. */
const batchSize = 500;
/** SQLite's smallest number: the rows of a log that was tampered with may have any. */
const smallest = -(2n ** 63n);

const saltBytes = 32;
/** Salts that are generated together: the call costs more than the bytes. */
const saltBatchSize = 128;

function createSalts(): () => string {
  let drawn = Buffer.alloc(0);
  return () => {
    if (drawn.length === 0) drawn = randomBytes(saltBytes * saltBatchSize);
    const salt = drawn.toString('hex', 0, saltBytes);
    drawn = drawn.subarray(saltBytes);
    return salt;
  };
}

export function openAudit({ database, now }: { database: Database; now: () => Date }): Audit {
  const { sql } = database;
  const nextSalt = createSalts();
  const exact = (text: string): SqlStatement => sql.prepare(text).safeIntegers();
  const selectLast = exact('SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1');
  const insert = sql.prepare('INSERT INTO audit (number, at, kind, visit_id, content_hash, hash, value) VALUES (?, ?, ?, ?, ?, ?, ?)');
  const selectFirst = sql.prepare('SELECT number FROM audit WHERE at > ? AND at <= ? ORDER BY number LIMIT 1');
  const selectSubjects = sql.prepare(`
    SELECT DISTINCT coalesce(visit_id, iif(json_valid(value), json_extract(value, '$.about'), NULL)) AS id FROM audit WHERE number > ?`);
  const selectOfVisit = exact(`${selectRows} WHERE audit.visit_id = ? ORDER BY audit.number`);
  const selectFrom = exact(`${selectRows} WHERE audit.number >= ? ORDER BY audit.number LIMIT ${batchSize}`);
  const selectRemovals = exact("SELECT visit_id, max(number) AS number FROM audit WHERE kind = 'visit-removed' GROUP BY visit_id");
  const eraseContents = sql.prepare("UPDATE audit SET value = NULL WHERE visit_id = ? AND kind <> 'visit-removed'");

  /** Reads in batches, so that no statement stays open between them. */
  function* batches(select: (from: bigint) => unknown[]): Generator<AuditRow[]> {
    for (let from = smallest; ; ) {
      const some = select(from).map(readRow);
      yield some;
      const last = some.at(-1);
      if (!last || some.length < batchSize) return;
      from = last.number + 1n;
    }
  }

  type Last = { number: bigint; hash: string };
  /** Null: not read yet, or not since a transaction was rolled back. */
  let known: Last | null = null;
  function last(): Last {
    known ??= lastSchema.parse(selectLast.get() ?? { number: 0n, hash: noHash });
    return known;
  }

  return {
    append: ({ kind, visitId, ...content }) =>
      database.transaction(() => {
        const { number: before, hash: previous } = last();
        const salt = nextSalt();
        const hashed = hashable(content);
        const frame = {
          number: Number(before + 1n),
          at: now().toISOString(),
          kind,
          visitId,
          contentHash: contentHash(salt, hashed),
          previous,
        };
        const hash = entryHash(frame);
        insert.run(before + 1n, frame.at, kind, visitId, frame.contentHash, hash, JSON.stringify({ salt, ...hashed }));
        known = { number: before + 1n, hash };
        database.afterwards((isCommitted) => {
          if (!isCommitted) known = null;
        });
        return { ...frame, kind, content: hashed, salt, hash };
      }),
    latestOf(kinds) {
      // With the kinds in its text: an index of some kinds (`audit_of_placement_test`) is used for no others.
      const among = kinds.map((kind) => `'${kind}'`).join(', ');
      const select = sql.prepare(`SELECT kind, at FROM audit WHERE kind IN (${among}) ORDER BY number DESC LIMIT 1`);
      const row = latestSchema.parse(select.get() ?? null);
      const kind = kinds.find((one) => one === row?.kind);
      return row === null || kind === undefined ? null : { kind, at: row.at };
    },
    subjectsSince(from, to) {
      const first = selectFirst.get(from.toISOString(), to.toISOString());
      return new Set(first === undefined ? [] : selectSubjects.all(Number(first.number)).map(({ id }) => String(id)));
    },
    ofVisit: (visitId) => selectOfVisit.all(visitId).map((row) => auditEntry(readRow(row))),
    *all() {
      for (const some of batches((from) => selectFrom.all(from))) yield* some.map((row) => auditEntry(row));
    },
    erase: (visitId) => void database.transaction(() => eraseContents.run(visitId)),
    head() {
      const { number, hash } = last();
      return { number: Number(number), hash };
    },
    verify(heads = []) {
      const known = Map.groupBy(heads, ({ number }) => number);
      const removals = new Map(
        selectRemovals
          .all()
          .map((row) => removalSchema.parse(row))
          .map((one) => [one.visit_id, one.number]),
      );
      const state: { entries: number; firstBroken: number | null } = { entries: 0, firstBroken: null };
      let previous = noHash;
      for (const some of batches((from) => selectFrom.all(from))) {
        for (const row of some) {
          state.entries += 1;
          const erasedUntil = row.visit_id === null ? smallest : (removals.get(row.visit_id) ?? smallest);
          const isKnown = (known.get(state.entries) ?? []).every(({ hash }) => hash === row.hash);
          if (!isKnown || !fits(row, { number: BigInt(state.entries), previous, erasedUntil })) state.firstBroken ??= Number(row.number);
          previous = row.hash;
        }
      }
      if (heads.some(({ number }) => number > state.entries)) state.firstBroken ??= state.entries + 1;
      return { entries: state.entries, intact: state.firstBroken === null, firstBroken: state.firstBroken };
    },
  };
}

const lastSchema = z.object({ number: z.bigint(), hash: z.string() });
const latestSchema = z.object({ kind: z.string(), at: z.string() }).nullable();
const removalSchema = z.object({ visit_id: z.string().nullable(), number: z.bigint() });
