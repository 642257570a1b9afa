/** What a check of a PDF's signatures found (design, section 6). Times are ISO 8601 in UTC. */
import { z } from 'zod';
import { signatureFactsSchema } from './document.ts';

/** What the whole amounts to. `unverifiable`: signed perhaps, but it cannot be checked. */
export const bottomLineSchema = z.enum(['signed', 'signed-with-remarks', 'unverifiable', 'unacceptable']);
export type BottomLine = z.infer<typeof bottomLineSchema>;

export const changesAfterSchema = z.enum(['none', 'allowed', 'suspicious']);
export type ChangesAfter = z.infer<typeof changesAfterSchema>;

/** Why a signature is not valid. */
export const signatureFaultSchema = z.enum([
  'byte-range',
  'digest',
  'content',
  'signature',
  'certificate',
  'certificate-forged',
  'cms',
  'algorithm',
  'no-certificate',
]);
export type SignatureFault = z.infer<typeof signatureFaultSchema>;

export const certificateReportSchema = z.object({
  subject: z.string(),
  issuer: z.string(),
  /** Hexadecimal. */
  serialNumber: z.string(),
  validFrom: z.string(),
  validTo: z.string(),
  atSigning: z.enum(['valid', 'expired', 'not-yet-valid', 'unknown']),
  /** A chain leads to a root that the machine trusts. */
  trusted: z.boolean(),
  /** Its issuer's signature of it was verified, whether or not that issuer is trusted. */
  proven: z.boolean(),
  /** Lower-case hex, of the DER. */
  sha256: z.string(),
});
export type CertificateReport = z.infer<typeof certificateReportSchema>;

export const timeStampReportSchema = z.object({
  integrity: signatureFactsSchema.shape.integrity,
  time: z.string().nullable(),
  signer: z.string().nullable(),
  trusted: z.boolean(),
});
export type TimeStampReport = z.infer<typeof timeStampReportSchema>;

export const signatureReportSchema = signatureFactsSchema.extend({
  kind: z.enum(['signature', 'time-stamp']),
  /** As the file has it. */
  subFilter: z.string(),
  /** Name in the certificate; null where there is none. */
  signer: z.string().nullable(),
  changesAfter: changesAfterSchema,
  /** What was changed, by code; `suspicious` ones first. */
  changes: z.array(z.string()),
  fault: signatureFaultSchema.nullable(),
  signedAt: z.string().nullable(),
  /** Whose clock. */
  signedAtBy: z.enum(['time-stamp', 'signer']).nullable(),
  certificate: certificateReportSchema.nullable(),
  /** Such as `RSA` and `sha256`. */
  algorithm: z.string().nullable(),
  hash: z.string().nullable(),
  /** SHA-1, or an RSA key of under 2048 bits. */
  weak: z.boolean(),
  /** Whether what was signed names the certificate. */
  namesCertificate: z.boolean(),
  timeStamp: timeStampReportSchema.nullable(),
  /** Of the signer's certificate, not of its issuers', by what the file brings; nothing is fetched. */
  revocation: z.enum(['not-checked', 'not-revoked', 'revoked']),
});
export type SignatureReport = z.infer<typeof signatureReportSchema>;

/**
 * `preserved`: the file begins with the bytes of the original, and only a signature, its time stamp, data for checks and metadata were
 * added. Everything else is `changed`, a file that was rewritten among it: its pages are not compared yet.
 */
export const originalComparisonSchema = z.enum(['preserved', 'changed', 'not-given']);
export type OriginalComparison = z.infer<typeof originalComparisonSchema>;

/** Why the bottom line is not simply `signed`; `main/verification/bottom-line.ts` says what each amounts to. */
export const findingSchema = z.enum([
  'no-signature',
  /** The file is the original. */
  'nothing-added',
  'signature-broken',
  'suspicious-changes',
  'certificate-not-valid-then',
  /** Before it was signed with. */
  'certificate-revoked',
  'original-changed',
  'file-unreadable',
  'signature-unreadable',
  /** Neither an issuer nor what was signed vouches for the certificate: its name may have been changed. */
  'signer-not-proven',
  'original-unreadable',
  /** The file does not begin with the original: it was rewritten, or is another one. */
  'original-not-compared',
  'issuer-not-trusted',
  'weak-algorithm',
  'signing-time-unknown',
  'certificate-not-named',
  'time-stamp-not-valid',
  'time-stamp-not-trusted',
  /** No signature has a place on a page. */
  'invisible',
  'form-filled',
  'objects-outside-revisions',
  'objects-damaged',
]);
export type Finding = z.infer<typeof findingSchema>;

/** What no check of this report is about. */
export const notCheckedSchema = z.enum(['revocation', 'original', 'pages', 'place']);
export type NotChecked = z.infer<typeof notCheckedSchema>;

/** `limits`: of time, memory or size. `not-understood`: the check itself failed on it. */
export const fileFaultSchema = z.enum([
  'xref-damaged',
  'object-damaged',
  'stream-unsupported',
  'encrypted',
  'too-many-pages',
  'limits',
  'not-understood',
]);
export type FileFault = z.infer<typeof fileFaultSchema>;

export const verificationReportSchema = z.object({
  signatures: z.array(signatureReportSchema),
  original: originalComparisonSchema,
  bottomLine: bottomLineSchema,
  findings: z.array(findingSchema),
  notChecked: z.array(notCheckedSchema),
  /** Why the structure of the file could not be read to its end. */
  fault: fileFaultSchema.nullable(),
  /** Oldest first; `end` in bytes, `objects` how many it defines or frees. */
  revisions: z.array(z.object({ end: z.number().int(), objects: z.number().int() })),
  /** Objects that no cross-reference of the file names; `again`: of numbers that it names elsewhere. */
  strayObjects: z.object({ outside: z.number().int(), again: z.number().int() }),
});
export type VerificationReport = z.infer<typeof verificationReportSchema>;

/** `size` in bytes; `sha256` is lower-case hex. */
export const checkedFileSchema = z.object({ name: z.string(), size: z.number().int().nonnegative(), sha256: z.string() });
export type CheckedFile = z.infer<typeof checkedFileSchema>;

/** A report with what it is about. */
export const verifiedFileSchema = z.object({
  file: checkedFileSchema,
  /** What was sent; null when it was not given. */
  original: checkedFileSchema.nullable(),
  checkedAt: z.string(),
  report: verificationReportSchema,
});
export type VerifiedFile = z.infer<typeof verifiedFileSchema>;

/** A file that was chosen to be checked; `size` in bytes. */
export const chosenPdfSchema = z.object({ id: z.string(), name: z.string(), size: z.number().int().nonnegative() });
export type ChosenPdf = z.infer<typeof chosenPdfSchema>;
