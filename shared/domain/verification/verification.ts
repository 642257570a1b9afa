/** Findings of a check of a PDF's signatures (design, section 6). Times are ISO 8601 in UTC. */
import { z } from 'zod';
import { signatureFactsSchema } from '../documents/document.ts';
import { boxSchema, pageFactsSchema } from '../placement/geometry.ts';
import { providerRuleSchema } from './provider-rule.ts';

/** Result of the whole check. `unverifiable`: possibly signed, but it cannot be checked. */
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
  /** Its issuer's signature on it was verified, whether or not that issuer is trusted. */
  proven: z.boolean(),
  /** Its issuer permits signatures: the certificate is not only for servers, time stamps, encryption or authorities. */
  maySign: z.boolean(),
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
  /** Changes, by code; `suspicious` ones first. */
  changes: z.array(z.string()),
  fault: signatureFaultSchema.nullable(),
  signedAt: z.string().nullable(),
  /** Source of the time. */
  signedAtBy: z.enum(['time-stamp', 'signer']).nullable(),
  certificate: certificateReportSchema.nullable(),
  /** Such as `RSA` and `sha256`. */
  algorithm: z.string().nullable(),
  hash: z.string().nullable(),
  /** SHA-1, an RSA key of under 2048 bits, or a curve of under 224. */
  weak: z.boolean(),
  /** Whether the signed attributes name the certificate. */
  namesCertificate: z.boolean(),
  timeStamp: timeStampReportSchema.nullable(),
  /** Revocation of the signer's certificate, not of its issuers', by the data in the file; nothing is fetched. */
  revocation: z.enum(['not-checked', 'not-revoked', 'revoked']),
  /** The original has it too. */
  isEarlier: z.boolean(),
});
export type SignatureReport = z.infer<typeof signatureReportSchema>;

/**
 * `preserved`: the file is the sent document, with a signature (its time stamp, data for checks, metadata) and changes that the provider
 * rules accept. Everything else is `changed`, also parts that could not be compared.
 */
export const originalComparisonSchema = z.enum(['preserved', 'changed', 'not-given']);
export type OriginalComparison = z.infer<typeof originalComparisonSchema>;

/**
 * Kinds of differences. `page-missing`: a page of the original is absent; `page-added`: a page that the original does not have; `size`:
 * boxes, rotation or user unit; `text`, `appearance` (rendered pixels), `annotations`, `form`: outside the signature; `document`: entries
 * of the whole document, such as scripts, layers and embedded files.
 */
export const differenceSchema = z.object({
  what: z.enum(['page-missing', 'page-added', 'size', 'text', 'appearance', 'annotations', 'form', 'document']),
  /** From 1, of the file; of the original where it is missing; null for a difference outside of the pages. */
  page: z.number().int().positive().nullable(),
});
export type Difference = z.infer<typeof differenceSchema>;

/** How a file was compared with the sent document, and what differs. */
export const comparisonSchema = z.object({
  /**
   * `appended`: the file begins with the original, and the added part was examined;
   * `page-by-page`: it was rewritten, or more was added.
   */
  method: z.enum(['appended', 'page-by-page', 'none']),
  /** Null where the pages were not read. */
  pages: z.object({ original: z.number().int(), file: z.number().int() }).nullable(),
  /** The first ones, in the order of pages. */
  differences: z.array(differenceSchema),
  /** Number of pages that differ, including missing and added ones. */
  differingPages: z.number().int(),
  /** Differences that a rule accepted, and their pages in the file. */
  accepted: z.array(z.object({ rule: providerRuleSchema, pages: z.array(z.number().int().positive()) })),
});
export type Comparison = z.infer<typeof comparisonSchema>;

/** Requested and actual position of a signature. */
export const placeReportSchema = z.object({
  /** From 1. */
  page: z.number().int().positive(),
  /** User space of that page. */
  rect: boxSchema,
  /** Overlap of the rectangles of the new signature and of the request, as a share (0 to 1) of the larger one; null: not on that page. */
  overlap: z.number().min(0).max(1).nullable(),
});
export type PlaceReport = z.infer<typeof placeReportSchema>;

/** Findings that allow signing, unless the settings make such a document wait for a supervisor. */
export const remarkSchema = z.enum([
  'issuer-not-trusted',
  'weak-algorithm',
  'signing-time-unknown',
  /** Its time is days before the document was sent: the file may be that of an earlier signing. */
  'signed-before-sent',
  /** Its time is days after the check. */
  'signed-in-future',
  'certificate-not-named',
  /** The issuer gave the certificate for another use, such as a server. */
  'certificate-not-for-signing',
  'time-stamp-not-valid',
  'time-stamp-not-trusted',
  /** No signature has a place on a page. */
  'invisible',
  'form-filled',
  'objects-outside-revisions',
  'objects-damaged',
  /** A fault in a signature of the original was there before. */
  'earlier-signature-faulty',
  'signature-on-other-page',
  /** Less than half of the requested rectangle, or of its own, is in their overlap. */
  'signature-moved',
  /** A later one hides what the page showed to the first signer; only without the original, so that no setting withholds it. */
  'signature-over-content',
  /** More than one signature was added, or one in several places. */
  'extra-signature',
]);
export type Remark = z.infer<typeof remarkSchema>;

