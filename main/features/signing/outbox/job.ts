/** A document of the queue (a job), and one sending of its bytes (an attempt): the schemas of their rows, and the changes of a job. */
import { z } from 'zod';
import { pageFactsSchema } from '../../../../shared/domain/placement/geometry.ts';
import { placementSchema } from '../../../../shared/domain/placement/placement.ts';
import { mayBeSigned } from '../../../../shared/domain/signing/job-status.ts';
import { documentStatusSchema, documentVerificationSchema, fileReleaseSchema } from '../../../../shared/domain/signing/signing.ts';
import { verificationSettingsSchema } from '../../../../shared/domain/verification/verification-settings.ts';
import { type Problem, problem, StationError } from '../../../../shared/errors.ts';
import { problemSchema } from '../../../../shared/problem-schema.ts';
import { type EncryptedFile, encryptedKinds } from '../../../platform/storage/encrypted-files.ts';
import { type Move, moves, stateAfter } from '../rules/states.ts';

const encryptedFileSchema = z.object({
  kind: z.enum(encryptedKinds),
  owner: z.string(),
  id: z.string(),
  size: z.number().int(),
  sha256: z.string(),
});

/**
 * A received file: encrypted until its delivery, then with `path` and `name`. `quarantined`: a file of an answer that
 * is not the result, delivered as received. A file with the role `unverified` is not delivered: see `receivedAfter`.
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
  visitId: z.string().nullable(),
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
  /** Begin of the first one: no signature of the document is older. */
  firstSentAt: z.string().nullable().default(null),
  lastAttempt: z.object({ id: z.string(), at: z.string() }).nullable(),
  /** Resent by a person while it was in doubt or unverified: an earlier call may have signed it, whatever the outcome of the latest. */
  resentInDoubt: z.boolean(),
  /** Not in the list of the queue: a person removed it. The next start forgets it, and the next change of its state lists it again. */
  removed: z.boolean(),
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
      providerDocumentId: z.string().nullable(),
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

/**
 * Parses a job before it is written, since one that does not parse would be quarantined at the next start.
 * @throws StationError `internal`
 */
export const checkedJob = (job: unknown): OutboxJob => checked(outboxJobSchema, job);
/** Parses an attempt likewise. @throws StationError `internal` */
export const checkedAttempt = (attempt: unknown): Attempt => checked(attemptSchema, attempt);

function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const members = parsed.error.issues.map(({ path, code }) => `${path.join('.')}: ${code}`);
  throw new StationError('internal', undefined, { message: `a row does not parse: ${members.join('; ')}` });
}

// The changes of a job; pure. Every function throws StationError `internal` for a change that is not allowed.

/** Queues a document, with the attempts of its earlier job and its received files that are not delivered yet. */
export function queuedJob(document: QueuedDocument, before: OutboxJob | null, at: string): OutboxJob {
  const from = before?.status ?? 'draft';
  return checkedJob({
    ...document,
    status: demand(from, stateAfter(from, 'send') === null ? 'resend' : 'send'),
    problem: null,
    warning: null,
    providerDocumentId: null,
    signedSha256: null,
    received: before?.received.filter(({ path }) => path === null).map(withheld) ?? [],
    deliveryProblem: null,
    closed: null,
    fileRelease: null,
    verification: null,
    queuedAt: at,
    changedAt: at,
    attempts: before?.attempts ?? 0,
    firstSentAt: before?.firstSentAt ?? null,
    lastAttempt: before?.lastAttempt ?? null,
    resentInDoubt: mayBeSigned(from) || before?.resentInDoubt === true,
    removed: false,
  });
}

export function movedJob(job: OutboxJob, move: Move, change: JobChange, at: string): OutboxJob {
  const status = demand(job.status, move, job.resentInDoubt);
  if (change.closed) demandClosable(status);
  if ((move === 'releaseFile') !== Boolean(change.fileRelease)) throw refusal('a release of a file is a move with a reason');
  const byEarlierCall = status === moves[move].to ? {} : inDoubtByEarlierCall(move, change);
  // A closing note, a release and a removal belong to one state and end with it.
  const next = checkedJob({ ...job, closed: null, fileRelease: null, removed: false, ...change, ...byEarlierCall, status, changedAt: at });
  return { ...next, received: receivedAfter(move, next) };
}

/** Why the new sending signed nothing becomes a warning; a person knows that they cancelled it. */
const inDoubtByEarlierCall = (move: Move, change: JobChange): JobChange => ({
  problem: problem('earlier-call-in-doubt'),
  warning: move === 'cancel' ? null : (change.problem ?? null),
});

/** Returns the files with their roles after a move. Only a check that agrees, or a release, permits the delivery of a file. */
function receivedAfter(move: Move, { received, signedSha256 }: OutboxJob): ReceivedFile[] {
  if (move === 'withhold') return received.map(withheld);
  if (move !== 'verify' && move !== 'releaseFile') return received;
  if (!received.some((file) => isUnverified(file, signedSha256))) throw refusal('no file waits for its check or release');
  return received.map((file) => (isUnverified(file, signedSha256) ? { ...file, role: 'signed' } : file));
}

const withheld = (file: ReceivedFile): ReceivedFile =>
  file.role === 'signed' && file.path === null ? { ...file, role: 'unverified' } : file;

const isUnverified = ({ role, encrypted }: ReceivedFile, signedSha256: string | null): boolean =>
  role === 'unverified' && encrypted !== null && encrypted.sha256 === signedSha256;

export function changedJob(job: OutboxJob, change: JobChange): OutboxJob {
  if (change.closed) demandClosable(job.status);
  if (change.fileRelease) throw refusal('a release of a file is a move with a reason');
  return checkedJob({ ...job, ...change });
}

function demandClosable(status: OutboxJob['status']): void {
  if (!mayBeSigned(status)) throw refusal(`nothing to close in ${status}`);
}

/** Returns the job when its first byte is about to leave; removes the reason of an earlier wait (`problem`). */
export function begunJob(job: OutboxJob, attemptId: string, at: string): OutboxJob {
  const moved = movedJob(job, 'start', { problem: null }, at);
  return { ...moved, attempts: job.attempts + 1, firstSentAt: job.firstSentAt ?? at, lastAttempt: { id: attemptId, at } };
}

/** Puts a document in doubt by the ledger; `before` null for a document that the queue does not have. */
export function recalledJob({ document, call, at: sentAt, problem }: RecalledDocument, before: OutboxJob | null, at: string): OutboxJob {
  const job = before ?? {
    ...queuedJob(document, null, sentAt),
    status: 'draft' as const,
    attempts: 1,
  };
  return { ...movedJob(job, 'recall', { problem }, at), firstSentAt: job.firstSentAt ?? sentAt, lastAttempt: { id: call, at: sentAt } };
}

function demand(status: OutboxJob['status'], move: Move, resentInDoubt = false): OutboxJob['status'] {
  const next = stateAfter(status, move, resentInDoubt);
  if (next === null) throw refusal(`no ${move} from ${status}`);
  return next;
}

export const refusal = (message: string): StationError => new StationError('internal', undefined, { message });
