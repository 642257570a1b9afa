/** Puts a backup in the place of a data folder's data. Everything is compared before anything moves. */

import { createReadStream } from 'node:fs';
import { link, mkdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { problemOf, StationError } from '../../../shared/errors.ts';
import { ledgerIds } from '../../features/signing/signing.ts';
import { systemCode } from '../../platform/files/disk-problem.ts';
import { removal, renameFile } from '../../platform/files/files-in-use.ts';
import { assertReadableFile } from '../../platform/files/hash-file.ts';
import { openZipReader, type ZipReader } from '../../platform/files/read-zip.ts';
import { oneChunk, syncFolder, writeWhole } from '../../platform/files/write-whole.ts';
import { keyAccount } from '../../platform/keychain/data-keys.ts';
import type { Keychain } from '../../platform/keychain/keychain.ts';
import { keyText } from '../../platform/keychain/keys.ts';
import { madeAt } from '../../platform/storage/daily-backups.ts';
import { openEncryptedStore } from '../../platform/storage/encrypted-store.ts';
import { inDataFolder } from '../../platform/storage/in-data-folder.ts';
import { noteDamage } from '../../platform/storage/integrity.ts';
import { openSettingsDatabase } from '../../platform/storage/open-database.ts';
import { schemaVersion } from '../../platform/storage/schema.ts';
import { completeRestore, newData, planName, type RestorePlan, restoring, unfinished } from './complete-restore.ts';
import { filesIn } from './files-in.ts';
import { type Following, type Manifest, manifestName, manifestSchema, type SealedKey } from './format.ts';
import { openSealedKey } from './sealed-key.ts';

/** Maximum number of entries of a backup: each encrypted file is one. */
const maxEntries = 10_000_000;
/** The manifest has some hundred bytes for each file. */
const maxManifestBytes = 256 * 1024 * 1024;

export type RestoreOptions = Following & {
  dataDir: string;
  /** Of the backup, absolute. */
  path: string;
  keychain: Keychain;
  /** 32 bytes, in place of a key in the keychain. */
  vaultKey?: Buffer;
  now: Date;
  /** Of a backup for another computer: opens the key in it, which then goes into the keychain. Not used with `vaultKey`. */
  code?: string;
  /** For a daily backup while a station has the data folder open: copies its settings to this path. */
  copySettings?: (to: string) => void;
};

/**
 * Moves the present data into a folder `before-restore-…` and the backup into their place. No station may have the data folder open.
 * A sent ledger of the same data folder stays: it knows each call since the backup.
 * @returns the name of that folder; null when there were no data
 * @throws StationError `cancelled`, `backup-unreadable` (cause: `not-a-backup`, `damaged`, `newer-version`, `older-version`, or the
 * system's code, `ENOTFILE`), `data-key-missing`, `keychain-unavailable`: nothing has changed; `disk-full`, `data-folder-unusable`
 */
export async function restoreBackup(options: RestoreOptions): Promise<string | null> {
  await prepareRestore(options);
  return completeRestore(options.dataDir);
}

/**
 * Unpacks a backup and compares all of it, next to the present data: `completeRestore`, which each start calls, puts it in their place.
 * A station may have the data folder open.
 * @returns when the backup was made, ISO 8601
 * @throws StationError like `restoreBackup`; also with the cause `wrong-code`
 */
export async function prepareRestore(options: RestoreOptions): Promise<string> {
  const { dataDir } = options;
  const part = join(dataDir, unfinished);
  await discardRestore(dataDir);
  try {
    await assertReadableFile(options.path).catch((thrown: unknown) => {
      throw unreadable(thrown);
    });
    const copyMadeAt = madeAt(basename(options.path));
    if (copyMadeAt !== null) await takeCopy(options, join(part, newData));
    const manifest = copyMadeAt === null ? await unpack(options, join(part, newData)) : null;
    if (manifest?.key && options.code !== undefined && !options.vaultKey) await takeKey(manifest.key, options.code, options.keychain);
    const made = copyMadeAt ?? manifest?.madeAt ?? options.now.toISOString();
    await checkKey(join(part, newData), options);
    await writePlan(part, { madeAt: made, ...options });
    await inDataFolder(async () => {
      await renameFile(part, join(dataDir, restoring));
      await syncFolder(dataDir);
    });
    return made;
  } catch (thrown) {
    await rm(part, removal).catch(() => undefined);
    throw thrown;
  }
}

/** Drops a backup that is unpacked and not yet in the place of the data. A key that came with it stays: see `takeKey`. */
export async function discardRestore(dataDir: string): Promise<void> {
  for (const name of [restoring, unfinished]) await inDataFolder(() => rm(join(dataDir, name), removal));
}

/**
 * Puts the key of a backup for another computer into the keychain, where it stays, also after a restore that is dropped: another data folder
 * of this computer may use it by then.
 * @throws StationError `backup-unreadable` (cause `wrong-code`), `keychain-unavailable`
 */
async function takeKey(sealed: SealedKey, code: string, keychain: Keychain): Promise<void> {
  const key = openSealedKey(sealed, code);
  if (key === null) throw unreadable('wrong-code');
  await keychain.set(keyAccount(sealed.id), keyText(key));
}

/**
 * Reads what a backup is, without unpacking it. `needsCode`: its key is neither in the keychain nor of any use without the code.
 * @throws StationError `backup-unreadable`, `keychain-unavailable`
 */
export async function inspectBackup(path: string, keychain: Keychain): Promise<{ madeAt: string; needsCode: boolean }> {
  const copyMadeAt = madeAt(basename(path));
  if (copyMadeAt !== null) return { madeAt: copyMadeAt, needsCode: false };
  const zip = await openBackup(path);
  try {
    const manifest = await manifestOf(zip);
    const needsCode = manifest.key !== undefined && (await keychain.get(keyAccount(manifest.key.id))) === null;
    return { madeAt: manifest.madeAt, needsCode };
  } finally {
    zip.close();
  }
}

async function openBackup(path: string): Promise<ZipReader> {
  try {
    await assertReadableFile(path);
    return await openZipReader(path, { entries: maxEntries });
  } catch (thrown) {
    throw unreadable(thrown);
  }
}

/** Refuses a backup that no key opens, or that is damaged. */
async function checkKey(folder: string, { keychain, vaultKey }: RestoreOptions): Promise<void> {
  const settings = openSettingsDatabase(folder);
  try {
    const store = await openEncryptedStore({
      settings,
      dataDir: folder,
      keychain,
      ledgerKey: ledgerIds(folder)?.key ?? null,
      ...(vaultKey && { vaultKey }),
    });
    await store.close();
    // The opening has quarantined it, and salvaged what it could.
    if (store.isOneOfSeveral && !store.memoryOnly) throw unreadable('damaged');
    if (store.memoryOnly) throw new StationError('keychain-unavailable', { cause: store.memoryOnly.detail?.cause ?? 'no-service' });
  } catch (thrown) {
    const { code, detail } = problemOf(thrown);
    if (code === 'data-key-missing') throw new StationError(code, { ...detail, context: 'backup' });
    // The version of the backup differs, not the version of the data folder.
    const isOther = code === 'data-folder-unusable' && (detail?.cause === 'newer-version' || detail?.cause === 'older-version');
    throw isOther ? unreadable(detail.cause) : thrown;
  } finally {
    settings.close();
  }
}

/** Writes the plan with which the next start continues a restore that is cut off. */
async function writePlan(
  part: string,
  { dataDir, madeAt, now }: Pick<RestoreOptions, 'dataDir' | 'now'> & Pick<RestorePlan, 'madeAt'>,
): Promise<void> {
  const before = `before-restore-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  const folder = ledgerIds(dataDir)?.folder;
  const keepsLedger = folder !== undefined && folder === ledgerIds(join(part, newData))?.folder;
  const text = JSON.stringify({ madeAt, before, keepsLedger } satisfies RestorePlan);
  await inDataFolder(async () => {
    await writeWhole({ folder: part, name: planName, content: oneChunk(Buffer.from(text)) });
    await syncFolder(join(part, newData));
  });
}

/**
 * Completes a daily backup, which has only the database: copies settings and ledger from the present data, and gives the encrypted
 * files, whose content never changes, a second name.
 */
async function takeCopy({ path, dataDir, signal, copySettings }: RestoreOptions, folder: string): Promise<void> {
  const others = copySettings ? /^(?:station|settings)\.sqlite/ : /^station\.sqlite/;
  const present = (await inDataFolder(() => filesIn(dataDir))).filter(({ name }) => !others.test(name));
  await makeFolders(folder);
  copySettings?.(join(folder, 'settings.sqlite'));
  for (const { name } of present) {
    if (signal?.aborted) throw new StationError('cancelled');
    const [from, to] = [join(dataDir, name), join(folder, name)];
    await inDataFolder(() => (name.includes('/') ? link(from, to).catch(() => copyWhole(from, to)) : copyWhole(from, to)));
  }
  for (const sub of subfolders) await inDataFolder(() => syncFolder(join(folder, sub)));
  const { size } = await stat(path).catch((thrown: unknown) => {
    throw unreadable(thrown);
  });
  // SQLite takes an empty file for a new database.
  if (size === 0) throw unreadable('not-a-backup');
  const database = join(folder, 'station.sqlite');
  await inDataFolder(() => copyWhole(path, database));
  // There is no checksum to compare: opening the database checks all of it.
  noteDamage(database);
}

/** Unlike Node's `copyFile`, lasts through a power cut. */
const copyWhole = (from: string, to: string) => writeWhole({ folder: dirname(to), name: basename(to), content: createReadStream(from) });

const subfolders = ['encrypted', 'quarantine'];

async function makeFolders(folder: string): Promise<void> {
  for (const sub of subfolders) await inDataFolder(() => mkdir(join(folder, sub), { recursive: true, mode: 0o700 }));
}

async function unpack({ path, signal, onBytes }: RestoreOptions, folder: string): Promise<Manifest> {
  const zip = await openBackup(path);
  try {
    const manifest = await manifestOf(zip);
    const total = manifest.files.reduce((sum, { size }) => sum + size, 0);
    let done = 0;
    async function* followed(name: string): AsyncGenerator<Uint8Array> {
      try {
        for await (const chunk of zip.read(name)) {
          if (signal?.aborted) throw new StationError('cancelled');
          yield chunk;
          done += chunk.length;
          onBytes?.(done, total);
        }
      } catch (thrown) {
        throw unreadable(thrown);
      }
    }
    await makeFolders(folder);
    for (const { name, size, sha256 } of manifest.files) {
      if (zip.sizeOf(name) !== size) throw unreadable('damaged');
      const target = join(folder, name);
      const whole = { folder: dirname(target), name: basename(target), content: followed(name) };
      const written = await inDataFolder(() => writeWhole(whole));
      if (written.sha256 !== sha256) throw unreadable('damaged');
    }
    return manifest;
  } finally {
    zip.close();
  }
}

async function manifestOf(zip: ZipReader): Promise<Manifest> {
  let manifest: Manifest;
  try {
    if ((zip.sizeOf(manifestName) ?? 0) > maxManifestBytes) throw new Error('too large');
    const bytes = Buffer.concat(await Array.fromAsync(zip.read(manifestName)));
    manifest = manifestSchema.parse(JSON.parse(bytes.toString()));
  } catch (thrown) {
    throw unreadable(thrown);
  }
  if (manifest.schema !== schemaVersion) throw unreadable(manifest.schema > schemaVersion ? 'newer-version' : 'older-version');
  return manifest;
}

/** Returns a StationError unchanged, and any other error as `backup-unreadable`. A string is the cause. */
function unreadable(why: unknown): StationError {
  if (why instanceof StationError) return why;
  const cause = typeof why === 'string' ? why : (systemCode(why) ?? 'not-a-backup');
  return new StationError('backup-unreadable', { cause }, { cause: why });
}
