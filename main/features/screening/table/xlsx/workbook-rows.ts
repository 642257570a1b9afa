/** Rows of a sheet, as people see them there; runs in a worker (`read-xlsx.ts`). The sheet is read as it comes; formulas are never worked out. */
import { StationError } from '../../../../../shared/errors.ts';
import type { RawLine } from '../table-line.ts';
import { unreadable } from '../table-problems.ts';
import { createSheetReader } from './sheet-reader.ts';
import { numberStyles, sharedTexts, type WorkbookMap, workbookMap } from './workbook-parts.ts';
import { xmlEvents } from './xml-events.ts';
import { openZip, type Workbook, workbookLimits } from './zip-entries.ts';

/** @returns names, in order. @throws StationError `table-unreadable` */
export const workbookNames = (path: string): Promise<string[]> =>
  withWorkbook(path, async (_, { sheets }) => sheets.map(({ name }) => name));

/**
 * Rows are as long as the first one, or longer where they have more.
 * @param sheet null: the first one
 * @throws StationError `table-unreadable`
 */
export async function* workbookLines(path: string, sheet: string | null): AsyncGenerator<RawLine> {
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

/** What the XML parser says quotes the file. */
const workbookProblem = (path: string, thrown: unknown): StationError =>
  thrown instanceof StationError ? thrown : unreadable(path, 'damaged-workbook');
