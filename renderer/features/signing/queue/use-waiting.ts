/** Counts for the rail: documents that need a person, and documents that are pending or being sent. */
import { useJobs } from '../../../state/jobs/index.ts';

export function useQueueWaiting(): { attention: number; waiting: number } {
  const groups = useJobs(({ summary }) => summary?.groups);
  if (!groups) return { attention: 0, waiting: 0 };
  const { held, doubt, failed, moving, delivery } = groups;
  return { attention: held + doubt + failed + delivery, waiting: moving };
}
