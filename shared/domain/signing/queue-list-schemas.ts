/** Schemas of the queue list as the page gets it. Apart from its rules, which the page needs without zod from the start. */
import { z } from 'zod';
import { maxPageRows } from '../max-page-rows.ts';
import { actCounts, filters, groups, maxSearchLength } from './queue-list.ts';
import { signingJobSchema } from './signing.ts';

export const queueFilterSchema = z.object({ text: z.string().max(maxSearchLength), group: z.enum(filters) });

/** Number of documents of each group. */
const groupCountsSchema = z.record(z.enum(groups), z.number().int());

export const queuePageRequestSchema = z.object({
  filter: queueFilterSchema,
  offset: z.number().int().nonnegative(),
  limit: z.number().int().min(1).max(maxPageRows),
});
export type QueuePageRequest = z.infer<typeof queuePageRequestSchema>;

/** `total`: of the filter; `counts`: of its text, in all groups. */
export const queuePageSchema = z.object({ total: z.number().int(), counts: groupCountsSchema, items: z.array(signingJobSchema) });
export type QueuePage = z.infer<typeof queuePageSchema>;

/** Progress of the batches that still have documents in the queue. */
const progressSchema = z.object({
  done: z.number().int(),
  total: z.number().int(),
  sending: z.number().int(),
  /** The policy blocks all the rest. */
  onlyBlocked: z.boolean(),
  /** Estimated milliseconds left at the recent pace; null while too little is known. */
  left: z.number().nullable(),
});
export type Progress = z.infer<typeof progressSchema>;

/** Counts of the queue. `queued`: documents that are not being sent yet; `progress`: null while nothing is pending. */
export const queueSummarySchema = z.object({
  groups: groupCountsSchema,
  queued: z.number().int(),
  progress: progressSchema.nullable(),
});
export type QueueSummary = z.infer<typeof queueSummarySchema>;

export const actCountsSchema = z.record(z.enum(actCounts), z.number().int());
