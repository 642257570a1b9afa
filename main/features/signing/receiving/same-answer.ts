/** Ensures that one file is never accepted for two documents: both are withheld, even when one of them is signed already. */
import { type Problem, problem } from '../../../../shared/errors.ts';
import type { JobUpdate, Outbox, OutboxJob } from '../outbox/outbox.ts';
import { withSameAnswer } from './check-received.ts';

/** Returns the problem of a file for two documents. @param name name of the other document */
export const resultOfTwo = (name: string): Problem => problem('result-of-two-documents', { name });

/** Returns another document of the queue for which the same file was returned. */
export const jobWithSame = (outbox: Outbox, sha256: string, id: string): OutboxJob | null =>
  outbox.withSignedSha256(sha256).find((job) => job.id !== id && (job.status === 'signed' || job.status === 'unverified')) ?? null;

/** Withholds the other document. A delivered file stays in its folder, but its document is no longer signed. */
export function withheldOther(outbox: Outbox, id: string, otherName: string): JobUpdate[] {
  const job = outbox.job(id);
  if (job?.status !== 'signed' && job?.status !== 'unverified') return [];
  const verification = job.verification && { ...job.verification, report: withSameAnswer(job.verification.report) };
  return [{ id, move: job.status === 'signed' ? 'withhold' : null, change: { problem: resultOfTwo(otherName), verification } }];
}
