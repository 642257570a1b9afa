/** The states of a document (design, section 4) and every move between them; nothing else changes a state. */
import type { DocumentStatus } from '../../../shared/domain/signing.ts';

export const moves = {
  /** The clerk sends. Nothing that may have been signed is among the states it starts from. */
  send: { from: ['draft', 'failed', 'rejected', 'cancelled'], to: 'queued' },
  /** The clerk sends again what may have been signed, knowing so. */
  release: { from: ['in-doubt', 'unverified'], to: 'queued' },
  /** The clerk changes her mind before the first byte left. */
  cancel: { from: ['queued'], to: 'cancelled' },
  /** The first byte is about to leave. */
  start: { from: ['queued'], to: 'sending' },
  /** Certainly not processed, and to be sent in another call (the line is down, the provider is busy, the call was too large). */
  putBack: { from: ['sending'], to: 'queued' },
  /** The check of what came back agrees. */
  sign: { from: ['sending'], to: 'signed' },
  /** A file came back, or was taken as the result, and its check does not agree; or the same file came back for another document. */
  withhold: { from: ['sending', 'in-doubt', 'signed'], to: 'unverified' },
  /** A later check of the same file agrees: roots or rules were added, or the first check had failed. */
  verify: { from: ['unverified'], to: 'signed' },
  /** A person lets the file go to its folder, with a reason. It does not become signed by that. */
  releaseFile: { from: ['unverified'], to: 'unverified' },
  /** The provider said FAIL. */
  reject: { from: ['sending'], to: 'rejected' },
  /** Certainly not signed. */
  fail: { from: ['queued', 'sending'], to: 'failed' },
  /** Bytes went out and the outcome is unknown, or the provider says that it signed and sent nothing usable. */
  doubt: { from: ['sending'], to: 'in-doubt' },
  /** The ledger knows of a call that the database does not: see `main/features/signing/sent-ledger/`. */
  recall: { from: ['draft', 'queued', 'sending', 'failed', 'rejected', 'cancelled'], to: 'in-doubt' },
  /** The provider answered with a file, but what the station stored of it was damaged before it was delivered. */
  spoil: { from: ['signed', 'unverified'], to: 'in-doubt' },
  /** A person took a file that was offered as the result, and its check agrees. */
  accept: { from: ['in-doubt'], to: 'signed' },
} as const satisfies Record<string, { from: readonly DocumentStatus[]; to: DocumentStatus }>;

export type Move = keyof typeof moves;

/** Documents that are done leave the list after 30 days. */
export const maxListedMs = 30 * 86_400_000;

/** The state after a move; null when the table does not allow it. */
export function stateAfter(status: DocumentStatus, move: Move): DocumentStatus | null {
  const from: readonly DocumentStatus[] = moves[move].from;
  return from.includes(status) ? moves[move].to : null;
}

/** Whether the provider may have signed it, and a person has to say what becomes of it. */
export const mayBeSigned = (status: DocumentStatus): boolean => status === 'in-doubt' || status === 'unverified';

type Settled = { status: DocumentStatus; closed: unknown; fileRelease: unknown };

/** Whether a person has said what becomes of what may have been signed. */
export const isSettled = ({ status, closed, fileRelease }: Settled): boolean =>
  mayBeSigned(status) && (closed !== null || fileRelease !== null);

/** Whether it waits for that. */
export const needsWord = (job: Settled): boolean => mayBeSigned(job.status) && !isSettled(job);

/** True while the provider may be at work on the document, or will be without another click. */
export const isUnderWay = (status: DocumentStatus): boolean => status === 'queued' || status === 'sending';
