/** What a check of a PDF's signatures found (design, section 6). Times are ISO 8601 in UTC. */
import type { SignatureFacts } from './document.ts';

/** What the whole amounts to. `unverifiable`: signed perhaps, but it cannot be checked. */
export type BottomLine = 'signed' | 'signed-with-remarks' | 'unverifiable' | 'unacceptable';

export type ChangesAfter = 'none' | 'allowed' | 'suspicious';

/** Why a signature is not valid. */
export type SignatureFault =
  | 'byte-range'
  | 'digest'
  | 'content'
  | 'signature'
  | 'certificate'
  | 'certificate-forged'
  | 'cms'
  | 'algorithm'
  | 'no-certificate';

export type CertificateReport = {
  subject: string;
  issuer: string;
  /** Hexadecimal. */
  serialNumber: string;
  validFrom: string;
  validTo: string;
  atSigning: 'valid' | 'expired' | 'not-yet-valid' | 'unknown';
  /** A chain leads to a root that the machine trusts. */
  trusted: boolean;
  /** Its issuer's signature of it was verified, whether or not that issuer is trusted. */
  proven: boolean;
  /** Lower-case hex, of the DER. */
  sha256: string;
};

export type TimeStampReport = { integrity: SignatureFacts['integrity']; time: string | null; signer: string | null; trusted: boolean };

export type SignatureReport = SignatureFacts & {
  kind: 'signature' | 'time-stamp';
  /** As the file has it. */
  subFilter: string;
  /** Name in the certificate; null where there is none. */
  signer: string | null;
  changesAfter: ChangesAfter;
  /** What was changed, by code; `suspicious` ones first. */
  changes: string[];
  fault: SignatureFault | null;
  signedAt: string | null;
  /** Whose clock. */
  signedAtBy: 'time-stamp' | 'signer' | null;
  certificate: CertificateReport | null;
  /** Such as `RSA` and `sha256`. */
  algorithm: string | null;
  hash: string | null;
  /** SHA-1, or an RSA key of under 2048 bits. */
  weak: boolean;
  /** Whether what was signed names the certificate. */
  namesCertificate: boolean;
  timeStamp: TimeStampReport | null;
  /** Of the signer's certificate, not of its issuers', by what the file brings; nothing is fetched. */
  revocation: 'not-checked' | 'not-revoked' | 'revoked';
};

/**
 * `preserved`: the file begins with the bytes of the original, and only a signature, its time stamp, data for checks and metadata were
 * added. Everything else is `changed`, a file that was rewritten among it: its pages are not compared yet.
 */
export type OriginalComparison = 'preserved' | 'changed' | 'not-given';

/** Why the bottom line is not simply `signed`; `main/verification/bottom-line.ts` says what each amounts to. */
export type Finding =
  | 'no-signature'
  /** The file is the original. */
  | 'nothing-added'
  | 'signature-broken'
  | 'suspicious-changes'
  | 'certificate-not-valid-then'
  /** Before it was signed with. */
  | 'certificate-revoked'
  | 'original-changed'
  | 'file-unreadable'
  | 'signature-unreadable'
  /** Neither an issuer nor what was signed vouches for the certificate: its name may have been changed. */
  | 'signer-not-proven'
  | 'original-unreadable'
  /** The file does not begin with the original: it was rewritten, or is another one. */
  | 'original-not-compared'
  | 'issuer-not-trusted'
  | 'weak-algorithm'
  | 'signing-time-unknown'
  | 'certificate-not-named'
  | 'time-stamp-not-valid'
  | 'time-stamp-not-trusted'
  /** No signature has a place on a page. */
  | 'invisible'
  | 'form-filled'
  | 'objects-outside-revisions'
  | 'objects-damaged';

/** What no check of this report is about. */
export type NotChecked = 'revocation' | 'original' | 'pages' | 'place';

export type VerificationReport = {
  signatures: SignatureReport[];
  original: OriginalComparison;
  bottomLine: BottomLine;
  findings: Finding[];
  notChecked: NotChecked[];
  /** Why the structure of the file could not be read to its end. */
  fault: FileFault | null;
  /** Oldest first; `end` in bytes, `objects` how many it defines or frees. */
  revisions: { end: number; objects: number }[];
  /** Objects that no cross-reference of the file names; `again`: of numbers that it names elsewhere. */
  strayObjects: { outside: number; again: number };
};

/** `limits`: of time, memory or size. `not-understood`: the check itself failed on it. */
export type FileFault =
  | 'xref-damaged'
  | 'object-damaged'
  | 'stream-unsupported'
  | 'encrypted'
  | 'too-many-pages'
  | 'limits'
  | 'not-understood';
