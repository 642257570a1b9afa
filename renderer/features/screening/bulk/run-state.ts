/** The shown state of a run. Pure. */
import type { Run } from '../../../../shared/domain/screening/bulk-screening.ts';
import { hasTrait, type Problem } from '../../../../shared/errors.ts';

/** The event after which a waiting run continues automatically; `person`: none, a person must act. */
type WaitsFor = 'offline' | 'service' | 'connection' | 'person';

/**
 * `waiting-…`: continues automatically. `stopped`: blocked until a person acts, whatever its state
 * in main (rows that could not be imported, a refused key, a full disk). `ended-short`: finished, with rows that failed.
 */
export type RunShown = 'preparing' | 'running' | `waiting-${Exclude<WaitsFor, 'person'>}` | 'paused' | 'stopped' | 'done' | 'ended-short';

type RunState = Pick<Run, 'state' | 'problem'>;

function waitsFor(problem: Problem | null): WaitsFor {
  if (!problem) return 'offline';
  if (hasTrait(problem, 'retryable')) return hasTrait(problem, 'provider') ? 'service' : 'offline';
  return problem.code === 'search-other-connection' ? 'connection' : 'person';
}

export function runShown({ state, problem, counts }: RunState & Pick<Run, 'counts'>): RunShown {
  if (isStopped({ state, problem })) return 'stopped';
  // Rows that are screened again are still to come.
  if (state === 'done' && counts.waiting > 0) return 'running';
  if (state === 'done') return counts.failed + counts.damaged > 0 ? 'ended-short' : 'done';
  if (state !== 'waiting') return state;
  const what = waitsFor(problem);
  return what === 'person' ? 'stopped' : `waiting-${what}`;
}

function isStopped({ state, problem }: RunState): boolean {
  if (state === 'waiting') return waitsFor(problem) === 'person';
  // All of its rows have their results, but its end cannot be written.
  return problem !== null && (state === 'paused' || state === 'running');
}

/** Whether it continues without a person, also after the station was closed. */
export const goesOn = (run: RunState): boolean => run.state !== 'paused' && run.state !== 'done' && !isStopped(run);

/** Whether it is stopped until a person resumes it. */
export const canResume = (run: RunState): boolean => run.state === 'paused' || isStopped(run);

/** Whether it stopped while its rows were being imported: the list is not the whole file. */
export const lacksRows = ({ state, problem, rows, counts }: RunState & Pick<Run, 'rows' | 'counts'>): boolean =>
  state === 'paused' && problem !== null && (rows === 0 || counts.waiting > 0);

/** The rows that a run opens on: those that need a look, or all while there are none. */
export function outcomeToOpen({ counts }: Pick<Run, 'counts'>): 'match' | 'unavailable' | 'failed' | 'any' {
  return (['match', 'unavailable', 'failed'] as const).find((name) => counts[name] > 0) ?? 'any';
}

/** Counts that need a person first. */
export const countNames = ['match', 'unavailable', 'failed', 'damaged', 'skipped', 'clear', 'waiting'] as const;
