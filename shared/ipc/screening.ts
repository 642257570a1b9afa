/** Channels of screenings. */
import { z } from 'zod';
import {
  longest,
  longestPage,
  ruleEffectSchema,
  screeningFilterSchema,
  screeningPageSchema,
  screeningQuerySchema,
  screeningServiceStateSchema,
  screeningSummarySchema,
  screeningViewSchema,
  sourceReadingSchema,
  verdictSchema,
} from '../domain/screening.ts';
import { languageSchema } from '../domain/settings.ts';
import { ruleLimits, textRuleSchema } from '../domain/text-rules.ts';
import { type ChannelsOf, channel, type EventsOf, id, nothing } from './channel.ts';

const newRules = z.object({ rules: z.array(textRuleSchema).min(1).max(ruleLimits.rules) });

export const screeningChannels = {
  /**
   * Asks now, and keeps what came. It always answers with a search: one that failed says why in `problem`, and
   * can be kept for later. `searchId` is the page's own, for `screening.stop`.
   * `bad-request` and `search-not-set-up` are the only refusals, beside those of a full disk.
   */
  'screening.search': channel(
    z.object({ searchId: z.string(), query: screeningQuerySchema, caseId: z.string().nullable().optional() }),
    screeningViewSchema,
  ),
  /** Gives up the search under way; it then fails with `cancelled`. */
  'screening.stop': channel(z.object({ searchId: z.string() }), nothing),
  /** Turns a failed search into one that is asked by itself when the line is back. */
  'screening.keep': channel(id, screeningSummarySchema),
  /** Takes back a search that waits: it is then gone. */
  'screening.drop': channel(id, nothing),
  'screening.state': channel(nothing, screeningServiceStateSchema),
  'screening.page': channel(
    z.object({
      filter: screeningFilterSchema,
      offset: z.number().int().nonnegative(),
      limit: z.number().int().min(1).max(longestPage),
    }),
    screeningPageSchema,
  ),
  'screening.open': channel(id, screeningViewSchema),
  /** The answer as it came, as text. `nothing-came` when there is none. */
  'screening.raw': channel(id, z.object({ text: z.string() })),
  'screening.decide': channel(
    z.object({
      id: z.string(),
      match: z.number().int().nonnegative().nullable(),
      verdict: verdictSchema,
      reason: z.string().trim().min(1).max(longest.reason),
    }),
    screeningViewSchema,
  ),
  /** A person says what unread data means, with a reason. `of`: a source, or the JSON path of a member that is not described. */
  'screening.read': channel(
    sourceReadingSchema.pick({ of: true, meaning: true }).extend({ id: z.string(), reason: z.string().trim().min(1).max(longest.reason) }),
    screeningViewSchema,
  ),
  /** Rules that would read answers like this one. */
  'screening.draftRules': channel(z.object({ id: z.string(), of: z.string() }), z.array(textRuleSchema)),
  /** Which stored screenings these rules would have read otherwise; nothing is changed. */
  'screening.tryRules': channel(newRules, ruleEffectSchema),
  /** Adds them to the profile in use, before its others. */
  'screening.addRules': channel(newRules, nothing),
  /** Opens the link of a match in the browser; the screen asks first. `link-refused` for one that the answer does not hold. */
  'screening.openLink': channel(z.object({ id: z.string(), url: z.string() }), nothing),
  /** Asks where to, and writes the certificate; null when dismissed, else the file's name. */
  'screening.saveCertificate': channel(z.object({ id: z.string(), language: languageSchema }), z.object({ name: z.string().nullable() })),
  /** Opens the certificate that was saved last for this search. */
  'screening.openCertificate': channel(id, nothing),
} satisfies ChannelsOf<'screening'>;

export const screeningEvents = {
  /** A search of the panel that changed unasked: a kept one was asked. Rows of lists are not told one by one. */
  'screening.changed': screeningSummarySchema,
  'screening.state': screeningServiceStateSchema,
} satisfies EventsOf<'screening'>;
