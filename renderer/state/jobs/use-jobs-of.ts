/** Loads the jobs of the documents of a view into `useJobs`. */
import { useEffect } from 'react';
import { loadJobsOf } from './store.ts';

export function useJobsOf(ids: readonly string[]): void {
  const key = ids.join();
  useEffect(() => {
    // Without an answer a document is shown like one that is not in the queue.
    void loadJobsOf(key === '' ? [] : key.split(',')).catch(() => undefined);
  }, [key]);
}
