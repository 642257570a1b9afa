/**
 * The durable queue (design, sections 2.5 and 4): every document that was sent or is to be, with all that is
 * needed to send it without its folder, and every attempt. Each change is on disk before it is told to anyone;
 * a state changes only as the table in `../states.ts` allows.
 */
import { z } from 'zod';
import { pageFactsSchema } from '../../../shared/domain/geometry.ts';
import { placementSchema } from '../../../shared/domain/placement.ts';
import {
  type DocumentStatus,
  documentStatusSchema,
  documentVerificationSchema,
  fileReleaseSchema,
} from '../../../shared/domain/signing.ts';
import { verificationSettingsSchema } from '../../../shared/domain/verification-settings.ts';
import { type Problem, problemSchema } from '../../../shared/errors.ts';
import { sealedKinds } from '../../store/sealed-files.ts';
import type { Move } from '../states.ts';

const sealedFileSchema = z.object({
  kind: z.enum(sealedKinds),
  owner: z.string(),
  id: z.string(),
  size: z.number().int(),
  sha256: z.string(),
});

/** Something received: sealed until it is in its folder; `path` and `name` once it is. What is `unverified` goes into none: see `job-changes.ts`. */
export const receivedFileSchema = z.object({
  role: z.enum(['signed', 'unverified', 'aside']),
  sealed: sealedFileSchema.nullable(),
  /** Of what is kept aside: `.bin` decoded bytes, `.txt` text that did not decode. */
  extension: z.enum(['.pdf', '.bin', '.txt']),
  /** A delivery was begun: the file may stand in its folder already. */
  begun: z.boolean(),
  name: z.string().nullable(),
  path: z.string().nullable(),
});
export type ReceivedFile = z.infer<typeof receivedFileSchema>;

/** One document of the queue: what is fixed when it is queued … */
export const queuedDocumentSchema = z.object({
  id: z.string(),
  batchId: z.string(),
  /** Which provider account it is for; see `account-key.ts`. */
  account: z.string(),
  name: z.string(),
  /** Absolute, of the original. */
  path: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  /** Filled signature fields of the original. */
  signatures: z.number().int(),
  reference: z.string(),
  clientInfo: z.string(),
  /** The visit that it was sent from. */
  caseId: z.string().nullable().default(null),
  /** With its page's facts: the wire's numbers are worked out when it is sent, by the convention of that moment. */
  placement: placementSchema,
  page: pageFactsSchema,
  /** Where signed files were asked to go; null: as the settings say when it comes back. */
  outputFolder: z.string().nullable(),
  /** The sealed copy; null once it will not be sent again. */
  original: sealedFileSchema.nullable(),
});
export type QueuedDocument = z.infer<typeof queuedDocumentSchema>;

/** … and what became of it. */
export const outboxJobSchema = queuedDocumentSchema.extend({
  status: documentStatusSchema,
  problem: problemSchema.nullable(),
  warning: problemSchema.nullable(),
  providerDocumentId: z.string().nullable(),
  signedSha256: z.string().nullable(),
  received: z.array(receivedFileSchema),
  /** Why something received is not (or not where it was asked for) in its folder. The view shows it before `warning`. */
  deliveryProblem: problemSchema.nullable(),
  closed: z.object({ at: z.string(), note: z.string() }).nullable(),
  fileRelease: fileReleaseSchema.nullable(),
  /** Of the file that the status is about. */
  verification: documentVerificationSchema.nullable(),
  queuedAt: z.string(),
  changedAt: z.string(),
  attempts: z.number().int(),
  lastAttempt: z.object({ id: z.string(), at: z.string() }).nullable(),
  /** It was in doubt or unverified, and a person sent it again: an earlier call may have signed it, whatever the latest says. */
  released: z.boolean(),
});
export type OutboxJob = z.infer<typeof outboxJobSchema>;

/** What may change beside the state. */
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
    | 'caseId'
  >
>;

/**
 * The complete entries of an answer, stored before they are evaluated; `received` is the sealed text, null for none.
 * `otherTexts`: what else of the answer may be a document.
 */
