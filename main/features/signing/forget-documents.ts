/** Removes finished documents from the queue: when a person does so, with their visit, or 30 days after they finished. */
import type { EncryptedFiles } from '../../platform/storage/encrypted-files.ts';
import { leavingDocument } from './duplicates.ts';
import type { OutboxJob } from './outbox/job.ts';
import type { Outbox } from './outbox/outbox.ts';
import { hasUndelivered } from './receiving/deliver.ts';
import { type Candidates, removeQuietly } from './receiving/find-candidates.ts';
import { isSettled, maxListedMs } from './rules/states.ts';
import type { SentLedger } from './sent-ledger/sent-ledger.ts';

export type ForgetDeps = { outbox: Outbox; files: EncryptedFiles; candidates: Candidates; ledger: Pick<SentLedger, 'leave'> };

/** See `QueueService.forget`. */
export async function forgetDocuments(ids: readonly string[], erased: boolean, deps: ForgetDeps): Promise<string[]> {
  const { outbox, ledger } = deps;
  const jobs = ids.flatMap((id) => outbox.job(id) ?? []).filter(isFinished);
  const forgotten = jobs.map(({ id }) => id);
  ledger.leave(jobs.map(leavingDocument), { erased });
  outbox.forget(forgotten);
  await removeFiles(jobs, deps);
  return forgotten;
}

/** See `QueueService.remove`. */
export function removeFromList(ids: readonly string[], outbox: Outbox): string[] {
  const jobs = ids.flatMap((id) => outbox.job(id) ?? []).filter((job) => !job.removed && isFinished(job));
  return setRemoved(jobs, true, outbox);
}

/** See `QueueService.restore`. */
export const restoreToList = (ids: readonly string[], outbox: Outbox): string[] =>
  setRemoved(
    ids.flatMap((id) => outbox.job(id) ?? []).filter(({ removed }) => removed),
    false,
    outbox,
  );

function setRemoved(jobs: readonly OutboxJob[], removed: boolean, outbox: Outbox): string[] {
  outbox.update(jobs.map(({ id }) => ({ id, move: null, change: { removed } })));
  return jobs.map(({ id }) => id);
}

/** Returns the removed documents: no list has them that they could be brought back to. */
export const removedDocuments = (outbox: Outbox): string[] => outbox.openJobs().flatMap(({ id, removed }) => (removed ? [id] : []));

/** Returns the documents that were done more than 30 days before `now`: they leave the list automatically. */
export function longDone(outbox: Outbox, now: Date): string[] {
  const since = new Date(now.getTime() - maxListedMs);
  const changedBefore = [...outbox.restingBefore(since.toISOString()), ...outbox.openJobs()];
  const done = changedBefore.filter((job) => isDoneBefore(job, since)).map(({ id }) => id);
  // A clock that was behind gave some the time of long ago.
  const younger = done.length === 0 ? new Set() : outbox.queuedSince(done, since.toISOString(), now.toISOString());
  return done.filter((id) => !younger.has(id));
}

/** Whether a job was delivered, cancelled or closed before `time`. A person removes the others. A note does not change `changedAt`. */
function isDoneBefore(job: OutboxJob, time: Date): boolean {
  const done = job.status === 'signed' || job.status === 'cancelled' || isSettled(job);
  return done && Date.parse(job.closed?.at ?? job.changedAt) < time.getTime();
}

/** Whether a job has ended and has no file to deliver. */
function isFinished(job: OutboxJob): boolean {
  if (hasUndelivered(job)) return false;
  return isSettled(job) || ['signed', 'rejected', 'failed', 'cancelled'].includes(job.status);
}

/** Removes the encrypted files of jobs that have left the queue. */
async function removeFiles(jobs: readonly OutboxJob[], { files, candidates }: ForgetDeps): Promise<void> {
  for (const { id, original, received } of jobs) {
    for (const file of [original, ...received.map(({ encrypted }) => encrypted)]) if (file) await removeQuietly(file, files);
    await candidates.drop(id);
  }
}
