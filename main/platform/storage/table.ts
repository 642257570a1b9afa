/**
 * The rows of one table: typed columns for what is searched, sorted and counted, and the whole as JSON in `value`. Nothing is in
 * memory; a change is on the disk when the call returns.
 */
import type { z } from 'zod';
import type { Database } from './database.ts';
import { type ListQuery, readPage } from './list-page.ts';
import { type Opened, openedOrNot, parseJson, UnreadableRow } from './rows.ts';
import type { SqlRow, SqlValue } from './sql.ts';

export type TableDeps<T, More = never> = {
  database: Database;
  /** With the columns `id` (unique) and `value`, and those of `columns`. */
  table: string;
  /** Named where a row does not parse. */
  kind: string;
  schema: z.ZodType<T>;
  /** The row's own columns by name, each derived from the value. */
  columns?: Readonly<Record<string, (value: T) => SqlValue>>;
  /** Columns that are not derived from the value; only `putWith` writes them. */
  more?: Readonly<Record<string, (more: More) => SqlValue>>;
};

export type Table<T, More = never> = {
  /** Null for a row that does not exist or does not parse. */
  find(id: string): T | null;
  /** Null for a row that does not exist. @throws UnreadableRow */
  get(id: string): T | null;
  /** Whether a row of that id exists, readable or not. */
  has(id: string): boolean;
  /** Prepares a query for rows; `rest` follows `SELECT … FROM table`. A row that does not parse is in its place. */
  select(rest: string): (...values: SqlValue[]) => Opened<T>[];
  /** Prepares a count of rows; `where` follows `WHERE`. */
  count(where: string): (...values: SqlValue[]) => number;
  page(query: Omit<ListQuery, 'from'> & { index: string }, offset: number, limit: number): { total: number; rows: Opened<T>[] };
  /** A row that exists keeps its place. @throws StationError `disk-full`; then nothing is changed */
  put(value: T): void;
  /** Writes the columns of `more` as well. @throws like `put` */
  putWith(value: T, more: More): void;
  remove(id: string): void;
};

/** Values that stay parsed. */
const maxParsed = 200;

export function openTable<T extends { id: string }, More = never>(deps: TableDeps<T, More>): Table<T, More> {
  const { database, table, kind, schema, columns = {}, more = {} } = deps;
  const { sql } = database;
  const select = sql.prepare(`SELECT id, value FROM ${table} WHERE id = ?`);
  const drop = sql.prepare(`DELETE FROM ${table} WHERE id = ?`);
  const prepareUpsert = (names: readonly string[]) => {
    const changes = names.slice(1).map((name) => `${name} = excluded.${name}`);
    return sql.prepare(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
       ON CONFLICT (id) DO UPDATE SET ${changes.join(', ')}`,
    );
  };
  const names = ['id', ...Object.keys(columns), 'value'];
  const upsert = prepareUpsert(names);
  const upsertAll = prepareUpsert([...names, ...Object.keys(more)]);
  function store(statement: typeof upsert, value: T, others: readonly SqlValue[]): void {
    const checked = schema.parse(value);
    const own = Object.values(columns).map((column) => column(checked));
    database.transaction(() => statement.run(checked.id, ...own, JSON.stringify(checked), ...others));
  }

  const parsed = new Map<string, { text: string; value: T }>();
  /** A few rows are read often: a row with an unchanged text is not parsed again. */
  function parse(row: SqlRow): T {
    const [id, text] = [String(row.id), String(row.value)];
    const known = parsed.get(id);
    if (known?.text === text) return known.value;
    const value = parseJson(kind, text, schema);
    parsed.delete(id);
    parsed.set(id, { text, value });
    const [oldest] = parsed.keys();
    if (parsed.size > maxParsed && oldest !== undefined) parsed.delete(oldest);
    return value;
  }
  const open = (row: SqlRow): Opened<T> => openedOrNot(String(row.id), () => parse(row));
  const get = (id: string): T | null => {
    const row = select.get(id);
    return row === undefined ? null : parse(row);
  };

  return {
    find(id) {
      try {
        return get(id);
      } catch (thrown) {
        if (thrown instanceof UnreadableRow) return null;
        throw thrown;
      }
    },
    get,
    has: (id) => select.get(id) !== undefined,
    select(rest) {
      const statement = sql.prepare(`SELECT id, value FROM ${table} ${rest}`);
      return (...values) => statement.all(...values).map(open);
    },
    count(where) {
      const statement = sql.prepare(`SELECT count(*) AS count FROM ${table} WHERE ${where}`);
      return (...values) => Number(statement.get(...values)?.count);
    },
    page({ index, ...query }, offset, limit) {
      const { total, rows } = readPage(sql, 'id, value', { from: `${table} INDEXED BY ${index}`, ...query }, offset, limit);
      return { total, rows: rows.map(open) };
    },
    put: (value) => store(upsert, value, []),
    putWith(value, others) {
      const columnsOf = Object.values(more);
      store(
        upsertAll,
        value,
        columnsOf.map((column) => column(others)),
      );
    },
    remove: (id) => database.transaction(() => void drop.run(id)),
  };
}

/** Those that parse. */
export const readable = <T>(opened: readonly Opened<T>[]): T[] => opened.flatMap((one) => (one.ok ? [one.value] : []));
