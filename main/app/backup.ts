/**
 * A data folder as one file, and back. Everything in it is encrypted already, but for the settings; the key is not in it. Both work
 * on a data folder that no station has open.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { openPromise, type ZipFile } from 'yauzl';
import { ZipFile as NewZip } from 'yazl';
import { z } from 'zod';
import { StationError } from '../../shared/errors.ts';
import { ledgerIds } from '../features/signing/sent-ledger/open-ledger.ts';
import { oneChunk, syncFolder, type WrittenFile, writeWhole } from '../files/write-whole.ts';
import { openSettingsDatabase } from '../store/database.ts';
import { inDataFolder } from '../store/in-data-folder.ts';
import { schemaVersion } from '../store/schema.ts';
import { openSealedStore } from '../store/sealed-store.ts';
import type { Keychain } from '../vault/vault.ts';

const format = 'signing-station-backup';
/** Nothing else is copied, and no name leads out of the folder. */
const fileName = /^(?:(?:settings|station)\.sqlite(?:-wal)?|sent-ledger|(?:sealed|quarantine)\/[\w.-]+)$/;
const manifestSchema = z.object({
  format: z.literal(format),
  schema: z.number().int(),
  madeAt: z.string(),
  files: z.array(z.object({ name: z.string().regex(fileName), size: z.number().int(), sha256: z.string() })),
});
type Manifest = z.infer<typeof manifestSchema>;
const manifestName = 'manifest.json';

/**
 * Writes the file whole or not at all, never over another one.
 * @param path absolute
 * @throws StationError `output-folder-missing`, `output-not-writable`, `disk-full`, `path-too-long`
 */
export async function writeBackup(dataDir: string, path: string, now: Date): Promise<WrittenFile & { files: number }> {
  const files: Manifest['files'] = [];
  for (const name of await namesIn(dataDir)) files.push({ name, ...(await measured(join(dataDir, name))) });
  const manifest: Manifest = { format, schema: schemaVersion, madeAt: now.toISOString(), files };
  const zip = new NewZip();
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), manifestName);
  // Encrypted bytes don't compress.
  for (const { name } of files) zip.addFile(join(dataDir, name), name, { compress: false });
  zip.end();
  const content = zip.outputStream as Readable;
  zip.on('error', (thrown) => content.destroy(thrown));
  const written = await writeWhole({ folder: dirname(path), name: basename(path), content });
  return { ...written, files: files.length };
}

async function namesIn(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dataDir, join(parentPath, name)).replaceAll(sep, '/'))
    .filter((name) => fileName.test(name))
    .sort();
}

async function measured(path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return { size: (await stat(path)).size, sha256: hash.digest('hex') };
}

/** In the data folder: a backup that is unpacked whole and not in its place yet. */
const restoring = 'restore';
/** The same, before it is whole and after it is in its place. */
const unfinished = `${restoring}.part`;
/** In the data folder after a restore, until a start has followed it. */
const restoredMark = 'restored.json';
const markSchema = z.object({ madeAt: z.string() });

export type RestoreOptions = {
  dataDir: string;
  /** Of the backup, absolute. */
  path: string;
  keychain: Keychain;
  /** 32 bytes, in place of a key in the keychain. */
  given?: Buffer;
  now: Date;
};

/**
 * Puts a backup in the place of the present data, which are moved into a folder `before-restore-…`. A sent ledger of the same data
 * folder stays: it knows what was sent since the backup.
 * @returns the name of that folder; null when there were no data
 * @throws StationError `backup-unreadable` (cause: `not-a-backup`, `damaged`, `newer-version`, `older-version`, or the system's code),
 * `data-key-missing`, `keychain-unavailable`: nothing has changed; `disk-full`, `data-folder-unusable`
 */
export async function restoreBackup(options: RestoreOptions): Promise<string | null> {
  const { dataDir } = options;
  const part = join(dataDir, unfinished);
  await inDataFolder(() => rm(part, { recursive: true, force: true }));
  try {
    const madeAt = await unpack(options.path, join(part, 'new'));
    await refuseClosed(join(part, 'new'), options);
    await plan(part, { madeAt, ...options });
  } catch (thrown) {
    await rm(part, { recursive: true, force: true }).catch(() => undefined);
    throw thrown;
  }
  await inDataFolder(async () => {
    await rename(part, join(dataDir, restoring));
    await syncFolder(dataDir);
  });
  return completeRestore(dataDir);
}

/** A backup that no key opens is of no use to anyone here. */
async function refuseClosed(folder: string, { keychain, given }: RestoreOptions): Promise<void> {
  const settings = openSettingsDatabase(folder);
  try {
    const store = await openSealedStore({
      settings,
      dataDir: folder,
      keychain,
      ledgerKey: ledgerIds(folder)?.key ?? null,
      ...(given && { given }),
    });
    await store.close();
    if (store.memoryOnly) throw new StationError('keychain-unavailable', { cause: store.memoryOnly.detail?.cause ?? 'no-service' });
  } finally {
    settings.close();
  }
}

const planSchema = z.object({ madeAt: z.string(), before: z.string(), keepsLedger: z.boolean() });

