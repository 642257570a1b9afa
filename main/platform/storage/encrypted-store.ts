/**
 * The database and the files with all confidential data. Without a key that outlives the process both end with it: the database is
 * in memory, and the files are in a folder that is removed at the end or at the next start.
 */
import { existsSync, readdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Problem, problem, StationError } from '../../../shared/errors.ts';
import { renameFileSync } from '../files/files-in-use.ts';
import type { DataKeys } from '../keychain/data-keys.ts';
import { openDataKeys } from '../keychain/data-keys.ts';
import { type Keychain, keychainTimeoutMs } from '../keychain/keychain.ts';
import { within } from '../runtime/within.ts';
import { startBackgroundChecks } from './background-check.ts';
import { removeCopies } from './daily-backups.ts';
import type { Database } from './database.ts';
import { type EncryptedFiles, openEncryptedFiles } from './encrypted-files.ts';
import { assertUsable, inDataFolder } from './in-data-folder.ts';
import {
  completeStationSalvage,
  hasStationDatabase,
  openMemoryDatabase,
  openStationDatabase,
  opensStationDatabase,
} from './open-database.ts';
import { openSweepSchedule, type SweepSchedule } from './sweep-schedule.ts';
import { startWriteBack } from './write-back.ts';

export type EncryptedStore = {
  /** The database of the data folder, or one in memory. */
  database: Database;
  files: EncryptedFiles;
  keys: DataKeys;
  /** Why the data end with the station (memory-only mode); null when they survive it. */
  memoryOnly: Problem | null;
  /** Files may belong to a quarantined database, or, in memory-only mode, to the one on disk. */
  isOneOfSeveral: boolean;
  /** Whether the database has files and their folder has none. One that is missing alone is reported when it is read. */
  lacksFiles: boolean;
  /** Whether this start looks for files that belong to nothing. */
  sweep: SweepSchedule;
  /** An earlier run has written data here, though they may be lost. */
  wasUsed: boolean;
  /** Stores the key again when the keychain has lost it since the start, and reports that; the next start would not find it. Never rejects. */
  keepKey(): Promise<void>;
  /** Encrypts the database with the current key. @throws StationError `disk-full` */
  rekey(): Promise<void>;
  close(): Promise<void>;
};

export type EncryptedStoreDeps = {
  settings: Database;
  dataDir: string;
  keychain: Keychain;
  /** 32 bytes that replace the keychain. */
  vaultKey?: Buffer;
  /** Id of the key of the sent ledger, where there is one. */
  ledgerKey?: string | null;
};

const sessionFolder = 'session-';
const filesFolder = 'encrypted';

/**
 * Completes the database's part of a key rotation that was cut off.
 * @throws StationError `data-key-missing` (cause `keychain`, `given`): the data are encrypted with another key and stay unchanged;
 * `disk-full`, `data-folder-unusable`
 */
