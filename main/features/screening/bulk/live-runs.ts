/** The runs in memory: the stored row of each with the import of its rows, its scheduler and its progress, their shown state, and their events. */

import type { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Run } from '../../../../shared/domain/screening/bulk-screening.ts';
import { maxLengths, type RowFault } from '../../../../shared/domain/screening/screening.ts';
import { type Problem, problem, problemOf, StationError } from '../../../../shared/errors.ts';
import { hashFile } from '../../../platform/files/hash-file.ts';
import { createThrottledPublisher, type ThrottledPublisher } from '../../../platform/runtime/throttled-publisher.ts';
import { createRowChecker, isScreenable, queryOfRow, type RowQuery } from '../rules/row-query.ts';
import type { SearchAccess } from '../screening-context.ts';
import type { RowCounts, ScreeningRepository } from '../screening-repository.ts';
import { type BulkRunRow, newScreening, type ScreeningRow } from '../screening-row.ts';
import { createScreeningScheduler, type ScreeningScheduler, type ScreeningSchedulerState } from '../screening-scheduler.ts';
import { readTable, type TableRow } from './table/read-table.ts';

export type BulkDeps = SearchAccess & { store: ScreeningRepository; clerk: () => string };

export type BulkEvents = { changed: [Run]; removed: [string] };

export type LiveRun = RunProgress & {
  run: BulkRunRow;
  scheduler: ScreeningScheduler;
  /** The import of its rows; null when none runs. */
  importing: { stop: AbortController; ended: Promise<void> } | null;
  /** Files that are being written. */
  exports: Set<AbortController>;
  /** Emits `changed`. */
  publisher: ThrottledPublisher;
};

export type LiveRuns = { deps: BulkDeps; events: EventEmitter<BulkEvents>; byId: Map<string, LiveRun> };

export function addRun(runs: LiveRuns, run: BulkRunRow): LiveRun {
  const { store, breakers, acquire, rules } = runs.deps;
  const live: LiveRun = {
    run,
    ...countsOfRun(store, run.id),
    pace: [],
    answered: 0,
    importing: null,
    exports: new Set(),
    publisher: createThrottledPublisher(changedEvents(runs, run.id), () => shownRun(live)),
    scheduler: createScreeningScheduler({
      store,
      run: run.id,
      pace: run.pace,
      breakers,
      account: () => run.account,
      acquire,
      rules,
      onResults(screenings) {
        countResults(live, screenings);
        live.publisher.notify();
      },
      onState() {
        finishIfDone(runs, live);
        live.publisher.notify();
      },
    }),
  };
  runs.byId.set(run.id, live);
  return live;
}

/** @throws StationError `run-unknown` */
export function findRun({ byId }: LiveRuns, id: string): LiveRun {
  const live = byId.get(id);
  if (!live) throw new StationError('run-unknown');
  return live;
}

export const shownRun = (live: LiveRun): Run => toRun(live.run, live, live.scheduler.state(), live.importing !== null);

/** Stores the change before it counts. @throws StationError `disk-full` */
export function changeRun(runs: LiveRuns, live: LiveRun, part: Partial<BulkRunRow>): void {
  const changed = { ...live.run, ...part };
  runs.deps.store.putRun(changed);
  live.run = changed;
  live.publisher.notify();
}

/** Continues the import or the screening of a run, unless it is paused or done. */
export function continueRun(runs: LiveRuns, live: LiveRun): void {
  if (live.run.state === 'running') live.scheduler.start();
  else if (live.run.state === 'preparing' && !live.importing) startImport(runs, live);
}

export function finishIfDone(runs: LiveRuns, live: LiveRun): void {
  const { store } = runs.deps;
  if (!runs.byId.has(live.run.id) || live.run.state !== 'running' || live.scheduler.state().state !== 'idle') return;
  try {
    // Damaged rows were counted as pending until now.
    live.counts = store.counts(live.run.id);
    changeRun(runs, live, { state: 'done', endedAt: new Date().toISOString(), problem: null });
  } catch (thrown) {
    // All rows have their results; the end of the run is stored when it is woken.
    showObstacle(runs, live, thrown);
  }
  live.publisher.publishNow();
}

export function startImport(runs: LiveRuns, live: LiveRun): void {
  const stop = new AbortController();
  live.importing = { stop, ended: importAll(runs, live, stop.signal) };
}