export const savedAnswerSchema = z.object({
  items: z.array(
    z.object({
      referenceNumber: z.string().nullable(),
      documentId: z.string().nullable(),
      status: z.enum(['SUCCESS', 'FAIL']).nullable(),
      errorReason: z.string().nullable(),
      received: sealedFileSchema.nullable(),
    }),
  ),
  otherTexts: z.array(sealedFileSchema),
  /** By which its files are checked: those of the profile by which the call was made. */
  verification: verificationSettingsSchema,
  defect: problemSchema.nullable(),
});
export type SavedAnswer = z.infer<typeof savedAnswerSchema>;

/** Everything sealed of an answer. */
export const filesOf = ({ items, otherTexts }: SavedAnswer) => [...items.flatMap(({ received }) => received ?? []), ...otherTexts];

/** One time that bytes of a call went out. `interrupted`: the station ended meanwhile. */
export const attemptOutcomes = ['answered', 'refused', 'too-large', 'unknown', 'interrupted'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

export const attemptSchema = z.object({
  id: z.string(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** Null while it is under way. */
  outcome: z.enum(attemptOutcomes).nullable(),
  problem: problemSchema.nullable(),
  /** What was sent, in order. */
  documents: z.array(z.object({ id: z.string(), reference: z.string(), sha256: z.string() })),
  /** Kept until each of its documents has its result. */
  answer: savedAnswerSchema.nullable(),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** A document of a call that the ledger knows and the database does not. `at`: when it was sent. */
export type RecalledDocument = { document: QueuedDocument; call: string; at: string; problem: Problem };

export type Outbox = {
  /** In the order queued. */
  jobs(): OutboxJob[];
  job(id: string): OutboxJob | null;
  /** `draft` for a document that was never queued. */
  status(id: string): DocumentStatus;

  /**
   * Queues all or, when the table does not allow it for one of them, none: by `release` those that are in doubt or unverified
   * and by `send` the others. A document that was queued before starts over with its earlier attempts.
   * @throws StationError `disk-full`, `internal`
   */
  enqueue(documents: readonly QueuedDocument[]): void;
  /** Moves all or none. @throws StationError `internal` (not allowed), `disk-full`; then nothing is moved */
  move(move: Move, ids: readonly string[], change?: JobChange): void;
  /** Changes what is next to the state. `closed` only of what is in doubt or unverified; it goes when the document leaves that state. */
  change(id: string, change: JobChange): void;
  /**
   * Takes jobs and their attempts out of the book; of a call with others, the attempt stays for these alone, and one that
   * is under way stays until its end. Their sealed files are the caller's to remove. Harmless for what is not in the book.
   * @throws StationError `internal` when one is queued or being sent
   */
  forget(ids: readonly string[]): void;

  /**
   * Documents that may have been signed are in doubt, unless the queue knows as much of them; those that it does not have are
   * added. Anything else that is queued fails with the problem that `unreleased` has for it, so that a person has to send it again.
   * `store` is part of the transaction. Answers with how many there were of either.
   */
  recall(
    documents: readonly RecalledDocument[],
    options: { unreleased: (job: OutboxJob) => Problem | null; store: () => void },
  ): { recalled: number; unreleased: number };

  /** The first byte is about to leave, and the ledger has it: the attempt is written and its documents moved by `start` (their `problem` goes), in one transaction. */
  begin(attempt: Pick<Attempt, 'id' | 'documents'>): void;
  /** The answer is complete on disk, before anything is made of it. */
  keepAnswer(attemptId: string, answer: SavedAnswer): void;
  /** What came of the attempt; drops the answer that was kept. */
  end(attemptId: string, outcome: AttemptOutcome, problem: Attempt['problem']): void;
  /** All, or those of one document; oldest first. */
  attempts(id?: string): Attempt[];
  /** Those without an outcome: under way, or cut off by the end of the station. */
  openAttempts(): Attempt[];

  paused(): boolean;
  setPaused(paused: boolean): void;

  /** Rows that did not parse; their documents keep their encrypted files. */
  quarantined(): { kind: string; id: string; at: string }[];
  /**
   * Whether an encrypted file may be removed: no job or attempt has to do with its owner. Never, while a row is quarantined or the
   * data folder may hold jobs in another database: no one can tell what these own. Ask before the first document is encrypted: a
   * document that is not queued yet is an orphan.
   */
  isOrphan(owner: string): boolean;

  /** Changes as they are made, only what changed. A listener that throws takes nothing back: its error ends the process as one that nothing caught. */
  onChange(listener: (jobs: OutboxJob[]) => void): void;
};
