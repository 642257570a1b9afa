/** Converts a job into its view for the page, without the paths of folders, and reads jobs as such. */
import { groupOf, groups, orderOf } from '../../../../shared/domain/signing/queue-list.ts';
import type { DocumentVerification, SigningJob, VerificationSummary } from '../../../../shared/domain/signing/signing.ts';
import type { OutboxJob } from './job.ts';

export function viewOf(job: OutboxJob): SigningJob {
  const { batchId, name, reference, clientInfo, visitId, status, problem, warning, providerDocumentId, signedSha256, closed } = job;
  const { queuedAt, changedAt, attempts, lastAttempt, deliveryProblem, fileRelease } = job;
  const delivered = job.received.filter(({ role, path }) => role !== 'unverified' && path !== null);
  const delivery = deliveryOf(job);
  const quarantined = delivered.filter(({ role }) => role === 'quarantined').flatMap((file) => file.name ?? []);
  return {
    documentId: job.id,
    batchId,
    name,
    reference,
    clientInfo,
    visitId,
    status,
    problem,
    warning: deliveryProblem ?? warning,
    providerDocumentId,
    queuedAt,
    changedAt,
    hasOriginal: job.original !== null,
    attempts,
    lastAttemptAt: lastAttempt?.at ?? null,
    signedName: delivered.find(({ role }) => role === 'signed')?.name ?? null,
    signedSha256,
    quarantinedName: quarantined.length === 0 ? null : quarantined.join(', '),
    delivery,
    deliveryFailed: delivery === 'waiting' && deliveryProblem !== null,
    closed,
    fileRelease,
    verification: summaryOf(job.verification),
    removed: job.removed,
  };
}

/** Returns the path of the signed file; null before its delivery. */
export const signedPathOf = ({ received }: OutboxJob): string | null => received.find(({ role }) => role === 'signed')?.path ?? null;

export type JobViews = {
  /** Returns the latest job of each document, in the order queued. Reads all rows: for lists. */
  jobs(): SigningJob[];
  /** Returns the paths, which the page does not get. `signedPath` is null until the signed file is delivered. */
  details(documentId: string): { path: string; sha256: string; signedPath: string | null } | null;
  /** Returns the latest check of the returned file; null without one. */
  verification(documentId: string): DocumentVerification | null;
};

export const jobViews = (outbox: { jobs(): OutboxJob[]; job(documentId: string): OutboxJob | null }): JobViews => ({
  jobs: () =>
    outbox
      .jobs()
      .map(viewOf)
      .filter(({ removed }) => !removed),
  details(documentId) {
    const job = outbox.job(documentId);
    return job && { path: job.path, sha256: job.sha256, signedPath: signedPathOf(job) };
  },
  verification: (documentId) => outbox.job(documentId)?.verification ?? null,
});

/** Returns the place of a job in the list of the queue: the index of its group (null when it is not listed), and its order in the group. */
export function placeInList(job: OutboxJob): { group: number | null; order: number } {
  const shown = viewOf(job);
  const group = groupOf(shown);
  return { group: group && groups.indexOf(group), order: orderOf(shown) };
}

/** Returns what lists show of a check; null for a document without one. */
export function summaryOf(verification: OutboxJob['verification']): VerificationSummary | null {
  if (verification === null) return null;
  const { bottomLine, findings, comparison } = verification.report;
  return { at: verification.at, bottomLine, findings, acceptedBy: comparison?.accepted.map(({ rule }) => rule) ?? [] };
}

function deliveryOf({ received }: OutboxJob): SigningJob['delivery'] {
  const files = received.filter(({ role }) => role !== 'unverified');
  if (files.length === 0) return 'none';
  return files.every(({ path }) => path !== null) ? 'done' : 'waiting';
}
