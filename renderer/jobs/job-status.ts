/** The state that the screen shows of a job: that of the domain, or one of four that only the screen tells apart. Pure. */

import type { DocumentStatus, SigningJob } from '../../shared/domain/signing.ts';
import { hasTrait } from '../../shared/errors.ts';

/** `held`: queued, and the branch's rules keep it there; `to-deliver`: signed, and not in its folder yet; `closed`: in doubt, and settled by a person's note. */
export const jobStatuses = [
  'draft',
  'queued',
  'held',
  'sending',
  'signed',
  'signed-to-check',
  'to-deliver',
  'rejected',
  'failed',
  'in-doubt',
  'closed',
  'cancelled',
] as const satisfies readonly (DocumentStatus | 'held' | 'signed-to-check' | 'to-deliver' | 'closed')[];
export type JobStatus = (typeof jobStatuses)[number];

/** Whether the rules of signing keep it from being sent. */
export const isHeldByRules = ({ status, problem }: SigningJob): boolean =>
  status === 'queued' && problem !== null && hasTrait(problem, 'rule');

export function jobStatus(job: SigningJob): JobStatus {
  if (isHeldByRules(job)) return 'held';
  if (job.status === 'in-doubt' && job.closed) return 'closed';
  if (job.status !== 'signed') return job.status;
  if (job.delivery === 'waiting') return 'to-deliver';
  return job.warning ? 'signed-to-check' : 'signed';
}

/** Those whose outcome lets a clerk send them again without further question. */
export const canSendAgain = ({ status }: SigningJob): boolean => status === 'failed' || status === 'rejected' || status === 'cancelled';

/** Waiting to be sent, or being sent. */
export const isMoving = (job: SigningJob): boolean => job.status === 'queued' || job.status === 'sending';
