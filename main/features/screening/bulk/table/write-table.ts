/** Writes a table, CSV or XLSX, completely or not at all, under a free name. */

import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { ZipFile } from 'yazl';
import type { ExportFormat, TableOptions } from '../../../../../shared/domain/screening/bulk-screening.ts';
import { writeWhole } from '../../../../platform/files/write-whole.ts';
import { outputOf } from '../../../../platform/files/write-zip.ts';

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

/** Limits of Excel: rows of a sheet, characters of a cell. */
const sheetLimits = { rows: 1_048_576, cell: 32_767 };

type XlsxTally = {
  /** Number of cells that were cut to the maximum length of a workbook's cell; they end in `…`. */
  cut: number;
};

/** Maximum number of rows of a sheet, header included. */
type SheetPlan = { rows: number };

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const contentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const pieceLength = 65_536;

/**
 * Yields the bytes of an XLSX, piece by piece. Every cell is text, so that nothing in it is ever evaluated. The parts are those of the
 * smallest workbook by ECMA-376; see `docs/dependencies.md` for why no library writes them. Rows that do not fit into one
 * sheet continue in the next, below the same header.
 * @param header null for none
 * @param tally is updated while the bytes are read
 */
export async function* xlsxBytes(
  header: readonly string[] | null,
  rows: AsyncIterable<readonly string[]>,
  tally: XlsxTally,
  plan: SheetPlan = sheetLimits,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const { bytes, fail } = outputOf(zip);
  const source = lookingAhead(rows);
  let sheets = 0;

  /** The workbook's own parts name the sheets and are therefore written last, when their number is known. */
  function addSheet(): void {
    sheets += 1;
    const content = Readable.from(sheetXml(header, source, tally, plan), { objectMode: false });
    content.on('error', fail).on('end', () => (source.ended() ? finish() : addSheet()));
    zip.addReadStream(content, `xl/worksheets/sheet${sheets}.xml`, { compressionLevel: 4 });
  }
  function finish(): void {
    for (const [name, xml] of Object.entries(fixedParts(sheets))) zip.addBuffer(Buffer.from(xmlHead + xml), name);
    zip.end();
  }

  addSheet();
  try {
    yield* bytes();
  } finally {
    await source.close();
  }
}

type RowSource = {
  /** Returns the next row without taking it; null at the end. */
  peek(): Promise<readonly string[] | null>;
  take(): void;
  ended(): boolean;
  close(): Promise<unknown>;
};

/** Looks ahead by one row: only the row after a sheet shows whether it is the last sheet. */
function lookingAhead(rows: AsyncIterable<readonly string[]>): RowSource {
  const source = rows[Symbol.asyncIterator]();
  let next: readonly string[] | null | undefined;
  return {
    async peek() {
      if (next === undefined) {
        const { value, done } = await source.next();
        next = done ? null : value;
      }
      return next ?? null;
    },
    take() {
      next = undefined;
    },
    ended: () => next === null,
    close: async () => source.return?.(),
  };
}

async function* sheetXml(header: readonly string[] | null, source: RowSource, tally: XlsxTally, plan: SheetPlan): AsyncGenerator<Buffer> {
  // The header stays in view.
  const views =
    header === null
      ? ''
      : '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>';
  let text = `${xmlHead}<worksheet xmlns="${mainNamespace}">${views}<sheetData>`;
  let number = 0;
  const add = (cells: readonly string[]) => {
    number += 1;
    text += rowXml(cells, number, tally);
  };
  if (header !== null) add(header);
  for (let row = await source.peek(); row !== null && number < plan.rows; row = await source.peek()) {
    source.take();
    add(row);
    if (text.length < pieceLength) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(`${text}</sheetData></worksheet>`);
}

function rowXml(cells: readonly string[], number: number, tally: XlsxTally): string {
  const xml = cells.map((cell, at) => {
    if (cell === '') return '';
    let text = cell;
    if (cell.length > sheetLimits.cell) {
      tally.cut += 1;
      text = `${cell.slice(0, sheetLimits.cell - 1)}…`;
    }
    return `<c r="${columnLetters(at)}${number}" s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
  });
  return `<row r="${number}">${xml.join('')}</row>`;
}

/** Cells have the format "text" (49), so that one that is edited stays text too. */
function fixedParts(sheets: number): Record<string, string> {
  const each = (xml: (number: number) => string) => Array.from({ length: sheets }, (_, at) => xml(at + 1)).join('');
  const part = (name: string, type: string) => `<Override PartName="/xl/${name}.xml" ContentType="${contentTypes}.${type}+xml"/>`;
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationNamespace}/${type}" Target="${target}"/>`;
  const related = (content: string) => `<Relationships xmlns="${packageNamespace}/relationships">${content}</Relationships>`;
  return {
    '[Content_Types].xml': `<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${part('styles', 'styles')}${each((n) => part(`worksheets/sheet${n}`, 'worksheet'))}</Types>`,
    '_rels/.rels': related(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${mainNamespace}" xmlns:r="${relationNamespace}"><sheets>${each((n) => `<sheet name="${n}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': related(
      each((n) => relation(`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`)) + relation('styles', 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': `<styleSheet xmlns="${mainNamespace}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf numFmtId="49" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  };
}

/** The inverse of `unescaped` of `xlsx/sheet-reader.ts`. Half a character, which no text can have, becomes U+FFFD. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/(?![\t\n])[\p{Cc}\ufffe\uffff]/gu, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}
