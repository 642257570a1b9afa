/** Rows of which a part stands in clear columns and the rest in a sealed one that is bound to them. */
import { isUtf8 } from 'node:buffer';
import type { SQLInputValue } from 'node:sqlite';
import { StationError } from '../../../shared/errors.ts';
import type { Database } from '../../store/database.ts';
import { type Sealer, type SealLabel, Unsealable } from '../../vault/sealing.ts';

export type RecordKind = 'job' | 'attempt';

export type RowKind<T> = {
  /** The name of the table too. */
  kind: RecordKind;
  /** The clear columns, `id` first. */
  columns: readonly ['id', ...string[]];
  /** `clear` is in the order of the columns; `hidden` must survive JSON. */
  split(value: T): { clear: readonly [string, ...(string | number | null)[]]; hidden: unknown };
  /** The columns come as text. @throws when they are not what `split` made; its message names members, never what is in them */
  join(clear: readonly (string | null)[], hidden: unknown): T;
};

/** A row that cannot be used, whole: `clear` by column, as text or, where it is none, as hex of its bytes. */
export type DamagedRow = {
  kind: RecordKind;
  number: bigint;
  clear: Record<string, string | null | { hex: string }>;
  sealed: Uint8Array;
  reason: string;
};

export type SealedRows<T> = {
  /** In the order in which they were inserted. `locked`: how many are sealed under a key that is not at hand. */
  load(): { values: T[]; damaged: DamagedRow[]; locked: number };
  insert(value: T): void;
  update(value: T): void;
  remove(id: string): void;
  /** Whether the stored row is sealed under this key. False too for one that is not there, or was damaged meanwhile. */
  isUnder(id: string, key: string): boolean;
};

/** What sealed column and clear ones are bound by. */
export function labelOf(kind: RecordKind, clear: readonly (string | number | null)[]): SealLabel {
  const texts = clear.map((value) => (value === null ? null : String(value)));
  return { kind, id: texts[0] ?? '', version: 1, clear: texts };
}

export function createSealedRows<T>({ sql }: Database, sealer: Sealer, { kind, columns, split, join }: RowKind<T>): SealedRows<T> {
  const written = [...columns, 'sealed'];
  // Text is read as the bytes it is: as text, SQLite and JavaScript would each make something of what is damaged.
  const casts = columns.map((column) => `CAST(${column} AS BLOB) AS ${column}`);
  const select = sql.prepare(`SELECT rowid AS number, ${casts.join(', ')}, sealed FROM ${kind} ORDER BY rowid`);
  select.setReadBigInts(true);
  const selectSealed = sql.prepare(`SELECT sealed FROM ${kind} WHERE id = ?`);
  const insert = sql.prepare(`INSERT INTO ${kind} (${written.join(', ')}) VALUES (${written.map(() => '?').join(', ')})`);
  const update = sql.prepare(`UPDATE ${kind} SET ${written.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`);
  const remove = sql.prepare(`DELETE FROM ${kind} WHERE id = ?`);

  const row = (value: T): { id: string; values: SQLInputValue[] } => {
    const { clear, hidden } = split(value);
    return { id: clear[0], values: [...clear, sealer.seal(labelOf(kind, clear), hidden)] };
  };

  return {
    load() {
      const values: T[] = [];
      const damaged: DamagedRow[] = [];
      let locked = 0;
      for (const stored of select.iterate()) {
        const { number, sealed } = stored;
        if (typeof number !== 'bigint' || !(sealed instanceof Uint8Array)) throw new TypeError('not a row of a strict table');
        const clear = columns.map((column) => bytesOf(stored[column]));
        const texts = clear.map((bytes) => bytes?.toString() ?? null);
        const refuse = (reason: string) =>
          damaged.push({ kind, number, clear: Object.fromEntries(columns.map((name, at) => [name, readable(clear[at])])), sealed, reason });
        const opened = tryOpen(sealer, labelOf(kind, texts), sealed);
        if (opened === 'key-absent') locked += 1;
        else if (opened === 'damaged') refuse('damaged');
        else {
          try {
            values.push(join(texts, opened.hidden));
          } catch (thrown) {
            refuse(thrown instanceof Error ? thrown.message : 'unreadable');
          }
        }
      }
      return { values, damaged, locked };
    },
    insert: (value) => void insert.run(...row(value).values),
    update(value) {
      const { id, values } = row(value);
      if (changedNothing(update.run(...values, id)))
        throw new StationError('internal', undefined, { message: `a ${kind} is no longer stored` });
    },
    remove: (id) => void remove.run(id),
    isUnder(id, key) {
      const sealed = selectSealed.get(id)?.sealed;
      return sealed instanceof Uint8Array && keyOf(sealer, sealed) === key;
    },
  };
}

/** Opens what may be damaged or under an absent key. */
export function tryOpen(sealer: Sealer, label: SealLabel, sealed: Uint8Array): { hidden: unknown } | Unsealable['reason'] {
  try {
    return { hidden: sealer.open(label, sealed) };
  } catch (thrown) {
    if (thrown instanceof Unsealable) return thrown.reason;
    throw thrown;
  }
}

/** Null when it is too damaged to say. */
export function keyOf(sealer: Sealer, sealed: Uint8Array): string | null {
  try {
    return sealer.keyOf(sealed);
  } catch (thrown) {
    if (thrown instanceof Unsealable) return null;
    throw thrown;
  }
}

const changedNothing = ({ changes }: { changes: number | bigint }): boolean => Number(changes) === 0;

const bytesOf = (value: unknown): Buffer | null => (value instanceof Uint8Array ? Buffer.from(value) : null);

function readable(bytes: Buffer | null | undefined): string | null | { hex: string } {
  if (!bytes) return null;
  return isUtf8(bytes) ? bytes.toString() : { hex: bytes.toString('hex') };
}
