/** The shown state of a row. Pure. */
import type { ScreeningSummary } from '../../../../../shared/domain/screening.ts';

export type RowShown =
  | 'waiting'
  | 'asking'
  | 'skipped'
  | 'damaged'
  | 'failed'
  | 'match'
  | 'true-match'
  | 'false-positive'
  | 'unavailable'
  | 'clear';

/** Returns `clear` only for that outcome; a person's final decision replaces `match`. */
export function rowShown({ state, outcome, verdict }: Pick<ScreeningSummary, 'state' | 'outcome' | 'verdict'>): RowShown {
  if (state !== 'done') return state;
  if (outcome === 'match') return verdict === 'true-match' || verdict === 'false-positive' ? verdict : 'match';
  return outcome === 'clear' ? 'clear' : 'unavailable';
}

/** Returns the sources that were asked and did not answer. */
export const silentSources = ({ sources }: Pick<ScreeningSummary, 'sources'>) =>
  sources.filter(({ state }) => state === 'no-answer').map(({ source }) => source);