async function importAll(runs: LiveRuns, live: LiveRun, signal: AbortSignal): Promise<void> {
  const { store } = runs.deps;
  try {
    const width = await importRows(store, live.run, signal, (rows) => {
      for (const { state } of rows) live.counts[state === 'skipped' ? 'skipped' : 'waiting'] += 1;
      live.publisher.notify();
    });
    changeRun(runs, live, { state: live.run.pauseAfter ? 'paused' : 'running', width, problem: null });
    if (live.run.state === 'running' && !signal.aborted) live.scheduler.start();
  } catch (thrown) {
    // Interrupted by the shutdown: it continues at the next start.
    if (signal.aborted) return;
    showObstacle(runs, live, thrown);
    // Rows from a file that changed during the import have been removed again.
    live.counts = store.counts(live.run.id);
  } finally {
    live.importing = null;
    live.publisher.publishNow();
  }
}

/** Number of rows of one transaction. */
const batchSize = 500;

/**
 * Imports the rows of a file into the repository, in order; after a crash, continues behind the last stored row. Returns the number of
 * cells of the widest row.
 * @param onImported is called after each commit with its rows
 * @throws StationError `table-file-changed`, `table-unreadable`, `table-quote-open`, `disk-full`, `cancelled`
 */
async function importRows(
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

/** Shows the obstacle, even when it cannot be written to the disk. */
function showObstacle(runs: LiveRuns, live: LiveRun, thrown: unknown): void {
  live.run = { ...live.run, problem: problemOf(thrown) };
  try {
    runs.deps.store.putRun(live.run);
  } catch {
    // The disk is the obstacle.
  }
}

/** The listeners of one run's `changed`; there are none once it is removed. */
const changedEvents = ({ events, byId }: LiveRuns, id: string) => ({
  emit: (_state: 'state', run: Run) => events.emit('changed', run),
  listenerCount: () => (byId.has(id) ? events.listenerCount('changed') : 0),
});

/** Stops the import, the exports and the screenings of a run, and resolves when they have ended. */
export async function stopRun({ importing, exports, scheduler }: LiveRun): Promise<void> {
  importing?.stop.abort();
  for (const stop of exports) stop.abort();
  await Promise.all([scheduler.close(), importing?.ended]);
}

type RunProgress = {
  counts: RowCounts;
  undecided: number;
  /** Number of rows that had a result by a time, over the last minutes. */
  pace: { at: number; answered: number }[];
  answered: number;
};

/** Milliseconds over which the time left is estimated. */
const paceWindowMs = 120_000;
const minPaceWindowMs = 3_000;
const minSampleDelayMs = 500;

/** Returns the counts of a run from its stored rows. */
export const countsOfRun = (store: ScreeningRepository, run: string): Pick<RunProgress, 'counts' | 'undecided'> => ({
  counts: store.counts(run),
  undecided: store.undecided(run),
});

function countResults(progress: RunProgress, screenings: readonly ScreeningRow[]): void {
  const { counts, pace } = progress;
  for (const { state, outcome } of screenings) {
    counts.waiting -= 1;
    counts[state === 'done' ? (outcome ?? 'damaged') : 'failed'] += 1;
    if (state === 'done' && outcome === 'match') progress.undecided += 1;
  }
  progress.answered += screenings.length;
  const now = Date.now();
  if (now - (pace.at(-1)?.at ?? 0) > minSampleDelayMs) pace.push({ at: now, answered: progress.answered });
  while (now - (pace[0]?.at ?? now) > paceWindowMs) pace.shift();
}

/** `isImporting`: rows are being imported at this moment. An import that stopped waits for a person. */
function toRun(run: BulkRunRow, progress: RunProgress, scheduler: ScreeningSchedulerState, isImporting: boolean): Run {
  const { id, fileName, judicial, procurator, pace, by, connection, startedAt, endedAt } = run;
  const { counts } = progress;
  const isStopped = run.state === 'preparing' && !isImporting;
  const isWaiting = run.state === 'running' && scheduler.state === 'waiting';
  return {
    id,
    fileName,
    judicial,
    procurator,
    pace,
    by,
    connection,
    startedAt,
    endedAt,
    state: isWaiting ? 'waiting' : isStopped ? 'paused' : run.state,
    takenOver: run.state !== 'preparing',
    rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts,
    undecided: progress.undecided,
    secondsLeft: run.state === 'running' && !isWaiting ? secondsLeft(progress) : null,
    problem: isWaiting ? scheduler.problem : run.problem,
  };
}

function secondsLeft({ pace, counts }: RunProgress): number | null {
  const [first, last] = [pace[0], pace.at(-1)];
  if (!first || !last || last.at - first.at < minPaceWindowMs) return null;
  const perSecond = ((last.answered - first.answered) / (last.at - first.at)) * 1000;
  return perSecond > 0 ? Math.ceil(counts.waiting / perSecond) : null;
}
