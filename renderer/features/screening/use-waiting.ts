/** Counts for the rail: matches without a final decision, and stored screenings that wait for a connection. */
import type { Problem } from '../../../shared/errors.ts';
import { useScreening } from './store.ts';

export function useScreeningWaiting(): { attention: number; waiting: number } {
  const service = useScreening((state) => state.service);
  return { attention: service?.undecided ?? 0, waiting: service?.waiting ?? 0 };
}

/** Returns why stored screenings are not sent at this moment; null when none is pending, or nothing blocks them. */
export const useScreeningProblem = (): Problem | null => useScreening((state) => state.service?.problem ?? null);
