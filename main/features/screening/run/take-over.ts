/** Takes the rows of a file over into the store, in order; begun again after a crash, it goes on behind the last one. */
import { setImmediate } from 'node:timers/promises';
import { longest, type RowFault } from '../../../../shared/domain/screening.ts';
import { type Problem, problem, StationError } from '../../../../shared/errors.ts';
import { hashFile } from '../../../platform/files/hash-file.ts';
import { newSearch } from '../asked.ts';
import type { BulkRunRow } from '../store/bulk-run-row.ts';
import type { ScreeningRepository } from '../store/screening-repository.ts';
import type { ScreeningRow } from '../store/screening-row.ts';
import { createRowChecker, isAskable, queryOfRow, readTable, type TableRow } from '../table/index.ts';

const atOnce = 500;

/**
 * Answers with the cells of the widest row.
 * @param onTaken after each commit, with how many rows it had
 * @throws StationError `table-file-changed`, `table-unreadable`, `table-quote-open`, `disk-full`, `cancelled`
 */
export async function takeOver(
  store: ScreeningRepository,
  run: BulkRunRow,
  signal: AbortSignal,
  onTaken: (rows: ScreeningRow[]) => void,
): Promise<number> {
  const { path, sha256 } = run.source;
  const assertSame = async () => {
    const digest = await hashFile(path).catch(() => null);
    if (digest?.sha256 !== sha256) throw new StationError('table-file-changed', { name: run.fileName });
  };
  await assertSame();
  const check = createRowChecker(run.mapping);
  const before = store.lastRow(run.id);
  let width = run.columns.length;
  let some: ScreeningRow[] = [];
  const commit = () => {
    store.add(some.map((search) => ({ search })));
    onTaken(some);
    some = [];
  };
  for await (const row of readTable(path, run.options, signal)) {
    const query = queryOfRow(row.cells, run.mapping);
    const search = searchOfRow(run, row, query, check(row, query));
    width = Math.max(width, row.cells.length);
    if (row.number <= before) continue;
    some.push(search);
    if (some.length < atOnce) continue;
    commit();
    await setImmediate();
  }
  commit();
  try {
    await assertSame();
  } catch (thrown) {
    // Written to while it was read: what came of it is neither the old nor the new list.
    store.removeRowsAfter(run.id, before);
    throw thrown;
  }
  return width;
}

function searchOfRow(
  run: BulkRunRow,
  { number, cells }: TableRow,
  asked: { name: string; identification: string },
  faults: RowFault[],
): ScreeningRow {
  const { id: runId, by, account, connection, judicial, procurator, startedAt } = run;
  const query = { ...asked, judicial, procurator };
  const place = { id: `${runId}.${number}`, row: { runId, number, faults }, cells };
  const search = newSearch({ query, by, account, connection, at: startedAt }, place);
  return isAskable(faults) ? search : { ...search, state: 'skipped', problem: skippedFor(faults) };
}

function skippedFor(faults: readonly RowFault[]): Problem {
  if (faults.includes('name-missing')) return problem('name-missing');
  return faults.includes('name-too-long') ? problem('name-too-long', { limit: longest.name }) : problem('name-several-lines');
}
