/** A job as the page may know it: everything but what names folders. */
import type { SigningJob, VerificationSummary } from '../../../shared/domain/signing.ts';
import type { OutboxJob } from './outbox.ts';

export function viewOf(job: OutboxJob): SigningJob {
  const { batchId, name, reference, clientInfo, caseId, status, problem, warning, providerDocumentId, signedSha256, closed } = job;
  const { queuedAt, changedAt, attempts, lastAttempt, deliveryProblem, fileRelease } = job;
  const received = job.received.filter(({ role }) => role !== 'unverified');
  const delivered = received.filter(({ path }) => path !== null);
  const asides = delivered.filter(({ role }) => role === 'aside').flatMap((file) => file.name ?? []);
  return {
    documentId: job.id,
    batchId,
    name,
    reference,
    clientInfo,
    caseId,
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
    asideName: asides.length === 0 ? null : asides.join(', '),
    delivery: deliveryOf(received.length, delivered.length),
    closed,
    fileRelease,
    verification: summaryOf(job.verification),
  };
}

export function summaryOf(verification: OutboxJob['verification']): VerificationSummary | null {
  if (verification === null) return null;
  const { bottomLine, findings, comparison } = verification.report;
  return { at: verification.at, bottomLine, findings, acceptedBy: comparison?.accepted.map(({ rule }) => rule) ?? [] };
}

function deliveryOf(received: number, delivered: number): SigningJob['delivery'] {
  if (received === 0) return 'none';
  return delivered < received ? 'waiting' : 'done';
}
