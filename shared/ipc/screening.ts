/** Channels of screenings. */
import { z } from 'zod';
import { maxPageRows } from '../domain/max-page-rows.ts';
import {
  maxLengths,
  ruleEffectSchema,
  screeningFilterSchema,
  screeningPageSchema,
  screeningQuerySchema,
  screeningServiceStateSchema,
  screeningSummarySchema,
  screeningViewSchema,
  sourceReadingSchema,
  verdictSchema,
} from '../domain/screening/screening.ts';
import { languageSchema } from '../domain/settings/settings.ts';
import { ruleLimits, textRuleSchema } from '../domain/text-rules.ts';
import { savedFileSchema } from './app.ts';
import { type ChannelsOf, channel, type EventsOf, id, nothing } from './channel.ts';

const newRules = z.object({ rules: z.array(textRuleSchema).min(1).max(ruleLimits.rules) });

export const screeningChannels = {
  /**
   * Makes a screening now, and stores it. The answer is always a screening: a failed one has `problem`, and `screening.retryLater` can make
   * it pending. `requestId` is made by the page, for `screening.stop`. Refusals: `bad-request`, `search-not-set-up`, `disk-full`.
   */
  'screening.screen': channel(
    z.object({ requestId: z.string(), query: screeningQuerySchema, visitId: z.string().nullable().optional() }),
    screeningViewSchema,
  ),
  /** Ends the running screening; it then fails with `cancelled`. */
  'screening.stop': channel(z.object({ requestId: z.string() }), nothing),
  /** Makes a failed screening pending: it is made automatically when the connection is online. */
  'screening.retryLater': channel(id, screeningSummarySchema),
  /** Removes a pending screening. */
  'screening.dropPending': channel(id, nothing),
  'screening.state': channel(nothing, screeningServiceStateSchema),
  'screening.page': channel(
    z.object({
      filter: screeningFilterSchema,
      offset: z.number().int().nonnegative(),
      limit: z.number().int().min(1).max(maxPageRows),
    }),
    screeningPageSchema,
  ),
  'screening.open': channel(id, screeningViewSchema),
  /** Returns the unchanged answer as text. `no-answer-stored` when there is none. */
  'screening.raw': channel(id, z.object({ text: z.string() })),
  'screening.decide': channel(
    z.object({
      id: z.string(),
      match: z.number().int().nonnegative().nullable(),
      verdict: verdictSchema,
      reason: z.string().trim().min(1).max(maxLengths.reason),
    }),
    screeningViewSchema,
  ),
  /** Stores a person's meaning of unread data, with a reason. `of`: a source, or the JSON path of a member that is not described. */
  'screening.read': channel(
    sourceReadingSchema
      .pick({ of: true, meaning: true })
      .extend({ id: z.string(), reason: z.string().trim().min(1).max(maxLengths.reason) }),
    screeningViewSchema,
  ),
  /** Drafts rules that read answers like this one. */
  'screening.draftRules': channel(z.object({ id: z.string(), of: z.string() }), z.array(textRuleSchema)),
  /** Finds the stored screenings that these rules read differently; changes nothing. */
  'screening.tryRules': channel(newRules, ruleEffectSchema),
  /** Adds rules to the profile in use, before its other rules. */
  'screening.addRules': channel(newRules, nothing),
  /** Opens the link of a match in the browser; the screen asks first. `link-refused` for a link that is not in the answer. */
  'screening.openLink': channel(z.object({ id: z.string(), url: z.string() }), nothing),
  /** Asks for a file and writes the certificate; null when dismissed. */
  'screening.saveCertificate': channel(z.object({ id: z.string(), language: languageSchema }), savedFileSchema.nullable()),
} satisfies ChannelsOf<'screening'>;

export const screeningEvents = {
  /** A pending screening of the panel that was made automatically. Rows of a bulk screening have no event of their own. */
  'screening.changed': screeningSummarySchema,
  'screening.state': screeningServiceStateSchema,
} satisfies EventsOf<'screening'>;
