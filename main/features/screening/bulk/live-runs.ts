/** The runs in memory: the stored row of each with its scheduler and its progress, their shown state, and their events. */

import type { EventEmitter } from 'node:events';
import type { Run } from '../../../../shared/domain/bulk-screening.ts';
import { problemOf, StationError } from '../../../../shared/errors.ts';
import { createThrottledPublisher, type ThrottledPublisher } from '../../../platform/runtime/throttled-publisher.ts';
import type { SearchAccess } from '../screening-context.ts';
import type { RowCounts, ScreeningRepository } from '../screening-repository.ts';
import type { BulkRunRow, ScreeningRow } from '../screening-row.ts';
import { createScreeningScheduler, type ScreeningScheduler, type ScreeningSchedulerState } from '../screening-scheduler.ts';
import { importRows } from './import-rows.ts';

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
    counts: store.counts(run.id),
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
  /** Number of rows that had a result by a time, over the last minutes. */
  pace: { at: number; answered: number }[];
  answered: number;
};

/** Milliseconds over which the time left is estimated. */
const paceWindowMs = 120_000;
const minPaceWindowMs = 3_000;
const minSampleDelayMs = 500;

function countResults(progress: RunProgress, screenings: readonly ScreeningRow[], now = Date.now()): void {
  const { counts, pace } = progress;
  for (const { state, outcome } of screenings) {
    counts.waiting -= 1;
    counts[state === 'done' ? (outcome ?? 'damaged') : 'failed'] += 1;
  }
  progress.answered += screenings.length;
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
