/** Wire schema of an element of `signedDocuments` (interface description, Resources, "Signed document item"). */
import { z } from 'zod';

/**
 * Strict on the types that are stated; other members are let through to be kept. The description does not
 * say which members are always present: without reference or status an entry says nothing, so those two
 * are required; the rest may be null or missing, which reads as null.
 */
export const signedDocumentItemSchema = z.looseObject({
  referenceNumber: z.string(),
  documentId: z.string().nullish(),
  /** Encoding not shown; judged when the document is opened. Null when signing failed. */
  signedDocument: z.string().nullish(),
  status: z.enum(['SUCCESS', 'FAIL']),
  errorReason: z.string().nullish(),
});
