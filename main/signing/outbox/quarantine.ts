/** Records that could not be opened or read: moved out of the way whole, never deleted (design, section 2.6). */
import { z } from 'zod';
import { problemOf } from '../../../shared/errors.ts';
import type { Database } from '../../store/database.ts';
import type { Sealer } from '../../vault/sealing.ts';
import { type DamagedRow, keyOf, labelOf, tryOpen } from './sealed-rows.ts';

export type SetAside = { kind: string; id: string; at: string };

export type Quarantine = {
  list(): SetAside[];
  /** All in one transaction. On a full disk they stay where they are until the next start, and are listed all the same. */
  take(rows: readonly DamagedRow[]): void;
  /** Seals anew what can be opened (it only did not parse); the rest stays as it is. @throws StationError `disk-full` */
  renew(key: string): void;
};

const ours = "kind IN ('job', 'attempt')";
const listedSchema = z.object({ kind: z.string(), id: z.string(), at: z.string() });
const clearSchema = z.record(z.string(), z.union([z.string(), z.null(), z.object({ hex: z.string() })]));
/** What stands in the column `value`, as JSON; `sealed` in base64. */
const valueSchema = z.object({ clear: clearSchema, sealed: z.base64() });
const storedSchema = z.object({ number: z.number(), kind: z.enum(['job', 'attempt']), value: z.string() });

export function createQuarantine(database: Database, sealer: Sealer, now: () => Date): Quarantine {
  const { sql } = database;
  const insert = sql.prepare('INSERT INTO quarantine (kind, id, value, reason, at) VALUES (?, ?, ?, ?, ?)');
  const remove = { job: sql.prepare('DELETE FROM job WHERE rowid = ?'), attempt: sql.prepare('DELETE FROM attempt WHERE rowid = ?') };
  const update = sql.prepare('UPDATE quarantine SET value = ? WHERE number = ?');
  const listed = sql
    .prepare(`SELECT kind, id, at FROM quarantine WHERE ${ours} ORDER BY number`)
    .all()
    .map((row) => listedSchema.parse(row));

  return {
    list: () => [...listed],
    take(rows) {
      if (rows.length === 0) return;
      const at = now().toISOString();
      try {
        database.transaction(() => {
          for (const row of rows) {
            insert.run(row.kind, idOf(row), valueText(row.clear, row.sealed), row.reason, at);
            remove[row.kind].run(row.number);
          }
        });
      } catch (thrown) {
        // A full disk must not keep the station from starting.
        if (problemOf(thrown).code !== 'disk-full') throw thrown;
      }
      listed.push(...rows.map((row) => ({ kind: row.kind, id: idOf(row), at })));
    },
    renew(key) {
      const rows = sql.prepare(`SELECT number, kind, value FROM quarantine WHERE ${ours}`).all();
      database.transaction(() => {
        for (const row of rows) {
          const { number, kind, value } = storedSchema.parse(row);
          const { clear, sealed } = valueSchema.parse(JSON.parse(value));
          const label = labelOf(kind, Object.values(clear).map(textOf));
          const bytes = Buffer.from(sealed, 'base64');
          const opened = tryOpen(sealer, label, bytes);
          if (typeof opened === 'object' && keyOf(sealer, bytes) !== key)
            update.run(valueText(clear, sealer.seal(label, opened.hidden)), number);
        }
      });
    },
  };
}

const valueText = (clear: DamagedRow['clear'], sealed: Uint8Array): string =>
  JSON.stringify({ clear, sealed: Buffer.from(sealed).toString('base64') });

const idOf = ({ clear }: DamagedRow): string => textOf(clear.id ?? null) ?? '';

/** Bytes that are no text never belonged to a sealed value, so their text need only be another. */
const textOf = (value: string | null | { hex: string }): string | null => (value !== null && typeof value === 'object' ? value.hex : value);
