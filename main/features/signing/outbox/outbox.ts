/**
 * The durable queue (design, sections 2.5 and 4): all queued and sent documents, with all data to send them without their
 * folder, and all attempts. Each change is on disk before a listener gets it; a state changes only as the table in
 * `../states.ts` allows.
 */
import { z } from 'zod';
import { pageFactsSchema } from '../../../../shared/domain/geometry.ts';
import { placementSchema } from '../../../../shared/domain/placement.ts';
import {
  type DocumentStatus,
  documentStatusSchema,
  documentVerificationSchema,
  fileReleaseSchema,
} from '../../../../shared/domain/signing.ts';
import { verificationSettingsSchema } from '../../../../shared/domain/verification-settings.ts';
import type { Problem } from '../../../../shared/errors.ts';
import { problemSchema } from '../../../../shared/problem-schema.ts';
import { encryptedKinds } from '../../../platform/storage/encrypted-files.ts';
import type { Move } from '../states.ts';
import type { JobList } from './job-list.ts';

const encryptedFileSchema = z.object({
  kind: z.enum(encryptedKinds),
  owner: z.string(),
  id: z.string(),
  size: z.number().int(),
  sha256: z.string(),
});

/**
 * A received file: encrypted until its delivery, then with `path` and `name`. A file with the role `unverified` is not delivered: see
 * `job-changes.ts`.
 */
export const receivedFileSchema = z.object({
  role: z.enum(['signed', 'unverified', 'aside']),
  encrypted: encryptedFileSchema.nullable(),
  /** Ending of a quarantined file: `.bin` for decoded bytes, `.txt` for a text that did not decode. */
  extension: z.enum(['.pdf', '.bin', '.txt']),
  /** A delivery has begun: the file may be in its folder already. */
  begun: z.boolean(),
  name: z.string().nullable(),
  path: z.string().nullable(),
});
export type ReceivedFile = z.infer<typeof receivedFileSchema>;

/** One document of the queue: the members that are fixed when it is queued. */
export const queuedDocumentSchema = z.object({
  id: z.string(),
  batchId: z.string(),
  /** The provider account that it is for; see `account-key.ts`. */
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
  /** The visit that it was sent from. */
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
  /** A person sent it again while it was in doubt or unverified: an earlier call may have signed it, whatever the outcome of the latest. */
  released: z.boolean(),
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
  >
>;

/** A change of one document; `move` null: its state stays. */
export type JobUpdate = { id: string; move: Move | null; change: JobChange };

/**
 * The complete entries of an answer, stored before they are evaluated; `received` is the encrypted text, null for none.
 * `otherTexts`: other texts of the answer that may be documents.
 */
export const savedAnswerSchema = z.object({
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
export const attemptOutcomes = ['answered', 'refused', 'too-large', 'unknown', 'interrupted'] as const;
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
  /** Stored until each of its documents has its result. */
  answer: savedAnswerSchema.nullable(),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** A document of a call that is in the ledger but not in the database. `at`: time of the call. */
export type RecalledDocument = { document: QueuedDocument; call: string; at: string; problem: Problem };

export type Outbox = {
  /** Returns all jobs, in the order queued. Reads each row: for the command line. */
  jobs(): OutboxJob[];
  /** Returns the jobs that the station still has to process, or that have encrypted files; in the order queued. */
  openJobs(): OutboxJob[];
  job(id: string): OutboxJob | null;
  /** Returns the jobs at rest that changed before a time, ISO 8601 in UTC. */
  restingBefore(time: string): OutboxJob[];
  /** Returns the jobs at rest that belong to a visit and changed since a time, ISO 8601 in UTC. */
  restingOfVisits(since: string): OutboxJob[];
  ofVisit(id: string): OutboxJob[];
  /** Find jobs by the SHA-256 of the original, or of the returned file. */
  withSha256(sha256: string): OutboxJob[];
  withSignedSha256(sha256: string): OutboxJob[];
  /** The list on the screen, as ids. */
  list: JobList;
  /** Return the number of jobs at rest: of all, and of some batches. Read from an index. */
  restingCount(): number;
  restingOfBatches(batchIds: readonly string[]): number;
  /** `draft` for a document that was never queued. */
  status(id: string): DocumentStatus;

  /**
   * Queues all documents, or none when the table of states does not allow it for one of them: by `release` those in doubt or
   * unverified, by `send` the others. A document that was queued before starts again with its earlier attempts. `also` is part of the
   * transaction.
   * @throws StationError `disk-full`, `internal`
   */
  enqueue(documents: readonly QueuedDocument[], also?: () => void): void;
  /** Moves all or none. @throws StationError `internal` (not allowed), `disk-full`; then nothing is moved */
  move(move: Move, ids: readonly string[], change?: JobChange): void;
  /** Updates all documents or none; `also` is part of the transaction. @throws like `move` */
  update(updates: readonly JobUpdate[], also?: () => void): void;
  /** Changes members, not the state. Only a document in doubt or unverified can get `closed`, which ends with that state. */
  change(id: string, change: JobChange): void;
  /**
   * Removes jobs and their attempts. An attempt with other documents stays for those only, and one that is under way stays until
   * its end. The caller removes their encrypted files. Harmless for unknown ids.
   * @throws StationError `internal` when one is queued or being sent
   */
  forget(ids: readonly string[]): void;

  /**
   * Puts documents that may have been signed in doubt, unless their state says so already, and adds those that the queue does not
   * have. Fails every other queued document for which `unreleased` returns a problem, so that a person has to send it again.
   * `store` is part of the transaction. Returns the number of both.
   */
  recall(
    documents: readonly RecalledDocument[],
    options: { unreleased: (job: OutboxJob) => Problem | null; store: () => void },
  ): { recalled: number; unreleased: number };

  /**
   * Begins an attempt when its first byte is about to leave: writes the call into the ledger; then, in one transaction, writes the
   * attempt and moves its documents by `start` (their `problem` ends).
   */
  begin(attempt: Pick<Attempt, 'id' | 'documents'>): void;
  /** Stores the complete answer, before it is evaluated; `also` is part of the transaction. */
  keepAnswer(attemptId: string, answer: SavedAnswer, also?: () => void): void;
  /** Stores the outcome of the attempt and the changes of documents, and removes its stored answer; `also` is part of the transaction. */
  end(
    attemptId: string,
    outcome: AttemptOutcome,
    problem: Attempt['problem'],
    more?: { updates?: readonly JobUpdate[]; also?: () => void },
  ): void;
  /** Returns the attempts of one document, oldest first. */
  attempts(documentId: string): Attempt[];
  attempt(id: string): Attempt | null;
  /** Returns the attempts without an outcome: under way, or cut off by the end of the station. */
  openAttempts(): Attempt[];

  paused(): boolean;
  setPaused(paused: boolean): void;

  /** Returns the rows that did not parse; the encrypted files of their documents stay. */
  quarantined(): { kind: string; id: string; at: string }[];
  /**
   * Whether an encrypted file may be removed: no job or attempt names its owner. False while a row is quarantined or the data folder
   * may have another database with jobs: these may own any file. Call it before the first document is encrypted: a document that is
   * not queued yet is an orphan.
   */
  isOrphan(owner: string): boolean;

  /**
   * Calls the listener with the changed jobs after each change. A listener that throws undoes nothing: its error ends the process as an
   * uncaught one.
   */
  onChange(listener: (jobs: OutboxJob[]) => void): void;
};
