/** More rows than a test could make by what a person does. */
import type { Sql } from '../doors/storage.ts';

/** Columns that differ in each copy, by table: SQL in which `n` is the number of the copy. */
type Own = Readonly<Record<string, string>>;

/** Copies the first row of a table. */
export function addCopies(sql: Sql, table: string, count: number, own: Own): void {
  const names = sql
    .prepare(`SELECT name FROM pragma_table_info('${table}') `)
    .all()
    .map(({ name }) => String(name))
    .filter((name) => name !== 'number' || 'number' in own);
  const { changes } = sql
    .prepare(
      `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})
       INSERT INTO ${table} (${names.join(', ')})
       SELECT ${names.map((name) => own[name] ?? name).join(', ')} FROM (SELECT * FROM ${table} ORDER BY rowid LIMIT 1), n`,
    )
    .run();
  if (changes !== count) throw new Error(`${table} has no row to copy`);
}
