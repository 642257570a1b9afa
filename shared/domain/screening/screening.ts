/** Screening (interface description, endpoint F): the query, the outcome, and the decisions of persons. */
import { z } from 'zod';
import { problemSchema } from '../../problem-schema.ts';
import { outcomes } from '../closed-lists.ts';
import { matchReasons } from './match-reasons.ts';

/** Maximum lengths of the texts that are sent; the description names no limit. */
export const maxLengths = { name: 300, identification: 60, reason: 1000 } as const;

/** The query. An empty identification is not sent. */
export const screeningQuerySchema = z.object({
  /** First names, then surnames (endpoint F, `Name`). */
  name: z.string().trim().min(1).max(maxLengths.name),
  identification: z.string().trim().max(maxLengths.identification),
  judicial: z.boolean(),
  procurator: z.boolean(),
});
export type ScreeningQuery = z.infer<typeof screeningQuerySchema>;

export const outcomeSchema = z.enum(outcomes);
export type Outcome = z.infer<typeof outcomeSchema>;

/** `lists`: `datos_tsti`; then `datos_ramajudicial`, `datos_pro`, `datos_amlnews`, `datos_twitter`. */
export const sourceNames = ['lists', 'judicial', 'procurator', 'news', 'social'] as const;
export const sourceStateSchema = z.enum(['hit', 'clear', 'unread', 'no-answer', 'not-asked']);
export type SourceName = (typeof sourceNames)[number];
export type SourceState = z.infer<typeof sourceStateSchema>;

/** The meaning that a person gave to data that no rule reads. `of`: a source, or the JSON path of a member that is not described. */
export const sourceReadingSchema = z.object({
  of: z.string(),
  meaning: z.enum(['clear', 'hit', 'no-answer']),
  reason: z.string(),
  by: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
});
export type SourceReading = z.infer<typeof sourceReadingSchema>;

/** One row of the source matrix. `unread`: no rule reads its answer. `count`: entries found, 0 unless `hit`. */
const sourceSummarySchema = z.object({
  source: z.enum(sourceNames),
  state: sourceStateSchema,
  count: z.number().int().nonnegative(),
});

export const sourceResultSchema = sourceSummarySchema.extend({
  /** The answer's words about a source that did not answer, or next to its data; null for nothing. */
  text: z.string().nullable(),
  /** Received JSON of a source; its structure is not shown; null when there is none. Of `lists` always null: see the matches. */
  data: z.unknown(),
});
export type SourceResult = z.infer<typeof sourceResultSchema>;

/** Data under a member that the description does not list: the screening is not clear until a person says what it means. */
export const otherDataSchema = z.object({
  /** JSON path from the answer. */
  path: z.string(),
  state: sourceStateSchema.exclude(['not-asked']),
  text: z.string().nullable(),
  data: z.unknown(),
});
export type OtherData = z.infer<typeof otherDataSchema>;

/** A name or number that the answer spells differently from the query, and that is the same person's all the same. */
export const answerDifferenceSchema = z.object({ member: z.string(), asked: z.string(), answered: z.string() });
export type AnswerDifference = z.infer<typeof answerDifferenceSchema>;

export const matchReasonSchema = z.enum(matchReasons);
export type MatchReason = z.infer<typeof matchReasonSchema>;

const texts = z.array(z.string());

/** One entry of `datos_tsti`. Members that an entry does not have are empty; `entry` is the whole of it, unchanged. */
export const matchSchema = z.object({
  /** Place in the answer, from 0. */
  number: z.number().int().nonnegative(),
  reasons: z.array(matchReasonSchema).min(1),
  names: texts,
  aliases: texts,
  lists: texts,
  /** `nombre_relacion_lista` */
  relatedLists: texts,
  categories: texts,
  countries: texts,
  citizenships: texts,
  /** `n_identificacion`, `n_identificacion2` */
  identifications: texts,
  /** `pasaporte`, `pasaporte2` */
  passports: texts,
  /** `estado`, `estado1` … `estado3` */
  statuses: texts,
  details: texts,
  /** `relacionado`, the text form of an array, read; or the text alone when it is none. */
  related: texts,
  url: z.string().nullable(),
  /** JSON object, every member under the provider's own name, those that the description does not list too. */
  entry: z.record(z.string(), z.unknown()),
});
export type Match = z.infer<typeof matchSchema>;

export const verdictSchema = z.enum(['true-match', 'false-positive', 'undecided']);
export type Verdict = z.infer<typeof verdictSchema>;

/** A person's decision. The latest of a match counts; earlier ones stay listed. `match` null: on the screening as a whole. */
export const decisionSchema = z.object({
  match: z.number().int().nonnegative().nullable(),
  verdict: verdictSchema,
  reason: z.string(),
  by: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
});
export type Decision = z.infer<typeof decisionSchema>;

/**
 * `waiting`: pending until the connection is online, or a row of a run that is not due yet; not screened.
 * `failed`: called without a usable answer. `skipped`: a row that cannot be screened (no name). `damaged`: the stored row
 * cannot be opened any more; it is left unchanged.
 */
export const screeningStateSchema = z.enum(['waiting', 'asking', 'done', 'failed', 'skipped', 'damaged']);

