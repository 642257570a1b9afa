/** What the station asks of a provider; implemented on undici in this folder, and only here. */

import type { WirePlacement } from '../../../shared/domain/placement.ts';
import type { TokenMember } from '../../../shared/domain/provider/token.ts';
import type { Problem } from '../../../shared/errors.ts';

/** Bytes that are read as they are sent; reading may fail, which ends the call before its form is complete. */
export type SentContent = { /** Bytes. */ size: number; read(): AsyncIterable<Uint8Array> };

/** One sign-documents request (interface description, endpoint D). */
export type SigningCall = {
  documents: { reference: string; fileName: string; content: SentContent }[];
  clientInfo: string;
  placement: WirePlacement;
};

/**
 * Where the text of `signedDocument` goes while the answer arrives: one sink an entry, opened before its
 * reference is known (members come in any order). Chunks are the JSON string's text, undecoded.
 */
export type IncomingStore = { open(): Promise<IncomingContent> };
export type IncomingContent = {
  write(text: string): Promise<void>;
  /** No more text. */
  close(): Promise<void>;
  /** Throws away what was written; harmless after `close`. */
  discard(): Promise<void>;
};

/** One complete entry of `signedDocuments`. A member that is null, missing or cannot be read is null. */
export type SignedItem = {
  referenceNumber: string | null;
  documentId: string | null;
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
   * Certainly not processed: no token, not connected, 400, 401, 403, 429 or 503 with `Retry-After` before it can have been signed, or broken off by the
   * station as its copy could not be read. `again`: by itself, later (no connection, busy); else a person must see to it.
   */
  | { kind: 'refused'; problem: Problem; again: boolean }
  /** Too large (413): can be split. */
  | { kind: 'too-large' }
  /** Bytes went out; whether anything was signed is unknown (no answer in time, 5xx, 429, undescribed status). */
  | { kind: 'unknown'; problem: Problem };

export type Provider = {
  /**
   * Gets a token when needed, sends the call once (twice if the token was refused: the provider did
   * nothing), and never throws for what the provider or the line did.
   * `onSending` is called when the request's first byte is about to leave.
   */
  signDocuments(
    call: SigningCall,
    incoming: IncomingStore,
    options?: { onSending?: () => void; signal?: AbortSignal },
  ): Promise<CallOutcome>;
  /**
   * Gets a fresh token. `unread`: members of its answer that are missing or could not be read.
   * @throws StationError with what is wrong, `cancelled` once `signal` is aborted
   */
  testSigning(signal?: AbortSignal): Promise<{ unread: TokenMember[] }>;
  /**
   * Fetches the record of a transaction with its signed documents (endpoint E, `returnDocuments`) and hands every
   * base64 text under `SignedDocuments` that is long enough to be a document to the store, undecoded.
   * @throws StationError `validation-not-set-up`, `validation-part-unusable`, `validation-refused`, `validation-failed`, `secret-missing`,
   * or the line's problem
   */
  signedDocumentsOf(transaction: string, incoming: IncomingStore): Promise<IncomingContent[]>;
  close(): Promise<void>;
};