/** Written down, so that a restore that is cut off goes on as it began. */
async function plan(part: string, { dataDir, madeAt, now }: Pick<RestoreOptions, 'dataDir' | 'now'> & { madeAt: string }): Promise<void> {
  const before = `before-restore-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  const folder = ledgerIds(dataDir)?.folder;
  const keepsLedger = folder !== undefined && folder === ledgerIds(join(part, 'new'))?.folder;
  const text = JSON.stringify({ madeAt, before, keepsLedger } satisfies z.infer<typeof planSchema>);
  await inDataFolder(async () => {
    await writeWhole({ folder: part, name: 'plan.json', content: oneChunk(Buffer.from(text)) });
    await syncFolder(join(part, 'new'));
  });
}

/** @returns when the backup was made */
async function unpack(path: string, folder: string): Promise<string> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((thrown: unknown) => {
    throw unreadable(thrown);
  });
  try {
    const entries = await entriesOf(zip);
    const manifest = manifestOf(await textOf(zip, entries.get(manifestName)));
    for (const sub of ['sealed', 'quarantine']) await inDataFolder(() => mkdir(join(folder, sub), { recursive: true, mode: 0o700 }));
    for (const { name, size, sha256 } of manifest.files) {
      const entry = entries.get(name);
      if (entry === undefined) throw unreadable('damaged');
      const content = await zip.openReadStreamPromise(entry).catch((thrown: unknown) => {
        throw unreadable(thrown);
      });
      const written = await writeWhole({ folder: dirname(join(folder, name)), name: basename(name), content }).catch((thrown: unknown) => {
        throw thrown instanceof StationError ? thrown : unreadable(thrown);
      });
      if (written.size !== size || written.sha256 !== sha256) throw unreadable('damaged');
    }
    return manifest.madeAt;
  } finally {
    zip.close();
  }
}

type Entry = Parameters<ZipFile['openReadStreamPromise']>[0];

function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  return new Promise<Map<string, Entry>>((resolve, reject) => {
    const entries = new Map<string, Entry>();
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.on('end', () => resolve(entries)).on('error', reject);
    zip.readEntry();
  }).catch((thrown: unknown) => {
    throw unreadable(thrown);
  });
}

/** Empty for an entry that does not exist. */
async function textOf(zip: ZipFile, entry: Entry | undefined): Promise<string> {
  // Some hundred bytes a file.
  if (entry === undefined || entry.uncompressedSize > 256 * 1024 * 1024) return '';
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  } catch (thrown) {
    throw unreadable(thrown);
  }
  return Buffer.concat(chunks).toString();
}

function manifestOf(text: string): Manifest {
  let manifest: Manifest;
  try {
    manifest = manifestSchema.parse(JSON.parse(text));
  } catch {
    throw unreadable('not-a-backup');
  }
  if (manifest.schema !== schemaVersion) throw unreadable(manifest.schema > schemaVersion ? 'newer-version' : 'older-version');
  return manifest;
}

function unreadable(why: unknown): StationError {
  if (why instanceof StationError) return why;
  const code = typeof why === 'object' && why !== null && 'code' in why && typeof why.code === 'string' ? why.code : 'not-a-backup';
  return new StationError('backup-unreadable', { cause: typeof why === 'string' ? why : code }, { cause: why });
}

/**
 * Completes a restore that was cut off: to be called before the data are opened. Each step can be repeated.
 * @returns like `restoreBackup`; null without a restore
 * @throws StationError `disk-full`, `data-folder-unusable`
 */
export async function completeRestore(dataDir: string): Promise<string | null> {
  const folder = join(dataDir, restoring);
  const rest = join(dataDir, unfinished);
  return inDataFolder(async () => {
    await rm(rest, { recursive: true, force: true });
    if (!existsSync(folder)) return null;
    const { madeAt, before, keepsLedger } = planSchema.parse(JSON.parse(await readFile(join(folder, 'plan.json'), 'utf8')));
    const stays = (name: string): boolean => keepsLedger && name === ledgerName;
    const [from, aside, moved] = [join(folder, 'new'), join(dataDir, before), join(folder, 'moved')];
    if (!existsSync(moved)) {
      await mkdir(aside, { recursive: true, mode: 0o700 });
      await rm(join(dataDir, restoredMark), { force: true });
      for (const name of await readdir(dataDir)) if (isData(name) && !stays(name)) await rename(join(dataDir, name), join(aside, name));
      await syncFolder(aside);
      await writeWhole({ folder, name: basename(moved), content: oneChunk(Buffer.alloc(0)) });
    }
    for (const name of await readdir(from)) if (!stays(name)) await rename(join(from, name), join(dataDir, name));
    const mark = JSON.stringify({ madeAt } satisfies z.infer<typeof markSchema>);
    if (!existsSync(join(dataDir, restoredMark)))
      await writeWhole({ folder: dataDir, name: restoredMark, content: oneChunk(Buffer.from(mark)) });
    await syncFolder(dataDir);
    await rename(folder, rest);
    await rm(rest, { recursive: true, force: true });
    if ((await readdir(aside)).length > 0) return before;
    await rm(aside, { recursive: true });
    return null;
  });
}

const ledgerName = 'sent-ledger';
const isData = (name: string): boolean => /^(?:settings|station)\.sqlite(?:-wal|-shm)?$|^sent-ledger$|^sealed$|^quarantine$/.test(name);

/** When the backup was made that was restored, until `restoreFollowed`; null without one. @throws StationError `data-folder-unusable` */
export async function restoredFrom(dataDir: string): Promise<string | null> {
  const path = join(dataDir, restoredMark);
  if (!existsSync(path)) return null;
  return inDataFolder(async () => markSchema.parse(JSON.parse(await readFile(path, 'utf8'))).madeAt);
}

/** @throws StationError `data-folder-unusable` */
export const restoreFollowed = (dataDir: string): Promise<void> => inDataFolder(() => rm(join(dataDir, restoredMark), { force: true }));