export async function openEncryptedStore(deps: EncryptedStoreDeps): Promise<EncryptedStore> {
  const { dataDir } = deps;
  await inDataFolder(async () => completeStationSalvage(dataDir));
  const hasData = hasStationDatabase(dataDir) || typeof deps.ledgerKey === 'string';
  const keys = await openDataKeys({ ...deps, hasData, alsoId: deps.ledgerKey ?? null });
  await removeSessions(dataDir);
  if (keys.memoryOnly) return openInMemory(dataDir, keys);
  if (existsSync(join(dataDir, filesFolder))) await assertUsable(join(dataDir, filesFolder));
  const isMissing = lacksDatabase(dataDir);
  const under = keyOfData(deps, keys);
  keys.note();
  const database = openStationDatabase(dataDir, under);
  try {
    if (isMissing) database.report(problem('database-missing', { name: quarantineFiles(dataDir) }), true);
    if (under !== keys.current().key) rekey(database, keys);
    const isOneOfSeveral = readdirSync(dataDir).some((name) => name.startsWith('station-damaged-'));
    const files = await openEncryptedFiles({ folder: join(dataDir, filesFolder), database });
    const sweep = openSweepSchedule(database);
    const lacksFiles = await files.areAllMissing();
    // What is in the place of the files may be another station's.
    if (!isOneOfSeveral && !lacksFiles && sweep.isDue) await files.removeStrays();
    const keepKey = () => keep(keys, database);
    const startThreads = () => {
      const key = () => keys.current().key;
      const stops = [startBackgroundChecks(database, key, keepKey), startWriteBack(database, key)];
      return () => Promise.all(stops.map((stop) => stop()));
    };
    let stopThreads = startThreads();
    return {
      database,
      files,
      keys,
      memoryOnly: null,
      isOneOfSeveral,
      lacksFiles,
      sweep,
      wasUsed: isMissing || isOneOfSeveral || files.any(),
      keepKey,
      async rekey() {
        await stopThreads();
        try {
          rekey(database, keys);
        } finally {
          stopThreads = startThreads();
        }
      },
      async close() {
        await Promise.all([stopThreads(), within(keepKey(), keychainTimeoutMs, null)]);
        try {
          if (await files.syncRemovals()) sweep.endOrderly();
        } catch {
          // The disk is full or damaged: the next start looks for files without need.
        }
        database.close();
      },
    };
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

async function keep(keys: DataKeys, database: Database): Promise<void> {
  try {
    if (await keys.putBack()) database.report(problem('data-key-missing', { context: 'returned' }), true);
  } catch {
    // The keychain or the disk refuses: the next time may help.
  }
}

/** Re-encrypts all of the database, its log too: the old key then opens nothing of it. */
function rekey(database: Database, keys: DataKeys): void {
  removeCopies(dirname(database.sql.name));
  database.rekey(keys.current().key);
  database.scrub();
}

/** The key that opens the database. When the certainly right key does not open it, the database is damaged, and opening it reports that. */
function keyOfData({ dataDir, vaultKey, ledgerKey = null }: EncryptedStoreDeps, keys: DataKeys): Buffer {
  const missing = () => new StationError('data-key-missing', { cause: vaultKey ? 'environment' : 'keychain' });
  const current = keys.current().key;
  if (!hasStationDatabase(dataDir)) {
    // There is only the ledger, whose header names the key that it needs.
    if (ledgerKey !== null && !keys.all().some(({ id }) => id === ledgerKey)) throw missing();
    return current;
  }
  if (keys.isCertain && keys.all().length === 1) return current;
  const fitting = keys.all().find(({ key }) => opensStationDatabase(dataDir, key));
  if (fitting) return fitting.key;
  if (!keys.isCertain) throw missing();
  return current;
}

async function openInMemory(dataDir: string, keys: DataKeys): Promise<EncryptedStore> {
  const folder = join(dataDir, `${sessionFolder}${crypto.randomUUID()}`);
  const database = openMemoryDatabase();
  return {
    database,
    files: await openEncryptedFiles({ folder, database }),
    keys,
    memoryOnly: keys.memoryOnly,
    isOneOfSeveral: true,
    lacksFiles: false,
    sweep: openSweepSchedule(database),
    wasUsed: false,
    keepKey: async () => undefined,
    rekey: async () => undefined,
    async close() {
      database.close();
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}

/** Removes files of earlier runs in memory-only mode: their keys are gone. */
async function removeSessions(dataDir: string): Promise<void> {
  const names = await readdir(dataDir);
  for (const name of names.filter((one) => one.startsWith(sessionFolder))) {
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Whether there are encrypted files without the database that has their keys. */
export function lacksDatabase(dataDir: string): boolean {
  const folder = join(dataDir, filesFolder);
  return !hasStationDatabase(dataDir) && existsSync(folder) && readdirSync(folder).length > 0;
}

/** Quarantines the files of a missing database, which has their keys: a person may find it. @returns the folder's name */
function quarantineFiles(dataDir: string): string {
  const name = `${filesFolder}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  renameFileSync(join(dataDir, filesFolder), join(dataDir, name));
  return name;
}
