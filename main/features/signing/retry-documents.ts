/** Queues documents again, from their encrypted copies. */
import type { BatchFault, ReasonSubject } from '../../../shared/domain/signing/signing.ts';
import { practiceAccount } from '../../platform/provider/account.ts';
import { type FindSentBefore, sentBeforeFault, withoutDuplicates } from './duplicates.ts';
import type { OutboxJob } from './outbox/job.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Candidates } from './receiving/find-candidates.ts';
import { mayBeQueued } from './rules/states.ts';
import type { SigningRules } from './send-batch.ts';

export type RetryDeps = {
  outbox: Outbox;
  candidates: Candidates;
  rules: SigningRules;
  duplicates(): FindSentBefore;
  activeAccount(): string | null;
};

/** See `QueueService.retry`. */
export async function retryDocuments(ids: readonly string[], resend: boolean, again: boolean, deps: RetryDeps): Promise<string[]> {
  const named = jobsToRetry(ids, resend, deps);
  const jobs = again ? named : withoutDuplicates(named, deps.duplicates()).go;
  if (jobs.length === 0) return [];
  deps.outbox.enqueue(jobs);
  for (const { id } of jobs) await deps.candidates.drop(id);
  return jobs.map(({ id }) => id);
}

/** See `QueueService.sentBefore`. */
export function duplicatesOfRetry(ids: readonly string[], resend: boolean, deps: RetryDeps): BatchFault[] {
  const find = deps.duplicates();
  return jobsToRetry(ids, resend, deps).flatMap((job) => {
    const sent = find(job);
    return sent ? [sentBeforeFault(job, sent)] : [];
  });
}

/** See `QueueService.needsReason`. */
export const reasonNeededFor = (ids: readonly string[], resend: boolean, deps: RetryDeps): ReasonSubject[] =>
  jobsToRetry(ids, resend, deps)
    // A visit that was opened after the document was queued has its transaction number.
    .map(({ id, visitId, clientInfo }) => ({ documentId: id, visitId: deps.rules.visitOf(visitId, clientInfo), clientInfo }))
    .filter(({ visitId, clientInfo }) => deps.rules.needsReason(visitId, clientInfo));

/** Returns the jobs that may be queued again, with the account that they would be sent to. */
function jobsToRetry(ids: readonly string[], resend: boolean, { outbox, activeAccount }: RetryDeps): OutboxJob[] {
  const active = activeAccount();
  return [...new Set(ids)]
    .flatMap((id) => outbox.job(id) ?? [])
    .filter((job) => mayRetry(job, resend))
    .map((job) => ({ ...job, account: accountForRetry(job.account, active) }));
}

/** Whether a job may be queued again: it needs its encrypted copy. */
const mayRetry = ({ status, original }: OutboxJob, resend: boolean): boolean => original !== null && mayBeQueued(status, resend);

/** Returns the active account. Keeps the account `before` if the job would otherwise move between practice and a real provider. */
function accountForRetry(before: string, active: string | null): string {
  return active !== null && (active === practiceAccount) === (before === practiceAccount) ? active : before;
}
