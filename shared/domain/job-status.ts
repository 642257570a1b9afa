/** The state of a job as the screen shows it: a state of the domain, or one of six that only the screen distinguishes. */

import { hasTrait } from '../errors.ts';
import type { DocumentStatus, SigningJob } from './signing.ts';

/**
 * `blocked` (a state): queued, but blocked by the branch's policy; `to-deliver`: signed, not in its folder yet; `closed`: in doubt or unverified,
 * and settled by a person's note; `released`: unverified, and its file was released.
 */
export const jobStatuses = [
  'draft',
  'queued',
  'blocked',
  'sending',
  'signed',
  'signed-with-remarks',
  'signed-to-check',
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
  | 'to-deliver'
  | 'released'
  | 'closed'
)[];
export type JobStatus = (typeof jobStatuses)[number];

/** The fields that decide the state. */
export type ShownJob = Pick<SigningJob, 'status' | 'problem' | 'warning' | 'delivery' | 'closed' | 'fileRelease' | 'verification'>;

/** Whether the policy blocks sending. */
export const isBlockedByRules = ({ status, problem }: Pick<ShownJob, 'status' | 'problem'>): boolean =>
  status === 'queued' && problem !== null && hasTrait(problem, 'rule');

export function jobStatus(job: ShownJob): JobStatus {
  if (isBlockedByRules(job)) return 'blocked';
  if (mayBeSigned(job.status) && job.closed) return 'closed';
  if (job.fileRelease) return job.delivery === 'waiting' ? 'to-deliver' : 'released';
  if (job.status !== 'signed') return job.status;
  if (job.delivery === 'waiting') return 'to-deliver';
  if (job.warning) return 'signed-to-check';
  return job.verification?.bottomLine === 'signed-with-remarks' ? 'signed-with-remarks' : 'signed';
}

/** Whether the provider may have signed the document, so that a person has to settle it. */
export const mayBeSigned = (status: DocumentStatus): boolean => status === 'in-doubt' || status === 'unverified';

/** States from which a clerk may send again without a further question. */
export const canSendAgain = ({ status }: Pick<ShownJob, 'status'>): boolean =>
  status === 'failed' || status === 'rejected' || status === 'cancelled';

/** Whether the document is queued or being sent: the provider may be processing it, or will without another click. */
export const isUnderWay = (status: DocumentStatus): boolean => status === 'queued' || status === 'sending';
