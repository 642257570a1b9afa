/** Batches, jobs and their states: what the clerk sends, and its outcome. */
import { z } from 'zod';
import { acceptableCodes } from '../../errors.ts';
import { problemSchema } from '../../problem-schema.ts';
import { documentStatuses } from '../closed-lists.ts';
import { placementRuleSchema } from '../placement/placement.ts';
import { providerRuleSchema } from '../verification/provider-rule.ts';
import { verificationReportSchema } from '../verification/verification.ts';

export const documentStatusSchema = z.enum(documentStatuses);
export type DocumentStatus = z.infer<typeof documentStatusSchema>;

/** One document of a batch as the clerk prepared it; null placement is a fault that the check names. */
export const batchDocumentSchema = z.object({
  documentId: z.string(),
  reference: z.string(),
  placement: placementRuleSchema.nullable(),
  /** Client information or an identity-validation transaction number (endpoint D, `clientInfo`). */
  clientInfo: z.string(),
  /** Remarks on this document that a person has read and accepts. */
  accepted: z.array(z.enum(acceptableCodes)).optional(),
  /**
   * "I know that it was sent before": sends a document that is in doubt or unverified, and a duplicate of one that is pending, in
   * doubt, is unverified or was signed, which is refused otherwise. The screen asks first.
   */
  again: z.boolean().optional(),
});
export type BatchDocument = z.infer<typeof batchDocumentSchema>;

/** A person released the file of an unverified document to its folder. `at`: ISO 8601 in UTC; `by`: the clerk at the station. */
export const fileReleaseSchema = z.object({ at: z.string(), by: z.string(), reason: z.string().trim().min(1) });
export type FileRelease = z.infer<typeof fileReleaseSchema>;

/** Findings of the latest check of the returned file; `at` in ISO 8601, UTC. The report is read by `signing.verification`. */
export const verificationSummarySchema = verificationReportSchema.pick({ bottomLine: true, findings: true }).extend({
  at: z.string(),
  /** Provider rules without which the original would count as changed. */
  acceptedBy: z.array(providerRuleSchema),
});
export type VerificationSummary = z.infer<typeof verificationSummarySchema>;

/** That check with its whole report. */
export const documentVerificationSchema = z.object({ at: z.string(), report: verificationReportSchema });
export type DocumentVerification = z.infer<typeof documentVerificationSchema>;

/** The request of one click on send. */
export const batchRequestSchema = z.object({
  documents: z.array(batchDocumentSchema),
  /** The visit of the documents; null or left out: the one with the client info as transaction number, or none. */
  visitId: z.string().nullable().optional(),
});
export type BatchRequest = z.infer<typeof batchRequestSchema>;

/** One fault that prevents a batch from being sent; `documentId` null when it concerns the whole batch. */
export const batchFaultSchema = z.object({ documentId: z.string().nullable(), problem: problemSchema });
export type BatchFault = z.infer<typeof batchFaultSchema>;

/** A document whose visit asks for a reason before it is sent, and what the visit is found by. */
export const reasonSubjectSchema = z.object({ documentId: z.string(), visitId: z.string().nullable(), clientInfo: z.string() });
export type ReasonSubject = z.infer<typeof reasonSubjectSchema>;

/** A job: one document from queue to result, as the page sees it. Times are ISO 8601 in UTC. */
export const signingJobSchema = z.object({
  documentId: z.string(),
  batchId: z.string(),
  /** File name of the original. */
  name: z.string(),
  reference: z.string(),
  clientInfo: z.string(),
  /** The visit that it belongs to. */
  visitId: z.string().nullable(),
  status: documentStatusSchema,
  /** Why it is rejected, failed, in doubt, unverified or cancelled; of a queued one, what it waits for. */
  problem: problemSchema.nullable(),
  /**
   * A remark that a person should know: the answer names a signed document twice; why a document that was sent again in doubt was not signed
   * by the new call.
   */
  warning: problemSchema.nullable(),
  /** `documentId` of the provider's answer. */
  providerDocumentId: z.string().nullable(),
  /** When the document was queued, and when its state last changed. */
  queuedAt: z.string(),
  changedAt: z.string(),
  /** Whether its encrypted original is stored: without it, it is sent again only from its file. */
  hasOriginal: z.boolean(),
  /** Number of attempts in which bytes of it were sent, and the time of the last. */
  attempts: z.number().int().nonnegative(),
  lastAttemptAt: z.string().nullable(),
  /** Name of the signed file in its folder (never its path); null until it is delivered. */
  signedName: z.string().nullable(),
  signedSha256: z.string().nullable(),
  /** Name of the file in which an unusable answer is quarantined. */
  quarantinedName: z.string().nullable(),
  /**
   * `waiting`: something received is stored encrypted and could not be put into a folder yet. The file of an unverified document
   * waits for its release and does not count.
   */
  delivery: z.enum(['none', 'waiting', 'done']),
  /** Waiting, after an attempt to put it into a folder that failed; another one follows. */
  deliveryFailed: z.boolean(),
  /** In doubt or unverified, and settled by a person with this note. */
  closed: z.object({ at: z.string(), note: z.string() }).nullable(),
  /** Release of an unverified document: for this reason its file is or will be in its folder; else null. */
  fileRelease: fileReleaseSchema.nullable(),
  /** Null before a file was returned, and where the check itself could not be made (`problem` then says why). */
  verification: verificationSummarySchema.nullable(),
  /** A person removed it from the list of the queue, and can bring it back until the station ends. */
  removed: z.boolean(),
});
export type SigningJob = z.infer<typeof signingJobSchema>;
