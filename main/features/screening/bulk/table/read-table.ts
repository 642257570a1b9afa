/** Reads the rows of a table of persons, CSV or XLSX, in order and one by one. */
import { open } from 'node:fs/promises';
import type { ExportFormat, TableOptions } from '../../../../../shared/domain/bulk-screening.ts';
import { readCsv } from './read-csv.ts';
import { type FileRow, readingProblem, type TableRow, unreadable } from './table-row.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

/**
 * Yields the rows without the header. Ending the loop early closes the file.
 * @param onBlank is called with the number of empty lines between two rows
 * @throws StationError `table-unreadable`, `table-quote-open`, `cancelled`, when the reading gets there
 */
export async function* readTable(
  path: string,
  options: TableOptions,
  signal?: AbortSignal,
  onBlank: (count: number) => void = () => undefined,
): AsyncGenerator<TableRow> {
  let number = options.header ? -1 : 0;
  let expected: number | null = null;
  for await (const row of readFileRows(path, options, signal)) {
    if ('blank' in row) {
      onBlank(row.blank);
      continue;
    }
    expected ??= row.cells.length;
    number += 1;
    if (number > 0) yield { number, ...row, expected };
  }
}

/** Yields the rows of the file, header and empty lines included. @throws like `readTable` */
export async function* readFileRows(path: string, options: TableOptions, signal?: AbortSignal): AsyncGenerator<FileRow> {
  const format = await fileFormat(path);
  yield* format === 'csv' ? readCsv(path, options, signal) : readXlsx(path, options.sheet, signal);
}

const zip = Buffer.from('PK\u0003\u0004', 'latin1');
/** Compound files: Excel 97-2003, and workbooks with a password. */
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Returns the format by the content of the file, since its name may be wrong. @throws StationError `table-unreadable` */
export async function fileFormat(path: string): Promise<ExportFormat> {
  const start = await firstBytes(path, 8);
  if (start.equals(compound)) throw unreadable(path, 'old-excel');
  return start.subarray(0, zip.length).equals(zip) ? 'xlsx' : 'csv';
}

/** Fewer when the file is shorter. @throws StationError `table-unreadable` */
export async function firstBytes(path: string, length: number): Promise<Buffer> {
  try {
    const handle = await open(path, 'r');
    try {
      const buffer = Buffer.alloc(length);
      const { bytesRead } = await handle.read(buffer, 0, length, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    throw readingProblem(path, thrown);
  }
}
