/** What the rail counts: matches without a final decision, and kept searches that wait for the line. */
import { useScreening } from './store.ts';

export function useScreeningWaiting(): { attention: number; waiting: number } {
  const service = useScreening((state) => state.service);
  return { attention: service?.undecided ?? 0, waiting: service?.waiting ?? 0 };
}
