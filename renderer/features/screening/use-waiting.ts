/** How searches stand as a whole. What the rail counts: matches without a final decision, and kept searches that wait for the line. */
import type { Problem } from '../../../shared/errors.ts';
import { useScreening } from './store.ts';

export function useScreeningWaiting(): { attention: number; waiting: number } {
  const service = useScreening((state) => state.service);
  return { attention: service?.undecided ?? 0, waiting: service?.waiting ?? 0 };
}

/** Why kept searches are not asked at this moment; null when none waits, or nothing is in the way. */
export const useScreeningProblem = (): Problem | null => useScreening((state) => state.service?.problem ?? null);
