/** Writes a table completely or not at all, under a free name. */
import { basename, dirname } from 'node:path';
import type { ExportFormat } from '../../../../../shared/domain/bulk-screening.ts';
import { writeWhole } from '../../../../platform/files/write-whole.ts';
import { type CsvForm, csvBytes } from './write-csv.ts';
import { xlsxBytes } from './xlsx/write-xlsx.ts';

export type WrittenTable = {
  /** Name and path of the file. */
  name: string;
  path: string;
  /** Number of rows without the header. */
  rows: number;
  /** Number of cells of an XLSX that exceeded the maximum length and were cut. */
  cut: number;
};

/**
 * @param path the wanted path; an existing file is never replaced
 * @param columns null for no header
 * @param rows are read one by one, as fast as the disk stores them; their errors are thrown
 * @throws StationError `output-folder-missing`, `output-not-writable`, `disk-full`, `path-too-long`
 */
export async function writeTable({
  path,
  format,
  columns,
  rows,
  csv,
}: {
  path: string;
  format: ExportFormat;
  columns: readonly string[] | null;
  rows: AsyncIterable<readonly string[]>;
  csv: CsvForm;
}): Promise<WrittenTable> {
  const tally = { rows: 0, cut: 0 };
  async function* counted(): AsyncGenerator<readonly string[]> {
    for await (const row of rows) {
      tally.rows += 1;
      yield row;
    }
  }
  async function* withHeader(): AsyncGenerator<readonly string[]> {
    if (columns !== null) yield columns;
    yield* counted();
  }
  const content = format === 'csv' ? csvBytes(withHeader(), csv) : xlsxBytes(columns, counted(), tally);
  const written = await writeWhole({ folder: dirname(path), name: basename(path), content });
  return { name: written.name, path: written.path, ...tally };
}
