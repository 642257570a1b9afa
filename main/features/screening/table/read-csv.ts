/** Rows of a CSV, one after the other; the file never stands in memory whole. */
import { pipeline, Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import type { TableOptions } from '../../../../shared/domain/bulk-screening.ts';
import { StationError } from '../../../../shared/errors.ts';
import { isSwallowed } from './swallowed-row.ts';
import type { RawLine } from './table-line.ts';
import { unreadable } from './table-problems.ts';
import { textOfFile } from './text-of-file.ts';

/** A row that is longer, in bytes of UTF-8 or in lines, is no row of persons: a quote that swallowed the rest, or no table at all. */
const maxRow = { bytes: 65_536, lines: 200 };

/** A sheet has 16,384 columns, and the results need some. */
const maxCells = 16_000;

/** How csv-parse is to read: strict about quotes, so that rows never run together; lenient about how many cells a row has. */
export const csvOptions = ({ separator, quote }: Pick<TableOptions, 'separator' | 'quote'>): Options => ({
  delimiter: separator,
  ...(quote === '' ? { quote: null, escape: null } : { quote, escape: quote }),
  // One file may have several: found by the first line only, another one would make one row of two.
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  max_record_size: maxRow.bytes,
});

/**
 * @throws StationError `table-unreadable`, `table-quote-open`, `cancelled`
 */
export async function* csvLines(path: string, options: TableOptions, signal?: AbortSignal): AsyncGenerator<RawLine> {
  const text = Readable.from(boundedLines(path, textOfFile(path, options.encoding, signal)), { objectMode: true });
  /** Where the row begins that is being parsed. The parser runs ahead of the loop below, and an error drops what the loop has not seen. */
  let line = 1;
  let expected: number | null = null;
  /** What the parser has found, one for each record that it gives out. */
  const found: RawLine[] = [];
  const onRecord = (cells: string[]): string[] => {
    found.push(lineOf(cells));
    return cells;
  };
  const lineOf = (cells: string[]): RawLine => {
    const first = line;
    line = lastLine(cells, first) + 1;
    if (cells.length === 1 && (cells[0] ?? '').trim() === '') return { line: first, blank: 1 };
    if (cells.length > maxCells) throw unreadable(path, 'row-too-long');
    expected ??= cells.length;
    // Under a title alone in its line, rows are as wide as they are.
    const width = expected < 2 ? cells.length : expected;
    const swallowed = cells.some((cell, at) => isSwallowed(cell, at, width, options.separator));
    if (swallowed || line - first > maxRow.lines) throw new StationError('table-quote-open', { line: first });
    return { line: first, cells };
  };
  const parser = parse({ ...csvOptions(options), on_record: onRecord });
  // The pipeline hands on the text's errors; the loop gets them.
  pipeline(text, parser, () => undefined);
  try {
    for await (const _ of parser) {
      const next = found.shift();
      if (next !== undefined) yield next;
    }
  } catch (thrown) {
    throw csvProblem(path, thrown, line);
  } finally {
    parser.destroy();
    text.destroy();
  }
}

/** The parser bounds what is in cells, but not how many empty ones there are. */
async function* boundedLines(path: string, text: AsyncIterable<string>): AsyncGenerator<string> {
  let length = 0;
  for await (const piece of text) {
    const last = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r'));
    length = last < 0 ? length + piece.length : piece.length - last - 1;
    if (length > 2 * maxRow.bytes) throw unreadable(path, 'row-too-long');
    yield piece;
  }
}

/** Line breaks can only stand within cells. */
function lastLine(record: readonly string[], first: number): number {
  let line = first;
  for (const cell of record) line += cell.match(/\r\n|\r|\n/g)?.length ?? 0;
  return line;
}

/** @param line where the row begins that the parser did not finish */
function csvProblem(path: string, thrown: unknown, line: number): unknown {
  if (!(thrown instanceof CsvError)) return thrown;
  const overMoreLines = Number(thrown['lines']) > line;
  if (thrown.code === 'CSV_MAX_RECORD_SIZE' && !overMoreLines) return unreadable(path, 'row-too-long');
  return new StationError('table-quote-open', { line });
}
