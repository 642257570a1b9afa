/** Channels of visits and their records. */
import { z } from 'zod';
import {
  caseDetailsSchema,
  caseFilterSchema,
  casePageSchema,
  caseSummarySchema,
  casesStateSchema,
  caseViewSchema,
  evidenceResultSchema,
  evidenceWishSchema,
  longestInCase,
} from '../domain/case.ts';
import { longestPage } from '../domain/longest-page.ts';
import { findingSchema, longestReason } from '../domain/policy.ts';
import { recordSummarySchema, recordViewSchema, recordWishSchema } from '../domain/record.ts';
import { languageSchema } from '../domain/settings.ts';
import { type ChannelsOf, channel, type EventsOf, id, nothing } from './channel.ts';

export const visitChannels = {
  'cases.state': channel(nothing, casesStateSchema),
  /** A page of visits, the last changed first. */
  'cases.page': channel(
    z.object({ filter: caseFilterSchema, offset: z.number().int().nonnegative(), limit: z.number().int().min(1).max(longestPage) }),
    casePageSchema,
  ),
  /** The latest visits of the same transaction number or identification, however it is punctuated; a few. */
  'cases.related': channel(caseDetailsSchema.omit({ name: true }), z.array(caseSummarySchema)),
  /** Reads a stored visit; fetches nothing. */
  'cases.open': channel(id, caseViewSchema),
  'cases.create': channel(caseDetailsSchema, caseSummarySchema),
  'cases.change': channel(caseDetailsSchema.extend({ id: z.string() }), caseViewSchema),
  'cases.note': channel(z.object({ id: z.string(), text: z.string().trim().min(1).max(longestInCase.note) }), caseViewSchema),
  /** Removes a visit with all its rows and encrypted files. `case-busy` while a document or search of it waits. */
  'cases.remove': channel(id, nothing),
  /** Fetches a record from the provider and stores it. `fetchId` is made by the page, for `cases.stopFetch` and `cases.fetching`. `parts`: in the order of the path. */
  'cases.fetch': channel(
    z.object({ id: z.string(), fetchId: z.string(), parts: z.array(z.string().max(300)).max(10), wish: recordWishSchema }),
    recordSummarySchema,
  ),
  'cases.stopFetch': channel(z.object({ fetchId: z.string() }), nothing),
  /** Evaluates the policy for documents that are about to be signed: the findings, and the visit that the documents belong to. */
  'cases.findings': channel(
    z.object({ caseId: z.string().nullable(), clientInfo: z.string() }),
    z.object({ visit: caseSummarySchema.nullable(), findings: z.array(findingSchema) }),
  ),
  /** Overrides these findings. */
  'cases.override': channel(
    z.object({ id: z.string(), keys: z.array(z.string()).min(1), reason: z.string().trim().min(1).max(longestReason) }),
    caseViewSchema,
  ),
  /** Asks for a file and writes the evidence ZIP; null when dismissed. */
  'cases.evidence': channel(id.extend({ wish: evidenceWishSchema, language: languageSchema }), evidenceResultSchema.nullable()),
  /** Shows the ZIP that was last written for this visit in its folder. */
  'cases.showEvidence': channel(id, nothing),

  'records.open': channel(id, recordViewSchema),
  /** Asks for a file and writes a picture, video or document; null when dismissed. */
  'records.saveFile': channel(z.object({ recordId: z.string(), fileId: z.string() }), z.object({ name: z.string() }).nullable()),
  /** Asks for a file and writes the record: its unchanged JSON (with or without the long texts), or a readable PDF. */
  'records.export': channel(
    z.object({ id: z.string(), format: z.enum(['json', 'pdf']), files: z.boolean(), language: languageSchema }),
    z.object({ name: z.string() }).nullable(),
  ),
} satisfies ChannelsOf<'cases' | 'records'>;

export const visitEvents = {
  'cases.changed': caseSummarySchema,
  'cases.removed': id,
  'cases.state': casesStateSchema,
  /** Received bytes of a record; throttled to a few times a second. */
  'cases.fetching': z.object({ fetchId: z.string(), bytes: z.number().int() }),
} satisfies EventsOf<'cases'>;

/** Address of a record's picture, video or document, relative to the page. */
export const recordFileUrl = (recordId: string, fileId: string): string =>
  `./records/${encodeURIComponent(recordId)}/${encodeURIComponent(fileId)}`;
