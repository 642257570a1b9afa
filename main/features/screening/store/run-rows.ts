/** Rows of the table `bulk_run`. */
import type { Database } from '../../../platform/storage/database.ts';
import { openedOrNot, parseJson } from '../../../platform/storage/rows.ts';
import { type BulkRunRow, bulkRunRowSchema } from './bulk-run-row.ts';

export function createRunRows({ sql }: Database) {
  const selectAll = sql.prepare('SELECT id, value FROM bulk_run ORDER BY rowid');
  const upsert = sql.prepare(
    'INSERT INTO bulk_run (id, started_at, state, value) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET state = excluded.state, value = excluded.value',
  );
  const remove = sql.prepare('DELETE FROM bulk_run WHERE id = ?');
  return {
    /** Rows that do not parse stay in the table, and are only counted. */
    all(): { runs: BulkRunRow[]; unreadable: number } {
      const all = selectAll.all().map(({ id, value }) => openedOrNot(String(id), () => parseJson('bulk-run', value, bulkRunRowSchema)));
      const runs = all.flatMap((one) => (one.ok ? [one.value] : []));
      return { runs, unreadable: all.length - runs.length };
    },
    put: (run: BulkRunRow): void => void upsert.run(run.id, run.startedAt, run.state, JSON.stringify(run)),
    remove: (id: string): void => void remove.run(id),
  };
}
