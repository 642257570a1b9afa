/** The shown state of a screening. Pure. */
import type { ScreeningSummary } from '../../../shared/domain/screening.ts';

/** `blocked`: blocked although no source has anything, which is never shown as clear. */
export type Shown =
  | 'clear'
  | 'match'
  | 'unread'
  | 'blocked'
  | 'unavailable'
  | 'failed'
  | 'stopped'
  | 'waiting'
  | 'asking'
  | 'skipped'
  | 'damaged';

type Shows = Pick<ScreeningSummary, 'state' | 'outcome' | 'block' | 'problem'> & Partial<Pick<ScreeningSummary, 'sources' | 'others'>>;

/** `unread`: a person has to look, since no rule reads some of the answer; nothing else was found. */
export function shownOf({ state, outcome, block, problem, sources = [], others = [] }: Shows): Shown {
  if (state === 'failed' && problem?.code === 'cancelled') return 'stopped';
  if (state !== 'done') return state;
  if (outcome === 'clear' && block) return 'blocked';
  const states = [...sources, ...others].map((one) => one.state);
  if (outcome === 'match' && block !== true && states.includes('unread') && !states.includes('hit')) return 'unread';
  // Without an outcome nothing is known.
  return outcome ?? 'unavailable';
}
