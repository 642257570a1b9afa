/** Writes a table completely or not at all, under a free name. */

import { basename, dirname } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { ExportFormat, TableOptions } from '../../../../../shared/domain/bulk-screening.ts';
import { writeWhole } from '../../../../platform/files/write-whole.ts';
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

/** `bom`: spreadsheets on Windows read a CSV without one as Windows-1252. */
type CsvForm = Pick<TableOptions, 'separator' | 'quote'> & { bom: boolean };

/** Number of rows per piece. */
const batchSize = 200;

/** Yields UTF-8 with CR LF. All cells are quoted; a reader gets them back exactly, except for the marks of `neutralised`. */
async function* csvBytes(rows: AsyncIterable<readonly string[]>, { separator, quote, bom }: CsvForm): AsyncGenerator<Uint8Array> {
  // Without quotes, a separator within a cell could not be distinguished from one between cells.
  const mark = quote === '' ? '"' : quote;
  const text = (some: string[][]) =>
    Buffer.from(
      stringify(some, {
        delimiter: separator,
        quote: mark,
        escape: mark,
        record_delimiter: 'windows',
        // Every cell, so that no reader's separator splits one.
        quoted: true,
        quoted_empty: true,
      }),
    );
  if (bom) yield Buffer.from('\ufeff');
  let some: string[][] = [];
  for await (const row of rows) {
    some.push(row.map(neutralised));
    if (some.length < batchSize) continue;
    yield text(some);
    some = [];
  }
  if (some.length > 0) yield text(some);
}

/** Includes full-width signs, which some spreadsheets read as the plain ones. */
const formula = /^[\s\u200b\ufeff]*[=@＝＠＋－]|^[ \u00a0]*[\t\r\n]/;
const signed = /^[\s\u200b\ufeff]*[+-]/;
/** Numbers, dates, phone numbers and single signs: a spreadsheet evaluates nothing in them that anyone planted. */
const harmless = /^\s*[+-][\d\s.,()/-]*$/;
const isFormula = (text: string): boolean => formula.test(text) || (signed.test(text) && !harmless.test(text));

/**
 * Characters that separate cells for a reader with another separator, and the text after them. Quotes do not help: for such a reader a
 * cell begins in the middle of a quoted one. Each character is examined once, so that no crafted file takes long.
 */
const separated = /([;,|"\s\u200b\ufeff]+)([=@＝＠＋－+-][^;,\t|\r\n]*)?/g;
const separator = /[;,\t|\r\n]/;

/**
 * Puts an apostrophe before a cell that a spreadsheet would evaluate as a formula when it opens a CSV, with whatever separator, and
 * before such text after a separator in it: the mark of plain text. `-0-`, `-5` and `+57 300 123 4567` stay unchanged.
 */
export function neutralised(cell: string): string {
  const inner = cell.replace(separated, (found, before: string, after: string | undefined) =>
    after !== undefined && separator.test(before) && isFormula(after) ? `${before}'${after}` : found,
  );
  return isFormula(cell) || /^\s*"["\s]*[=@＝＠＋－+-]/.test(cell) ? `'${inner}` : inner;
}
