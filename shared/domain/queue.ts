/** The queue as a whole: whether it runs, how the line is, and what may be the result of a document in doubt. */
import { z } from 'zod';
import { problemSchema } from '../problem-schema.ts';
import { verificationSummarySchema } from './signing.ts';

/**
 * The line to the provider, judged by real calls alone. `unknown`: no call was made yet; `busy`: the provider asked
 * to wait (429, 503); `offline`: no connection. Times are ISO 8601 in UTC.
 */
export const lineSchema = z.object({
  state: z.enum(['unknown', 'online', 'busy', 'offline']),
  /** Since when it is so. */
  since: z.string().nullable(),
  /** When the next call is due; null when none is. */
  nextAttemptAt: z.string().nullable(),
  /** What the last call met; null when online. */
  problem: problemSchema.nullable(),
});
export type LineState = z.infer<typeof lineSchema>;

/** Something stored that could not be opened and was set aside as it is. */
export const quarantinedSchema = z.object({ kind: z.string(), at: z.string() });

export const queueStateSchema = z.object({
  /** By a person: nothing new is sent. Survives a restart. */
  paused: z.boolean(),
  line: lineSchema,
  /** Null when the queue survives the end of the station, else why it does not. */
  memoryOnly: problemSchema.nullable(),
  /** The provider can be asked about documents in doubt (validation query). */
  canCheck: z.boolean(),
  quarantined: z.array(quarantinedSchema),
  /** Documents whose file has been under check for more than a second; `since` in ISO 8601, UTC. */
  checking: z.array(z.object({ documentId: z.string(), since: z.string() })),
  /** The station ends as soon as what is being sent has its answer. */
  closing: z.boolean(),
});
export type QueueState = z.infer<typeof queueStateSchema>;

/** A file that contains the document sent and so may be its signed form. */
export const offerSchema = z.object({
  id: z.string(),
  /** From the provider's record, or from an answer that was cut short. */
  source: z.enum(['record', 'answer']),
  size: z.number().int(),
  sha256: z.string(),
  /** Filled signature fields, as against the document sent. */
  signatures: z.number().int(),
  signaturesBefore: z.number().int(),
  /** What its check found: taken as the result, it makes the document signed or unverified. Null where the check could not be made. */
  verification: verificationSummarySchema.nullable(),
});
export type Offer = z.infer<typeof offerSchema>;

/** Longest note with which a document in doubt or unverified is closed, and longest reason for which a file is released. */
export const maxNoteLength = 500;
