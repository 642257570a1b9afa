/** Batches, jobs and their states: what the clerk sends and what became of it. */
import { z } from 'zod';
import { acceptableCodes, problemSchema } from '../errors.ts';
import { placementRuleSchema } from './placement.ts';

/** See design, section 4. The allowed moves between them are in `main/signing/states.ts`. */
export const documentStatusSchema = z.enum(['draft', 'queued', 'sending', 'signed', 'rejected', 'failed', 'in-doubt', 'cancelled']);
export type DocumentStatus = z.infer<typeof documentStatusSchema>;

/** One document of a batch as the clerk prepared it; null placement is a fault that the check names. */
export const batchDocumentSchema = z.object({
  documentId: z.string(),
  reference: z.string(),
  placement: placementRuleSchema.nullable(),
  /** Client information or an identity-validation transaction number (endpoint D, `clientInfo`). */
  clientInfo: z.string(),
  /** What a person has read about this document and accepts. */
  accepted: z.array(z.enum(acceptableCodes)).optional(),
  /**
   * "I know that it was sent before": sends a document that is in doubt, and a duplicate of one that waits, is in doubt or was
   * signed, which is refused otherwise. The screen asks first.
   */
  again: z.boolean().optional(),
});
export type BatchDocument = z.infer<typeof batchDocumentSchema>;

/** What the clerk sends with one click. */
export const batchRequestSchema = z.object({
  documents: z.array(batchDocumentSchema),
  /** The visit that they belong to; null or left out: the one whose transaction number is the client info, or none. */
  caseId: z.string().nullable().optional(),
});
export type BatchRequest = z.infer<typeof batchRequestSchema>;

/** One thing that keeps a batch from being sent; `documentId` null when it concerns the whole batch. */
export const batchFaultSchema = z.object({ documentId: z.string().nullable(), problem: problemSchema });
export type BatchFault = z.infer<typeof batchFaultSchema>;

/** A document on its way to the provider and back, as the page may know it. Times are ISO 8601 in UTC. */
export const signingJobSchema = z.object({
  documentId: z.string(),
  batchId: z.string(),
  /** File name of the original. */
  name: z.string(),
  reference: z.string(),
  clientInfo: z.string(),
  /** The visit that it belongs to. */
  caseId: z.string().nullable(),
  status: documentStatusSchema,
  /** Why it is rejected, failed, in doubt or cancelled; of a queued one, what keeps it waiting. */
  problem: problemSchema.nullable(),
  /** Signed, with something that a person should know (e.g. no digital signature inside). */
  warning: problemSchema.nullable(),
  /** `documentId` of the provider's answer. */
  providerDocumentId: z.string().nullable(),
  /** When the document was queued, and when its state last changed. */
  queuedAt: z.string(),
  changedAt: z.string(),
  /** How often bytes of it went out, and when they last did. */
  attempts: z.number().int().nonnegative(),
  lastAttemptAt: z.string().nullable(),
  /** Name of the signed file in its folder (never its path); null until it was delivered. */
  signedName: z.string().nullable(),
  signedSha256: z.string().nullable(),
  /** Name of the file in which an unusable answer was kept aside. */
  asideName: z.string().nullable(),
  /** `waiting`: something received is kept sealed by the station and could not be put into a folder yet. */
  delivery: z.enum(['none', 'waiting', 'done']),
  /** In doubt and settled by a person, with this note. */
  closed: z.object({ at: z.string(), note: z.string() }).nullable(),
});
export type SigningJob = z.infer<typeof signingJobSchema>;
