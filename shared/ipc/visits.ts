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
import { findingSchema, longestReason } from '../domain/policy.ts';
import { recordSummarySchema, recordViewSchema, recordWishSchema } from '../domain/record.ts';
import { longestPage } from '../domain/screening.ts';
import { languageSchema } from '../domain/settings.ts';
import { type ChannelsOf, channel, type EventsOf, id, nothing } from './channel.ts';

export const visitChannels = {
  'cases.state': channel(nothing, casesStateSchema),
  /** Those that changed last come first. */
  'cases.page': channel(
    z.object({ filter: caseFilterSchema, offset: z.number().int().nonnegative(), limit: z.number().int().min(1).max(longestPage) }),
    casePageSchema,
  ),
  /** From what is kept; nothing is fetched. */
  'cases.open': channel(id, caseViewSchema),
  'cases.create': channel(caseDetailsSchema, caseSummarySchema),
  'cases.change': channel(caseDetailsSchema.extend({ id: z.string() }), caseViewSchema),
  'cases.note': channel(z.object({ id: z.string(), text: z.string().trim().min(1).max(longestInCase.note) }), caseViewSchema),
  /** With everything sealed that belongs to it. `case-busy` while something of it waits. */
  'cases.remove': channel(id, nothing),
  /** Asks the provider for the record, and keeps it. `fetchId` is the page's own, for `cases.stopFetch` and `cases.fetching`. `parts` in the order of the path. */
  'cases.fetch': channel(
    z.object({ id: z.string(), fetchId: z.string(), parts: z.array(z.string().max(300)).max(10), wish: recordWishSchema }),
    recordSummarySchema,
  ),
  'cases.stopFetch': channel(z.object({ fetchId: z.string() }), nothing),
  /** What the rules find now for what would be signed, and the visit that it would belong to. */
  'cases.findings': channel(
    z.object({ caseId: z.string().nullable(), clientInfo: z.string() }),
    z.object({ visit: caseSummarySchema.nullable(), findings: z.array(findingSchema) }),
  ),
  /** Goes on in spite of these findings. */
  'cases.override': channel(
    z.object({ id: z.string(), keys: z.array(z.string()).min(1), reason: z.string().trim().min(1).max(longestReason) }),
    caseViewSchema,
  ),
  /** Asks where to, and writes the ZIP; null when dismissed. */
  'cases.evidence': channel(id.extend({ wish: evidenceWishSchema, language: languageSchema }), evidenceResultSchema.nullable()),
  /** Shows the ZIP that was written last for this case in its folder. */
  'cases.showEvidence': channel(id, nothing),

  'records.open': channel(id, recordViewSchema),
  /** Asks where to, and writes a picture, video or document out; null when dismissed. */
  'records.saveFile': channel(z.object({ recordId: z.string(), fileId: z.string() }), z.object({ name: z.string() }).nullable()),
  /** The record for a file: JSON as it came (with or without what is long), or a readable PDF. */
  'records.export': channel(
    z.object({ id: z.string(), format: z.enum(['json', 'pdf']), files: z.boolean(), language: languageSchema }),
    z.object({ name: z.string() }).nullable(),
  ),
} satisfies ChannelsOf<'cases' | 'records'>;

export const visitEvents = {
  'cases.changed': caseSummarySchema,
  'cases.removed': id,
  'cases.state': casesStateSchema,
  /** Bytes of a record so far; at most a few times a second. */
  'cases.fetching': z.object({ fetchId: z.string(), bytes: z.number().int() }),
} satisfies EventsOf<'cases'>;

/** Address of a record's picture, video or document, relative to the page. */
export const recordFileUrl = (recordId: string, fileId: string): string =>
  `./records/${encodeURIComponent(recordId)}/${encodeURIComponent(fileId)}`;
