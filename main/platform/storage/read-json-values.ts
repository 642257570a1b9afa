/** Reads the JSON rows of a database in clear, without a lock and without repairing anything: another process may have it open. */
import { z } from 'zod';
import { busyTimeout } from './database.ts';
import { openSql, type Sql } from './sql.ts';

const rowSchema = z.object({ kind: z.string(), value: z.string().transform((text) => JSON.parse(text) as unknown) });

/** Returns nothing when the file is missing, is damaged or has a different version. Leaves out rows that are no JSON. */
export function readJsonValues(path: string): z.output<typeof rowSchema>[] {
  let sql: Sql | null = null;
  try {
    sql = openSql(path, { readonly: true, timeout: busyTimeout });
    return sql
      .prepare('SELECT kind, value FROM json_row ORDER BY rowid')
      .all()
      .flatMap((row) => {
        try {
          return [rowSchema.parse(row)];
        } catch {
          return [];
        }
      });
  } catch {
    return [];
  } finally {
    sql?.close();
  }
}
