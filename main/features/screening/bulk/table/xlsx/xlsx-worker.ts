/**
 * Reads one workbook in a worker thread: the names of its sheets, or its rows in batches, each on request. A sheet is read as it is
 * unpacked; formulas are never evaluated.
 */
import { posix } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { type Problem, problemOf, StationError } from '../../../../../../shared/errors.ts';
import { type FileRow, unreadable } from '../file-row.ts';
import { createSheetReader, type NumberStyle, numberStyle, unescaped } from './sheet-reader.ts';
import { allXmlEvents, xmlEvents } from './xml-events.ts';
import { openZip, type Workbook, workbookLimits } from './zip-entries.ts';

export type XlsxRequest = { path: string; want: 'names' } | { path: string; want: 'rows'; sheet: string | null };
/** `rows` is empty after the last one. */
export type XlsxReply = { names: string[] } | { rows: FileRow[] } | { problem: Problem };

/** Maximum size of a batch. */
const maxBatch = { rows: 500, cells: 200_000 };

const request = workerData as XlsxRequest;
const answer = (reply: XlsxReply): void => parentPort?.postMessage(reply);

async function* batches(all: AsyncIterable<FileRow>): AsyncGenerator<FileRow[]> {
  let rows: FileRow[] = [];
  let cells = 0;
  for await (const row of all) {
    rows.push(row);
    cells += 'cells' in row ? row.cells.length : 1;
    if (rows.length < maxBatch.rows && cells < maxBatch.cells) continue;
    yield rows;
    [rows, cells] = [[], 0];
  }
  if (rows.length > 0) yield rows;
}

const rows = request.want === 'rows' ? batches(workbookRows(request.path, request.sheet)) : null;

async function next(): Promise<XlsxReply> {
  try {
    if (rows === null) return { names: await sheetNames(request.path) };
    const { value, done } = await rows.next();
    return { rows: done ? [] : value };
  } catch (thrown) {
    return { problem: problemOf(thrown) };
  }
}

parentPort?.on('message', () => void next().then(answer));

/** Returns the names of the sheets in order. @throws StationError `table-unreadable` */
const sheetNames = (path: string): Promise<string[]> => withWorkbook(path, async (_, { sheets }) => sheets.map(({ name }) => name));

/**
 * Yields rows that have at least as many cells as the first one.
 * @param sheet null: the first one
 * @throws StationError `table-unreadable`
 */
async function* workbookRows(path: string, sheet: string | null): AsyncGenerator<FileRow> {
  const workbook = await openZip(path);
  try {
    yield* sheetRows(workbook, path, sheet);
  } catch (thrown) {
    throw workbookProblem(path, thrown);
  } finally {
    workbook.close();
  }
}

async function* sheetRows(workbook: Workbook, path: string, sheet: string | null): AsyncGenerator<FileRow> {
  const map = await workbookMap(workbook);
  const part = map.sheets.find(({ name }) => sheet === null || name === sheet)?.part;
  if (part === undefined) throw unreadable(path, 'sheet-missing');
  const texts = await sharedTexts(workbook, map.sharedStrings);
  const styles = await numberStyles(workbook, map.styles);
  let cells = 0;
  const reader = createSheetReader({ texts, styles, epoch1904: map.epoch1904 });
  for await (const _ of xmlEvents(workbook.read(part, workbookLimits.sheet), reader.handler)) {
    for (const row of reader.taken()) {
      cells += 'cells' in row ? row.cells.length : 0;
      if (cells > workbookLimits.cells) throw unreadable(path, 'workbook-too-large');
      yield row;
    }
  }
}

async function withWorkbook<T>(path: string, work: (workbook: Workbook, map: WorkbookMap) => Promise<T>): Promise<T> {
  const workbook = await openZip(path);
  try {
    return await work(workbook, await workbookMap(workbook));
  } catch (thrown) {
    throw workbookProblem(path, thrown);
  } finally {
    workbook.close();
  }
}

/** Drops errors of the XML parser, whose texts quote the file. */
const workbookProblem = (path: string, thrown: unknown): StationError =>
  thrown instanceof StationError ? thrown : unreadable(path, 'damaged-workbook');

