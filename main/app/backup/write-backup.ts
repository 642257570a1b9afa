/** A data folder as one file. Its files are encrypted already, but for the settings; the key is not in the backup. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { StationError } from '../../../shared/errors.ts';
import { dataFolderProblem } from '../../platform/files/disk-problem.ts';
import { removeUnfinishedFrom, type WrittenFile, writeWhole } from '../../platform/files/write-whole.ts';
import { type ZipPart, zipBytes } from '../../platform/files/write-zip.ts';
import { assertFolderThere } from '../../platform/storage/folder-elsewhere.ts';
import { inDataFolder } from '../../platform/storage/in-data-folder.ts';
import { schemaVersion } from '../../platform/storage/schema.ts';
import { filesIn } from './files-in.ts';
import { type Following, format, type Manifest, manifestName, type SealedKey } from './format.ts';

/** `files`: how many are in it. `missing`: how many are not, since the disk did not return them. */
export type WrittenBackup = WrittenFile & { files: number; missing: number };

/**
 * Writes the file whole or not at all, never over another one. No station may have the data folder open.
 * @param path absolute
 * @throws StationError `cancelled`, `output-folder-missing`, `output-not-writable`, `disk-full`, `path-too-long`, `data-folder-unusable`
 */
export async function writeBackup(dataDir: string, path: string, now: Date, following: Following = {}): Promise<WrittenBackup> {
  const files = await inDataFolder(() => filesIn(dataDir));
  return writeFiles({ dataDir, files: files.map((file) => ({ ...file, from: join(dataDir, file.name) })), path, now }, following);
}

/** Bytes written in place of a file that cannot be read, at once. */
const fillBytes = 65_536;

/** `name`: in the backup. `from`: where it is read. */
export type BackupFile = { name: string; from: string; size: number };
type Contents = { dataDir: string; files: readonly BackupFile[]; path: string; now: Date; key?: SealedKey };

/**
 * Writes files that do not change. An encrypted file that cannot be read is left out, so that a damaged disk can be backed up. First
 * removes what a killed backup of this data folder left next to the path.
 */
export async function writeFiles({ dataDir, files, path, now, key }: Contents, { signal, onBytes }: Following): Promise<WrittenBackup> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const measured: Manifest['files'] = [];
  let done = 0;

  async function* read(file: BackupFile): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let size = 0;
    const counted = (chunk: Buffer): Buffer => {
      if (signal?.aborted) throw new StationError('cancelled');
      size += chunk.length;
      done += chunk.length;
      onBytes?.(done, total);
      return chunk;
    };
    try {
      for await (const chunk of createReadStream(file.from) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        yield counted(chunk);
      }
    } catch (thrown) {
      if (thrown instanceof StationError) throw thrown;
      await assertOneOfMany(file, thrown);
      // A part that was begun has its size. Restoring reads what the manifest lists.
      while (size < file.size) yield counted(Buffer.alloc(Math.min(file.size - size, fillBytes)));
      return;
    }
    measured.push({ name: file.name, size, sha256: hash.digest('hex') });
  }
  // The last part: by then each file is read.
  async function* manifest(): AsyncGenerator<Uint8Array> {
    const facts: Manifest = { format, schema: schemaVersion, madeAt: now.toISOString(), files: measured, ...(key && { key }) };
    yield Buffer.from(`${JSON.stringify(facts, null, 2)}\n`);
  }

  const parts: ZipPart[] = files.map((file) => ({ name: file.name, kind: 'encrypted', size: file.size, read: () => read(file) }));
  const content = zipBytes([...parts, { name: manifestName, kind: 'text', size: null, read: manifest }], now);
  const folder = dirname(path);
  const unfinished = await inDataFolder(() => unfinishedOf(dataDir));
  await removeUnfinishedFrom(folder, unfinished);
  const written = await writeWhole({ folder, name: basename(path), content, key: `${unfinished}-${randomUUID()}` });
  return { ...written, files: measured.length, missing: files.length - measured.length };
}

/**
 * Begins the keys of the unfinished backups of a data folder. Its lock admits one process, so those that are there are dead. A copy of the
 * data folder, on this or another computer, has another place or file number, since its backup may run.
 */
async function unfinishedOf(dataDir: string): Promise<string> {
  const place = [hostname(), await realpath(dataDir), (await stat(dataDir, { bigint: true })).ino].join('\n');
  return `backup-${createHash('sha256').update(place).digest('hex').slice(0, 16)}`;
}

/** Passes when a backup is of use without a file: an encrypted one, whose folder is there. @throws StationError `data-folder-unusable` */
async function assertOneOfMany({ name, from }: BackupFile, thrown: unknown): Promise<void> {
  if (!name.includes('/')) throw dataFolderProblem(thrown);
  const folder = dirname(from);
  assertFolderThere(folder);
  await inDataFolder(() => access(folder));
}
