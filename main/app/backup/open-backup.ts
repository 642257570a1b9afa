/**
 * A backup of data that a station works on. The databases and the ledger are copied first, each as of one moment; the encrypted files never
 * change, and none is removed until the backup is written.
 */
import { copyFileSync, existsSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { StationError } from '../../../shared/errors.ts';
import { removal } from '../../platform/files/files-in-use.ts';
import type { DataKey } from '../../platform/keychain/data-keys.ts';
import { checkInThread } from '../../platform/storage/background-check.ts';
import type { Database } from '../../platform/storage/database.ts';
import { isPart } from '../../platform/storage/encrypted-file-name.ts';
import type { EncryptedFiles } from '../../platform/storage/encrypted-files.ts';
import { inDataFolder } from '../../platform/storage/in-data-folder.ts';
import { noteDamage } from '../../platform/storage/integrity.ts';
import { filesIn } from './files-in.ts';
import { type Following, ledgerName } from './format.ts';
import { sealKey } from './sealed-key.ts';
import { type BackupFile, type WrittenBackup, writeFiles } from './write-backup.ts';

export type OpenData = {
  dataDir: string;
  settingsDatabase: Database;
  database: Database;
  files: EncryptedFiles;
  dataKey(): DataKey;
};

/** In the data folder, while a backup is written. */
const scratchName = 'backup.part';

/** Removes the copies that a killed backup left: they have what may be removed for good. */
export const removeScratch = (dataDir: string): Promise<void> => rm(join(dataDir, scratchName), removal);

/** Copies a database as of one moment. */
export const copyDatabase = ({ sql }: Database, to: string): void => void sql.prepare('VACUUM INTO ?').run(to);

/**
 * @param code null for a backup that only this computer opens
 * @throws StationError `cancelled`, `database-unreadable`, `disk-full`, and those of `writeBackup`
 */
export async function writeOpenBackup(
  data: OpenData,
  { path, now, code }: { path: string; now: Date; code: string | null },
  following: Following,
): Promise<WrittenBackup> {
  const scratch = join(data.dataDir, scratchName);
  const release = data.files.holdRemovals();
  try {
    await inDataFolder(async () => {
      await removeScratch(data.dataDir);
      await mkdir(scratch, { mode: 0o700 });
    });
    const key = data.dataKey();
    await copyStores(data, scratch, following.signal);
    const copies = await inDataFolder(() => copiesIn(scratch));
    const stored = (await inDataFolder(() => filesIn(data.dataDir))).filter(({ name }) => name.includes('/') && !isPart(basename(name)));
    const files = [...copies, ...stored.map((file): BackupFile => ({ ...file, from: join(data.dataDir, file.name) }))];
    return await writeFiles({ dataDir: data.dataDir, files, path, now, ...(code !== null && { key: sealKey(key, code) }) }, following);
  } finally {
    await removeScratch(data.dataDir).catch(() => undefined);
    await release();
  }
}

/** The ledger after the database: an entry that the database does not know makes its documents in doubt, and the reverse would not. */
async function copyStores({ dataDir, settingsDatabase, database, dataKey }: OpenData, to: string, signal?: AbortSignal): Promise<void> {
  await inDataFolder(async () => copyDatabase(settingsDatabase, join(to, 'settings.sqlite')));
  const request = { path: database.sql.name, key: dataKey().key, copyTo: join(to, 'station.sqlite'), onlyCopies: true };
  const { isWhole, isCopied } = await checkInThread(request, signal).catch((thrown: unknown) => {
    throw signal?.aborted ? new StationError('cancelled') : thrown;
  });
  if (!isWhole) noteDamage(database.sql.name);
  if (!isWhole) throw new StationError('database-unreadable');
  if (!isCopied) throw new StationError('disk-full');
  const ledger = join(dataDir, ledgerName);
  // In one step: no entry is added or removed in between.
  await inDataFolder(async () => existsSync(ledger) && copyFileSync(ledger, join(to, ledgerName)));
}

async function copiesIn(folder: string): Promise<BackupFile[]> {
  const names = ['sent-ledger', 'settings.sqlite', 'station.sqlite'].filter((name) => existsSync(join(folder, name)));
  return Promise.all(names.map(async (name) => ({ name, from: join(folder, name), size: (await stat(join(folder, name))).size })));
}
