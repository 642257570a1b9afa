/**
 * The guard against duplicates of this station: the same bytes for the same client info through the same account. It reads the queue, and
 * the index of the sent ledger for documents that have left the queue. Those of other stations: `receiving/find-delivered.ts`.
 */

import { dayMs } from '../../../shared/domain/day.ts';
import { localMoment } from '../../../shared/domain/local-format.ts';
import { isUnderWay } from '../../../shared/domain/signing/job-status.ts';
import type { BatchFault } from '../../../shared/domain/signing/signing.ts';
import { type Problem, problem } from '../../../shared/errors.ts';
import type { OutboxJob } from './outbox/job.ts';
import { signedPathOf } from './outbox/job-view.ts';
import type { Outbox } from './outbox/outbox.ts';
import { callMayHaveSigned } from './rules/resolve-outcome.ts';
import { isSettled, mayBeQueued } from './rules/states.ts';
import type { Outcome } from './sent-ledger/rules/entries.ts';
import type { SentRow } from './sent-ledger/sent-index.ts';
import type { SentLedger } from './sent-ledger/sent-ledger.ts';

/** A document that is about to be queued. `batchId`: the batch in which it was queued before; null for none. */
export type Wanted = { id: string; batchId: string | null; account: string; sha256: string; clientInfo: string };

/** A document that is queued, may have been signed, or was signed. `at`: time of its latest sending, or of queueing; ISO 8601 in UTC. */
export type SentBefore = {
  documentId: string;
  batchId: string;
  status: 'queued' | 'sending' | 'signed' | 'unverified' | 'in-doubt';
  at: string;
  /** A person settled it while it was in doubt or unverified. */
  closed: boolean;
  /** Absolute; null while the signed file is in no folder, and when there is none. */
  signedPath: string | null;
  providerDocumentId: string | null;
};

type DuplicateGuardDeps = {
  outbox: Pick<Outbox, 'withSha256'>;
  /** All calls ever begun. */
  ledger: Pick<SentLedger, 'find' | 'firstBetween'>;
  /** Days after the sending in which the same document is a duplicate. */
  windowDays(): number;
  /** A clock that jumped ahead must not end the window: see `trusted-clock.ts`. */
  now(): Date;
};

/** Finds the duplicate of a document in the present queue and the ledger; the latest one of several. */
export type FindSentBefore = (wanted: Wanted) => SentBefore | null;

export const createDuplicateGuard =
  ({ outbox, ledger, windowDays, now }: DuplicateGuardDeps): (() => FindSentBefore) =>
  () => {
    const until = now();
    const since = until.getTime() - windowDays() * dayMs;
    let first: number | null = null;
    const isAfterFirst = (order: number): boolean => {
      first ??= ledger.firstBetween(new Date(since), until);
      return order > first;
    };
    return (wanted) => {
      const listed = outbox.withSha256(wanted.sha256).filter((job) => isAlike(job, wanted));
      const ids = new Set(listed.map(({ id }) => id));
      const others = listed.filter(({ id }) => id !== wanted.id);
      const calls = ledger.find(wanted);
      // For a document in the queue, its job is newer than its calls.
      const left = calls.filter(({ documentId }) => !ids.has(documentId));
      const found = [...others.flatMap((job) => sentBeforeOf(job) ?? []), ...sentByCalls(left)];
      // A clock that was behind gave a call a time before the window; but it was sent after a call of the window.
      const isRecent = ({ documentId, at }: SentBefore) =>
        Date.parse(at) >= since || calls.some((call) => call.documentId === documentId && isAfterFirst(call.order));
      return found.filter((sent) => counts(sent, wanted, isRecent)).toSorted((a, b) => (a.at < b.at ? 1 : -1))[0] ?? null;
    };
  };

/** A document that is being encrypted: it counts as queued. */
export type Encrypting = SentBefore & { sha256: string; clientInfo: string };

/** Finds the duplicate of an open document, also among those that are being encrypted. `account`: the active one; null for none. */
export function findSentBefore(
  { id, sha256 }: { id: string; sha256: string | null },
  clientInfo: string,
  {
    account,
    encrypting,
    outbox,
    find,
  }: { account: string | null; encrypting: ReadonlyMap<string, Encrypting>; outbox: Pick<Outbox, 'job'>; find: FindSentBefore },
): SentBefore | null {
  if (account === null || sha256 === null) return null;
  const copied = [...encrypting.values()].find((one) => one.documentId !== id && one.sha256 === sha256 && one.clientInfo === clientInfo);
  return copied ?? find({ id, batchId: outbox.job(id)?.batchId ?? null, account, sha256, clientInfo });
}

/**
 * Returns the faults of documents that were queued from the list of the queue during the encryption of their batch, and of duplicates
 * of such documents. `agreed`: ids of those that a person sends again knowingly.
 */
