/** Imports the rows of a file into the repository, in order; after a crash, continues behind the last stored row. */
import { setImmediate } from 'node:timers/promises';
import { maxLengths, type RowFault } from '../../../../shared/domain/screening.ts';
import { type Problem, problem, StationError } from '../../../../shared/errors.ts';
import { hashFile } from '../../../platform/files/hash-file.ts';
import { createRowChecker, isScreenable, queryOfRow, type RowQuery } from '../rules/row-query.ts';
import type { ScreeningRepository } from '../screening-repository.ts';
import { type BulkRunRow, newScreening, type ScreeningRow } from '../screening-row.ts';
import { readTable, type TableRow } from './table/read-table.ts';

/** Number of rows of one transaction. */
const batchSize = 500;

/**
 * Returns the number of cells of the widest row.
 * @param onImported is called after each commit with its rows
 * @throws StationError `table-file-changed`, `table-unreadable`, `table-quote-open`, `disk-full`, `cancelled`
 */
export async function importRows(
  store: ScreeningRepository,
  run: BulkRunRow,
  signal: AbortSignal,
  onImported: (rows: ScreeningRow[]) => void,
): Promise<number> {
  await assertUnchanged(run);
  const faultsOf = createRowChecker(run.mapping);
  const before = store.lastRow(run.id);
  let width = run.columns.length;
  let batch: ScreeningRow[] = [];
  const commit = () => {
    store.add(batch.map((screening) => ({ screening })));
    onImported(batch);
    batch = [];
  };
  for await (const row of readTable(run.source.path, run.options, signal)) {
    const query = queryOfRow(row.cells, run.mapping);
    const screening = screeningOfRow(run, row, query, faultsOf(row, query));
    width = Math.max(width, row.cells.length);
    if (row.number <= before) continue;
    batch.push(screening);
    if (batch.length < batchSize) continue;
    commit();
    await setImmediate();
  }
  commit();
  try {
    await assertUnchanged(run);
  } catch (thrown) {
    // The file changed while it was read: its rows are neither those of the old nor of the new file.
    store.removeRowsAfter(run.id, before);
    throw thrown;
  }
  return width;
}

/** @throws StationError `table-file-changed` */
async function assertUnchanged({ source: { path, sha256 }, fileName }: BulkRunRow): Promise<void> {
  const digest = await hashFile(path).catch(() => null);
  if (digest?.sha256 !== sha256) throw new StationError('table-file-changed', { name: fileName });
}

function screeningOfRow(run: BulkRunRow, { number, cells }: TableRow, rowQuery: RowQuery, faults: RowFault[]): ScreeningRow {
  const { id: runId, by, account, connection, judicial, procurator, startedAt } = run;
  const query = { ...rowQuery, judicial, procurator };
  const place = { id: `${runId}.${number}`, row: { runId, number, faults }, cells };
  const screening = newScreening({ query, by, account, connection, at: startedAt }, place);
  return isScreenable(faults) ? screening : { ...screening, state: 'skipped', problem: problemOfFaults(faults) };
}

function problemOfFaults(faults: readonly RowFault[]): Problem {
  if (faults.includes('name-missing')) return problem('name-missing');
  return faults.includes('name-too-long') ? problem('name-too-long', { limit: maxLengths.name }) : problem('name-several-lines');
}
