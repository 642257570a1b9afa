export { type Hold, heldBy, holdOf, mayTryNow } from './hold.ts';
export { JobStatusTag, jobLooks, useStatusWords } from './JobStatusTag.tsx';
export { canSendAgain, isMoving, type JobStatus, jobStatus } from './job-status.ts';
export { onlyHeld, progressOf, timeLeft } from './progress.ts';
export { SentBeforeDialog } from './SentBeforeDialog.tsx';
export { loadJobs, startJobs, useJobs } from './store.ts';
export { useReason } from './use-reason.ts';
export { doubtWords, leftWords, momentWords, sizeWords, timeWords } from './words.ts';
