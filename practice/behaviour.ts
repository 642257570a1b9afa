/** The behaviour of the practice provider: its options, its misbehaviours and their queue, its log. */

import type { SecretName } from '../shared/domain/closed-lists.ts';
import type { PlacementConvention } from '../shared/domain/placement/placement.ts';
import type { SourceName } from '../shared/domain/screening/screening.ts';
import type { ProfileInput, SearchProfile } from '../shared/domain/settings/profile.ts';

/** A misbehaviour of one call. */
export type Misbehaviour = {
  /** Milliseconds before the answer begins. */
  delay?: number;
  /** Answer with this status; `body` replaces the error body that the description states for the operation. */
  status?: number;
  body?: string | Uint8Array;
  headers?: Record<string, string>;
  /**
   * Where the connection is dropped: after the headers, with the body unread; as the body begins to arrive; after all
   * work (documents signed) but before the answer; within the answer.
   */
  drop?: 'before-body' | 'during-request' | 'before-answer' | 'during-answer';
  /** 200 with JSON that ends early (the connection closes properly) or with no JSON at all. */
  json?: 'truncated' | 'none';
  /** Applied to one document's entry; by position in the call, or to all without `at`. */
  at?: number;
  entry?: WrongEntry | WrongFile;
  /** How the documents of the call are signed; replaces the provider's usual style. */
  style?: SigningStyle;
  /** Token endpoint: `expires_in` of the tokens handed out. */
  expiresIn?: number;
  /** Search: one source does not answer, if it was queried; the others do. */
  source?: SourceFailure;
  /** Search: the answer is about someone else. */
  otherPerson?: boolean;
};

/** An entry that differs from the description. */
export type WrongEntry =
  | 'fail' // status FAIL with a reason
  | 'success-null'
  | 'not-base64'
  | 'malformed-pdf'
  | 'missing' // signed, but not in the answer
  | 'twice' // the same entry twice
  | 'contradicting' // SUCCESS and FAIL for one reference
  | 'other-reference' // in place of the right one
  | 'other-types' // numbers for texts, the status in lower case
  | 'unclear-status' // neither SUCCESS nor FAIL
  | 'wrapped-document' // within an object
  | 'url-safe-base64'
  | 'data-prefix';

/**
 * A proper entry, SUCCESS, with a wrong file. A document that cannot be spoiled like this (another page where there is
 * only one) is FAIL.
 */
export type WrongFile =
  | 'swapped' // the file of the next document of the call; of the first one for the last
  | 'same-file' // that of the call's first document
  | 'other-pdf' // another contract, of the same size, signed
  | 'original' // as it was sent
  | 'unsigned-pdf' // with the marks of practice, without a signature
  | 'broken-cms' // a bit of the signature value is flipped
  | 'cut-cms' // its second half is missing
  | 'zeroed-cms'
  | 'wrong-byte-range' // leaves out more than the value, and is signed so
  | 'altered-text' // a letter of a page, within the signed bytes
  | 'altered-later' // words over a page, by a revision after the signature
  | 'other-page'
  | 'other-place' // on the right page
  | 'invisible'
  | 'dropped-page' // the last one that is not signed
  | 'added-page' // before the last one
  | 'extra-signature'; // a second one, elsewhere on the page

/** Valid signing styles; by default appended, as sent, `adbe.pkcs7.detached`, RSA, by the signer's own clock. */
export type SigningStyle = {
  /** `rewritten`: every object is written again, instead of an update after the sent bytes. */
  file?: 'appended' | 'rewritten';
  /** Additions to every document: a page at the end that names the signer, a line below each page, or both. */
  addition?: 'certificate-page' | 'footer' | 'footer-and-page';
  /** `ETSI.CAdES.detached`: PAdES B, with `signingCertificateV2`. */
  subFilter?: 'adbe.pkcs7.detached' | 'ETSI.CAdES.detached';
  timeStamp?: boolean;
  /** `stopped`: every signature has the same time, so that equal documents become equal files (without `timeStamp`, with an RSA key). */
  clock?: 'stopped';
  key?: SignerKey;
};

export type SignerKey = 'rsa' | 'rsa-pss' | 'ecdsa';

/** The form in which the search reports this is not shown: a text or an error object in place of the data, or no member at all. */
export type SourceFailure = { name: SourceName; as: 'text' | 'error-object' | 'missing' };

export type PracticeOperation = 'token' | 'sign' | 'validation' | 'search';

export type PracticeOptions = {
  /** 0 or absent: any free port. Always on 127.0.0.1. */
  port?: number;
  /** How the provider reads x1..signaturePage; its profile has the same convention. */
  placement?: Partial<PlacementConvention>;
  style?: SigningStyle;
  /** Maximum bytes of a call before it answers 413. */
  maxBytes?: number;
  /** Maximum documents of a call before it answers 413. */
  maxDocuments?: number;
  /** Serve https with a self-signed certificate. */
  tls?: boolean;
  /** The one spelling of the judicial flag that the search takes (both are shown); the profile has the same. */
  judicialFlag?: SearchProfile['judicialFlag'];
};

/** One received call. */
export type PracticeLogEntry = {
  at: string;
  operation: PracticeOperation;
  status: number | 'dropped';
  /** sign: reference numbers with the SHA-256 of the received documents. */
  documents?: { reference: string; sha256: string }[];
  /** sign: the client info of the call. */
  clientInfo?: string;
  /** search: SHA-256 of name, line feed and identification as they arrived, once the call was understood. */
  asked?: string;
};

export type Practice = {
  origin: string;
  /** A profile that the station can use unchanged. */
  profile: ProfileInput;
  secrets: Partial<Record<SecretName, string>>;
  /** PEM of the authority that issues the certificates of its signers and its time stamps: made at each start. */
  signerRoot: string;
  /** PEM of the certificate that https is served with; only with `tls`. */
  certificate?: string;
  /** Queues a misbehaviour for the next `times` calls (default 1; Infinity for all) of an operation. */
  misbehave(operation: PracticeOperation, how: Misbehaviour, times?: number): void;
  /** Makes every token handed out so far expired (403) or unknown (401). */
  spoilTokens(how: 'expired' | 'unknown'): void;
  /** The latest calls. */
  log(): PracticeLogEntry[];
  /** Number of searches per person, by the digest `asked` of the log; also where the answer was spoiled afterwards. */
  asked(): ReadonlyMap<string, number>;
  close(): Promise<void>;
};

/** Queued misbehaviours, taken one call at a time, in the order in which they were added. */
export type Misbehaviours = {
  add(operation: PracticeOperation, how: Misbehaviour, times: number): void;
  /** Takes the misbehaviour of the call that begins now; `{}` for none. The object is a copy: the call's handler may add to it. */
  next(operation: PracticeOperation): Misbehaviour;
};

export function createMisbehaviours(): Misbehaviours {
  const queues: Record<PracticeOperation, { how: Misbehaviour; left: number }[]> = { token: [], sign: [], validation: [], search: [] };
  return {
    add(operation, how, times) {
      if (times > 0) queues[operation].push({ how, left: times });
    },
    next(operation) {
      const first = queues[operation][0];
      if (!first) return {};
      first.left -= 1;
      if (first.left <= 0) queues[operation].shift();
      return { ...first.how };
    },
  };
}
