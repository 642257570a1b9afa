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
import { type Following, format, type Manifest, manifestName } from './format.ts';

/**
 * Writes the file whole or not at all, never over another one. No station may have the data folder open.
 * @param path absolute
 * @throws StationError `cancelled`, `output-folder-missing`, `output-not-writable`, `disk-full`, `path-too-long`, `data-folder-unusable`
 */
export async function writeBackup(
  dataDir: string,
  path: string,
  now: Date,
  { signal, onBytes }: Following = {},
): Promise<WrittenFile & { files: number }> {
  const files = await inDataFolder(() => filesIn(dataDir));
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const measured: Manifest['files'] = [];
  let done = 0;

  async function* read(name: string): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let size = 0;
    try {
      for await (const chunk of createReadStream(join(dataDir, name)) as AsyncIterable<Buffer>) {
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
    yield Buffer.from(
      `${JSON.stringify({ format, schema: schemaVersion, madeAt: now.toISOString(), files: measured } satisfies Manifest, null, 2)}\n`,
    );
  }

  const parts: ZipPart[] = files.map(({ name, size }) => ({ name, kind: 'encrypted', size, read: () => read(name) }));
  const content = zipBytes([...parts, { name: manifestName, kind: 'text', size: null, read: manifest }], now);
  const written = await writeWhole({ folder: dirname(path), name: basename(path), content });
  return { ...written, files: files.length };
}
