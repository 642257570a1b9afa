/** Reads and changes the database of a data folder behind the station's back. */
import { closeSync, copyFileSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemKeychain } from '../doors/keychain.ts';
import { openSql, type Sql } from '../doors/storage.ts';

/** @param key of the data folder: 32 bytes */
export function inDatabase<T>(dataDir: string, key: Buffer, work: (sql: Sql) => T): T {
  const sql = openSql(join(dataDir, 'station.sqlite'), { key, timeout: 5_000 });
  try {
    return work(sql);
  } finally {
    sql.close();
  }
}

/** The key of a data folder whose station uses the system's keychain. */
export async function keyInKeychain(dataDir: string): Promise<Buffer> {
  const settings = openSql(join(dataDir, 'settings.sqlite'), { readonly: true });
  const id = settings.prepare('SELECT id FROM data_key').get()?.id;
  settings.close();
  return Buffer.from((await systemKeychain().get(`data-key/${id}`)) ?? '', 'base64');
}

/** Makes the value of a row unreadable, as another version of the station may have written it. */
export function spoil(dataDir: string, key: Buffer, table: string, where: string, ...values: string[]): void {
  inDatabase(dataDir, key, (sql) => {
    const { changes } = sql.prepare(`UPDATE ${table} SET value = '{"spoiled":true}' WHERE ${where}`).run(...values);
    if (changes === 0) throw new Error('no such row');
  });
}

const pageSize = 4_096;

/** Erases the first page of a table. `like`: a data folder that is read in place of it, which would empty its log. */
export function damageTable(dataDir: string, key: Buffer, table: string, like = dataDir): void {
  const row = inDatabase(like, key, (sql) => sql.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table));
  if (!row) throw new Error('no such table');
  erasePage(join(dataDir, 'station.sqlite'), Number(row.rootpage) - 1);
}

/** Erases the first page with which a row of a table cannot be read, and all its other rows can: one of a row with several pages. */
export function damageRow(dataDir: string, key: Buffer, table: string, place: number): void {
  const path = join(dataDir, 'station.sqlite');
  const folder = mkdtempSync(join(tmpdir(), 'station-damaged-'));
  const copy = join(folder, 'station.sqlite');
  try {
    for (let page = 1; page < statSync(path).size / pageSize; page += 1) {
      copyFileSync(path, copy);
      erasePage(copy, page);
      if (!isOnlyDamaged(folder, key, table, place)) continue;
      copyFileSync(copy, path);
      return;
    }
    throw new Error('no such page');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function erasePage(path: string, page: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(pageSize, 0xa5), 0, pageSize, page * pageSize);
  closeSync(file);
}

function isOnlyDamaged(dataDir: string, key: Buffer, table: string, place: number): boolean {
  try {
    return inDatabase(dataDir, key, (sql) => {
      const rows = sql.prepare(`SELECT rowid AS number FROM ${table} ORDER BY rowid`).all();
      const isReadable = rows.map(({ number }) => {
        try {
          return sql.prepare(`SELECT * FROM ${table} WHERE rowid = ?`).get(Number(number)) !== undefined;
        } catch {
          return false;
        }
      });
      return isReadable.every((one, at) => one !== (at === place));
    });
  } catch {
    return false;
  }
}

/** Decrypts the database and its log page by page, with the unused parts of pages, where deleted rows may still be. */
export function decryptedDatabase(dataDir: string, key: Buffer): Buffer {
  const copy = mkdtempSync(join(tmpdir(), 'station-decrypted-'));
  try {
    for (const side of ['', '-wal']) {
      const from = join(dataDir, `station.sqlite${side}`);
      if (existsSync(from)) copyFileSync(from, join(copy, `station.sqlite${side}`));
    }
    inDatabase(copy, key, (sql) => sql.exec("PRAGMA rekey = ''; PRAGMA wal_checkpoint(TRUNCATE)"));
    return readFileSync(join(copy, 'station.sqlite'));
  } finally {
    rmSync(copy, { recursive: true });
  }
}
