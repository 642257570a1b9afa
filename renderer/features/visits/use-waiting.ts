/** Counts for the rail: visits that a rule blocks, and visits with pending work. */
import { useCustomers } from './store.ts';

export function useCustomersWaiting(): { attention: number; waiting: number } {
  const service = useCustomers((state) => state.service);
  return { attention: service?.attention ?? 0, waiting: service?.waiting ?? 0 };
}
