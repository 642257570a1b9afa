/** Rows of a table of persons, from CSV or XLSX, in order and one by one. */
import type { TableOptions } from '../../../../shared/domain/bulk-screening.ts';
import { fileFormat } from './file-format.ts';
import { csvLines } from './read-csv.ts';
import type { RawLine, TableLine, TableRow } from './table-line.ts';
import { xlsxLines } from './xlsx/read-xlsx.ts';

/**
 * Everything that the file has, blank lines and header too.
 * @throws StationError `table-unreadable`, `table-quote-open`, `cancelled`, when the reading gets there
 */
export async function* tableLines(path: string, options: TableOptions, signal?: AbortSignal): AsyncGenerator<TableLine> {
  const format = await fileFormat(path);
  const lines: AsyncIterable<RawLine> = format === 'csv' ? csvLines(path, options, signal) : xlsxLines(path, options.sheet, signal);
  let header = options.header;
  for await (const raw of lines) {
    if ('blank' in raw) yield { kind: 'blank', line: raw.line, count: raw.blank };
    else {
      yield { kind: header ? 'header' : 'row', ...raw };
      header = false;
    }
  }
}

/**
 * The rows alone. Ending the loop early closes the file.
 * @throws StationError `table-unreadable`, `table-quote-open`, `cancelled`, when the reading gets there
 */
export async function* readTable(path: string, options: TableOptions, signal?: AbortSignal): AsyncGenerator<TableRow> {
  let number = 0;
  let expected: number | null = null;
  for await (const line of tableLines(path, options, signal)) {
    if (line.kind === 'blank') continue;
    expected ??= line.cells.length;
    if (line.kind === 'header') continue;
    number += 1;
    yield { number, line: line.line, cells: line.cells, expected };
  }
}
