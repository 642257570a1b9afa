/** A run with its counts and its pace, as it is shown. */
import type { Run } from '../../../../shared/domain/bulk-screening.ts';
import type { BulkRunRow } from '../store/bulk-run-row.ts';
import type { RowCounts } from '../store/screening-repository.ts';
import type { ScreeningRow } from '../store/screening-row.ts';
import type { ScreeningScheduler } from './screening-scheduler.ts';

export type LiveRun = {
  run: BulkRunRow;
  counts: RowCounts;
  scheduler: ScreeningScheduler;
  /** While rows are being taken over. */
  preparing: AbortController | null;
  /** Files that are being written. */
  exports: Set<AbortController>;
  /** When how many had been settled, over the last minutes. */
  pace: { at: number; settled: number }[];
  settled: number;
};

/** Milliseconds over which the time left is reckoned. */
const paceOver = 120_000;
const shortest = 3_000;

export function countSettled(live: LiveRun, searches: readonly ScreeningRow[]): void {
  for (const { state, outcome } of searches) {
    live.counts.waiting -= 1;
    live.counts[state === 'done' ? (outcome ?? 'damaged') : 'failed'] += 1;
  }
  live.settled += searches.length;
  const now = Date.now();
  const { pace } = live;
  if (now - (pace.at(-1)?.at ?? 0) > 500) pace.push({ at: now, settled: live.settled });
  while (now - (pace[0]?.at ?? now) > paceOver) pace.shift();
}

export function shownRun(live: LiveRun): Run {
  const { run, counts, scheduler } = live;
  const { id, fileName, judicial, procurator, pace, by, connection, startedAt, endedAt } = run;
  const asking = scheduler.state();
  // What kept its rows from being taken over waits for a person.
  const stopped = run.state === 'preparing' && live.preparing === null;
  const waits = run.state === 'running' && asking.state === 'waiting';
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
    state: waits ? 'waiting' : stopped ? 'paused' : run.state,
    takenOver: run.state !== 'preparing',
    rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts,
    secondsLeft: run.state === 'running' && !waits ? secondsLeft(live) : null,
    problem: waits ? asking.problem : run.problem,
  };
}

function secondsLeft({ pace, counts }: LiveRun): number | null {
  const [first, last] = [pace[0], pace.at(-1)];
  if (!first || !last || last.at - first.at < shortest) return null;
  const perSecond = ((last.settled - first.settled) / (last.at - first.at)) * 1000;
  return perSecond > 0 ? Math.ceil(counts.waiting / perSecond) : null;
}
