/** A data folder as one file. Its files are encrypted already, but for the settings; the key is not in the backup. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StationError } from '../../../shared/errors.ts';
import { dataFolderProblem } from '../../platform/files/disk-problem.ts';
import { type WrittenFile, writeWhole } from '../../platform/files/write-whole.ts';
import { type ZipPart, zipBytes } from '../../platform/files/write-zip.ts';
import { inDataFolder } from '../../platform/storage/in-data-folder.ts';
import { schemaVersion } from '../../platform/storage/schema.ts';
import { filesIn } from './files-in.ts';
import { type Following, format, type Manifest, manifestName, type SealedKey } from './format.ts';

/**
 * Writes the file whole or not at all, never over another one. No station may have the data folder open.
 * @param path absolute
 * @throws StationError `cancelled`, `output-folder-missing`, `output-not-writable`, `disk-full`, `path-too-long`, `data-folder-unusable`
 */
export async function writeBackup(
  dataDir: string,
  path: string,
  now: Date,
  following: Following = {},
): Promise<WrittenFile & { files: number }> {
  const files = await inDataFolder(() => filesIn(dataDir));
  return writeFiles({ files: files.map((file) => ({ ...file, from: join(dataDir, file.name) })), path, now }, following);
}

/** `name`: in the backup. `from`: where it is read. */
export type BackupFile = { name: string; from: string; size: number };
type Contents = { files: readonly BackupFile[]; path: string; now: Date; key?: SealedKey };

/** Writes files that do not change. */
export async function writeFiles(
  { files, path, now, key }: Contents,
  { signal, onBytes }: Following,
): Promise<WrittenFile & { files: number }> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const measured: Manifest['files'] = [];
  let done = 0;

  async function* read({ name, from }: BackupFile): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let size = 0;
    try {
      for await (const chunk of createReadStream(from) as AsyncIterable<Buffer>) {
        if (signal?.aborted) throw new StationError('cancelled');
        hash.update(chunk);
        size += chunk.length;
        done += chunk.length;
        yield chunk;
        onBytes?.(done, total);
      }
    } catch (thrown) {
      throw thrown instanceof StationError ? thrown : dataFolderProblem(thrown);
    }
    measured.push({ name, size, sha256: hash.digest('hex') });
  }
  // The last part: by then each file is read.
  async function* manifest(): AsyncGenerator<Uint8Array> {
    const facts: Manifest = { format, schema: schemaVersion, madeAt: now.toISOString(), files: measured, ...(key && { key }) };
    yield Buffer.from(`${JSON.stringify(facts, null, 2)}\n`);
  }

  const parts: ZipPart[] = files.map((file) => ({ name: file.name, kind: 'encrypted', size: file.size, read: () => read(file) }));
  const content = zipBytes([...parts, { name: manifestName, kind: 'text', size: null, read: manifest }], now);
  const written = await writeWhole({ folder: dirname(path), name: basename(path), content });
  return { ...written, files: files.length };
}
