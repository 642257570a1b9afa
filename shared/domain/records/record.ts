/**
 * Transaction records (interface description, Resources: Transaction record and its sections), as fetched by the
 * validation query (endpoint E) or pushed. Any described member may be null, missing or of a different type;
 * members that are not described are stored and shown.
 */
import { z } from 'zod';
import { problemSchema } from '../../problem-schema.ts';

/** Types of the description. `datetime`: ISO 8601, with or without fraction and offset; shown as written, never shifted. */
export const fieldTypes = ['string', 'integer', 'float', 'boolean', 'datetime'] as const;

/** Sections in the order in which a person reads them. */
export const recordSections = ['person', 'document', 'faces', 'place', 'ani', 'process', 'client', 'extras'] as const;
export const recordSectionSchema = z.enum(recordSections);
export type RecordSection = z.infer<typeof recordSectionSchema>;

/**
 * One described member. `name` is the provider's spelling; for a member inside `Extras` or `Response_ANI` the path to it
 * (`Response_ANI.Niup`). `odd`: it came in another type than described, and `value` is its JSON text. A number that
 * JavaScript cannot hold is the text of its digits. `repeated`: the member, or one around it, occurs twice in its object; `value` is the
 * JSON text of the last one, and counts in no decision. `value` null in state `value`: the text is so long that it is stored in
 * a file of `otherFiles`. Members of a score are named `Scores.<name>`.
 */
export const recordFieldSchema = z.object({
  name: z.string(),
  type: z.enum(fieldTypes),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  state: z.enum(['value', 'null', 'missing', 'odd', 'repeated']),
});
export type RecordField = z.infer<typeof recordFieldSchema>;

/**
 * An alert of a record; pure, from the record alone, but for `other-transaction` (against the query), `other-identification` (against the
 * visit) and `document-expired` (against the day on which the record arrived). Worst first.
 */
export const mismatchKinds = [
  'alert-list', // FoundOnProviderAlert is true, or ReponseControlList says that something was found
  'death', // DateOfDeath holds a date
  'face-not-approved', // ComparationFacesAproved or ComparationFacesSuccesful is false
  'document-face-not-approved', // ResultCompareDocumentFaces below ThresholdCompareDocumentFaces
  'other-transaction', // TransactionId unlike the number that was queried, and so is each other identifier
  'other-identification', // IdNumber unlike IdNumberFromClient, or unlike the visit's identification
  'other-identification-ani', // names of Response_ANI unlike the record's: not the same person
  'document-expired', // ExpirationDate before the day of the transaction, or before the one on which the record arrived
  'document-state', // Response_ANI.CedulaState(Description) says that it is not current
  'not-scored', // a score with a causal of rejection
  'state-rejected', // the name of a state says that it was rejected, and none of the above says why
  'unreadable-value', // a value on which another of these depends has a form or a meaning that is not certain
  'repeated-member', // a member that occurs twice in its object: it has no valid value
  'uncertain-text', // bytes that are not of the stated character encoding, read as windows-1252
] as const;
export const mismatchKindSchema = z.enum(mismatchKinds);
export type MismatchKind = z.infer<typeof mismatchKindSchema>;
/** `fields`: the members it is derived from; `texts`: their values, as written. */
export const mismatchSchema = z.object({ kind: mismatchKindSchema, fields: z.array(z.string()), texts: z.array(z.string()) });
export type Mismatch = z.infer<typeof mismatchSchema>;

/** `none`: the record does not say (null, missing, odd). */
export const faceVerdictSchema = z.enum(['approved', 'not-approved', 'none']);
export type FaceVerdict = z.infer<typeof faceVerdictSchema>;

/** Image types of the description (Resources, Image types). */
export const imageTypes = {
  front: 1,
  back: 2,
  customer: 3,
  documentFace: 12,
  documentSignature: 13,
  frontCrop: 17,
  backCrop: 18,
  video: 20,
} as const;

/** A part of a record that is stored in an encrypted file. `path`: JSON path of its text in the record. */
export const recordFileSchema = z.object({
  id: z.string(),
  path: z.array(z.union([z.string(), z.number()])),
  /** Size of the bytes, or of the text where it was no base64. */
  size: z.number().int(),
  sha256: z.string(),
  /**
   * Detected from its first bytes (`main/features/records/receiving/media-type.ts`), such as `image/jpeg`; null for an unknown kind.
   */
  mime: z.string().nullable(),
  /** False: it was no base64 and is stored as the received text. */
  decoded: z.boolean(),
});
export type RecordFile = z.infer<typeof recordFileSchema>;

