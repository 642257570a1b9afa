/** The rows of a run: their shown state, and the row that a key leads to. Pure. */
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

/** Returns the row that a key leads to; null for a key that is not one of the list. @param screen rows that a page key passes */
export function rowAfter(key: string, active: number, total: number, screen: number): number | null {
  const to = new Map([
    ['ArrowDown', active + 1],
    ['ArrowUp', active - 1],
    ['PageDown', active + screen],
    ['PageUp', active - screen],
    ['Home', 0],
    ['End', total - 1],
  ]).get(key);
  return to === undefined || total === 0 ? null : Math.min(Math.max(to, 0), total - 1);
}
