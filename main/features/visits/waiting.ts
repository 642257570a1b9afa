/** Selects the queued documents that wait for the connection or for a person; pure. */
import { hasUndelivered, isUnderWay, isUnsettled, type OutboxJob } from '../signing/signing.ts';

export const isWaiting = (job: OutboxJob): boolean => isUnderWay(job.status) || isUnsettled(job) || hasUndelivered(job);
