/** Databases and keys for tests, opened by the real code. */

import { closing } from '../closing.ts';
import { type Database, openStationDatabase } from '../doors/storage.ts';

/** 32 bytes. */
export const testKey = Buffer.alloc(32, 7);

/** `station.sqlite` of a data folder under `testKey`; closed when the test ends. */
export function openTestDatabase(dataDir: string): Database {
  return closing(openStationDatabase(dataDir, testKey));
}

/** A row of the kind `test`. */
export function putRow(database: Database, id: string, value = 'x'): void {
  database.sql.prepare('INSERT INTO json_row (kind, id, value) VALUES (?, ?, ?)').run('test', id, value);
}
