/** The states of a document (design, section 4) and every move between them; nothing else changes a state. */
import type { DocumentStatus } from '../../shared/domain/signing.ts';

export const moves = {
  /** The clerk sends. Nothing that may have been signed is among the states it starts from. */
  send: { from: ['draft', 'failed', 'rejected', 'cancelled'], to: 'queued' },
  /** The clerk sends again what may have been signed, knowing so. */
  release: { from: ['in-doubt'], to: 'queued' },
  /** The clerk changes her mind before the first byte left. */
  cancel: { from: ['queued'], to: 'cancelled' },
  /** The first byte is about to leave. */
  start: { from: ['queued'], to: 'sending' },
  /** Certainly not processed, and to be sent in another call (the line is down, the provider is busy, the call was too large). */
  putBack: { from: ['sending'], to: 'queued' },
  /** What came back decodes and opens as a PDF. */
  sign: { from: ['sending'], to: 'signed' },
  /** The provider said FAIL. */
  reject: { from: ['sending'], to: 'rejected' },
  /** Certainly not signed. */
  fail: { from: ['queued', 'sending'], to: 'failed' },
  /** Bytes went out and the outcome is unknown, or the provider says that it signed and sent nothing usable. */
  doubt: { from: ['sending'], to: 'in-doubt' },
  /** The provider signed, but what the station kept of it was damaged before it was delivered. */
  spoil: { from: ['signed'], to: 'in-doubt' },
  /** A person took a file that was offered as the result. */
  accept: { from: ['in-doubt'], to: 'signed' },
} as const satisfies Record<string, { from: readonly DocumentStatus[]; to: DocumentStatus }>;

export type Move = keyof typeof moves;

/** The state after a move; null when the table does not allow it. */
export function stateAfter(status: DocumentStatus, move: Move): DocumentStatus | null {
  const from: readonly DocumentStatus[] = moves[move].from;
  return from.includes(status) ? moves[move].to : null;
}

/** True while the provider may be at work on the document, or will be without another click. */
export const isUnderWay = (status: DocumentStatus): boolean => status === 'queued' || status === 'sending';
