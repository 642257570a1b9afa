/**
 * What everything confidential is kept in: a database and files, sealed under the data folder's key. Without a key that
 * lasts, both are of this run alone: in memory, and in a folder that is gone with the run or at the next start.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../shared/errors.ts';
import { openDataKeys } from '../vault/create-data-keys.ts';
import { createSealer } from '../vault/create-sealer.ts';
import type { DataKeys } from '../vault/data-keys.ts';
import type { Sealer } from '../vault/sealing.ts';
import type { Keychain } from '../vault/vault.ts';
import { openSealedFiles } from './create-sealed-files.ts';
import { type Database, openMemoryDatabase } from './database.ts';
import type { SealedFiles } from './sealed-files.ts';

export type SealedStore = {
  /** The station's own, or one in memory. */
  database: Database;
  files: SealedFiles;
  sealer: Sealer;
  keys: DataKeys;
  /** Null when what is kept survives the end of the station; else why not. */
  notKept: Problem | null;
  close(): Promise<void>;
};

const sessionFolder = 'session-';

export async function openSealedStore(parts: {
  database: Database;
  dataDir: string;
  keychain: Keychain;
  given?: Buffer;
  alsoId?: string | null;
}): Promise<SealedStore> {
  const { dataDir } = parts;
  const keys = await openDataKeys(parts);
  await removeSessions(dataDir);
  const lasting = keys.notKept === null;
  const folder = join(dataDir, lasting ? 'sealed' : `${sessionFolder}${crypto.randomUUID()}`);
  const database = lasting ? parts.database : openMemoryDatabase();
  return {
    database,
    files: await openSealedFiles({ folder, keys }),
    sealer: createSealer(keys),
    keys,
    notKept: keys.notKept,
    async close() {
      if (lasting) return;
      database.close();
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}

/** What runs without a lasting key left behind: nobody has their keys any more. */
async function removeSessions(dataDir: string): Promise<void> {
  const names = await readdir(dataDir);
  for (const name of names.filter((one) => one.startsWith(sessionFolder))) {
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
