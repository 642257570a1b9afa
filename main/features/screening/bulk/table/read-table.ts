/** Reads the rows of a table of persons, CSV or XLSX, in order and one by one. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import type { ExportFormat, TableOptions } from '../../../../../shared/domain/screening/bulk-screening.ts';
import { StationError } from '../../../../../shared/errors.ts';
import { assertReadableFile } from '../../../../platform/files/hash-file.ts';
import { createEncodingGuess, type TextEncoding } from '../../../../platform/files/text-encoding.ts';
import { checkSignal, type FileRow, readingProblem, unreadable } from './file-row.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

export type TableRow = {
  /** Row of the table from 1, header and blank lines not counted. */
  number: number;
  cells: string[];
  /** Number of cells of the table's first row; every row of an XLSX has at least as many, since it does not store empty ones. */
  expected: number;
};

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
    if (number > 0) yield { number, cells: row.cells, expected };
  }
}

/** Yields the rows of the file, header and empty lines included. @throws like `readTable` */
export async function* readFileRows(path: string, options: TableOptions, signal?: AbortSignal): AsyncGenerator<FileRow> {
  const format = await fileFormat(path);
  // The cells of a workbook are texts as it displays them; a thread reads them.
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
    await assertReadableFile(path);
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

/** Maximum size of a row, in bytes of UTF-8 and in lines. A longer one is a quote that swallowed the rest, or no table. */
const maxRow = { bytes: 65_536, lines: 200 };

/** Maximum number of cells of a row: a sheet has 16,384 columns, and the results need some. */
const maxCells = 16_000;

/** Options of csv-parse: strict about quotes, so that rows are never joined; lenient about the number of cells of a row. */
export const csvOptions = ({ separator, quote }: Pick<TableOptions, 'separator' | 'quote'>): Options => ({
  delimiter: separator,
  ...(quote === '' ? { quote: null, escape: null } : { quote, escape: quote }),
  // One file may have several: detected by the first line alone, another one would join two rows.
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  max_record_size: maxRow.bytes,
});

/** A first line `sep=;`, by which Excel finds the separator: it is no row. */
export const separatorLine = /^sep=(.)(?:\r\n|\r|\n)/i;

/** Drops the separator's line. @param onDrop is called when there is one */
async function* withoutSeparatorLine(text: AsyncIterable<string>, onDrop: () => void): AsyncGenerator<string> {
  let start: string | null = '';
  for await (const piece of text) {
    if (start === null) {
      yield piece;
      continue;
    }
    start += piece;
    // Longer than the line.
    if (start.length < 8) continue;
    if (separatorLine.test(start)) onDrop();
    yield start.replace(separatorLine, '');
    start = null;
  }
  if (start !== null) yield start;
}

/** Reads a CSV: its bytes as text, and the text as rows. @throws StationError `table-unreadable`, `table-quote-open`, `cancelled` */
async function* readCsv(path: string, options: TableOptions, signal?: AbortSignal): AsyncGenerator<FileRow> {
  const onDrop = (): void => {
    line += 1;
  };
  const pieces = withoutSeparatorLine(readText(path, options.encoding, signal), onDrop);
  const text = Readable.from(boundedLines(path, pieces), { objectMode: true });
  /** First line of the row that is being parsed. The parser runs ahead of the loop below, and an error drops rows that the loop has not seen. */
  let line = 1;
  let expected: number | null = null;
  /** One row for each record that the parser emits. */
  const parsed: FileRow[] = [];
  const onRecord = (cells: string[]): string[] => {
    parsed.push(rowOf(cells));
    return cells;
  };
  const rowOf = (cells: string[]): FileRow => {
    const first = line;
    line = lastLine(cells, first) + 1;
    if (cells.length === 1 && (cells[0] ?? '').trim() === '') return { blank: 1 };
    if (cells.length > maxCells) throw unreadable(path, 'row-too-long');
    expected ??= cells.length;
    // Below a title that is alone in its row, rows may have any width.
    const width = expected < 2 ? cells.length : expected;
    const swallowed = cells.some((cell, at) => isSwallowed(cell, at, width, options.separator));
    if (swallowed || line - first > maxRow.lines) throw new StationError('table-quote-open', { line: first });
    return { cells };
  };
  const parser = parse({ ...csvOptions(options), on_record: onRecord });
  // The pipeline passes errors of the text on to the loop.
  pipeline(text, parser, () => undefined);
  try {
    for await (const _ of parser) {
      const next = parsed.shift();
      if (next !== undefined) yield next;
    }
  } catch (thrown) {
    throw csvProblem(path, thrown, line);
  } finally {
    parser.destroy();
    text.destroy();
  }
}

/** Bounds the number of empty cells; the parser bounds only the content of cells. */
async function* boundedLines(path: string, text: AsyncIterable<string>): AsyncGenerator<string> {
  let length = 0;
  for await (const piece of text) {
    const last = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r'));
    length = last < 0 ? length + piece.length : piece.length - last - 1;
    if (length > 2 * maxRow.bytes) throw unreadable(path, 'row-too-long');
    yield piece;
  }
}

/** Counts the line breaks, which are within cells. */
function lastLine(record: readonly string[], first: number): number {
  let line = first;
  for (const cell of record) line += cell.match(/\r\n|\r|\n/g)?.length ?? 0;
  return line;
}

/** @param line first line of the row that the parser did not finish */
function csvProblem(path: string, thrown: unknown, line: number): unknown {
  if (!(thrown instanceof CsvError)) return thrown;
  const overMoreLines = Number(thrown['lines']) > line;
  if (thrown.code === 'CSV_MAX_RECORD_SIZE' && !overMoreLines) return unreadable(path, 'row-too-long');
  return new StationError('table-quote-open', { line });
}

/**
 * Returns true when a quoted cell with line breaks looks like several rows: a stray quote swallows the rows up to the next quote, such
 * a table parses, and persons are missing. The first and the last line of the record would each be a whole row; those of an address of
 * two lines are not, any two lines in a table of one column are.
 * @param at the cell's position in its record, from 0
 * @param expected cells of a row of this table
 */
export function isSwallowed(cell: string, at: number, expected: number, separator: string): boolean {
  if (!/[\r\n]/.test(cell)) return false;
  // Line breaks around a cell's text separate nothing.
  const lines = cell.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  if (lines.length < 2) return false;
  const separators = (line: string | undefined): number => (line ?? '').split(separator).length - 1;
  return at + separators(lines[0]) >= expected - 1 && separators(lines.at(-1)) >= at;
}

/**
 * Yields the text without its byte order mark. Bytes that the encoding does not have are never replaced: a name with a replacement
 * character would be screened, and be clear.
 * @throws StationError `table-unreadable`, `cancelled`
 */
async function* readText(path: string, encoding: TableOptions['encoding'], signal?: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const chunk of bytesOfFile(path, signal)) yield textual(path, decoded(decoder, chunk) ?? (await damaged()));
  yield textual(path, decoded(decoder) ?? (await damaged()));

  async function damaged(): Promise<never> {
    throw unreadable(path, 'not-this-encoding', { line: await damagedLine(path, encoding, signal), encoding });
  }
}

