/** Pauses, resumes, retries and removes a run, and waits for its end. */
import { once } from 'node:events';
import type { Run, RunPace } from '../../../../shared/domain/bulk-screening.ts';
import { addRun, changeRun, continueRun, findRun, type LiveRun, type LiveRuns, shownRun, stopRun } from './live-runs.ts';

/** Rows in progress are finished; during the import, the run pauses after it. */
export function pauseRun(runs: LiveRuns, id: string): Run {
  const live = findRun(runs, id);
  if (live.run.state === 'running') {
    changeRun(runs, live, { state: 'paused' });
    live.scheduler.stop();
  } else if (live.run.state === 'preparing') changeRun(runs, live, { pauseAfter: true });
  return shownRun(live);
}

export function resumeRun(runs: LiveRuns, id: string, pace?: RunPace): Run {
  const live = findRun(runs, id);
  if (pace) {
    changeRun(runs, live, { pace });
    live.scheduler.setPace(pace);
  }
  if (live.run.state === 'paused') changeRun(runs, live, { state: 'running', problem: null });
  else if (live.run.state === 'preparing') changeRun(runs, live, { problem: null, pauseAfter: false });
  runs.deps.breakers.skipBackoff(live.run.account);
  continueRun(runs, live);
  return shownRun(live);
}

/** Makes failed rows pending again; with `unavailable`, also rows with a source that did not answer. */
export async function retryFailedRows(runs: LiveRuns, id: string, unavailable: boolean): Promise<Run> {
  const live = findRun(runs, id);
  try {
    await runs.deps.store.retry(id, unavailable);
  } finally {
    // Also after a full disk interrupted the retry: rows that are pending by then are screened.
    if (runs.byId.has(id)) screenPendingRows(runs, live);
  }
  return shownRun(findRun(runs, id));
}

function screenPendingRows(runs: LiveRuns, live: LiveRun): void {
  live.counts = runs.deps.store.counts(live.run.id);
  if (live.counts.waiting > 0 && live.run.state === 'done') changeRun(runs, live, { state: 'running', endedAt: null });
  continueRun(runs, live);
}

export async function removeRun(runs: LiveRuns, id: string): Promise<void> {
  const live = findRun(runs, id);
  runs.byId.delete(id);
  await stopRun(live);
  try {
    runs.deps.store.removeRun(id);
  } catch (thrown) {
    // The disk is full: the run is still stored, and continues.
    continueRun(runs, addRun(runs, live.run));
    throw thrown;
  }
  runs.events.emit('removed', id);
}

/** Resolves when the run is done, or paused and nothing is in progress, or has waited for the connection for `maxWaitMs`. */
export async function settledRun(runs: LiveRuns, id: string, maxWaitMs: number): Promise<Run> {
  const live = findRun(runs, id);
  let waitingSince: number | null = null;
  for (;;) {
    const run = shownRun(live);
    const isPaused = run.state === 'paused' && !live.scheduler.isBusy();
    if (run.state === 'done' || isPaused || !runs.byId.has(id)) return run;
    waitingSince = run.state === 'waiting' ? (waitingSince ?? Date.now()) : null;
    if (waitingSince !== null && Date.now() - waitingSince >= maxWaitMs) return run;
    await changedWithin(runs, 500);
  }
}

/** Keeps the process alive, which `AbortSignal.timeout` does not: a command that waits has nothing else to do. */
async function changedWithin({ events }: LiveRuns, milliseconds: number): Promise<void> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), milliseconds);
  await once(events, 'changed', { signal: over.signal }).catch(() => undefined);
  clearTimeout(timer);
}
