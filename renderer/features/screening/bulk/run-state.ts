/** How a list stands, as it is shown. Pure. */
import type { Run } from '../../../../shared/domain/bulk-screening.ts';
import { hasTrait, type Problem } from '../../../../shared/errors.ts';

/** What a list that waits goes on with by itself; `person`: with nothing, somebody must see to it. */
type WaitsFor = 'line' | 'service' | 'connection' | 'person';

/**
 * `waiting-…`: goes on by itself. `stopped`: stands still for something that a person must see to, whatever its state
 * in main (rows that could not be taken over, a refused key, a full disk). `ended-short`: over, with rows that failed.
 */
export type RunShown = 'preparing' | 'running' | `waiting-${Exclude<WaitsFor, 'person'>}` | 'paused' | 'stopped' | 'done' | 'ended-short';

type Standing = Pick<Run, 'state' | 'problem'>;

function waitsFor(problem: Problem | null): WaitsFor {
  if (!problem) return 'line';
  if (hasTrait(problem, 'retryable')) return hasTrait(problem, 'provider') ? 'service' : 'line';
  return problem.code === 'search-other-connection' ? 'connection' : 'person';
}

export function runShown({ state, problem, counts }: Standing & Pick<Run, 'counts'>): RunShown {
  if (isStopped({ state, problem })) return 'stopped';
  if (state === 'done') return counts.failed + counts.damaged > 0 ? 'ended-short' : 'done';
  if (state !== 'waiting') return state;
  const what = waitsFor(problem);
  return what === 'person' ? 'stopped' : `waiting-${what}`;
}

function isStopped({ state, problem }: Standing): boolean {
  if (state === 'waiting') return waitsFor(problem) === 'person';
  // All of its rows have their results, and that it is done cannot be written.
  return problem !== null && (state === 'paused' || state === 'running');
}

/** It goes on without anybody, also after the station was closed. */
export const goesOn = (run: Standing): boolean => run.state !== 'paused' && run.state !== 'done' && !isStopped(run);

/** It stands still until a person lets it go on. */
export const canResume = (run: Standing): boolean => run.state === 'paused' || isStopped(run);

/** It stopped while its rows were being taken over: what is listed is not all of the file. */
export const lacksRows = ({ state, problem, rows, counts }: Standing & Pick<Run, 'rows' | 'counts'>): boolean =>
  state === 'paused' && problem !== null && (rows === 0 || counts.waiting > 0);

/** What needs a person first. */
export const countNames = ['match', 'unavailable', 'failed', 'damaged', 'skipped', 'clear', 'waiting'] as const;
