/**
 * Writes rows as the bytes of an XLSX, piece by piece. Every cell is text, so that nothing in it is ever evaluated. The parts are those
 * of the smallest workbook by ECMA-376; see `docs/dependencies.md` for why no library writes them.
 */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { columnLetters, escaped } from './cell-text.ts';

/** Limits of Excel: rows of a sheet, characters of a cell. */
export const sheetLimits = { rows: 1_048_576, cell: 32_767 };

export type XlsxTally = {
  /** Number of cells that were cut to the maximum length of a workbook's cell; they end in `…`. */
  cut: number;
};

/** Maximum number of rows of a sheet, header included. */
type SheetPlan = { rows: number };

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const piece = 65_536;

/**
 * Yields the file. Rows that do not fit into one sheet continue in the next, below the same header.
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
  const source = lookingAhead(rows);
  let failed: unknown = null;
  const fail = (thrown: unknown) => {
    failed ??= thrown;
    output.destroy();
  };
  const output = zip.outputStream as Readable;
  zip.on('error', fail);
  let sheets = 0;

  /** The workbook's own parts name the sheets and are therefore written last, when their number is known. */
  function addSheet(): void {
    sheets += 1;
    const content = Readable.from(sheetXml(header, source, tally, plan), { objectMode: false });
    content.on('error', fail).on('end', () => (source.ended() ? finish() : addSheet()));
    zip.addReadStream(content, `xl/worksheets/sheet${sheets}.xml`, { compressionLevel: 4 });
  }
  function finish(): void {
    for (const [name, xml] of Object.entries(fixedParts(sheets))) zip.addBuffer(Buffer.from(head + xml), name);
    zip.end();
  }

  addSheet();
  try {
    for await (const chunk of output) yield chunk as Uint8Array;
  } catch (thrown) {
    throw failed ?? thrown;
  } finally {
    await source.close();
  }
  if (failed !== null) throw failed;
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
  let text = `${head}<worksheet xmlns="${main}">${views}<sheetData>`;
  let number = 0;
  const add = (cells: readonly string[]) => {
    number += 1;
    text += rowXml(cells, number, tally);
  };
  if (header !== null) add(header);
  for (let row = await source.peek(); row !== null && number < plan.rows; row = await source.peek()) {
    source.take();
    add(row);
    if (text.length < piece) continue;
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
  const part = (name: string, type: string) => `<Override PartName="/xl/${name}.xml" ContentType="${types}.${type}+xml"/>`;
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const related = (content: string) => `<Relationships xmlns="${packages}/relationships">${content}</Relationships>`;
  return {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${part('styles', 'styles')}${each((n) => part(`worksheets/sheet${n}`, 'worksheet'))}</Types>`,
    '_rels/.rels': related(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each((n) => `<sheet name="${n}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': related(
      each((n) => relation(`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`)) + relation('styles', 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf numFmtId="49" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  };
}
