/**
 * Withholds documents for which the same file was returned: it is right for at most one of them, and it is unknown for which. Copies of
 * one original are excepted (docs/decisions/0041-equal-files-of-one-original.md).
 */
import type { VerificationReport } from '../../../../shared/domain/verification/verification.ts';
import { type Problem, problem } from '../../../../shared/errors.ts';
import { bottomLineOf } from '../../verification/verification.ts';
import type { JobUpdate, OutboxJob } from '../outbox/job.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Checked } from '../rules/resolve-outcome.ts';

/** Whether the same file for both is a fault. An equal place is not required: the check of each document compares its own. */
export const mustDiffer = (one: OutboxJob, other: OutboxJob): boolean => one.id !== other.id && one.sha256 !== other.sha256;

/** Returns the other documents of the queue for which the same file was returned, and must not be. @param sha256 of the returned file */
export const jobsWithSame = (outbox: Outbox, job: OutboxJob, sha256: string): OutboxJob[] =>
  outbox.withSignedSha256(sha256).filter((other) => ['signed', 'unverified'].includes(other.status) && mustDiffer(other, job));

/** Adds to a check that the same file was returned for these documents, too; without any, returns it unchanged. */
export function asRepeated(checked: Checked, [other]: readonly OutboxJob[]): Checked {
  const { verification } = checked;
  if (verification === null || other === undefined) return checked;
  return { verification: { ...verification, report: withSameAnswer(verification.report) }, problem: resultOfTwo(other) };
}

/** Withholds the others, too. A delivered file stays in its folder, but its document is no longer signed. */
export function withheldOthers(others: readonly OutboxJob[], job: OutboxJob): JobUpdate[] {
  return others.map(({ id, status, verification }) => ({
    id,
    move: status === 'signed' ? 'withhold' : null,
    change: {
      problem: resultOfTwo(job),
      verification: verification && { ...verification, report: withSameAnswer(verification.report) },
    },
  }));
}

const resultOfTwo = ({ name }: OutboxJob): Problem => problem('result-of-two-documents', { name });

function withSameAnswer(report: VerificationReport): VerificationReport {
  const findings = [...new Set([...report.findings, 'same-answer' as const])];
  return { ...report, findings, bottomLine: bottomLineOf(findings) };
}
