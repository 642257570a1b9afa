/**
 * The rows of one table, all of them in memory too: for rows that are searched as a whole, and asked for with every change. A
 * change is on the disk when the call returns; a change that is rolled back leaves memory as well.
 */
import { z } from 'zod';
import type { Database } from './database.ts';
import { type Opened, openedOrNot, parseJson, UnreadableRow } from './rows.ts';

type Column = string | null;

/** `columns`: the values of the row's own columns, in their order. */
export type CollectionRow<T> = { id: string; columns: readonly Column[]; opened: Opened<T> };

export type CollectionParts<T> = {
  database: Database;
  /** With the columns `id` and `value`, and the row's own. */
  table: string;
  /** Named where a row does not parse. */
  kind: string;
  schema: z.ZodType<T>;
  /** The row's own columns, and what a value has in them. */
  columns?: { names: readonly string[]; of(value: T): readonly Column[] };
  /** Keeps derived values up to date; called with both arguments swapped when a change is rolled back. */
  changed?(before: T | null, after: T | null): void;
};

export type Collection<T> = {
  /** In the order in which they were first put. */
  rows(): readonly CollectionRow<T>[];
  /** Null for a row that does not exist or does not parse. */
  find(id: string): T | null;
  /** Null for a row that does not exist. @throws UnreadableRow */
  get(id: string): T | null;
  /** Whether a row of that id exists, readable or not. */
  has(id: string): boolean;
  /** @throws StationError `disk-full`; then nothing is changed */
  put(value: T): void;
  remove(id: string): void;
};

const columnSchema = z.string().nullable();

export function openCollection<T extends { id: string }>(parts: CollectionParts<T>): Collection<T> {
  const { database, table, kind, schema, columns = { names: [], of: () => [] }, changed } = parts;
  const { sql } = database;
  const names = ['id', ...columns.names, 'value'];
  const select = sql.prepare(`SELECT ${names.join(', ')} FROM ${table} ORDER BY rowid`);
  const upsert = sql.prepare(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
     ON CONFLICT (id) DO UPDATE SET ${names
       .slice(1)
       .map((name) => `${name} = excluded.${name}`)
       .join(', ')}`,
  );
  const drop = sql.prepare(`DELETE FROM ${table} WHERE id = ?`);

  type Entry = { place: number; row: CollectionRow<T> };
  const entries = new Map<string, Entry>();
  let last = 0;
  let ordered: CollectionRow<T>[] | null = null;
  const valueIn = (entry: Entry | null | undefined): T | null => (entry?.row.opened.ok ? entry.row.opened.value : null);

  for (const row of select.all()) {
    const id = String(row.id);
    const opened = openedOrNot(id, () => parseJson(kind, row.value, schema));
    entries.set(id, { place: ++last, row: { id, columns: columns.names.map((name) => columnSchema.parse(row[name])), opened } });
    if (opened.ok) changed?.(null, opened.value);
  }

  function set(id: string, entry: Entry | null): void {
    const before = valueIn(entries.get(id));
    if (entry) entries.set(id, entry);
    else entries.delete(id);
    ordered = null;
    changed?.(before, valueIn(entry));
  }
  function remember(id: string, entry: Entry | null): void {
    const before = entries.get(id) ?? null;
    set(id, entry);
    database.afterwards((kept) => {
      if (!kept) set(id, before);
    });
  }

  return {
    rows() {
      ordered ??= [...entries.values()].toSorted((a, b) => a.place - b.place).map(({ row }) => row);
      return ordered;
    },
    find: (id) => valueIn(entries.get(id)),
    get(id) {
      const opened = entries.get(id)?.row.opened;
      if (opened && !opened.ok) throw new UnreadableRow(kind);
      return opened?.value ?? null;
    },
    has: (id) => entries.has(id),
    put(value) {
      const checked = schema.parse(value);
      database.transaction(() => {
        const own = columns.of(checked);
        upsert.run(checked.id, ...own, JSON.stringify(checked));
        const place = entries.get(checked.id)?.place ?? ++last;
        remember(checked.id, { place, row: { id: checked.id, columns: own, opened: { ok: true, value: checked } } });
      });
    },
    remove(id) {
      database.transaction(() => {
        drop.run(id);
        remember(id, null);
      });
    },
  };
}