/** What is odd about a row of a run. */
export const rowFaults = [
  'name-missing',
  'name-too-long',
  'name-several-lines',
  'duplicate',
  'odd-identification',
  'other-cell-count',
] as const;
export const rowFaultSchema = z.enum(rowFaults);
export type RowFault = z.infer<typeof rowFaultSchema>;
/** Only a name that is missing, too long or of several lines prevents the screening of a row. */
export const preventsScreening = (fault: RowFault): boolean =>
  fault === 'name-missing' || fault === 'name-too-long' || fault === 'name-several-lines';

export const screeningSummarySchema = z.object({
  id: z.string(),
  state: screeningStateSchema,
  /** Null: not screened (`waiting`, `asking`, `skipped`, `damaged`). `failed` is `unavailable`. */
  outcome: outcomeSchema.nullable(),
  /** Of a row as its file has it, so that the name may be empty or too long; empty for a damaged row. */
  query: z.object({ name: z.string(), identification: z.string(), judicial: z.boolean(), procurator: z.boolean() }),
  /** When it was requested, and when its answer arrived; ISO 8601, UTC. */
  askedAt: z.string(),
  answeredAt: z.string().nullable(),
  /** Clerk who requested it. */
  by: z.string(),
  /** Name of the connection profile that was in use; null: practice, with invented people and lists. */
  connection: z.string().nullable(),
  block: z.boolean().nullable(),
  /** `id_bitacora`, its digits as they came. */
  logNumber: z.string().nullable(),
  sources: z.array(sourceSummarySchema),
  /** Members with data that the description does not list. */
  others: z.array(otherDataSchema.pick({ path: true, state: true })),
  /** Of the match with the strongest reason. */
  best: z.object({ name: z.string(), reason: matchReasonSchema }).nullable(),
  matchCount: z.number().int().nonnegative(),
  /** How many of the matches have a decision. */
  decided: z.number().int().nonnegative(),
  /**
   * `true-match` when any match is one; else the decision on the screening as a whole; else `false-positive` when every
   * match is; `undecided` when only some have a decision; null without any.
   */
  verdict: verdictSchema.nullable(),
  /** Why it failed; or what it waits for; or why a received answer gives no outcome but `unavailable`. */
  problem: problemSchema.nullable(),
  /** A row of a run: which run, and its position there from 1. */
  row: z.object({ runId: z.string(), number: z.number().int(), faults: z.array(rowFaultSchema) }).nullable(),
  /** The visit that it belongs to. */
  visitId: z.string().nullable(),
});
export type ScreeningSummary = z.infer<typeof screeningSummarySchema>;

export const screeningViewSchema = screeningSummarySchema.extend({
  sources: z.array(sourceResultSchema),
  matches: z.array(matchSchema),
  /** `datetime`, as written by the provider: no offset is stated, so it is never shifted. */
  providerTime: z.string().nullable(),
  /** `elapsed_time`, seconds. */
  elapsed: z.number().nullable(),
  /** Described members that the answer lacks or has in another form. */
  defects: z.array(z.string()),
  others: z.array(otherDataSchema),
  differences: z.array(answerDifferenceSchema),
  /** Meanings that persons gave to unread data, in that order; the latest of a place counts. */
  readings: z.array(sourceReadingSchema),
  /** Members of the answer and of its result that the description does not list; null when there are none. */
  other: z.record(z.string(), z.unknown()).nullable(),
  /** Of the raw answer, lower-case hex; null without an answer. */
  sha256: z.string().nullable(),
  /** In the order in which they were made. */
  decisions: z.array(decisionSchema),
});
export type ScreeningView = z.infer<typeof screeningViewSchema>;

/** Stored screenings that new rules would read differently. */
export const ruleEffectSchema = z.object({
  /** Number of answers of the current account that were examined. */
  checked: z.number().int(),
  changed: z.number().int(),
  /** At most a hundred of them, newest first. */
  examples: z.array(z.object({ id: z.string(), name: z.string(), askedAt: z.string(), before: outcomeSchema, after: outcomeSchema })),
});
export type RuleEffect = z.infer<typeof ruleEffectSchema>;

/** Filter of the listed screenings, newest first (rows of a run in their order). Empty texts and nulls filter nothing. */
export const screeningFilterSchema = z.object({
  /** `single`: those of the panel; `all`: with the rows of runs; else one run. */
  scope: z.union([z.enum(['single', 'all']), z.object({ runId: z.string() })]),
  /** In name, identification or log number; accents and case do not count. */
  text: z.string().max(maxLengths.name),
  /** `open`: not screened yet; `failed`: no usable answer; `undecided`: a match without a final decision; `skipped`: rows not screened. */
  outcome: z.enum(['any', 'clear', 'match', 'unavailable', 'failed', 'open', 'undecided', 'skipped']),
  /** Local days, `YYYY-MM-DD`, both included. */
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
});
export type ScreeningFilter = z.infer<typeof screeningFilterSchema>;

/** One page of a list. `total`: number of matches of the filter. */
export const screeningPageSchema = z.object({ total: z.number().int(), items: z.array(screeningSummarySchema) });
export type ScreeningPage = z.infer<typeof screeningPageSchema>;

/** State of all screenings together. */
export const screeningServiceStateSchema = z.object({
  /** Screenings of the panel that wait for the connection. */
  waiting: z.number().int(),
  /** Screenings with a match and no final decision: they wait for a person. */
  undecided: z.number().int(),
  /** Null when screenings survive the end of the station, else why they do not. */
  memoryOnly: problemSchema.nullable(),
  /** Why pending screenings are not made at this moment. */
  problem: problemSchema.nullable(),
});
export type ScreeningServiceState = z.infer<typeof screeningServiceStateSchema>;
