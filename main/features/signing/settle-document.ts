/** A person settles a document in doubt or unverified: accepts a candidate, closes it with a note, or releases its file. */
import { maxNoteLength } from '../../../shared/domain/signing/queue.ts';
import type { FileRelease } from '../../../shared/domain/signing/signing.ts';
import { StationError } from '../../../shared/errors.ts';
import { type OutboxJob, receivedFile } from './outbox/job.ts';
import type { Outbox } from './outbox/outbox.ts';
import { unverifiedFile } from './receiving/check-again.ts';
import type { Candidates } from './receiving/find-candidates.ts';
import { asRepeated, jobsWithSame, withheldOthers } from './receiving/same-file.ts';
import { resolveCheck } from './rules/resolve-outcome.ts';

export type SettleDeps = {
  outbox: Outbox;
  candidates: Candidates;
  /** The name of the clerk at the station. */
  clerk(): string;
  /** Logs, in the audit log and the visit, that the file of a document is about to be released. @throws StationError `disk-full` */
  noteRelease(job: OutboxJob, release: FileRelease): void;
};

/** Returns a job in one of these states. @throws StationError `state-changed` */
export function jobInState(id: string, outbox: Outbox, ...states: OutboxJob['status'][]): OutboxJob {
  const job = outbox.job(id);
  if (job === null || !states.includes(job.status)) throw new StationError('state-changed');
  return job;
}

/** See `QueueService.accept`; without the delivery. */
export async function acceptCandidate(id: string, candidateId: string, { outbox, candidates }: SettleDeps): Promise<void> {
  const job = jobInState(id, outbox, 'in-doubt');
  const { file, checked } = candidates.get(id, candidateId);
  // The same file may have arrived for another document since the check.
  const others = jobsWithSame(outbox, job, file.sha256);
  const { verification, problem: why } = asRepeated(checked, others);
  const change = {
    problem: why,
    verification,
    signedSha256: file.sha256,
    received: [receivedFile('signed', file), ...job.received],
  };
  outbox.update([...withheldOthers(others, job), { id, move: resolveCheck('in-doubt', why), change }]);
  // Last: when the disk is full, all of them are still there.
  await candidates.drop(id, file);
}

/** See `QueueService.close`. */
export function closeDocument(id: string, note: string, { outbox, candidates }: SettleDeps): void {
  jobInState(id, outbox, 'in-doubt', 'unverified');
  const text = note.trim().slice(0, maxNoteLength);
  if (text === '') throw new StationError('note-missing');
  outbox.change(id, { closed: { at: new Date().toISOString(), note: text } });
  void candidates.drop(id);
}

/** See `QueueService.releaseFile`; without the delivery. */
export function releaseFile(id: string, reason: string, { outbox, clerk, noteRelease }: SettleDeps): void {
  const job = jobInState(id, outbox, 'unverified');
  const text = reason.trim().slice(0, maxNoteLength);
  if (text === '') throw new StationError('reason-missing');
  if (unverifiedFile(job) === null) throw new StationError('state-changed');
  const fileRelease = { at: new Date().toISOString(), by: clerk(), reason: text };
  // Logged first: no file is released without an entry in the log.
  noteRelease(job, fileRelease);
  outbox.move('releaseFile', [id], { fileRelease });
}
