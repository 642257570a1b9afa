/** What the rail counts. */
import { useMemo } from 'react';
import { useJobs } from '../../jobs/index.ts';
import { waitingOf } from './derive.ts';

export function useQueueWaiting(): { attention: number; waiting: number } {
  const jobs = useJobs((state) => state.jobs);
  return useMemo(() => waitingOf(jobs), [jobs]);
}
