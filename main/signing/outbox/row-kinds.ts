/** How jobs and attempts are divided between clear columns and the sealed one. In clear is nothing about persons or documents. */
import type { z } from 'zod';
import { StationError } from '../../../shared/errors.ts';
import { type Attempt, attemptSchema, type OutboxJob, outboxJobSchema } from './outbox.ts';
import type { RowKind } from './sealed-rows.ts';

/** A job and its place in the queue. */
export type PlacedJob = { position: number; job: OutboxJob };

export const jobRow: RowKind<PlacedJob> = {
  kind: 'job',
  columns: ['id', 'position', 'batch_id', 'account', 'status', 'queued_at', 'changed_at'],
  split({ position, job: { id, batchId, account, status, queuedAt, changedAt, ...hidden } }) {
    return { clear: [id, position, batchId, account, status, queuedAt, changedAt], hidden };
  },
  join([id, position, batchId, account, status, queuedAt, changedAt], hidden) {
    return { position: Number(position), job: checkedJob({ ...Object(hidden), id, batchId, account, status, queuedAt, changedAt }) };
  },
};

export const attemptRow: RowKind<Attempt> = {
  kind: 'attempt',
  columns: ['id', 'started_at', 'ended_at', 'outcome'],
  split: ({ id, startedAt, endedAt, outcome, ...hidden }) => ({ clear: [id, startedAt, endedAt, outcome], hidden }),
  join: ([id, startedAt, endedAt, outcome], hidden) => checkedAttempt({ ...Object(hidden), id, startedAt, endedAt, outcome }),
};

/**
 * A copy of a job as it will be read again: what does not parse is refused when it is to be written, as it
 * would be set aside at the next start. @throws StationError `internal`
 */
export const checkedJob = (job: unknown): OutboxJob => checked(outboxJobSchema, job);
/** The same of an attempt. @throws StationError `internal` */
export const checkedAttempt = (attempt: unknown): Attempt => checked(attemptSchema, attempt);

function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const members = parsed.error.issues.map(({ path, code }) => `${path.join('.')}: ${code}`);
  throw new StationError('internal', undefined, { message: `a record does not parse: ${members.join('; ')}` });
}
