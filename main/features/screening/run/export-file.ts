/** Writes what came of a list into a file: under a free name, or in place of what was written there before. */
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ExportFormat } from '../../../../shared/domain/bulk-screening.ts';
import { StationError } from '../../../../shared/errors.ts';
import { onDisk } from '../../../platform/files/disk-problem.ts';
import { hashFile } from '../../../platform/files/hash-file.ts';
import { syncFolder } from '../../../platform/files/write-whole.ts';
import type { BulkRunRow } from '../store/bulk-run-row.ts';
import type { ScreeningRepository } from '../store/screening-repository.ts';
import { type WrittenTable, writeTable } from '../table/index.ts';
import { type ExportWords, exportedRow, exportHeader } from './export-run.ts';

export type ExportDeps = {
  store: ScreeningRepository;
  run: BulkRunRow;
  path: string;
  format: ExportFormat;
  words: ExportWords;
  signal: AbortSignal;
};

/** @throws StationError `cancelled` once the signal is aborted, and those of `writeTable`; then nothing is written */
export function writeResults({ store, run, path, format, words, signal }: ExportDeps): Promise<WrittenTable> {
  const expected = store.lastRow(run.id);
  async function* rows(): AsyncGenerator<string[]> {
    let count = 0;
    for await (const search of store.rows(run.id)) {
      if (signal.aborted) throw new StationError('cancelled');
      count += 1;
      yield exportedRow(search, run, words);
    }
    // A file that ends early would be taken for the whole.
    if (count !== expected) throw new StationError('internal', undefined, { message: 'internal: rows are missing' });
  }
  const { separator, quote } = run.options;
  const csv = { separator, quote: quote || '"', bom: words.columnWithoutName !== null };
  return writeTable({ path, format, columns: exportHeader(run, words), rows: rows(), csv });
}

/**
 * The earlier file stays until the new one takes its place in one step. `remember` is called with the new one's hash
 * before that, so that a crash in between leaves nothing that is not known as ours.
 * @throws StationError `cancelled`, `output-not-writable` when another file is there by now, and those of `writeTable`
 */
export async function replaceResults(
  parts: ExportDeps,
  mayReplace: () => Promise<boolean>,
  remember: (sha256: string) => void,
): Promise<WrittenTable> {
  const folder = dirname(parts.path);
  const beside = join(folder, `.station-${parts.run.id}.new`);
  await onDisk(folder, () => rm(beside, { force: true }));
  const written = await writeResults({ ...parts, path: beside });
  try {
    remember((await hashFile(written.path)).sha256);
    if (!(await mayReplace())) throw new StationError('output-not-writable', { name: parts.path, cause: 'EEXIST' });
    await onDisk(folder, () => rename(written.path, parts.path));
  } catch (thrown) {
    await rm(written.path, { force: true }).catch(() => undefined);
    throw thrown;
  }
  await onDisk(folder, () => syncFolder(folder));
  return { ...written, path: parts.path };
}
