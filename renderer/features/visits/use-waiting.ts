/** What the rail counts: visits that a rule stops, and those in which something waits. */
import { useCustomers } from './store.ts';

export function useCustomersWaiting(): { attention: number; waiting: number } {
  const service = useCustomers((state) => state.service);
  return { attention: service?.attention ?? 0, waiting: service?.waiting ?? 0 };
}
