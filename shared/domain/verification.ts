/** What a check of a PDF's signatures found (design, section 6). Times are ISO 8601 in UTC. */
import { z } from 'zod';
import { signatureFactsSchema } from './document.ts';
import { boxSchema, pageFactsSchema } from './geometry.ts';
import { providerRuleSchema } from './provider-rule.ts';

/** What the whole amounts to. `unverifiable`: signed perhaps, but it cannot be checked. */
export const bottomLineSchema = z.enum(['signed', 'signed-with-remarks', 'unverifiable', 'unacceptable']);
export type BottomLine = z.infer<typeof bottomLineSchema>;

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
  /** The original has it too. */
  isEarlier: z.boolean(),
});
export type SignatureReport = z.infer<typeof signatureReportSchema>;

/**
 * `preserved`: the file is what was sent, with a signature (its time stamp, data for checks, metadata) and what the rules of the provider
 * accept. Everything else is `changed`, also what could not be compared.
 */
export const originalComparisonSchema = z.enum(['preserved', 'changed', 'not-given']);
export type OriginalComparison = z.infer<typeof originalComparisonSchema>;

/**
 * What differs. `page-missing`: a page of the original that is not there; `page-added`: a page that the original does not have; `size`:
 * boxes, rotation or user unit; `text`, `appearance` (rendered pixels), `annotations`, `form`: outside the signature; `document`: entries
 * of the whole document, such as scripts, layers and embedded files.
 */
export const differenceSchema = z.object({
  what: z.enum(['page-missing', 'page-added', 'size', 'text', 'appearance', 'annotations', 'form', 'document']),
  /** From 1, of the file; of the original where it is missing; null for what is of no page. */
  page: z.number().int().positive().nullable(),
});
export type Difference = z.infer<typeof differenceSchema>;

/** How a file was compared with what was sent, and what differs. */
export const comparisonSchema = z.object({
  /** `appended`: the file begins with the original, and what was added was looked at; `page-by-page`: it was rewritten, or more was added. */
  method: z.enum(['appended', 'page-by-page', 'none']),
  /** Null where the pages were not read. */
  pages: z.object({ original: z.number().int(), file: z.number().int() }).nullable(),
  /** The first ones, in the order of pages. */
  differences: z.array(differenceSchema),
  /** How many pages differ, those that are missing and added among them. */
  differingPages: z.number().int(),
  /** What would be a difference, and on which pages of the file, if no rule accepted it. */
  accepted: z.array(z.object({ rule: providerRuleSchema, pages: z.array(z.number().int().positive()) })),
});
export type Comparison = z.infer<typeof comparisonSchema>;

/** Where a signature was asked for, and where it is. */
export const placeReportSchema = z.object({
  /** From 1. */
  page: z.number().int().positive(),
  /** User space of that page. */
  rect: boxSchema,
  /** What the rectangles of the new signature and of the request have in common, as a share (0 to 1) of the larger one; null: not on that page. */
  overlap: z.number().min(0).max(1).nullable(),
});
export type PlaceReport = z.infer<typeof placeReportSchema>;

/** Findings that do not keep a document from being signed, unless the settings hold such a document back for a supervisor. */
export const remarkSchema = z.enum([
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
  /** What is wrong with a signature of the original was wrong before. */
  'earlier-signature-faulty',
  'signature-on-other-page',
  /** Less than half of the rectangle that was asked for, or of its own, is where they meet. */
  'signature-moved',
  /** It covers much of its page, where no place was asked for. */
  'signature-large',
  /** More than one signature was added, or one in several places. */
  'extra-signature',
]);
export type Remark = z.infer<typeof remarkSchema>;

/** Remarks that hold a document back unless settings say otherwise. */
export const withheldByDefault: readonly Remark[] = ['signature-on-other-page', 'signature-moved', 'signature-large', 'extra-signature'];

/** Why the bottom line is not simply `signed`; `main/features/verification/bottom-line.ts` says what each amounts to. */
export const findingSchema = z.enum([
  'no-signature',
  /** No signature that the original does not have. */
  'nothing-added',
  'signature-broken',
  'suspicious-changes',
  'certificate-not-valid-then',
  /** Before it was signed with. */
  'certificate-revoked',
  'original-changed',
  'earlier-signature-gone',
  /** No new signature is by the signer that the profile expects. */
  'signer-not-expected',
  /** The same file came back for another document; found by signing, not by the check of one file. */
  'same-answer',
  'file-unreadable',
  'signature-unreadable',
  /** Neither an issuer nor what was signed vouches for the certificate: its name may have been changed. */
  'signer-not-proven',
  'original-unreadable',
  /** The comparison did not come to an end. */
  'original-not-compared',
  ...remarkSchema.options,
]);
export type Finding = z.infer<typeof findingSchema>;

/** Findings about additions of the provider, which a rule may accept. */
export const findingsOfAdditions: readonly Finding[] = ['original-changed', 'suspicious-changes'];

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
  /** Null where no original was given. */
  comparison: comparisonSchema.nullable(),
  /** Null where no place was asked for. */
  place: placeReportSchema.nullable(),
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

/** `size` in bytes; `sha256` is lower-case hex. Null where it is not known any more. */
export const checkedFileSchema = z.object({
  name: z.string(),
  size: z.number().int().nonnegative().nullable(),
  sha256: z.string().nullable(),
});
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

/** A file that came back, for the viewer. Pages are empty where it cannot be read. */
export const returnedFileSchema = z.object({
  name: z.string(),
  sha256: z.string(),
  pages: z.array(pageFactsSchema),
  signatures: z.array(signatureFactsSchema),
});
export type ReturnedFile = z.infer<typeof returnedFileSchema>;
