/** Starts a run from a chosen file, or finds the earlier run of the same request. */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { Run, StartRun } from '../../../../shared/domain/bulk-screening.ts';
import { StationError } from '../../../../shared/errors.ts';
import type { ChosenFile } from './chosen-files.ts';
import { addRun, type BulkDeps, type LiveRuns, shownRun, startImport } from './live-runs.ts';
import type { BulkRunRow } from './run-row.ts';
import { describeTable } from './table/describe-table.ts';

/**
 * Resolves when the run is listed; its rows are then imported and screened.
 * @throws StationError `table-unreadable`, `table-quote-open`, `search-not-set-up`, `disk-full`
 */
export async function startRun(runs: LiveRuns, request: StartRun, file: ChosenFile, out: string | null): Promise<Run> {
  const { columns, problem } = await describeTable(file.path, request.options);
  if (problem) throw new StationError(problem.code, problem.detail);
  const run = newRun(runs.deps, request, file, columns, out);
  runs.deps.store.putRun(run);
  const live = addRun(runs, run);
  startImport(runs, live);
  return shownRun(live);
}

function newRun(
  { clerk, account, connection }: BulkDeps,
  request: StartRun,
  file: ChosenFile,
  columns: string[],
  out: string | null,
): BulkRunRow {
  return {
    id: randomUUID(),
    startedAt: new Date().toISOString(),
    state: 'preparing',
    endedAt: null,
    fileName: basename(file.path),
    source: file,
    options: request.options,
    mapping: request.mapping,
    columns,
    width: columns.length,
    judicial: request.judicial,
    procurator: request.procurator,
    pace: request.pace,
    by: clerk(),
    account: account(),
    connection: connection(),
    problem: null,
    out,
    written: [],
    pauseAfter: false,
  };
}

/** Returns the latest run of the same file with the same reading options, account and output; null for none. */
export function findStartedRun({ deps, byId }: LiveRuns, request: StartRun, { sha256 }: ChosenFile, out: string): Run | null {
  const wanted = requestKey(request, deps.account());
  const found = [...byId.values()].findLast(
    ({ run }) => run.out === out && run.source.sha256 === sha256 && requestKey(run, run.account) === wanted,
  );
  return found ? shownRun(found) : null;
}

const requestKey = (
  { options, mapping, judicial, procurator }: Pick<StartRun, 'options' | 'mapping' | 'judicial' | 'procurator'>,
  account: string,
): string => JSON.stringify([options, mapping, judicial, procurator, account]);
