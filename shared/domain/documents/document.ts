/** A document: one local PDF as the renderer may know it, by id and SHA-256, never by path. */
import { z } from 'zod';
import { problemSchema } from '../../problem-schema.ts';
import { boxSchema, pageFactsSchema } from '../placement/geometry.ts';

/**
 * `password`: asks for one; without pages until a person has typed it; `no-changes`: opens, permissions forbid signing;
 * `certified`: see certification.
 */
const protectionSchema = z.enum(['none', 'password', 'no-changes', 'certified']);

/**
 * `broken`: its value does not match the bytes that it names, or they are not the file; `unreadable`: the station cannot decide.
 * `partial`: something was added to the file after the signature.
 */
export const signatureCheckSchema = z.object({
  integrity: z.enum(['valid', 'broken', 'unreadable']),
  coverage: z.enum(['whole-file', 'partial']),
});
export type SignatureCheck = z.infer<typeof signatureCheckSchema>;

/** Additions to a file after a signature: none, those of a further signature or a filled form, or any others. */
export const changesAfterSchema = z.enum(['none', 'allowed', 'suspicious']);
export type ChangesAfter = z.infer<typeof changesAfterSchema>;

export const signatureFactsSchema = signatureCheckSchema.extend({
  changesAfter: changesAfterSchema,
  field: z.string(),
  /** From 1; null when the field has no widget on a page. */
  page: z.number().int().positive().nullable(),
  rect: boxSchema.nullable(),
});
export type SignatureFacts = z.infer<typeof signatureFactsSchema>;

/** Facts that are read from the file itself. */
export const pdfFactsSchema = z.object({
  pages: z.array(pageFactsSchema),
  protection: protectionSchema,
  /** Filled signature fields. */
  signatures: z.array(signatureFactsSchema),
  /** An XFA form: `static` in addition to the file's pages, `dynamic` in place of them. Other viewers may show something else. */
  xfa: z.enum(['none', 'static', 'dynamic']),
  /**
   * Whether all viewers read the file alike. `mended`: it is damaged, and each mends it differently; `ambiguous`: it has a second
   * definition of an object, that only viewers which mend it would take. `unreadable`: encrypted so that what is added to it cannot be checked.
   */
  structure: z.enum(['sound', 'mended', 'ambiguous', 'unreadable']),
});
export type PdfFacts = z.infer<typeof pdfFactsSchema>;

export const stationDocumentSchema = z.object({
  id: z.string(),
  /** File name with extension. */
  name: z.string(),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  /** Lower-case hex; null when the file could not be read. */
  sha256: z.string().nullable(),
  /** Null when the file could not be read as a PDF. */
  facts: pdfFactsSchema.nullable(),
  /** Why the document cannot be sent; null when it can. The document stays listed in both cases. */
  problem: problemSchema.nullable(),
  /** Suggested reference number: the file's name without extension, made unique in the list. */
  reference: z.string(),
});
export type StationDocument = z.infer<typeof stationDocumentSchema>;

/** Files and folders that were opened together. `name` and `folder` are of the first; `more`: number of the others. */
export const recentOpeningSchema = z.object({
  id: z.string(),
  isFolder: z.boolean(),
  name: z.string(),
  folder: z.string(),
  more: z.number().int(),
});
export type RecentOpening = z.infer<typeof recentOpeningSchema>;
