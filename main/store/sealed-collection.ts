/**
 * The sealed rows of one table, all of them in memory too: for what is searched by its sealed parts, and asked for with
 * every change. Everything here is done when the call returns, on the disk; what the disk does not take in the end is not
 * held either.
 */
import { z } from 'zod';
import { type Sealer, type SealLabel, Unsealable } from '../vault/sealing.ts';
import type { Database } from './database.ts';
import { type Opened, openedOrNot, openSealed } from './sealed-table.ts';

type Clear = string | null;

/** `clear`: what stands beside it in clear, in the order of the columns. */
export type SealedRow<T> = { id: string; clear: readonly Clear[]; opened: Opened<T> };

export type SealedCollectionParts<T> = {
  database: Database;
  sealer: Sealer;
  /** With the columns `id`, `key`, `sealed`, and those in clear. */
  table: string;
  /** Of the seal. */
  kind: string;
  schema: z.ZodType<T>;
  /** Columns in clear, and what a value has in them. The first `bound` are bound to the seal, and never change. */
  clear?: { columns: readonly string[]; of(value: T): readonly Clear[]; bound: number };
  /** Whatever is worked out from the values follows; called again the other way round when a change is undone. */
  changed?(before: T | null, after: T | null): void;
};

export type SealedCollection<T> = {
  /** In the order in which they were first put. */
  rows(): readonly SealedRow<T>[];
  /** Null for one that is not kept, or cannot be opened. */
  find(id: string): T | null;
  /** Null for one that is not kept. @throws Unsealable */
  get(id: string): T | null;
  /** Whether one of that id is kept, readable or not. */
  has(id: string): boolean;
  /** @throws StationError `disk-full`; then nothing is changed */
  put(value: T): void;
  remove(id: string): void;
  /** Sealed under a key that is not at hand. */
  locked(): number;
  /** Seals anew what is under another key. Answers whether all is under this one. */
  renewSeals(key: string): boolean;
};

const rowSchema = z.object({ id: z.string(), key: z.string(), sealed: z.instanceof(Uint8Array) });
const clearSchema = z.string().nullable();
const isElsewhere = (opened: Opened<unknown>): boolean => !opened.ok && opened.problem.code === 'sealed-elsewhere';

export function openSealedCollection<T extends { id: string }>(parts: SealedCollectionParts<T>): SealedCollection<T> {
  const { database, sealer, table, kind, schema, clear = { columns: [], of: () => [], bound: 0 }, changed } = parts;
  const { sql } = database;
  const columns = ['id', ...clear.columns, 'key', 'sealed'];
  const select = sql.prepare(`SELECT ${columns.join(', ')} FROM ${table} ORDER BY rowid`);
  const upsert = sql.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
     ON CONFLICT (id) DO UPDATE SET ${columns
       .slice(1)
       .map((name) => `${name} = excluded.${name}`)
       .join(', ')}`,
  );
  const drop = sql.prepare(`DELETE FROM ${table} WHERE id = ?`);
  const label = (id: string, told: readonly Clear[]): SealLabel => ({ kind, id, version: 1, clear: told.slice(0, clear.bound) });

  type Entry = { place: number; row: SealedRow<T> };
  const entries = new Map<string, Entry>();
  let last = 0;
  let ordered: SealedRow<T>[] | null = null;
  const valueIn = (entry: Entry | null | undefined): T | null => (entry?.row.opened.ok ? entry.row.opened.value : null);

  for (const found of select.all()) {
    const { id, sealed } = rowSchema.parse(found);
    const told = clear.columns.map((name) => clearSchema.parse(found[name]));
    const opened = openedOrNot(id, () => openSealed(sealer, label(id, told), sealed, schema));
    entries.set(id, { place: ++last, row: { id, clear: told, opened } });
    if (opened.ok) changed?.(null, opened.value);
  }

  function set(id: string, entry: Entry | null): void {
    const before = valueIn(entries.get(id));
    if (entry) entries.set(id, entry);
    else entries.delete(id);
    ordered = null;
    changed?.(before, valueIn(entry));
  }
  function hold(id: string, entry: Entry | null): void {
    const before = entries.get(id) ?? null;
    set(id, entry);
    database.afterwards((kept) => {
      if (!kept) set(id, before);
    });
  }
  function write(value: T): readonly Clear[] {
    const told = clear.of(value);
    const sealed = sealer.seal(label(value.id, told), value);
    database.transaction(() => upsert.run(value.id, ...told, sealer.keyOf(sealed), sealed));
    return told;
  }

  return {
    rows() {
      ordered ??= [...entries.values()].toSorted((a, b) => a.place - b.place).map(({ row }) => row);
      return ordered;
    },
    find: (id) => valueIn(entries.get(id)),
    get(id) {
      const opened = entries.get(id)?.row.opened;
      if (opened && !opened.ok) throw new Unsealable(isElsewhere(opened) ? 'key-absent' : 'damaged', kind);
      return opened?.value ?? null;
    },
    has: (id) => entries.has(id),
    put(value) {
      const checked = schema.parse(value);
      database.transaction(() => {
        const told = write(checked);
        const place = entries.get(checked.id)?.place ?? ++last;
        hold(checked.id, { place, row: { id: checked.id, clear: told, opened: { ok: true, value: checked } } });
      });
    },
    remove(id) {
      database.transaction(() => {
        drop.run(id);
        hold(id, null);
      });
    },
    locked: () => [...entries.values()].filter(({ row }) => isElsewhere(row.opened)).length,
    renewSeals(key) {
      let all = true;
      for (const found of select.all()) {
        const { id, key: under } = rowSchema.parse(found);
        if (under === key) continue;
        const value = valueIn(entries.get(id));
        if (value) write(value);
        else all = false;
      }
      return all;
    },
  };
}
