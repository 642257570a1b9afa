/** A document of the queue (a job), and one sending of its bytes (an attempt): the schemas of their rows. */
import { z } from 'zod';
import { pageFactsSchema } from '../../../../shared/domain/geometry.ts';
import { placementSchema } from '../../../../shared/domain/placement.ts';
import { documentStatusSchema, documentVerificationSchema, fileReleaseSchema } from '../../../../shared/domain/signing.ts';
import { verificationSettingsSchema } from '../../../../shared/domain/verification-settings.ts';
import type { Problem } from '../../../../shared/errors.ts';
import { problemSchema } from '../../../../shared/problem-schema.ts';
import { type EncryptedFile, encryptedKinds } from '../../../platform/storage/encrypted-files.ts';
import type { Move } from '../rules/states.ts';

const encryptedFileSchema = z.object({
  kind: z.enum(encryptedKinds),
  owner: z.string(),
  id: z.string(),
  size: z.number().int(),
  sha256: z.string(),
});

/**
 * A received file: encrypted until its delivery, then with `path` and `name`. `quarantined`: a file of an answer that
 * is not the result, delivered as received. A file with the role `unverified` is not delivered: see `job-changes.ts`.
 */
const receivedFileSchema = z.object({
  role: z.enum(['signed', 'unverified', 'quarantined']),
  encrypted: encryptedFileSchema.nullable(),
  /** Ending of a file that is not the result: `.bin` for decoded bytes, `.txt` for a text that did not decode. */
  extension: z.enum(['.pdf', '.bin', '.txt']),
  /** A delivery has begun: the file may be in its folder already. */
  begun: z.boolean(),
  name: z.string().nullable(),
  path: z.string().nullable(),
});
export type ReceivedFile = z.infer<typeof receivedFileSchema>;

/** Makes the entry of an encrypted file that is to be delivered. */
export const receivedFile = (role: ReceivedFile['role'], encrypted: EncryptedFile): ReceivedFile => ({
  role,
  encrypted,
  extension: role !== 'quarantined' ? '.pdf' : encrypted.kind === 'decoded' ? '.bin' : '.txt',
  begun: false,
  name: null,
  path: null,
});

/** One document of the queue: the members that are fixed when it is queued. */
export const queuedDocumentSchema = z.object({
  id: z.string(),
  batchId: z.string(),
  /** The provider account of the document; see `main/platform/provider/account.ts`. */
  account: z.string(),
  name: z.string(),
  /** Absolute path of the original. */
  path: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  /** Filled signature fields of the original. */
  signatures: z.number().int(),
  reference: z.string(),
  clientInfo: z.string(),
  /** The visit of the document; null for none. */
  visitId: z.string().nullable().default(null),
  /** The wire's numbers are computed from it and the facts of its page at the time of sending, by the convention at that time. */
  placement: placementSchema,
  page: pageFactsSchema,
  /** Folder for the signed file; null: the one of the settings when the answer arrives. */
  outputFolder: z.string().nullable(),
  /** The encrypted copy; null once the document will not be sent again. */
  original: encryptedFileSchema.nullable(),
});
export type QueuedDocument = z.infer<typeof queuedDocumentSchema>;

/** A document of the queue with its state. */
export const outboxJobSchema = queuedDocumentSchema.extend({
  status: documentStatusSchema,
  problem: problemSchema.nullable(),
  warning: problemSchema.nullable(),
  providerDocumentId: z.string().nullable(),
  signedSha256: z.string().nullable(),
  received: z.array(receivedFileSchema),
  /** Why a received file is not delivered, or not to the first choice of folder. The view shows it instead of `warning`. */
  deliveryProblem: problemSchema.nullable(),
  closed: z.object({ at: z.string(), note: z.string() }).nullable(),
  fileRelease: fileReleaseSchema.nullable(),
  /** The check of the file that the status is about. */
  verification: documentVerificationSchema.nullable(),
  queuedAt: z.string(),
  changedAt: z.string(),
  attempts: z.number().int(),
  lastAttempt: z.object({ id: z.string(), at: z.string() }).nullable(),
  /** Resent by a person while it was in doubt or unverified: an earlier call may have signed it, whatever the outcome of the latest. */
  resentInDoubt: z.boolean(),
  /** Not in the list of the queue: a person removed it. The next start forgets it, and the next change of its state lists it again. */
  removed: z.boolean().default(false),
});
export type OutboxJob = z.infer<typeof outboxJobSchema>;

/** Members that may change without the state. */
export type JobChange = Partial<
  Pick<
    OutboxJob,
    | 'problem'
    | 'warning'
    | 'providerDocumentId'
    | 'signedSha256'
    | 'received'
    | 'deliveryProblem'
    | 'closed'
    | 'fileRelease'
    | 'verification'
    | 'original'
    | 'visitId'
    | 'removed'
  >
>;

/** A change of one document; `move` null: its state stays. */
export type JobUpdate = { id: string; move: Move | null; change: JobChange };

/**
 * The complete entries of an answer, stored before they are evaluated; `received` is the encrypted text, null for none.
 * `otherTexts`: other texts of the answer that may be documents.
 */
const savedAnswerSchema = z.object({
  items: z.array(
    z.object({
      referenceNumber: z.string().nullable(),
      documentId: z.string().nullable(),
      status: z.enum(['SUCCESS', 'FAIL']).nullable(),
      errorReason: z.string().nullable(),
      received: encryptedFileSchema.nullable(),
    }),
  ),
  otherTexts: z.array(encryptedFileSchema),
  /** Settings for the check of its files: those of the profile at the time of the call. */
  verification: verificationSettingsSchema,
  defect: problemSchema.nullable(),
});
export type SavedAnswer = z.infer<typeof savedAnswerSchema>;

/** All encrypted files of an answer. */
export const filesOf = ({ items, otherTexts }: SavedAnswer) => [...items.flatMap(({ received }) => received ?? []), ...otherTexts];

/** One sending of a call's bytes. `interrupted`: the station ended during it. */
const attemptOutcomes = ['answered', 'refused', 'too-large', 'unknown', 'interrupted'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

export const attemptSchema = z.object({
  id: z.string(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** Null while it is under way. */
  outcome: z.enum(attemptOutcomes).nullable(),
  problem: problemSchema.nullable(),
  /** The sent documents, in order. */
  documents: z.array(z.object({ id: z.string(), reference: z.string(), sha256: z.string() })),
  /** Stored until each of its documents has its outcome. */
  answer: savedAnswerSchema.nullable(),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** A document of a call that is in the ledger but not in the database. `at`: time of the call. */
export type RecalledDocument = { document: QueuedDocument; call: string; at: string; problem: Problem };
