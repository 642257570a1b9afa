/** The whole file, read once before anything is asked. */
import type { ColumnMapping, TableCheck, TableOptions } from '../../../../shared/domain/bulk-screening.ts';
import { rowFaults } from '../../../../shared/domain/screening.ts';
import { queryOfRow } from './query-of-row.ts';
import { tableLines } from './read-table.ts';
import { createRowChecker, isAskable } from './row-checker.ts';

/** Rows that are kept to be shown, of each kind. */
const maxShown = 50;

/** @throws StationError `table-unreadable`, `table-quote-open`, `cancelled` */
export async function checkTable(path: string, options: TableOptions, mapping: ColumnMapping, signal?: AbortSignal): Promise<TableCheck> {
  const faultsOf = createRowChecker(mapping);
  const faults = Object.fromEntries(rowFaults.map((fault) => [fault, 0])) as TableCheck['faults'];
  const check: TableCheck = { rows: 0, askable: 0, blankLines: 0, faults, first: [], faulty: [] };
  let expected: number | null = null;
  for await (const line of tableLines(path, options, signal)) {
    if (line.kind === 'blank') {
      check.blankLines += line.count;
      continue;
    }
    expected ??= line.cells.length;
    if (line.kind === 'header') continue;
    check.rows += 1;
    const query = queryOfRow(line.cells, mapping);
    const found = faultsOf({ number: check.rows, line: line.line, cells: line.cells, expected }, query);
    const row = { number: check.rows, ...query, faults: found };
    const askable = isAskable(found);
    if (askable) check.askable += 1;
    for (const fault of found) faults[fault] += 1;
    if (askable && check.first.length < maxShown) check.first.push(row);
    if (found.length > 0 && check.faulty.length < maxShown) check.faulty.push(row);
  }
  return check;
}
