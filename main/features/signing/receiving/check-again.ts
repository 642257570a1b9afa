/** Checks the file of an unverified document again, after roots, rules or remarks of the settings changed. */
import type { VerificationSettings } from '../../../../shared/domain/verification-settings.ts';
import { StationError } from '../../../../shared/errors.ts';
import type { Line } from '../../../platform/provider/line.ts';
import type { EncryptedFile } from '../../../platform/storage/encrypted-files.ts';
import type { Outbox, OutboxJob } from '../outbox/outbox.ts';
import type { Checked, CheckReceived } from './check-received.ts';
import { jobWithSame } from './same-answer.ts';

/** Returns the file that the status of an unverified document is about; null when it is in a folder. */
export const unverifiedFile = ({ received, signedSha256 }: OutboxJob): EncryptedFile | null =>
  received.find(({ role, encrypted }) => role === 'unverified' && encrypted?.sha256 === signedSha256)?.encrypted ?? null;

export type CheckAgainDeps = { outbox: Outbox; check: CheckReceived; line(account: string): Promise<Line | null> };

export type CheckAgain = {
  /**
   * Checks without changing anything.
   * @throws StationError `state-changed` when the document has no such file, or has another file after the check
   */
  look(id: string, settings: VerificationSettings): Promise<Checked>;
  /**
   * Checks with the current settings; returns true when the document is signed now. A check that a person stops changes nothing.
   * @throws StationError `state-changed`, `cancelled`, `other-account` where they are not known, `disk-full`
   */
  again(id: string): Promise<boolean>;
};

export function createCheckAgain({ outbox, check, line }: CheckAgainDeps): CheckAgain {
  /** @throws StationError `state-changed` */
  function withFile(id: string): { job: OutboxJob; file: EncryptedFile } {
    const job = outbox.job(id);
    const file = job?.status === 'unverified' ? unverifiedFile(job) : null;
    if (job === null || file === null) throw new StationError('state-changed');
    return { job, file };
  }

  async function look(id: string, settings: VerificationSettings): Promise<Checked> {
    const { job, file } = withFile(id);
    const other = jobWithSame(outbox, file.sha256, id);
    const checked = await check.check(file, job, settings, other?.name ?? null);
    if (withFile(id).file.id !== file.id) throw new StationError('state-changed');
    return checked;
  }

  return {
    look,
    async again(id) {
      const way = await line(withFile(id).job.account);
      if (way === null) throw new StationError('other-account', { context: 'check' });
      const settings = way.signing.verification;
      way.release();
      const { problem, verification } = await look(id, settings);
      if (problem?.detail?.cause === 'cancelled') throw new StationError('cancelled');
      if (problem === null) outbox.move('verify', [id], { problem, verification });
      // A check that fails to run does not replace the report of an earlier one.
      else outbox.change(id, verification === null ? { problem } : { problem, verification });
      return problem === null;
    },
  };
}