type Relation = { kind: string; target: string };

type WorkbookMap = {
  /** The sheets in order; `part` is the path of the sheet in the workbook. */
  sheets: { name: string; part: string }[];
  sharedStrings: string | null;
  styles: string | null;
  /** Days count from 1904 instead of 1900. */
  epoch1904: boolean;
};

/** @throws StationError `table-unreadable` */
async function workbookMap(workbook: Workbook): Promise<WorkbookMap> {
  const main = [...(await relations(workbook, '')).values()].find(({ kind }) => kind === 'officeDocument')?.target;
  if (main === undefined) throw unreadable(workbook.path, 'damaged-workbook');
  const related = await relations(workbook, main);
  const sheets: WorkbookMap['sheets'] = [];
  let epoch1904 = false;
  await allXmlEvents(workbook.read(main, workbookLimits.part), {
    open(name, attributes) {
      if (name === 'workbookPr') epoch1904 = attributes['date1904'] === '1' || attributes['date1904'] === 'true';
      const relation = name === 'sheet' ? related.get(attributes['id'] ?? '') : undefined;
      // Sheets of charts and macros have no rows.
      if (relation?.kind === 'worksheet') sheets.push({ name: attributes['name'] ?? '', part: relation.target });
    },
  });
  const partOf = (wanted: string): string | null => {
    const part = [...related.values()].find(({ kind }) => kind === wanted)?.target;
    return part !== undefined && workbook.has(part) ? part : null;
  };
  return { sheets, sharedStrings: partOf('sharedStrings'), styles: partOf('styles'), epoch1904 };
}

/** Returns the related parts of a part by id. `kind` is the text after the last `/` of the relation's type. */
async function relations(workbook: Workbook, part: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(part);
  const found = new Map<string, Relation>();
  const file = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  await allXmlEvents(workbook.read(file, workbookLimits.part), {
    open(name, { Id: id, Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || id === undefined || mode === 'External') return;
      const path = target.startsWith('/') ? target : posix.join('/', folder, target);
      found.set(id, { kind: type.slice(type.lastIndexOf('/') + 1), target: path.slice(1) });
    },
  });
  return found;
}

/** Returns the texts that cells share, in the order of their numbers. Phonetic texts of East Asian names (`rPh`) are left out. */
async function sharedTexts(workbook: Workbook, part: string | null): Promise<string[]> {
  const texts: string[] = [];
  if (part === null) return texts;
  let current = '';
  let size = 0;
  let inText = false;
  let inPhonetic = false;
  const grow = (by: number): void => {
    size += by;
    if (size > workbookLimits.text) throw unreadable(workbook.path, 'workbook-too-large');
  };
  await allXmlEvents(workbook.read(part, workbookLimits.text * 4), {
    open(name) {
      if (name === 'si') current = '';
      if (name === 'rPh') inPhonetic = true;
      if (name === 't') inText = true;
    },
    close(name) {
      if (name === 'rPh') inPhonetic = false;
      if (name === 't') inText = false;
      if (name !== 'si') return;
      texts.push(unescaped(current));
      // An empty text takes memory too.
      grow(8);
    },
    text(text) {
      if (!inText || inPhonetic) return;
      current += text;
      grow(text.length);
    },
  });
  return texts;
}

/** Returns the number styles in the order of the cell formats. */
async function numberStyles(workbook: Workbook, part: string | null): Promise<NumberStyle[]> {
  const codes = new Map<number, string>();
  const styles: NumberStyle[] = [];
  if (part === null) return styles;
  let inCellFormats = false;
  await allXmlEvents(workbook.read(part, workbookLimits.part), {
    open(name, attributes) {
      const id = Number(attributes['numFmtId'] ?? 0);
      if (name === 'numFmt') codes.set(id, attributes['formatCode'] ?? '');
      if (name === 'cellXfs') inCellFormats = true;
      if (name === 'xf' && inCellFormats) styles.push(numberStyle(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false;
    },
  });
  return styles;
}
