/** One file is never taken for two documents: both are withheld, also when one of them was signed before. */
import { type Problem, problem } from '../../../../shared/errors.ts';
import type { JobUpdate, Outbox, OutboxJob } from '../outbox/outbox.ts';
import { withSameAnswer } from './check-received.ts';

/** @param name of the other document */
export const resultOfTwo = (name: string): Problem => problem('result-of-two-documents', { name });

/** Another document of the queue that this very file came back for. */
export const jobWithSame = (outbox: Outbox, sha256: string, id: string): OutboxJob | null =>
  outbox.withSignedSha256(sha256).find((job) => job.id !== id && (job.status === 'signed' || job.status === 'unverified')) ?? null;

/** What is in its folder stays there, and is not signed any more. */
export function withheldOther(outbox: Outbox, id: string, otherName: string): JobUpdate[] {
  const job = outbox.job(id);
  if (job?.status !== 'signed' && job?.status !== 'unverified') return [];
  const verification = job.verification && { ...job.verification, report: withSameAnswer(job.verification.report) };
  return [{ id, move: job.status === 'signed' ? 'withhold' : null, change: { problem: resultOfTwo(otherName), verification } }];
}
