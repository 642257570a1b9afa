/** The states of a document (design, section 4) and all moves between them; nothing else changes a state. */
import { dayMs } from '../../../../shared/domain/day.ts';
import { canSendAgain, mayBeSigned } from '../../../../shared/domain/signing/job-status.ts';
import type { DocumentStatus } from '../../../../shared/domain/signing/signing.ts';

export const moves = {
  /** The clerk sends. A document that may have been signed is in none of the states it starts from. */
  send: { from: ['draft', 'failed', 'rejected', 'cancelled'], to: 'queued' },
  /** The clerk knowingly sends again a document that may have been signed. */
  resend: { from: ['in-doubt', 'unverified'], to: 'queued' },
  /** The clerk cancels before the first byte left. */
  cancel: { from: ['queued'], to: 'cancelled' },
  /** The first byte is about to leave. */
  start: { from: ['queued'], to: 'sending' },
  /** Certainly not processed; sent in another call later (the provider is offline or busy, or the call was too large). */
  putBack: { from: ['sending'], to: 'queued' },
  /** The check of the returned file agrees. */
  sign: { from: ['sending'], to: 'signed' },
  /** The check of a returned or accepted file does not agree, or the same file was returned for another document. */
  withhold: { from: ['sending', 'in-doubt', 'signed'], to: 'unverified' },
  /** A later check of the same file agrees: roots or rules were added, or the first check had failed. */
  verify: { from: ['unverified'], to: 'signed' },
  /** A person has the file delivered to its folder, with a reason. The document does not become signed. */
  releaseFile: { from: ['unverified'], to: 'unverified' },
  /** The provider said FAIL. */
  reject: { from: ['sending'], to: 'rejected' },
  /** Certainly not signed. */
  fail: { from: ['queued', 'sending'], to: 'failed' },
  /** Bytes were sent and the outcome is unknown, or the provider reports a signature but returned no usable file. */
  doubt: { from: ['sending'], to: 'in-doubt' },
  /** The ledger knows of a call that the database does not: see `main/features/signing/sent-ledger/`. */
  recall: { from: ['draft', 'queued', 'sending', 'failed', 'rejected', 'cancelled'], to: 'in-doubt' },
  /** The provider returned a file, but the stored copy was damaged before its delivery. */
  spoil: { from: ['signed', 'unverified'], to: 'in-doubt' },
  /** A person accepted a candidate as the result, and its check agrees. */
  accept: { from: ['in-doubt'], to: 'signed' },
} as const satisfies Record<string, { from: readonly DocumentStatus[]; to: DocumentStatus }>;

export type Move = keyof typeof moves;

/** Finished documents leave the list after 30 days. */
export const maxListedMs = 30 * dayMs;

/**
 * The state after a move; null when the table does not allow it. `resentInDoubt`: an earlier call may have signed the document, which is in
 * doubt again when its new sending is cancelled, refused or answered with FAIL.
 */
export function stateAfter(status: DocumentStatus, move: Move, resentInDoubt = false): DocumentStatus | null {
  const { from, to }: { from: readonly DocumentStatus[]; to: DocumentStatus } = moves[move];
  if (!from.includes(status)) return null;
  return resentInDoubt && canSendAgain({ status: to }) ? 'in-doubt' : to;
}

/** Whether a person may queue a document now. One that may be signed needs `resend`: the person's consent. */
export const mayBeQueued = (status: DocumentStatus, resend: boolean): boolean =>
  stateAfter(status, 'send') !== null || (resend && stateAfter(status, 'resend') !== null);

export type Settled = { status: DocumentStatus; closed: unknown; fileRelease: unknown };

/** Whether a person has settled a document that may have been signed. */
export const isSettled = ({ status, closed, fileRelease }: Settled): boolean =>
  mayBeSigned(status) && (closed !== null || fileRelease !== null);

/** Whether a document still has to be settled by a person. */
export const isUnsettled = (job: Settled): boolean => mayBeSigned(job.status) && !isSettled(job);
