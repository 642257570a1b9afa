/** A stored visit. Its records, screenings and log entries have their own rows with the visit's id. */
import { z } from 'zod';
import { faceVerdictSchema } from '../../../shared/domain/record.ts';
import { outcomeSchema, verdictSchema } from '../../../shared/domain/screening.ts';
import { documentVerificationSchema } from '../../../shared/domain/signing.ts';
import { visitDetailsSchema, visitDocumentSchema } from '../../../shared/domain/visit.ts';

const visitFileSchema = z.object({ id: z.string(), size: z.number().int(), sha256: z.string() });

export const visitDocumentRowSchema = visitDocumentSchema.omit({ copies: true, verification: true }).extend({
  verification: documentVerificationSchema.nullable(),
  /** Encrypted copies of the visit's own: `{ kind: 'visit', owner: <visit id>, id }`. */
  originalCopy: visitFileSchema.nullable(),
  signedCopy: visitFileSchema.nullable(),
});
export type VisitDocumentRow = z.infer<typeof visitDocumentRowSchema>;

/** What lists and rules need of the records and screenings of a visit, so that none of these is opened for them. */
export const visitFactsSchema = z.object({
  records: z.number().int(),
  screenings: z.number().int(),
  /** Pending screenings. */
  waitingSearches: z.number().int(),
  /** The latest record; null without one, or when it cannot be opened. */
  record: z.object({ id: z.string(), identification: z.string(), face: faceVerdictSchema }).nullable(),
  /** Answered screenings, in the order of their answers. */
  asked: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      identification: z.string(),
      answeredAt: z.string(),
      outcome: outcomeSchema,
      block: z.boolean().nullable(),
      verdict: verdictSchema.nullable(),
    }),
  ),
});
export type VisitFacts = z.infer<typeof visitFactsSchema>;

export const visitRowSchema = visitDetailsSchema.extend({
  id: z.string(),
  openedAt: z.string(),
  changedAt: z.string(),
  openedBy: z.string(),
  documents: z.array(visitDocumentRowSchema),
  overrides: z.array(z.object({ key: z.string(), by: z.string(), at: z.string(), reason: z.string() })),
  /** As of the last change; derived again when the visit is opened. */
  facts: visitFactsSchema,
  /** When the warning of its removal started; null before that, and again after a change. */
  warnedAt: z.string().nullable(),
});
export type VisitRow = z.infer<typeof visitRowSchema>;
