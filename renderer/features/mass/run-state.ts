/** How a list stands, as it is shown. Pure. */
import type { Run } from '../../../shared/domain/mass-search.ts';

/** `stopped`: paused by itself; `ended-short`: over, with rows that failed. */
export type RunShown = 'preparing' | 'running' | 'waiting' | 'paused' | 'stopped' | 'done' | 'ended-short';

export function runShown({ state, problem, counts }: Pick<Run, 'state' | 'problem' | 'counts'>): RunShown {
  if (state === 'paused') return problem ? 'stopped' : 'paused';
  if (state === 'done') return counts.failed + counts.damaged > 0 ? 'ended-short' : 'done';
  return state;
}

/** It goes on without anybody, also after the station was closed. */
export const goesOn = ({ state }: Pick<Run, 'state'>): boolean => state === 'preparing' || state === 'running' || state === 'waiting';

/** What needs a person first. */
export const countNames = ['match', 'unavailable', 'failed', 'damaged', 'skipped', 'clear', 'waiting'] as const;
