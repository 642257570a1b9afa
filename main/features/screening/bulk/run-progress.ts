/** The shown state of a run: its counts, its pace and the time left. Pure. */
import type { Run } from '../../../../shared/domain/bulk-screening.ts';
import type { RowCounts } from '../screening-repository.ts';
import type { ScreeningRow } from '../screening-row.ts';
import type { ScreeningSchedulerState } from '../screening-scheduler.ts';
import type { BulkRunRow } from './run-row.ts';

export type RunProgress = {
  counts: RowCounts;
  /** Number of rows that were settled by a time, over the last minutes. */
  pace: { at: number; settled: number }[];
  settled: number;
};

/** Milliseconds over which the time left is estimated. */
const paceWindowMs = 120_000;
const minPaceWindowMs = 3_000;
const minSampleDelayMs = 500;

export function countSettled(progress: RunProgress, screenings: readonly ScreeningRow[], now = Date.now()): void {
  const { counts, pace } = progress;
  for (const { state, outcome } of screenings) {
    counts.waiting -= 1;
    counts[state === 'done' ? (outcome ?? 'damaged') : 'failed'] += 1;
  }
  progress.settled += screenings.length;
  if (now - (pace.at(-1)?.at ?? 0) > minSampleDelayMs) pace.push({ at: now, settled: progress.settled });
  while (now - (pace[0]?.at ?? now) > paceWindowMs) pace.shift();
}

/** `isImporting`: rows are being imported at this moment. An import that stopped waits for a person. */
export function toRun(run: BulkRunRow, progress: RunProgress, scheduler: ScreeningSchedulerState, isImporting: boolean): Run {
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
  const perSecond = ((last.settled - first.settled) / (last.at - first.at)) * 1000;
  return perSecond > 0 ? Math.ceil(counts.waiting / perSecond) : null;
}
