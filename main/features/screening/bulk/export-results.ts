/** Writes the result of a run into a file, CSV or XLSX: under a free name, or in place of this run's earlier file. */
import { lstat, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ExportFormat } from '../../../../shared/domain/screening/bulk-screening.ts';
import { fileColumns, type ResultWords, resultWords } from '../../../../shared/domain/screening/screening-result.ts';
import { StationError } from '../../../../shared/errors.ts';
import { onDisk } from '../../../platform/files/disk-problem.ts';
import { inUse, renameFile } from '../../../platform/files/files-in-use.ts';
import { hashFile } from '../../../platform/files/hash-file.ts';
import { syncFolder } from '../../../platform/files/write-whole.ts';
import type { Words } from '../../../platform/i18n/words.ts';
import type { ScreeningRepository } from '../screening-repository.ts';
import { type BulkRunRow, type DamagedScreening, damagedSummary, type ScreeningRow, toScreeningSummary } from '../screening-row.ts';
import { changeRun, findRun, type LiveRuns } from './live-runs.ts';
import { type WrittenTable, writeTable } from './table/write-table.ts';

/** Replaces the file at the run's `out`; any other path is written under a free name. @throws StationError `cancelled`, `run-unknown` */
export async function exportRun(runs: LiveRuns, id: string, path: string, format: ExportFormat, words: ExportWords): Promise<WrittenTable> {
  const live = findRun(runs, id);
  const stop = new AbortController();
  live.exports.add(stop);
  try {
    const deps = { store: runs.deps.store, run: live.run, path, format, words, signal: stop.signal };
    if (live.run.out !== path) return await writeResults(deps);
    const remember = (sha256: string) => changeRun(runs, live, { written: [...live.run.written.slice(-1), sha256] });
    return await replaceResults(deps, () => mayWrite(runs, id, path), remember);
  } finally {
    live.exports.delete(stop);
  }
}

/** Returns true when nothing has that name, or an earlier export of this run wrote it unchanged. A link is a person's, wherever it leads. */
export async function mayWrite(runs: LiveRuns, id: string | null, path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return true;
  if (!found.isFile()) return false;
  const existing = await hashFile(path).catch(() => null);
  return existing !== null && id !== null && findRun(runs, id).run.written.includes(existing.sha256);
}

type ExportDeps = {
  store: ScreeningRepository;
  run: BulkRunRow;
  path: string;
  format: ExportFormat;
  words: ExportWords;
  signal: AbortSignal;
};

/** @throws StationError `cancelled` once the signal is aborted, and those of `writeTable`; then nothing is written */
function writeResults({ store, run, path, format, words, signal }: ExportDeps): Promise<WrittenTable> {
  const expected = store.lastRow(run.id);
  async function* rows(): AsyncGenerator<string[]> {
    let count = 0;
    for await (const row of store.rows(run.id)) {
      if (signal.aborted) throw new StationError('cancelled');
      count += 1;
      yield cellsOf(row, run, words);
    }
    // A file that ends early would be taken for the whole.
    if (count !== expected) throw new StationError('internal', undefined, { message: 'internal: rows are missing' });
  }
  const { sheet, separator, quote } = run.options;
  const ofWorkbook = sheet === null ? null : words.workbookSeparator;
  const csv = { separator: ofWorkbook ?? separator, quote: quote || '"', bom: words.columnWithoutName !== null };
  return writeTable({ path, format, columns: headerOf(run, words), rows: rows(), csv });
}

/**
 * Replaces the earlier file by the new one in one step. `remember` is called with the new one's hash before that, so that a crash in
 * between leaves no file that the run does not know as its own.
 * @throws StationError `cancelled`, `output-not-writable` (context `file`) when another file has that name by then, or a program has it
 * open, and those of `writeTable`
 */
async function replaceResults(
  deps: ExportDeps,
  mayReplace: () => Promise<boolean>,
  remember: (sha256: string) => void,
): Promise<WrittenTable> {
  const folder = dirname(deps.path);
  const notReplaced = (cause: string) => new StationError('output-not-writable', { name: basename(deps.path), cause, context: 'file' });
  const temporary = join(folder, `.station-${deps.run.id}.new`);
  await onDisk(folder, () => rm(temporary, { force: true }));
  const written = await writeResults({ ...deps, path: temporary });
  try {
    remember((await hashFile(written.path)).sha256);
    if (!(await mayReplace())) throw notReplaced('other-file');
    // Files can be made in this folder: the fault is the earlier file's.
    await onDisk(folder, () => renameFile(written.path, deps.path)).catch((thrown: unknown) => {
      throw thrown instanceof StationError && inUse.has(thrown.problem.detail?.cause) ? notReplaced('in-use') : thrown;
    });
  } catch (thrown) {
    await rm(written.path, { force: true }).catch(() => undefined);
    throw thrown;
  }
  await onDisk(folder, () => syncFolder(folder));
  return { ...written, path: deps.path };
}

/**
 * `columnWithoutName`: the name of a column that has none in the file; null leaves it empty. `workbookSeparator`: of a CSV with the rows of a
 * workbook, which has none itself; null for the one of the options.
 */
export type ExportWords = ResultWords & { columnWithoutName: ((number: number) => string) | null; workbookSeparator: string | null };

/** Returns the columns of the file, then those of the result; null for no header, as in the file. */
function headerOf({ columns, options, width }: BulkRunRow, words: ExportWords): string[] | null {
  const { columnWithoutName } = words;
  if (!options.header && !columnWithoutName) return null;
  const original = Array.from({ length: width }, (_, at) => columns[at] || (columnWithoutName?.(at + 1) ?? ''));
  return [...original, ...fileColumns.map(words.heading)];
}

/** Returns the cells of a row: those of the file, then its result. */
function cellsOf(screening: ScreeningRow | DamagedScreening, { width }: BulkRunRow, words: ExportWords): string[] {
  const cells = 'damaged' in screening ? [] : (screening.cells ?? []);
  const original = Array.from({ length: width }, (_, at) => cells[at] ?? '');
  const result = 'damaged' in screening ? damagedSummary(screening) : toScreeningSummary(screening);
  return [...original, ...fileColumns.map(({ value }) => value(result, words))];
}

/** Words for people, in their language. */
export const exportWords = ({ say, problem }: Words, workbookSeparator: string | null = null): ExportWords => ({
  ...resultWords({ say: (key, gaps) => say(`results:${key}`, gaps), problem }),
  columnWithoutName: (number) => say('export.column', { number }),
  workbookSeparator,
});

/** Words for programs: the design's words, untranslated, and a header only where the file has one. The reasons are for people. */
export const machineWords = ({ reason }: Pick<ResultWords, 'reason'>): ExportWords => ({
  columnWithoutName: null,
  workbookSeparator: null,
  heading: ({ key, file }) => file ?? key,
  outcome: (outcome) => (outcome === 'failed' ? 'unavailable' : outcome),
  block: String,
  source: (source, state, count) => (state === 'hit' ? `${source}=hit(${count})` : `${source}=${state}`),
  match: (name, reason) => `${name} (${reason})`,
  reason,
});