/** One element of `Images`; `file` null when it has no picture. */
export const recordImageSchema = z.object({
  number: z.number().int(),
  typeId: z.number().nullable(),
  typeName: z.string().nullable(),
  id: z.string().nullable(),
  downloadCode: z.string().nullable(),
  file: recordFileSchema.nullable(),
});
export type RecordImage = z.infer<typeof recordImageSchema>;

/** One document found under `SignedDocuments`; the structure of its elements is not shown. `name`: a text next to it that names it. */
export const recordDocumentSchema = z.object({ number: z.number().int(), name: z.string().nullable(), file: recordFileSchema });
export type RecordDocument = z.infer<typeof recordDocumentSchema>;

/** One element of `Scores`, its fields in the order of the description. */
const recordScoreSchema = z.object({ number: z.number().int(), fields: z.array(recordFieldSchema) });

/** The parts that are derived from the record's JSON alone; see `main/features/records/reading`. */
export const recordReadingSchema = z.object({
  uid: z.string().nullable(),
  /** First to last name joined; empty when there is none. */
  name: z.string(),
  identification: z.string(),
  transaction: z.string().nullable(),
  face: faceVerdictSchema,
  sections: z.array(z.object({ id: recordSectionSchema, fields: z.array(recordFieldSchema) })),
  scores: z.array(recordScoreSchema),
  images: z.array(recordImageSchema),
  documents: z.array(recordDocumentSchema),
  /** Files that are under neither `Images` nor `SignedDocuments`, and the first of a member that occurs twice. */
  otherFiles: z.array(recordFileSchema),
  mismatches: z.array(mismatchSchema),
  /**
   * `Parameters`, `StateSignatureDocument`, members that are not described (inside sections too, by their path), unchanged;
   * null when there are none.
   */
  other: z.record(z.string(), z.unknown()).nullable(),
  /** Described members with a different type, and sections that are no objects. */
  defects: z.array(z.string()),
});
export type RecordReading = z.infer<typeof recordReadingSchema>;

/** Parts that were requested (endpoint E, query parameters). */
export const recordWishSchema = z.object({ images: z.boolean(), documents: z.boolean(), video: z.boolean() });
export type RecordWish = z.infer<typeof recordWishSchema>;

export const recordSourceSchema = z.enum(['fetched', 'pushed']);
export type RecordSource = z.infer<typeof recordSourceSchema>;

/** Summary of a record for lists. */
export const recordSummarySchema = z.object({
  id: z.string(),
  visitId: z.string(),
  source: recordSourceSchema,
  /** ISO 8601, UTC. */
  receivedAt: z.string(),
  /** Clerk who fetched it; empty for a pushed one. */
  by: z.string(),
  /** Name of the connection profile that it was fetched with; null of a pushed one, and in practice (`isPracticeRecord`). */
  profile: z.string().nullable(),
  /** User of the web service who pushed it; null of a fetched one. */
  caller: z.string().nullable(),
  /** Parts of the query path; empty for a pushed one. */
  parts: z.array(z.string()),
  wish: recordWishSchema,
  /** JSON path of the record in the answer: empty for the answer itself. */
  within: z.array(z.union([z.string(), z.number()])),
  uid: z.string().nullable(),
  name: z.string(),
  identification: z.string(),
  face: faceVerdictSchema,
  mismatches: z.array(mismatchKindSchema),
  /** Bytes of the whole answer, and its SHA-256 (lower-case hex). */
  size: z.number().int(),
  sha256: z.string(),
  /** Version of the content under this `Uid`, for pushed records; 1 for the first. */
  version: z.number().int().min(1),
  files: z.number().int(),
  /** Why it cannot be shown; null when it can. */
  problem: problemSchema.nullable(),
});
export type RecordSummary = z.infer<typeof recordSummarySchema>;

/** Whether the practice provider answered it: the person is invented. */
export const isPracticeRecord = ({ source, profile }: Pick<RecordSummary, 'source' | 'profile'>): boolean =>
  source === 'fetched' && profile === null;

export const recordViewSchema = recordSummarySchema.omit({ mismatches: true, files: true }).extend(recordReadingSchema.shape);
export type RecordView = z.infer<typeof recordViewSchema>;
