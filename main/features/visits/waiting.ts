/** Which documents of the queue wait, for the line or for a person; pure. */
import type { OutboxJob } from '../signing/outbox/outbox.ts';
import { hasUndelivered } from '../signing/receiving/deliver.ts';
import { isUnderWay, needsWord } from '../signing/states.ts';

export const isWaiting = (job: OutboxJob): boolean => isUnderWay(job.status) || needsWord(job) || hasUndelivered(job);