/** Returns null for bytes that the encoding does not have. */
function decoded(decoder: TextDecoder, bytes?: Uint8Array): string | null {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    return null;
  }
}

/** Finds the line of the first bytes that the encoding does not have: reads the file again, in small pieces. */
async function damagedLine(path: string, encoding: TableOptions['encoding'], signal: AbortSignal | undefined): Promise<number> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  let before = '';
  for await (const chunk of bytesOfFile(path, signal)) {
    for (let from = 0; from < chunk.length; ) {
      let end = from + 1;
      while (end < chunk.length && chunk[end - 1] !== 0x0a && chunk[end - 1] !== 0x0d) end += 1;
      const text = decoded(decoder, chunk.subarray(from, end));
      if (text === null) return line;
      const breaks = text.match(/\r\n|\r|\n/g)?.length ?? 0;
      line += before.endsWith('\r') && text.startsWith('\n') ? breaks - 1 : breaks;
      if (text !== '') before = text;
      from = end;
    }
  }
  return line;
}

/**
 * Guesses the encoding; reads the whole file where its start is not enough, and stores none of it.
 * @throws StationError `table-unreadable`, `cancelled`
 */
export async function guessEncoding(path: string, signal?: AbortSignal): Promise<TextEncoding> {
  const guess = createEncodingGuess();
  for await (const chunk of bytesOfFile(path, signal)) {
    guess.add(chunk);
    if (guess.isCertain()) break;
  }
  return guess.result();
}

async function* bytesOfFile(path: string, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path)) {
      checkSignal(signal);
      yield chunk;
    }
  } catch (thrown) {
    throw readingProblem(path, thrown);
  }
}

/** Rejects a NUL, which no list of persons has: the file is a picture, a program, or UTF-16 read as another encoding. */
function textual(path: string, text: string): string {
  if (text.includes('\0')) throw unreadable(path, 'not-text');
  return text;
}