/** Remarks that the settings can make a document wait for a supervisor with. */
export const withholdableSchema = remarkSchema.exclude(['signature-over-content']);
export type Withholdable = z.infer<typeof withholdableSchema>;

/** Remarks that make a document wait for a supervisor unless settings say otherwise. */
export const withheldByDefault: readonly Withholdable[] = ['signature-on-other-page', 'signature-moved', 'extra-signature'];

/** Why the bottom line is not simply `signed`; `main/features/verification/conclude.ts` has the effect of each. */
export const findingSchema = z.enum([
  'no-signature',
  /** No signature that the original does not have. */
  'nothing-added',
  'signature-broken',
  'suspicious-changes',
  'certificate-not-valid-then',
  /** Revoked before the signature was made. */
  'certificate-revoked',
  'original-changed',
  'earlier-signature-gone',
  /** New signatures cover much of a page, and no place was requested. */
  'signature-large',
  /** No new signature is by the signer that the profile expects. */
  'signer-not-expected',
  /** The same file was returned for another document; found by signing, not by the check of one file. */
  'same-answer',
  'file-unreadable',
  'signature-unreadable',
  /** Neither an issuer nor the signed attributes vouch for the certificate: its name may have been changed. */
  'signer-not-proven',
  'original-unreadable',
  /** The comparison did not finish. */
  'original-not-compared',
  ...remarkSchema.options,
]);
export type Finding = z.infer<typeof findingSchema>;
export const isRemark = (finding: Finding): finding is Remark => remarkSchema.safeParse(finding).success;

/** Findings about additions of the provider, which a rule may accept. */
export const findingsOfAdditions: readonly Finding[] = ['original-changed', 'suspicious-changes', 'extra-signature'];

/** Facts that no check of this report covers. `later-looks`: what a signature shows on a page that another person had signed before. */
export const notCheckedSchema = z.enum(['revocation', 'original', 'pages', 'place', 'later-looks']);
export type NotChecked = z.infer<typeof notCheckedSchema>;

/** `limits`: of time, memory or size. `not-understood`: the check itself failed on it. */
export const fileFaultSchema = z.enum([
  'empty',
  'not-a-pdf',
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
  /** Null without an original. */
  comparison: comparisonSchema.nullable(),
  /** Null where no place was requested. */
  place: placeReportSchema.nullable(),
  bottomLine: bottomLineSchema,
  findings: z.array(findingSchema),
  notChecked: z.array(notCheckedSchema),
  /** Why the structure of the file could not be read completely. */
  fault: fileFaultSchema.nullable(),
  /** Oldest first; `end` in bytes, `objects`: number of objects that it defines or frees. */
  revisions: z.array(z.object({ end: z.number().int(), objects: z.number().int() })),
  /** Objects that no cross-reference of the file names; `again`: of numbers that it names elsewhere. */
  strayObjects: z.object({ outside: z.number().int(), again: z.number().int() }),
});
export type VerificationReport = z.infer<typeof verificationReportSchema>;

/** `size` in bytes; `sha256` is lower-case hex. Null where it is no longer known. */
export const checkedFileSchema = z.object({
  name: z.string(),
  size: z.number().int().nonnegative().nullable(),
  sha256: z.string().nullable(),
});
export type CheckedFile = z.infer<typeof checkedFileSchema>;

/** A report with the files that it is about. */
export const verifiedFileSchema = z.object({
  file: checkedFileSchema,
  /** The sent document; null when none was chosen. */
  original: checkedFileSchema.nullable(),
  checkedAt: z.string(),
  report: verificationReportSchema,
});
export type VerifiedFile = z.infer<typeof verifiedFileSchema>;

/** A file that was chosen for a check; `size` in bytes. */
export const chosenPdfSchema = z.object({ id: z.string(), name: z.string(), size: z.number().int().nonnegative() });
export type ChosenPdf = z.infer<typeof chosenPdfSchema>;

/** A returned file, for the viewer. Pages are empty where it cannot be read. */
export const returnedFileSchema = z.object({
  name: z.string(),
  sha256: z.string(),
  pages: z.array(pageFactsSchema),
  signatures: z.array(signatureFactsSchema),
});
export type ReturnedFile = z.infer<typeof returnedFileSchema>;
