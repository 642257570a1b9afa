/** What the screen says of a search. Pure. */
import type { ScreeningSummary } from '../../shared/domain/screening.ts';

/** `blocked`: blocked although no source has anything, which is never shown as clear. */
export type Shown = 'clear' | 'match' | 'blocked' | 'unavailable' | 'failed' | 'stopped' | 'waiting' | 'asking' | 'skipped' | 'damaged';

export function shownOf({ state, outcome, block, problem }: Pick<ScreeningSummary, 'state' | 'outcome' | 'block' | 'problem'>): Shown {
  if (state === 'failed' && problem?.code === 'cancelled') return 'stopped';
  if (state !== 'done') return state;
  if (outcome === 'clear' && block) return 'blocked';
  // Without an outcome nothing is known.
  return outcome ?? 'unavailable';
}
