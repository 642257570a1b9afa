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
  if (mayHaveBeenSigned(job) && job.closed) return 'closed';
  if (job.fileRelease) return job.delivery === 'waiting' ? 'to-deliver' : 'released';
  if (job.status !== 'signed') return job.status;
  if (job.delivery === 'waiting') return 'to-deliver';
  if (job.warning) return 'signed-to-check';
  return job.verification?.bottomLine === 'signed-with-remarks' ? 'signed-with-remarks' : 'signed';
}

/** The provider may have signed it, and a person has to settle it. */
const mayHaveBeenSigned = ({ status }: ShownJob): boolean => status === 'in-doubt' || status === 'unverified';

/** States from which a clerk may send again without a further question. */
export const canSendAgain = ({ status }: Pick<ShownJob, 'status'>): boolean =>
  status === 'failed' || status === 'rejected' || status === 'cancelled';

/** Waiting to be sent, or being sent. */
export const isMoving = (job: Pick<ShownJob, 'status'>): boolean => job.status === 'queued' || job.status === 'sending';
