export { type Hold, holdOf, holdOfJob, mayTryNow } from './hold.ts';
export { inChunks } from './in-chunks.ts';
export { JobStatusTag, jobLooks, useStatusWords } from './JobStatusTag.tsx';
export { SentBeforeDialog } from './SentBeforeDialog.tsx';
export { loadJobs, loadJobsOf, startJobs, useJobs } from './store.ts';
export { useJobsOf } from './use-jobs-of.ts';
export { useReason } from './use-reason.ts';
export { doubtWords, leftWords, momentWords, sizeWords, timeWords } from './words.ts';
