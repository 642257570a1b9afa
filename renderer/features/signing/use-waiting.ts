/** How many documents need a person: the count on the rail. */
import { useJobs } from '../../state/jobs/index.ts';
import { countByFilter } from './derive.ts';
import { useSigning } from './store.ts';

export function useWaiting(): number {
  const jobs = useJobs((state) => state.jobs);
  return useSigning((state) => countByFilter(state.documents, jobs).attention);
}
