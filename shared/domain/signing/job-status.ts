/** The state of a job as the screen shows it: a state of the domain, or one of seven that only the screen distinguishes. */

import { hasTrait } from '../../errors.ts';
import type { DocumentStatus, SigningJob } from './signing.ts';

/**
 * `blocked` (a state): queued, but blocked by the branch's policy; `saving`: signed, and about to be put into its folder; `to-deliver`:
 * signed, and could not be put there yet; `closed`: in doubt or unverified, and settled by a person's note; `released`: unverified, and its
 * file was released.
 */
export const jobStatuses = [
  'draft',
  'queued',
  'blocked',
  'sending',
  'signed',
  'signed-with-remarks',
  'signed-to-check',
  'saving',
  'to-deliver',
  'unverified',
  'released',
  'rejected',
  'failed',
  'in-doubt',
  'closed',
  'cancelled',
] as const satisfies readonly (
  | DocumentStatus
  | 'blocked'
  | 'signed-with-remarks'
  | 'signed-to-check'
  | 'saving'
  | 'to-deliver'
  | 'released'
  | 'closed'
)[];
export type JobStatus = (typeof jobStatuses)[number];

/** The fields that decide the state. */
export type ShownJob = Pick<
  SigningJob,
  'status' | 'problem' | 'warning' | 'delivery' | 'deliveryFailed' | 'closed' | 'fileRelease' | 'verification'
>;

/** Whether the policy blocks sending. */
export const isBlockedByRules = ({ status, problem }: Pick<ShownJob, 'status' | 'problem'>): boolean =>
  status === 'queued' && problem !== null && hasTrait(problem, 'rule');

export function jobStatus(job: ShownJob): JobStatus {
  if (isBlockedByRules(job)) return 'blocked';
  if (mayBeSigned(job.status) && job.closed) return 'closed';
  if (job.fileRelease) return undelivered(job) ?? 'released';
  if (job.status !== 'signed') return job.status;
  const waits = undelivered(job);
  if (waits !== null) return waits;
  if (job.warning) return 'signed-to-check';
  return job.verification?.bottomLine === 'signed-with-remarks' ? 'signed-with-remarks' : 'signed';
}

/** The state of a file that is not in its folder: only a delivery that failed needs a person. */
const undelivered = ({ delivery, deliveryFailed }: ShownJob): 'saving' | 'to-deliver' | null =>
  delivery !== 'waiting' ? null : deliveryFailed ? 'to-deliver' : 'saving';

/** What a file in its folder is. `saved`: it was saved as signed before it turned out to be unverified, or before its document was sent again. */
export const fileKind = ({ status, fileRelease }: Pick<ShownJob, 'status' | 'fileRelease'>): 'signed' | 'released' | 'saved' =>
  fileRelease ? 'released' : status === 'signed' ? 'signed' : 'saved';

/** Whether the provider may have signed the document, so that a person has to settle it. */
export const mayBeSigned = (status: DocumentStatus): boolean => status === 'in-doubt' || status === 'unverified';

/** States from which a clerk may send again without a further question. */
export const canSendAgain = ({ status }: Pick<ShownJob, 'status'>): boolean =>
  status === 'failed' || status === 'rejected' || status === 'cancelled';

/** Whether the document is queued or being sent: the provider may be processing it, or will without another click. */
export const isUnderWay = (status: DocumentStatus): boolean => status === 'queued' || status === 'sending';
