export { type Hold, holdOf, holdOfJob, mayTryNow } from './hold.ts';
export { JobStatusTag, jobLooks, useStatusWords } from './JobStatusTag.tsx';
export { SentBeforeDialog } from './SentBeforeDialog.tsx';
export {
  currentQueue,
  currentSummary,
  followJobs,
  inChunks,
  type Jobs,
  loadJobsOf,
  loadQueue,
  useJobs,
  useJobsOf,
  useQueue,
  useQueueLoad,
  useQueueSummary,
} from './store.ts';
export { doubtWords, useReason } from './use-reason.ts';
