/** Opens the station's two databases (design, section 2.8): checks, repairs and salvages them. */
import { closeSync, existsSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Problem, problem, StationError } from '../../../shared/errors.ts';
import { renameFileSync } from '../files/files-in-use.ts';
import { makeFolder } from '../files/make-folder.ts';
import { asDatabase, busyTimeout, type Database, inTransaction, storeNotice } from './database.ts';
import { isWhole, needsCheck, removeNote, watched } from './integrity.ts';
import { salvage } from './salvage.ts';
import { schemaVersion, settingsSchema, stationSchema } from './schema.ts';
import { openSql, type Sql, syncWrites } from './sql.ts';
import { DamagedDatabase, isDamage, openingProblem } from './sqlite-problem.ts';

type Kind = {
  /** Name of the file, without `.sqlite`. */
  name: string;
  schema: string;
  /** Null: in clear. */
  key: Buffer | null;
  damaged: 'settings-unreadable' | 'database-damaged';
  /** A new file in place of one that is known to have been there has this notice. */
  missing?: Problem | null;
};

/**
 * Opens `settings.sqlite`, in clear. Makes it and the data folder when missing, readable by their owner alone. Quarantines a damaged
 * file by renaming it, and begins a new one with its readable rows; `notices` has `settings-unreadable`, also when the file is missing or
 * empty and other data are there. Repairs a file with damage in its indexes alone.
 * @throws StationError `data-folder-unusable` (causes `newer-version` and `older-version`: written by another version of the station and left
 * unchanged; cause `not-accessible`, or the system's code), `disk-full`
 */
export function openSettingsDatabase(dataDir: string): Database {
  // They are made before any other file.
  const wasUsed = hasStationDatabase(dataDir) || existsSync(join(dataDir, 'sent-ledger'));
  const missing = wasUsed ? problem('settings-unreadable', { context: 'missing' }) : null;
  return openDatabase(dataDir, { name: 'settings', schema: settingsSchema, key: null, damaged: 'settings-unreadable', missing });
}

/**
 * Opens `station.sqlite` likewise, encrypted under a key of 32 bytes that must be the right one: another key looks like damage.
 * `notices` has `database-damaged` until a person has read it.
 */
export const openStationDatabase = (dataDir: string, key: Buffer): Database =>
  openDatabase(dataDir, { name: 'station', schema: stationSchema, key, damaged: 'database-damaged' });

/** Whether the data folder has an encrypted database. */
export const hasStationDatabase = (dataDir: string): boolean => existsSync(join(dataDir, 'station.sqlite'));

/** Whether the key opens the data folder's encrypted database; false also when its first page is damaged. */
export function opensStationDatabase(dataDir: string, key: Buffer): boolean {
  const sql = openSql(join(dataDir, 'station.sqlite'), { key, timeout: busyTimeout });
  try {
    version(sql);
    return true;
  } catch (thrown) {
    if (isDamage(thrown)) return false;
    throw openingProblem(thrown, sql.name);
  } finally {
    sql.close();
  }
}

/** Opens the tables of `station.sqlite` in memory, for memory-only mode. */
export function openMemoryDatabase(): Database {
  const sql = openSql(':memory:');
  sql.exec('PRAGMA temp_store = MEMORY');
  createTables(sql, stationSchema);
  return asDatabase(sql);
}

function openDatabase(dataDir: string, kind: Kind): Database {
  try {
    makeFolder(dataDir, 0o700);
    completeSalvage(dataDir, kind.name);
    try {
      return opened(dataDir, kind);
    } catch (thrown) {
      if (!isDamage(thrown)) throw thrown;
      replaceDamaged(dataDir, kind);
      return opened(dataDir, kind);
    }
  } catch (thrown) {
    throw openingProblem(thrown, fileOf(dataDir, kind.name));
  }
}

function opened(dataDir: string, kind: Kind): Database {
  const sql = openChecked(dataDir, kind);
  try {
    return asDatabase(sql);
  } catch (thrown) {
    // Windows does not rename a file that is open.
    sql.close();
    throw thrown;
  }
}

/** Completes a salvage that was killed between its renamings. Call it before checking whether there is a database. */
export const completeStationSalvage = (dataDir: string): void => completeSalvage(dataDir, 'station');

const fileOf = (dataDir: string, name: string): string => join(dataDir, `${name}.sqlite`);
const salvageName = (name: string): string => `${name}-salvage`;
const quarantinePrefix = (name: string): string => `${name}-damaged-`;
const sides = ['-wal', '-shm'];

/** Pages of the write-ahead log (48 MiB) after which a commit writes it back itself, where `write-back.ts` has not. */
const checkpointPages = 12_000;

