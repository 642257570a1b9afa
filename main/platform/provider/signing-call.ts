/** One sign-documents call (interface description, endpoint D): what is sent, and the outcome. */

import type { WirePlacement } from '../../../shared/domain/placement.ts';
import type { Problem } from '../../../shared/errors.ts';
import type { IncomingContent } from '../storage/incoming.ts';

/** Bytes that are read while they are sent; a failure to read ends the call before its form is complete. */
export type SentContent = { /** Bytes. */ size: number; read(): AsyncIterable<Uint8Array> };

export type SigningCall = {
  documents: { reference: string; fileName: string; content: SentContent }[];
  clientInfo: string;
  placement: WirePlacement;
};

/** One complete entry of `signedDocuments`. A member that is null, missing or unreadable is null. */
export type SignedItem = {
  referenceNumber: string | null;
  providerDocumentId: string | null;
  /** Null: neither of the two that the description has. */
  status: 'SUCCESS' | 'FAIL' | null;
  errorReason: string | null;
  content: IncomingContent | null;
};

/** The contents of a 200 answer. */
export type SignAnswer = {
  items: SignedItem[];
  /** Texts as long as a document outside the `signedDocument` of every complete entry; closed. */
  otherTexts: IncomingContent[];
  /**
   * Why the answer may lack entries: cut off, not JSON, not as described, or the problem with which the incoming store
   * failed (a full disk). Complete entries count. Null for an answer that is whole and as described.
   */
  defect: Problem | null;
};

export type CallOutcome =
  /** 200. */
  | ({ kind: 'answered' } & SignAnswer)
  /**
   * Certainly not processed: no token, not connected, 400, 401, 403, 429 or 503 with `Retry-After` before it can have been signed,
   * or aborted by the station because its encrypted copy could not be read. `retryable`: automatically, later (no connection, busy);
   * else a person must act.
   */
  | { kind: 'refused'; problem: Problem; retryable: boolean }
  /** Too large (413): can be split. */
  | { kind: 'too-large' }
  /** Bytes were sent; whether anything was signed is unknown (no answer in time, 5xx, 429, undescribed status). */
  | { kind: 'unknown'; problem: Problem };
