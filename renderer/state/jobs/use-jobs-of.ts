/** Reads the jobs of the documents of a view, which `useJobs` then has. */
import { useEffect } from 'react';
import { loadJobsOf } from './store.ts';

export function useJobsOf(ids: readonly string[]): void {
  const key = ids.join();
  useEffect(() => {
    // Without an answer a document is shown as one that is not in the queue.
    void loadJobsOf(key === '' ? [] : key.split(',')).catch(() => undefined);
  }, [key]);
}
