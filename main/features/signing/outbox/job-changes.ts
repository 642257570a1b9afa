/** The changes of a job; pure. Every function throws StationError `internal` for a change that is not allowed. */
import { mayBeSigned } from '../../../../shared/domain/job-status.ts';
import { StationError } from '../../../../shared/errors.ts';
import { type Move, stateAfter } from '../rules/states.ts';
import type { JobChange, OutboxJob, QueuedDocument, RecalledDocument, ReceivedFile } from './job.ts';
import { checkedJob } from './job-table.ts';

/** Queues a document, with the attempts of its earlier job and its received files that are not delivered yet. */
export function queuedJob(document: QueuedDocument, before: OutboxJob | null, at: string): OutboxJob {
  const from = before?.status ?? 'draft';
  return checkedJob({
    ...document,
    status: demand(from, stateAfter(from, 'send') === null ? 'resend' : 'send'),
    problem: null,
    warning: null,
    providerDocumentId: null,
    signedSha256: null,
    received: before?.received.filter(({ path }) => path === null).map(withheld) ?? [],
    deliveryProblem: null,
    closed: null,
    fileRelease: null,
    verification: null,
    queuedAt: at,
    changedAt: at,
    attempts: before?.attempts ?? 0,
    lastAttempt: before?.lastAttempt ?? null,
    resentInDoubt: mayBeSigned(from) || before?.resentInDoubt === true,
    removed: false,
  });
}

export function movedJob(job: OutboxJob, move: Move, change: JobChange, at: string): OutboxJob {
  const status = demand(job.status, move);
  if (change.closed) demandClosable(status);
  if ((move === 'releaseFile') !== Boolean(change.fileRelease)) throw refusal('a release of a file is a move with a reason');
  // A closing note, a release and a removal belong to one state and end with it.
  const next = checkedJob({ ...job, closed: null, fileRelease: null, removed: false, ...change, status, changedAt: at });
  return { ...next, received: receivedAfter(move, next) };
}

/** Returns the files with their roles after a move. Only a check that agrees, or a release, permits the delivery of a file. */
function receivedAfter(move: Move, { received, signedSha256 }: OutboxJob): ReceivedFile[] {
  if (move === 'withhold') return received.map(withheld);
  if (move !== 'verify' && move !== 'releaseFile') return received;
  if (!received.some((file) => isUnverified(file, signedSha256))) throw refusal('no file waits for its check or release');
  return received.map((file) => (isUnverified(file, signedSha256) ? { ...file, role: 'signed' } : file));
}

const withheld = (file: ReceivedFile): ReceivedFile =>
  file.role === 'signed' && file.path === null ? { ...file, role: 'unverified' } : file;

const isUnverified = ({ role, encrypted }: ReceivedFile, signedSha256: string | null): boolean =>
  role === 'unverified' && encrypted !== null && encrypted.sha256 === signedSha256;

export function changedJob(job: OutboxJob, change: JobChange): OutboxJob {
  if (change.closed) demandClosable(job.status);
  if (change.fileRelease) throw refusal('a release of a file is a move with a reason');
  return checkedJob({ ...job, ...change });
}

function demandClosable(status: OutboxJob['status']): void {
  if (!mayBeSigned(status)) throw refusal(`nothing to close in ${status}`);
}

/** Returns the job when its first byte is about to leave; removes the reason of an earlier wait (`problem`). */
export function begunJob(job: OutboxJob, attemptId: string, at: string): OutboxJob {
  const moved = movedJob(job, 'start', { problem: null }, at);
  return { ...moved, attempts: job.attempts + 1, lastAttempt: { id: attemptId, at } };
}

/** Puts a document in doubt by the ledger; `before` null for a document that the queue does not have. */
export function recalledJob({ document, call, at: sentAt, problem }: RecalledDocument, before: OutboxJob | null, at: string): OutboxJob {
  const job = before ?? {
    ...queuedJob(document, null, sentAt),
    status: 'draft' as const,
    attempts: 1,
  };
  return { ...movedJob(job, 'recall', { problem }, at), lastAttempt: { id: call, at: sentAt } };
}

function demand(status: OutboxJob['status'], move: Move): OutboxJob['status'] {
  const next = stateAfter(status, move);
  if (next === null) throw refusal(`no ${move} from ${status}`);
  return next;
}

export const refusal = (message: string): StationError => new StationError('internal', undefined, { message });
