/** Reads, changes and damages the database of a data folder behind the station's back. */
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

export function inDatabase<T>(dataDir: string, work: (sql: DatabaseSync) => T): T {
  const sql = new DatabaseSync(join(dataDir, 'station.sqlite'));
  try {
    return work(sql);
  } finally {
    sql.close();
  }
}

/** Flips one bit in the middle of a sealed column (BLOB) or the last character of a clear one (TEXT). */
export function flip(dataDir: string, table: string, column: string, where: string, ...values: SQLInputValue[]): void {
  inDatabase(dataDir, (sql) => {
    const row = sql.prepare(`SELECT rowid AS at, ${column} AS value FROM ${table} WHERE ${where}`).get(...values);
    if (!row) throw new Error('no such row');
    const bytes = typeof row.value === 'string' ? Buffer.from(row.value) : Buffer.from(row.value as Uint8Array);
    const place = typeof row.value === 'string' ? bytes.length - 1 : Math.floor(bytes.length / 2);
    bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
    const changed = typeof row.value === 'string' ? bytes.toString() : bytes;
    sql.prepare(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`).run(changed, Number(row.at));
  });
}
