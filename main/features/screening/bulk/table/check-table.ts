/** Checks the whole file before its first row is screened. */
import type { ColumnMapping, TableCheck, TableOptions } from '../../../../../shared/domain/bulk-screening.ts';
import { rowFaults } from '../../../../../shared/domain/screening.ts';
import { createRowChecker, isScreenable, queryOfRow } from '../../rules/row-query.ts';
import { readTable } from './read-table.ts';

/** Maximum number of example rows of each kind. */
const maxShown = 50;

/** @throws StationError `table-unreadable`, `table-quote-open`, `cancelled` */
export async function checkTable(path: string, options: TableOptions, mapping: ColumnMapping, signal?: AbortSignal): Promise<TableCheck> {
  const faultsOf = createRowChecker(mapping);
  const faults = Object.fromEntries(rowFaults.map((fault) => [fault, 0])) as TableCheck['faults'];
  const check: TableCheck = { rows: 0, askable: 0, blankLines: 0, faults, first: [], faulty: [] };
  const onBlank = (count: number) => {
    check.blankLines += count;
  };
  for await (const row of readTable(path, options, signal, onBlank)) {
    check.rows += 1;
    const query = queryOfRow(row.cells, mapping);
    const found = faultsOf(row, query);
    const checked = { number: row.number, ...query, faults: found };
    const screenable = isScreenable(found);
    if (screenable) check.askable += 1;
    for (const fault of found) faults[fault] += 1;
    if (screenable && check.first.length < maxShown) check.first.push(checked);
    if (found.length > 0 && check.faulty.length < maxShown) check.faulty.push(checked);
  }
  return check;
}
