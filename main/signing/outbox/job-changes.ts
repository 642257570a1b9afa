/** What a job becomes; pure. Every function throws StationError `internal` for what is not allowed. */
import { StationError } from '../../../shared/errors.ts';
import { type Move, stateAfter } from '../states.ts';
import type { JobChange, OutboxJob, QueuedDocument } from './outbox.ts';
import { checkedJob } from './row-kinds.ts';

/** Queued anew, with the attempts of what was queued before and what came of them that is in no folder yet. */
export function queuedJob(document: QueuedDocument, before: OutboxJob | null, at: string): OutboxJob {
  const from = before?.status ?? 'draft';
  return checkedJob({
    ...document,
    status: demand(from, from === 'in-doubt' ? 'release' : 'send'),
    problem: null,
    warning: null,
    providerDocumentId: null,
    signedSha256: null,
    received: before?.received.filter(({ path }) => path === null) ?? [],
    deliveryProblem: null,
    closed: null,
    queuedAt: at,
    changedAt: at,
    attempts: before?.attempts ?? 0,
    lastAttempt: before?.lastAttempt ?? null,
    released: from === 'in-doubt' || before?.released === true,
  });
}

export function movedJob(job: OutboxJob, move: Move, change: JobChange, at: string): OutboxJob {
  const status = demand(job.status, move);
  // The note on how a doubt was settled goes with the doubt.
  return changedJob({ ...job, status, closed: null, changedAt: at }, change);
}

export function changedJob(job: OutboxJob, change: JobChange): OutboxJob {
  if (change.closed && job.status !== 'in-doubt') throw refusal(`nothing to close in ${job.status}`);
  return checkedJob({ ...job, ...change });
}

/** Its first byte is about to leave; what kept it waiting is over. */
export function begunJob(job: OutboxJob, attemptId: string, at: string): OutboxJob {
  const moved = movedJob(job, 'start', { problem: null }, at);
  return { ...moved, attempts: job.attempts + 1, lastAttempt: { id: attemptId, at } };
}

function demand(status: OutboxJob['status'], move: Move): OutboxJob['status'] {
  const next = stateAfter(status, move);
  if (next === null) throw refusal(`no ${move} from ${status}`);
  return next;
}

export const refusal = (message: string): StationError => new StationError('internal', undefined, { message });
