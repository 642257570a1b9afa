/** The list of the queue: which group a document is in, in which order, and what a person may do with it. Main and the page use the same rules. */
import { z } from 'zod';
import { canSendAgain, isMoving, type JobStatus, jobStatus, type ShownJob } from './job-status.ts';
import { longestPage } from './screening.ts';
import { type SigningJob, signingJobSchema } from './signing.ts';

/** In the order of the screen: what needs a person first. Main stores the index of each document's group. */
export const groups = ['held', 'doubt', 'failed', 'moving', 'delivery', 'finished'] as const;
export type Group = (typeof groups)[number];
export const filters = ['all', ...groups] as const;

const groupOfStatus: Record<Exclude<JobStatus, 'draft'>, Group> = {
  'in-doubt': 'doubt',
  unverified: 'doubt',
  released: 'finished',
  rejected: 'failed',
  failed: 'failed',
  queued: 'moving',
  held: 'held',
  sending: 'moving',
  'to-deliver': 'delivery',
  signed: 'finished',
  'signed-with-remarks': 'finished',
  'signed-to-check': 'finished',
  cancelled: 'finished',
  closed: 'finished',
};

/** Null for what was never sent. */
export function groupOf(job: ShownJob): Group | null {
  const status = jobStatus(job);
  return status === 'draft' ? null : groupOfStatus[status];
}

/**
 * Ascending within its group; documents with equal numbers follow in the order queued. What is sent next comes first: what is being
 * sent, then in the order queued. Elsewhere the latest change comes first.
 */
export function orderOf(job: ShownJob & Pick<SigningJob, 'changedAt'>): number {
  if (groupOf(job) === 'moving') return job.status === 'sending' ? 0 : 1;
  return -Date.parse(job.changedAt);
}

export const maxSearchLength = 200;

/** `text`: what a person typed. */
export const queueFilterSchema = z.object({ text: z.string().max(maxSearchLength), group: z.enum(filters) });
export type QueueFilter = z.infer<typeof queueFilterSchema>;
export const noFilter: QueueFilter = { text: '', group: 'all' };

/** Number of documents of each group. */
export const groupCountsSchema = z.record(z.enum(groups), z.number().int());
export type GroupCounts = z.infer<typeof groupCountsSchema>;
export const countOf = (counts: GroupCounts, group: QueueFilter['group']): number =>
  group === 'all' ? groups.reduce((sum, each) => sum + counts[each], 0) : counts[group];

export const queuePageRequestSchema = z.object({
  filter: queueFilterSchema,
  offset: z.number().int().nonnegative(),
  limit: z.number().int().min(1).max(longestPage),
});
export type QueuePageRequest = z.infer<typeof queuePageRequestSchema>;

/** `total`: of the filter; `counts`: of its text, in all groups. */
export const queuePageSchema = z.object({ total: z.number().int(), counts: groupCountsSchema, items: z.array(signingJobSchema) });
export type QueuePage = z.infer<typeof queuePageSchema>;

/** How far the batches have come that still have documents on their way. */
export const progressSchema = z.object({
  done: z.number().int(),
  total: z.number().int(),
  sending: z.number().int(),
  /** The rules of signing hold all that is left. */
  onlyHeld: z.boolean(),
  /** Milliseconds left at the pace of late; null while too little is known. */
  left: z.number().nullable(),
});
export type Progress = z.infer<typeof progressSchema>;

/** The queue in numbers. `queued`: documents that are not being sent yet; `progress`: null while nothing is on its way. */
export const queueSummarySchema = z.object({
  groups: groupCountsSchema,
  queued: z.number().int(),
  progress: progressSchema.nullable(),
});
export type QueueSummary = z.infer<typeof queueSummarySchema>;

/** What may be done with a document in one press. */
export const acts = ['cancel', 'retry', 'deliver', 'forget'] as const;
export type Act = (typeof acts)[number];

export function may(act: Act, job: ShownJob): boolean {
  if (act === 'cancel') return job.status === 'queued';
  if (act === 'retry') return canSendAgain(job);
  if (act === 'deliver') return job.delivery === 'waiting' && !isMoving(job);
  // A file that is only here stays until it is in its folder.
  return job.delivery !== 'waiting' && (job.status === 'signed' || canSendAgain(job) || ['closed', 'released'].includes(jobStatus(job)));
}

/**
 * Of several documents, how many each act is possible with, and how many are to be settled one by one. Of those that may leave the list:
 * how many lose more than their row, as they were not signed (`unsigned`) or were closed with a note (`closed`).
 */
const actCounts = [...acts, 'doubts', 'unsigned', 'closed'] as const;
export const actCountsSchema = z.record(z.enum(actCounts), z.number().int());
export type ActCounts = z.infer<typeof actCountsSchema>;

export const sumOfActs = (all: readonly ActCounts[]): ActCounts =>
  Object.fromEntries(actCounts.map((name) => [name, all.reduce((sum, counts) => sum + counts[name], 0)])) as ActCounts;

export function countActs(jobs: readonly ShownJob[]): ActCounts {
  const count = (is: (job: ShownJob) => boolean) => jobs.filter(is).length;
  const closed = count((job) => may('forget', job) && jobStatus(job) === 'closed');
  return {
    cancel: count((job) => may('cancel', job)),
    retry: count((job) => may('retry', job)),
    deliver: count((job) => may('deliver', job)),
    forget: count((job) => may('forget', job)),
    doubts: count((job) => groupOf(job) === 'doubt'),
    unsigned: count((job) => may('forget', job) && job.status !== 'signed') - closed,
    closed,
  };
}