export function queuedDuringEncryption(
  documents: readonly (Wanted & { name: string; batchId: string })[],
  agreed: ReadonlySet<string>,
  outbox: Pick<Outbox, 'job'>,
  find: FindSentBefore,
): BatchFault[] {
  return documents.flatMap((document) => {
    const { id, batchId } = document;
    const before = outbox.job(id);
    if (!mayBeQueued(before?.status ?? 'draft', agreed.has(id))) return [{ documentId: id, problem: problem('document-sent') }];
    const sent = agreed.has(id) ? null : find({ ...document, batchId: before?.batchId ?? null });
    return sent === null || sent.batchId === batchId ? [] : [sentBeforeFault(document, sent)];
  });
}

/** Splits documents that are to be queued together: of duplicates that were not sent in one batch, only the first may be queued. */
export function withoutDuplicates<T extends Wanted>(wanted: readonly T[], find: FindSentBefore): { go: T[]; duplicates: T[] } {
  const go: T[] = [];
  const duplicates: T[] = [];
  for (const one of wanted) {
    const repeated = find(one) !== null || go.some((other) => isAlike(one, other) && isRepeated(one, { ...other, documentId: other.id }));
    (repeated ? duplicates : go).push(one);
  }
  return { go, duplicates };
}

/** Returns the problem of a duplicate. The path stays in main: the page gets the name of the signed file. */
export function sentBeforeProblem(
  { status, closed, at, signedPath }: Pick<SentBefore, 'status' | 'closed' | 'at' | 'signedPath'>,
  name: string,
): Problem {
  const detail = { name, at: localMoment(at) };
  if (isUnderWay(status)) return problem('same-document-waits', detail);
  if (status === 'in-doubt' && !closed) return problem('same-document-in-doubt', detail);
  if (status === 'unverified' && !closed) return problem('same-document-unverified', detail);
  const signed = signedPath?.split(/[\\/]/).at(-1);
  return problem('already-sent', signed === undefined ? { ...detail, context: 'nofile' } : { ...detail, signed });
}

/** Returns the fault of a document that could be queued if it were not a duplicate. */
export const sentBeforeFault = (job: Wanted & { name: string }, sent: SentBefore): BatchFault => ({
  documentId: job.id,
  problem: sentBeforeProblem(sent, job.name),
});

type Alike = Pick<Wanted, 'account' | 'sha256' | 'clientInfo'>;
const isAlike = (a: Alike, b: Alike): boolean => a.sha256 === b.sha256 && a.clientInfo === b.clientInfo && a.account === b.account;

/** Whether the same content was sent as another document. Copies in one batch are separate documents. */
export const isRepeated = (wanted: { id: string; batchId: string | null }, sent: { documentId: string; batchId: string | null }): boolean =>
  wanted.id !== sent.documentId && (wanted.batchId === null || wanted.batchId !== sent.batchId);

/** Whether `sent` is a duplicate: queued or in doubt at any age, finished within the window. A time in the future is within it. */
function counts(sent: SentBefore, wanted: Wanted, isRecent: (sent: SentBefore) => boolean): boolean {
  if (!isRepeated(wanted, sent)) return false;
  const isDone = sent.status === 'signed' || sent.closed;
  return !isDone || isRecent(sent);
}

/** Returns the duplicate of a job in the queue; null for a job that is certainly not signed and not queued. */
function sentBeforeOf(job: OutboxJob): SentBefore | null {
  const { id, batchId, status, queuedAt, lastAttempt, providerDocumentId } = job;
  if (status === 'draft' || status === 'failed' || status === 'rejected' || status === 'cancelled') return null;
  const signedPath = signedPathOf(job);
  return { documentId: id, batchId, status, at: lastAttempt?.at ?? queuedAt, closed: isSettled(job), signedPath, providerDocumentId };
}

/** Returns the details, for the ledger, of a document that leaves the queue. */
export const leavingDocument = (job: OutboxJob) => ({
  id: job.id,
  visit: job.visitId,
  signedPath: signedPathOf(job),
  providerDocumentId: job.providerDocumentId,
});

/** Returns the duplicates among calls of documents that are not in the queue. No person has to settle these, whatever their outcome. */
function sentByCalls(rows: readonly SentRow[]): SentBefore[] {
  return [...Map.groupBy(rows, ({ documentId }) => documentId)].flatMap(([documentId, calls]) => {
    const status = statusOfCalls(calls.map(({ outcome }) => outcome));
    const last = calls.at(-1);
    if (status === null || !last) return [];
    const { batchId, at, signedPath, providerDocumentId } = last;
    return { documentId, batchId, status, at, closed: status !== 'signed', signedPath, providerDocumentId };
  });
}

/** Returns the status by all calls of a document; null when none of them can have signed it. */
function statusOfCalls(outcomes: readonly (Outcome | null)[]): 'signed' | 'unverified' | 'in-doubt' | null {
  if (outcomes.includes('signed')) return 'signed';
  if (outcomes.includes('unverified')) return 'unverified';
  return outcomes.some(callMayHaveSigned) ? 'in-doubt' : null;
}
