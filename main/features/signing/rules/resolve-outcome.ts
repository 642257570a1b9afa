/**
 * Decides the outcome of each document of a call by how far the call got, its answer and its error. No other file decides that a
 * document of the queue is in doubt: bytes of its call have left, and whether the provider signed it is unknown. That is so when
 *
 * - the call failed after its first byte, or its status does not say that nothing was processed (`resolveFailedCall`);
 * - the station failed or ended before the answer was stored (`resolveFault`);
 * - the answer does not say of the document whether it was signed, or has no usable file (`resolveEntries`);
 * - the stored copy of the signed file was damaged before its delivery (`resolveDamagedFile`);
 * - the ledger has a call without a result that says otherwise, and the database does not have the call (`resolveUnknownCall`).
 *
 * A document that was sent again in doubt is in doubt again when the new sending signed nothing (`stateAfter` of `states.ts`).
 *
 * The same functions decide about a test document of the placement test, which is in no queue; several answers to one put it in
 * doubt, also when they agree (`placement-test/send-test.ts`).
 * Which failed calls are certainly not processed: `main/platform/provider/classify-failure.ts`. Pure.
 */

import type { DocumentVerification } from '../../../../shared/domain/signing/signing.ts';
import { type Problem, type ProblemDetail, problem } from '../../../../shared/errors.ts';
import type { CallOutcome } from '../../../platform/provider/classify-failure.ts';
import type { EncryptedFile } from '../../../platform/storage/encrypted-files.ts';
import type { ReceivedFile } from '../outbox/job.ts';
import type { Outcome } from '../sent-ledger/rules/entries.ts';
import { isSettled, maxListedMs, type Settled } from './states.ts';

export type FailedCall = Exclude<CallOutcome, { kind: 'answered' }>;

/** Returns the outcome of a call that ended with an error. `begun`: its first byte was about to leave. */
export const failedCall = (begun: boolean, why: Problem): FailedCall =>
  begun ? { kind: 'unknown', problem: why } : { kind: 'refused', problem: why, retryable: false };

/**
 * The move of the documents of a failed call, and the next step of their scheduler. `back-off`: the connection or the provider has
 * trouble; `pause`: the station has; `halve`, `leave-out`: sends them again at once, as two calls or without the unreadable document.
 */
export type FailedResolution =
  | { move: 'doubt'; problem: Problem; next: 'back-off' }
  | { move: 'fail'; problem: Problem; next: 'continue' }
  | { move: 'putBack'; problem: Problem; next: 'back-off' | 'pause' }
  | { move: 'putBack'; problem: null; next: 'halve' | 'leave-out' };

/** `count`: number of documents in the call. `hasUnreadable`: the encrypted copy of one of them could not be read. */
export function resolveFailedCall(call: FailedCall, { count, hasUnreadable }: { count: number; hasUnreadable: boolean }): FailedResolution {
  if (call.kind === 'unknown') return { move: 'doubt', problem: call.problem, next: 'back-off' };
  if (call.kind === 'too-large') {
    if (count === 1) return { move: 'fail', problem: problem('call-too-large'), next: 'continue' };
    return { move: 'putBack', problem: null, next: 'halve' };
  }
  if (call.retryable) return { move: 'putBack', problem: call.problem, next: 'back-off' };
  if (call.problem.code === 'disk-full') return { move: 'putBack', problem: call.problem, next: 'pause' };
  if (hasUnreadable) return { move: 'putBack', problem: null, next: 'leave-out' };
  return { move: 'fail', problem: call.problem, next: 'continue' };
}

/**
 * Returns the move of a document that is being sent when the station itself fails or ends; null when the next start repeats the check of
 * the stored answer. `isAnswered`: the complete answer of its call is on the disk.
 */
export const resolveFault = (isAnswered: boolean, why: Problem): 'doubt' | null =>
  isAnswered && why.code === 'cancelled' ? null : 'doubt';

/**
 * The check of a returned file. `problem` null: the document is signed. Otherwise it is unverified, for this reason; `verification` is
 * null when the check itself failed.
 */
export type Checked = { verification: DocumentVerification | null; problem: Problem | null };

/** One entry after its content was read and, if it is a PDF, checked. */
export type ReadEntry =
  | { kind: 'pdf'; providerDocumentId: string | null; file: EncryptedFile; sha256: string; checked: Checked }
  /** FAIL, without content as specified, or with content that is no signed file all the same. */
  | { kind: 'fail'; providerDocumentId: string | null; errorReason: string | null; file: EncryptedFile | null }
  /** Neither SUCCESS nor FAIL, or FAIL with a signed file, which begins its reason; its content stays with the attempt, as a candidate. */
  | { kind: 'unclear'; providerDocumentId: string | null; errorReason: string | null }
  /** SUCCESS without content. */
  | { kind: 'empty'; providerDocumentId: string | null; errorReason: string | null }
  /** SUCCESS with content that is no base64 or no PDF. */
  | { kind: 'unusable'; providerDocumentId: string | null; problem: Problem; file: EncryptedFile | null };

/** `others`: entries that are not the result, and whose files are delivered as received. */
export type EntriesResolution =
  /** `resolveCheck` decides by the check of `entry`. `copies`: further copies of its file. */
  | { move: 'check'; entry: PdfEntry; warning: Problem | null; others: ReadEntry[]; copies: EncryptedFile[] }
  | { move: 'reject' | 'doubt'; problem: Problem; others: ReadEntry[] };

type PdfEntry = Extract<ReadEntry, { kind: 'pdf' }>;
export type UnusableEntry = Exclude<ReadEntry, PdfEntry>;

