/** Visits: one customer's visit, with its records, screenings, documents and decisions (design, section 4). */
import { z } from 'zod';
import { problemSchema } from '../../problem-schema.ts';
import { faceVerdictSchema, recordSummarySchema } from '../records/record.ts';
import { outcomeSchema, screeningSummarySchema } from '../screening/screening.ts';
import { signingJobSchema } from '../signing/signing.ts';
import { findingSchema } from './policy.ts';

export const maxVisitLengths = { name: 300, identification: 60, transaction: 300, note: 2000 } as const;

/** Details that a person typed; any of them may be empty, but not all. */
export const visitDetailsSchema = z.object({
  name: z.string().trim().max(maxVisitLengths.name),
  identification: z.string().trim().max(maxVisitLengths.identification),
  /** Identity-validation transaction number: it is the client info of the signed documents. */
  transaction: z.string().trim().max(maxVisitLengths.transaction),
});
export type VisitDetails = z.infer<typeof visitDetailsSchema>;

export const visitEventKinds = [
  'opened',
  'details-changed',
  'note', // detail: text
  'record-fetched', // about: the record
  'record-pushed', // about: the record; detail: version, from the second on and when it arrives again, receivedAt, when that was at the hub
  'record-failed', // detail: code
  'screened', // about: the screening; detail: outcome
  'screening-queued', // about: the screening
  'screening-read', // a person said what an unread answer means. about: the screening; detail: outcome, text
  'decided', // about: the screening; detail: verdict, text
  'queued', // about: the document; detail: name, reference
  'blocked', // about: the document; detail: code (what the policy found while it waited)
  'document', // about: the document; detail: status, code
  'file-released', // an unverified document's file, by a person. about: the document; detail: name, text
  'rule-made', // of an unverified document, by a person. about: the document; detail: name, providerRules (JSON of `providerRuleSchema`)
  'overridden', // detail: rules, text
  'evidence', // detail: parts, sha256 of the file
  'published', // about: the publication; detail: name
  'withdrawn', // about: the publication; detail: name
  'document-fetched', // about: the publication; detail: name, user (of the client's own service)
] as const;
export const visitEventKindSchema = z.enum(visitEventKinds);
export type VisitEventKind = z.infer<typeof visitEventKindSchema>;

/** One entry of the timeline; it is an entry of the audit log. `by` empty: the station itself, or the provider. */
export const visitEventSchema = z.object({
  number: z.number().int(),
  /** ISO 8601, UTC. */
  at: z.string(),
  by: z.string(),
  kind: visitEventKindSchema,
  /** Id of the record, screening or document that it is about. */
  about: z.string().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type VisitEvent = z.infer<typeof visitEventSchema>;

/** A document that was or is to be signed for the customer. It stays listed here when the queue forgets it. */
export const visitDocumentSchema = signingJobSchema
  .pick({ documentId: true, name: true, reference: true, status: true, problem: true, warning: true, queuedAt: true, changedAt: true })
  .extend(signingJobSchema.pick({ signedSha256: true, signedName: true, fileRelease: true, closed: true, verification: true }).shape)
  .extend({
    sha256: z.string(),
    /** Whether the visit has an encrypted copy of its own, for evidence. */
    copies: z.object({ original: z.boolean(), signed: z.boolean() }),
  });
export type VisitDocument = z.infer<typeof visitDocumentSchema>;

export const visitSummarySchema = visitDetailsSchema.extend({
  id: z.string(),
  openedAt: z.string(),
  /** Time of the latest event. */
  changedAt: z.string(),
  openedBy: z.string(),
  records: z.number().int(),
  screenings: z.number().int(),
  documents: z.number().int(),
  /** Of the latest record; null without one. */
  face: faceVerdictSchema.nullable(),
  /** Of the latest screening that was called; null without one. */
  outcome: outcomeSchema.nullable(),
  /** Whether an answer of a screening says `block` of the person. */
  personBlocked: z.boolean(),
  /** Rules at `stop` that are neither met nor overridden. */
  blocking: z.number().int(),
  /** Documents and screenings that wait for the connection, or for a person. */
  waiting: z.number().int(),
  /** When it will be removed automatically, ISO 8601; null unless that is soon. */
  removal: z.string().nullable(),
  /** Why it cannot be shown (its row does not parse); then all else is empty. */
  problem: problemSchema.nullable(),
});
export type VisitSummary = z.infer<typeof visitSummarySchema>;

export const visitViewSchema = visitSummarySchema.omit({ records: true, screenings: true, documents: true }).extend({
  /** Latest first. */
  records: z.array(recordSummarySchema),
  screenings: z.array(screeningSummarySchema),
  /** In the order queued. */
  documents: z.array(visitDocumentSchema),
  /** Oldest first. */
  events: z.array(visitEventSchema),
  findings: z.array(findingSchema),
});
export type VisitView = z.infer<typeof visitViewSchema>;

export const visitFilterSchema = z.object({
  /** In name, identification or transaction; accents and case do not count. */
  text: z.string().max(maxVisitLengths.name),
  /** `attention`: a rule blocks it; `waiting`: something in it is pending; `due`: it will be removed soon. */
  show: z.enum(['all', 'attention', 'waiting', 'due']),
});
export type VisitFilter = z.infer<typeof visitFilterSchema>;

export const visitPageSchema = z.object({ total: z.number().int(), items: z.array(visitSummarySchema) });
export type VisitPage = z.infer<typeof visitPageSchema>;

export const visitsStateSchema = z.object({
  attention: z.number().int(),
  waiting: z.number().int(),
  /** Number of visits that will be removed soon, and when the first; null for none. */
  due: z.number().int(),
  firstRemoval: z.string().nullable(),
  /** Null when visits survive the end of the station, else why they do not. */
  memoryOnly: problemSchema.nullable(),
});
export type VisitsState = z.infer<typeof visitsStateSchema>;

/** Parts of the ZIP in addition to documents, certificates, record and decisions. */
export const evidenceWishSchema = z.object({ images: z.boolean(), video: z.boolean() });
export type EvidenceWish = z.infer<typeof evidenceWishSchema>;

/** The written ZIP. `missing`: parts that could not be included (a file that is gone), by name. */
export const evidenceResultSchema = z.object({
  name: z.string(),
  parts: z.number().int(),
  size: z.number().int(),
  sha256: z.string(),
  missing: z.array(z.string()),
});
export type EvidenceResult = z.infer<typeof evidenceResultSchema>;