/** Replaces a damaged database by a salvaged one. A kill at any moment leaves the damaged one in its place, or the new one for `completeSalvage`. */
function replaceDamaged(dataDir: string, kind: Kind): void {
  const quarantined = quarantinePrefix(kind.name) + new Date().toISOString().replaceAll(/[:.]/g, '-');
  const path = fileOf(dataDir, kind.name);
  // SQLite removes the log of an empty file.
  rmSync(fileOf(dataDir, salvageName(kind.name)), { force: true });
  const fresh = openChecked(dataDir, { ...kind, name: salvageName(kind.name), missing: null });
  try {
    const made = sides.filter((side) => !existsSync(path + side));
    const damaged = openSql(path, { key: kind.key, readonly: true });
    try {
      inTransaction(fresh, () => {
        const count = salvage(damaged, fresh);
        storeNotice(fresh, problem(kind.damaged, { cause: 'damaged', name: `${quarantined}.sqlite`, count }));
      });
    } finally {
      damaged.close();
      // Side files that reading the damaged database made.
      for (const side of made) rmSync(path + side, { force: true });
    }
    // Makes the new database one file, which one renaming puts in its place. Closing does so too, and does not say when it fails.
    fresh.exec('PRAGMA journal_mode = DELETE');
  } finally {
    fresh.close();
  }
  // First: while this file has its name, a killed salvage begins again, and then needs the log next to the file.
  renameFileSync(path, fileOf(dataDir, quarantined));
  completeSalvage(dataDir, kind.name, `${quarantined}.sqlite`);
}

/**
 * Each step can be repeated. Renames the log of the damaged database like the database: the new one would take the log for its own.
 * @param quarantined name of the damaged file; after a kill the latest one
 */
function completeSalvage(dataDir: string, name: string, quarantined?: string): void {
  const [path, salvaged] = [fileOf(dataDir, name), fileOf(dataDir, salvageName(name))];
  if (existsSync(path) || !existsSync(salvaged)) return;
  const damaged = join(dataDir, quarantined ?? latestQuarantined(dataDir, name));
  for (const side of sides) if (existsSync(path + side)) renameFileSync(path + side, damaged + side);
  renameFileSync(salvaged, path);
}

function latestQuarantined(dataDir: string, name: string): string {
  const found = readdirSync(dataDir).filter((file) => file.startsWith(quarantinePrefix(name)) && file.endsWith('.sqlite'));
  return found.sort().at(-1) ?? `${quarantinePrefix(name)}unknown.sqlite`;
}

function openChecked(dataDir: string, { name, schema, key, missing = null }: Kind): Sql {
  const path = join(dataDir, `${name}.sqlite`);
  // SQLite gives its side files the mode of the main one.
  closeSync(openSync(path, 'a', 0o600));
  const sql = openSql(path, { key, timeout: busyTimeout });
  try {
    refuseOther(sql);
    if (needsCheck(path) && !isWhole(sql)) repairIndexes(sql);
    sql.exec('PRAGMA journal_mode = WAL');
    sql.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}`);
    syncWrites(sql);
    // In memory: the temporary file of a VACUUM would lie outside of the data folder.
    sql.exec('PRAGMA temp_store = MEMORY');
    // Overwrites deleted rows, so that a removed visit leaves nothing in free pages.
    sql.exec('PRAGMA secure_delete = ON');
    createTables(sql, schema, missing);
    removeNote(path);
    return watched(sql);
  } catch (thrown) {
    sql.close();
    throw thrown;
  }
}

/**
 * Builds the indexes again, which have no data of their own. Damage in a table remains, and the check finds it; then nothing is
 * changed, so that the file can be quarantined unchanged: the database is closed, which ends the transaction.
 */
function repairIndexes(sql: Sql): void {
  sql.exec('BEGIN IMMEDIATE; REINDEX');
  if (!isWhole(sql)) throw new DamagedDatabase();
  sql.exec('COMMIT');
}

const version = (sql: Sql): number => Number(sql.prepare('PRAGMA user_version').get()?.user_version);

/** An empty file has version 0. */
function refuseOther(sql: Sql): void {
  const found = version(sql);
  if (found === 0 || found === schemaVersion) return;
  const cause = found > schemaVersion ? 'newer-version' : 'older-version';
  throw new StationError('data-folder-unusable', { cause, version: found, known: schemaVersion });
}

function createTables(sql: Sql, schema: string, notice: Problem | null = null): void {
  if (version(sql) === schemaVersion) return;
  inTransaction(sql, () => {
    sql.exec(`${schema}; PRAGMA user_version = ${schemaVersion}`);
    if (notice !== null) storeNotice(sql, notice);
  });
}
