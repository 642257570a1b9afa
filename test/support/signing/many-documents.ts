/** Documents that were signed long ago, more than a test could sign. */
import type { Sql } from '../doors/storage.ts';

/** The columns of `job` that its copies share. */
const same = 'batch_id, account, sha256, signed_sha256, status, at_rest, queued_at, list_group';

/**
 * Copies the row of one finished document, each copy a second older than the one before, or newer (`seconds`: 1).
 * They are named `document-1.pdf` and so on. Their attempts are copied too.
 */
export function addFinished(sql: Sql, { id, count, seconds = -1 }: { id: string; count: number; seconds?: number }): void {
  const numbers = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})`;
  const copy = (table: string, columns: string, values: string, where: string) =>
    sql.prepare(`${numbers} INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table}, n WHERE ${where}`);
  const { attempt } = sql.prepare('SELECT attempt_id AS attempt FROM attempt_document WHERE document_id = ?').get(id) ?? {};
  sql.exec('BEGIN');
  copy(
    'job',
    `id, position, ${same}, changed_at, list_order, search_text, value`,
    `'document-' || n, (SELECT max(position) FROM job) + n, ${same},
     strftime('%Y-%m-%dT%H:%M:%fZ', changed_at, (n * ${seconds}) || ' seconds'), list_order - n * ${seconds * 1000},
     'document ' || n || ' pdf', json_set(value, '$.name', 'document-' || n || '.pdf')`,
    'id = ?',
  ).run(id);
  copy('attempt', 'id, started_at, ended_at, outcome, value', `'call-' || n, started_at, ended_at, outcome, value`, 'id = ?').run(
    String(attempt),
  );
  copy('attempt_document', 'attempt_id, document_id', `'call-' || n, 'document-' || n`, 'document_id = ?').run(id);
  sql.exec('COMMIT');
}
