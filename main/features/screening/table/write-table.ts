/** Writes a table whole or not at all, under a free name. */
import { basename, dirname } from 'node:path';
import type { ExportFormat } from '../../../../shared/domain/bulk-screening.ts';
import { writeWhole } from '../../../platform/files/write-whole.ts';
import { type CsvForm, csvBytes } from './write-csv.ts';
import { xlsxBytes } from './xlsx/write-xlsx.ts';

export type WrittenTable = {
  /** The name that it got, and where it is. */
  name: string;
  path: string;
  /** Header not counted. */
  rows: number;
  /** Cells of an XLSX that were longer than a cell can be, and were cut. */
  cut: number;
};

/**
 * @param path where it is wanted; a file that is there already is never replaced
 * @param columns null: no header
 * @param rows taken one by one, as fast as the disk has them; their errors are handed on
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
