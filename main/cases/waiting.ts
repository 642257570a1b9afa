/** Which documents of the queue wait, for the line or for a person; pure. */
import type { OutboxJob } from '../signing/outbox/outbox.ts';
import { hasUndelivered } from '../signing/receiving/deliver.ts';
import { isUnderWay } from '../signing/states.ts';

export const isWaiting = (job: OutboxJob): boolean =>
  isUnderWay(job.status) || (job.status === 'in-doubt' && job.closed === null) || hasUndelivered(job);
