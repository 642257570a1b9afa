/**
 * Why the whole queue is not being sent, if anything blocks it: a person's pause before the connection state, as resuming comes
 * first. Pure.
 */

import { isBlockedByRules } from '../../../shared/domain/job-status.ts';
import type { QueueState } from '../../../shared/domain/queue.ts';
import type { SigningJob } from '../../../shared/domain/signing.ts';

export type Hold = 'paused' | 'offline' | 'busy';

export function holdOf(queue: QueueState | null): Hold | null {
  if (!queue) return null;
  if (queue.paused) return 'paused';
  return queue.connection.state === 'offline' || queue.connection.state === 'busy' ? queue.connection.state : null;
}

/** Whether a person can cut the wait short: not one that the provider requested (Retry-After). */
export function mayTryNow(queue: QueueState | null): boolean {
  const hold = holdOf(queue);
  if (!queue || !hold || hold === 'paused') return false;
  const { problem } = queue.connection;
  return !(hold === 'busy' && problem?.code === 'provider-busy' && Number(problem.detail?.retryAfter ?? 0) > 0);
}

/** The same for one document: null when it waits for a reason of its own, or does not wait. */
export const holdOfJob = (job: SigningJob, queue: QueueState | null): Hold | null =>
  job.status === 'queued' && job.problem?.code !== 'other-account' && !isBlockedByRules(job) ? holdOf(queue) : null;
