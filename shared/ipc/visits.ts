/** Channels of visits and their records. */
import { z } from 'zod';
import { maxPageRows } from '../domain/max-page-rows.ts';
import { recordSummarySchema, recordViewSchema, recordWishSchema } from '../domain/records/record.ts';
import { languageSchema } from '../domain/settings/settings.ts';
import { findingSchema, maxReasonLength } from '../domain/visits/policy.ts';
import {
  evidenceResultSchema,
  evidenceWishSchema,
  maxVisitLengths,
  visitDetailsSchema,
  visitFilterSchema,
  visitPageSchema,
  visitSummarySchema,
  visitsStateSchema,
  visitViewSchema,
} from '../domain/visits/visit.ts';
import { savedFileSchema } from './app.ts';
import { type ChannelsOf, channel, type EventsOf, id, nothing } from './channel.ts';

export const visitChannels = {
  'visits.state': channel(nothing, visitsStateSchema),
  /** A page of visits, the last changed first. */
  'visits.page': channel(
    z.object({ filter: visitFilterSchema, offset: z.number().int().nonnegative(), limit: z.number().int().min(1).max(maxPageRows) }),
    visitPageSchema,
  ),
  /** The latest visits of the same transaction number or identification, however it is punctuated; a few. */
  'visits.related': channel(visitDetailsSchema.omit({ name: true }), z.array(visitSummarySchema)),
  /** Reads a stored visit; fetches nothing. */
  'visits.open': channel(id, visitViewSchema),
  'visits.create': channel(visitDetailsSchema, visitSummarySchema),
  'visits.change': channel(visitDetailsSchema.extend({ id: z.string() }), visitViewSchema),
  'visits.note': channel(z.object({ id: z.string(), text: z.string().trim().min(1).max(maxVisitLengths.note) }), visitViewSchema),
  /** Removes a visit with all its rows and encrypted files. `visit-busy` while a document or screening of it is pending. */
  'visits.remove': channel(id, nothing),
  /**
   * Fetches a record from the provider and stores it. `fetchId` is made by the page, for `visits.stopFetch` and `visits.fetching`.
   * `parts`: in the order of the path.
   */
  'visits.fetch': channel(
    z.object({ id: z.string(), fetchId: z.string(), parts: z.array(z.string().max(300)).max(10), wish: recordWishSchema }),
    recordSummarySchema,
  ),
  'visits.stopFetch': channel(z.object({ fetchId: z.string() }), nothing),
  /** Evaluates the policy for documents that are about to be signed: the findings, and the visit that the documents belong to. */
  'visits.findings': channel(
    z.object({ visitId: z.string().nullable(), clientInfo: z.string() }),
    z.object({ visit: visitSummarySchema.nullable(), findings: z.array(findingSchema) }),
  ),
  /** Overrides these findings. */
  'visits.override': channel(
    z.object({ id: z.string(), keys: z.array(z.string()).min(1), reason: z.string().trim().min(1).max(maxReasonLength) }),
    visitViewSchema,
  ),
  /** Asks for a file and writes the evidence ZIP; null when dismissed. */
  'visits.evidence': channel(
    id.extend({ wish: evidenceWishSchema, language: languageSchema }),
    evidenceResultSchema.extend(savedFileSchema.shape).nullable(),
  ),

  'records.open': channel(id, recordViewSchema),
  /** Asks for a file and writes a picture, video or document; null when dismissed. */
  'records.saveFile': channel(z.object({ recordId: z.string(), fileId: z.string() }), savedFileSchema.nullable()),
  /** Asks for a file and writes the record: its unchanged JSON (with or without the long texts), or a readable PDF. */
  'records.export': channel(
    z.object({ id: z.string(), format: z.enum(['json', 'pdf']), files: z.boolean(), language: languageSchema }),
    savedFileSchema.nullable(),
  ),
} satisfies ChannelsOf<'visits' | 'records'>;

export const visitEvents = {
  'visits.changed': visitSummarySchema,
  'visits.removed': id,
  'visits.state': visitsStateSchema,
  /** Received bytes of a record; throttled to a few times a second. */
  'visits.fetching': z.object({ fetchId: z.string(), bytes: z.number().int() }),
} satisfies EventsOf<'visits'>;

/** Address of a record's picture, video or document, relative to the page. */
export const recordFileUrl = (recordId: string, fileId: string): string =>
  `./records/${encodeURIComponent(recordId)}/${encodeURIComponent(fileId)}`;
