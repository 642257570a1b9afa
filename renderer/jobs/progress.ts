/** How far sending has come, and how long it may still take. Pure. */
import { isMoving } from './job-status.ts';
import type { Jobs } from './store.ts';

/** How far the batches have come that still have documents on their way; null when none has. */
export function progressOf(jobs: Jobs): { done: number; total: number; waiting: string[]; sending: number; since: string } | null {
  const all = Object.values(jobs);
  const active = new Set(all.filter(isMoving).map((job) => job.batchId));
  if (active.size === 0) return null;
  const members = all.filter((job) => active.has(job.batchId));
  return {
    done: members.filter((job) => !isMoving(job)).length,
    total: members.length,
    waiting: members.filter((job) => job.status === 'queued').map((job) => job.documentId),
    sending: members.filter((job) => job.status === 'sending').length,
    since: members.map((job) => job.queuedAt).sort()[0] ?? '',
  };
}

/** Milliseconds left at the pace so far; null while too little is known. */
export function timeLeft(progress: { done: number; total: number; since: string }, now: number): number | null {
  if (progress.done < 2) return null;
  return ((now - Date.parse(progress.since)) / progress.done) * (progress.total - progress.done);
}
