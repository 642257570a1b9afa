/**
 * Reads one workbook in a worker thread: the names of its sheets, or its rows in batches, each on request. A sheet is read as it is
 * unpacked; formulas are never evaluated.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type Problem, problemOf, StationError } from '../../../../../../shared/errors.ts';
import { type FileRow, unreadable } from '../file-row.ts';
import { createSheetReader } from './sheet-reader.ts';
import { numberStyles, sharedTexts, type WorkbookMap, workbookMap } from './workbook-parts.ts';
import { xmlEvents } from './xml-events.ts';
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
  } catch (thrown) {
    throw workbookProblem(path, thrown);
  } finally {
    workbook.close();
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
