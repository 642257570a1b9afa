/** The queue as a whole: whether it runs, the connection state, and the candidates for the result of a document in doubt. */
import { z } from 'zod';
import { problemSchema } from '../../problem-schema.ts';
import { verificationSummarySchema } from './signing.ts';

/**
 * The connection state, determined by real calls alone. `unknown`: no call was made yet; `busy`: the provider asked
 * to wait (429, 503); `offline`: no connection. Times are ISO 8601 in UTC.
 */
export const connectionStateSchema = z.object({
  state: z.enum(['unknown', 'online', 'busy', 'offline']),
  /** Start of this state. */
  since: z.string().nullable(),
  /** When the next call is due; null when none is. */
  nextAttemptAt: z.string().nullable(),
  /** The problem of the last call; null when online. */
  problem: problemSchema.nullable(),
});
export type ConnectionState = z.infer<typeof connectionStateSchema>;

/** Stored data that could not be opened and was quarantined unchanged. */
const quarantinedSchema = z.object({ kind: z.string(), at: z.string() });

export const queueStateSchema = z.object({
  /** Paused by a person: nothing new is sent. Survives a restart. */
  paused: z.boolean(),
  connection: connectionStateSchema,
  /** Null when the queue survives the end of the station, else why it does not. */
  memoryOnly: problemSchema.nullable(),
  /** Whether the station can ask the provider about documents in doubt (validation query). */
  canCheck: z.boolean(),
  quarantined: z.array(quarantinedSchema),
  /** Documents with a file that has been checked for more than a second; `since` in ISO 8601, UTC. */
  checking: z.array(z.object({ documentId: z.string(), since: z.string() })),
  /** The station quits as soon as the documents in flight have their answers. */
  closing: z.boolean(),
});
export type QueueState = z.infer<typeof queueStateSchema>;

/** A candidate: a file that contains the document sent and so may be its signed form. */
export const candidateSchema = z.object({
  id: z.string(),
  /** From the provider's record, or from an answer that was cut short. */
  source: z.enum(['record', 'answer']),
  size: z.number().int(),
  sha256: z.string(),
  /** Filled signature fields, compared with the document sent. */
  signatures: z.number().int(),
  signaturesBefore: z.number().int(),
  /** Result of the file's check, which decides whether the document becomes signed or unverified. Null when the check could not be made. */
  verification: verificationSummarySchema.nullable(),
});
export type Candidate = z.infer<typeof candidateSchema>;

/** Maximum length of a note that closes a document in doubt or unverified, and of a reason that releases a file. */
export const maxNoteLength = 500;
