/** Checks the file of an unverified document again, after roots, rules or remarks of the settings changed. */
import type { VerificationSettings } from '../../../../shared/domain/verification/verification-settings.ts';
import { StationError } from '../../../../shared/errors.ts';
import type { SigningLease } from '../../../platform/provider/sign-documents.ts';
import type { EncryptedFile } from '../../../platform/storage/encrypted-files.ts';
import type { OutboxJob } from '../outbox/job.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { type Checked, resolveCheck } from '../rules/resolve-outcome.ts';
import type { CheckReceived } from './check-received.ts';
import { asRepeated, jobsWithSame } from './same-file.ts';

/** Returns the file that the status of an unverified document is about; null when it is in a folder. */
export const unverifiedFile = ({ received, signedSha256 }: OutboxJob): EncryptedFile | null =>
  received.find(({ role, encrypted }) => role === 'unverified' && encrypted?.sha256 === signedSha256)?.encrypted ?? null;

export type CheckAgainDeps = { outbox: Outbox; check: CheckReceived; acquire(account: string): Promise<SigningLease | null> };

/**
 * Checks without changing anything.
 * @throws StationError `state-changed` when the document has no such file, or has another file after the check
 */
export async function tryCheck(id: string, settings: VerificationSettings, { outbox, check }: CheckAgainDeps): Promise<Checked> {
  const { job, file } = withFile(id, outbox);
  const checked = await check.check(file, job, settings);
  if (withFile(id, outbox).file.id !== file.id) throw new StationError('state-changed');
  return asRepeated(checked, jobsWithSame(outbox, job, file.sha256));
}

/**
 * Checks with the current settings; returns true when the document is signed now. A check that a person stops changes nothing.
 * @throws StationError `state-changed`, `cancelled`, `other-account` where they are not known, `disk-full`
 */
export async function checkAgain(id: string, deps: CheckAgainDeps): Promise<boolean> {
  const { outbox } = deps;
  const lease = await deps.acquire(withFile(id, outbox).job.account);
  if (lease === null) throw new StationError('other-account', { context: 'check' });
  const settings = lease.connection.profile.verification;
  lease.release();
  const { problem, verification } = await tryCheck(id, settings, deps);
  if (problem?.detail?.cause === 'cancelled') throw new StationError('cancelled');
  const move = resolveCheck('unverified', problem);
  if (move !== null) outbox.move(move, [id], { problem, verification });
  // A check that fails to run does not replace the report of an earlier one.
  else outbox.change(id, verification === null ? { problem } : { problem, verification });
  return move !== null;
}

/** @throws StationError `state-changed` */
function withFile(id: string, outbox: Outbox): { job: OutboxJob; file: EncryptedFile } {
  const job = outbox.job(id);
  const file = job?.status === 'unverified' ? unverifiedFile(job) : null;
  if (job === null || file === null) throw new StationError('state-changed');
  return { job, file };
}
