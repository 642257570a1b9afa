/** Reads one page of a list: the rows that match a filter, in the order of the list, and the number of matches. */
import type { Sql, SqlRow, SqlValue } from './sql.ts';

/** A part of a WHERE clause, and the values of its question marks. */
export type Condition = { where: string; values: readonly SqlValue[] };

export type ListQuery = {
  /** The table, `INDEXED BY` the index that has every column of the conditions and the order. */
  from: string;
  conditions: readonly Condition[];
  order: string;
  /** How many rows match, where that is known without counting them. */
  total?: number;
};

/** `offset`: rows before the page. Lists are scrolled to any position, so pages are requested by offset (docs/decisions/0019). */
export function readPage(
  sql: Sql,
  columns: string,
  { from, conditions, order, total }: ListQuery,
  offset: number,
  limit: number,
): { total: number; rows: SqlRow[] } {
  const where = conditions.length === 0 ? '1' : conditions.map((one) => `(${one.where})`).join(' AND ');
  const values = conditions.flatMap((one) => one.values);
  const rows = sql
    .prepare(`SELECT ${columns} FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`)
    .all(...values, limit, offset);
  // A page that is not full is the last one.
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  const counted = (): unknown => sql.prepare(`SELECT count(*) AS total FROM ${from} WHERE ${where}`).get(...values)?.total;
  return { total: total ?? (isLast ? offset + rows.length : Number(counted())), rows };
}