/**
 * Decides by all entries of one document. One entry: SUCCESS with a PDF is checked; SUCCESS with any other content is in doubt, since
 * something was signed; FAIL is rejected; any other status is in doubt. Several: entries that contradict each other, or one with another
 * status, put the document in doubt; otherwise the first file that the check accepts counts, else the first one, and a different file
 * adds a warning.
 *
 * @param entries or why the station could not read them
 * @param missing why the document is in doubt when there is no entry
 */
export function resolveEntries(entries: readonly UnusableEntry[], missing: Problem): Exclude<EntriesResolution, { move: 'check' }>;
export function resolveEntries(entries: readonly ReadEntry[] | Problem, missing: Problem): EntriesResolution;
export function resolveEntries(entries: readonly ReadEntry[] | Problem, missing: Problem): EntriesResolution {
  if ('code' in entries) return { move: 'doubt', problem: entries, others: [] };
  const first = entries[0];
  if (first === undefined) return { move: 'doubt', problem: missing, others: [] };
  const others = [...entries];
  const unclear = entries.find((entry) => entry.kind === 'unclear');
  if (unclear) return { move: 'doubt', problem: problem('answer-not-as-described', said(unclear)), others };
  const failed = entries.filter((entry) => entry.kind === 'fail');
  if (failed.length > 0 && failed.length < entries.length) return { move: 'doubt', problem: problem('answer-repeats-document'), others };
  if (first.kind === 'fail')
    return { move: 'reject', problem: problem('provider-said-fail', said(first) ?? { providerText: '—', context: 'unexplained' }), others };
  const files = entries.filter((entry) => entry.kind === 'pdf');
  const signed = files.find(({ checked }) => checked.problem === null) ?? files[0];
  if (signed) return toCheck(signed, entries);
  const unusable = entries.find((entry) => entry.kind === 'unusable');
  const empty = entries.find((entry) => entry.kind === 'empty');
  return { move: 'doubt', problem: unusable?.problem ?? problem('signed-but-empty', empty && said(empty)), others };
}

/** Words of the provider for the text of a problem; undefined without any. */
const said = ({ errorReason }: { errorReason: string | null }): ProblemDetail | undefined =>
  errorReason === null ? undefined : { providerText: errorReason, context: 'said' };

function toCheck(signed: PdfEntry, entries: readonly ReadEntry[]): EntriesResolution {
  const others = entries.filter((entry) => entry !== signed);
  return {
    move: 'check',
    entry: signed,
    warning: entries.length > 1 ? problem('answer-repeats-document') : null,
    others: others.filter((entry) => !isCopy(entry, signed)),
    copies: others.flatMap((entry) => (isCopy(entry, signed) ? [entry.file] : [])),
  };
}

const isCopy = (entry: ReadEntry, of: PdfEntry): entry is PdfEntry => entry.kind === 'pdf' && entry.sha256 === of.sha256;

/** The moves by a check that agrees: of a returned file, an accepted candidate, the file of an unverified document. */
const agreed = { sending: 'sign', 'in-doubt': 'accept', unverified: 'verify' } as const;

/** Returns the move of a document by the check of its file; null when it stays unverified. `why`: the problem of the check. */
export function resolveCheck(status: keyof typeof agreed, why: Problem | null): 'sign' | 'accept' | 'verify' | 'withhold' | null {
  if (why === null) return agreed[status];
  return status === 'unverified' ? null : 'withhold';
}

/** Returns the move of a document with a damaged file; null when its outcome does not depend on that file. */
export const resolveDamagedFile = (role: ReceivedFile['role']): 'spoil' | null => (role === 'signed' ? 'spoil' : null);

/** Returns the outcome, for the ledger, of a document that is signed, in doubt, unverified or settled; null for any other. */
export function outcomeAfterEnd(job: Settled): 'signed' | 'unverified' | 'in-doubt' | 'settled' | null {
  if (isSettled(job)) return 'settled';
  return job.status === 'signed' || job.status === 'unverified' || job.status === 'in-doubt' ? job.status : null;
}

/** Returns the outcome, for the ledger, of a document at the end of its call. One that is still being sent is in doubt. */
export function outcomeAtEnd(job: Settled): Outcome {
  const { status } = job;
  if (status === 'queued' || status === 'cancelled' || status === 'draft') return 'not-processed';
  if (status === 'sending') return 'in-doubt';
  return outcomeAfterEnd(job) ?? (status === 'rejected' ? 'rejected' : 'failed');
}

/** Whether the provider may have signed a document in a call of the ledger; null is a call without a result. */
export const callMayHaveSigned = (outcome: Outcome | null): boolean =>
  outcome !== 'rejected' && outcome !== 'failed' && outcome !== 'not-processed';

/**
 * Decides about a document in a call that the ledger has and the database does not. `sent`: it counts as sent before, and is not in doubt:
 * a person settled it, or it was signed so long ago that it has left the lists. `isStored`: the database has the document, which is then in
 * doubt in any case.
 */
export function resolveUnknownCall(
  outcome: Outcome | null,
  { at, now, isStored }: { at: string; now: Date; isStored: boolean },
): 'doubt' | 'sent' | 'not-signed' | 'not-processed' {
  if (outcome === 'not-processed') return outcome;
  if (!callMayHaveSigned(outcome)) return 'not-signed';
  const isOver = outcome === 'settled' || (outcome === 'signed' && Date.parse(at) < now.getTime() - maxListedMs);
  return isOver && !isStored ? 'sent' : 'doubt';
}
