/** Risk-list search (interface description, endpoint F): what is asked, what came of it, what a person decided. */
import { z } from 'zod';
import { problemSchema } from '../problem-schema.ts';
import { matchReasons } from './match-reasons.ts';

/** Longest texts that are sent; the description names no limit. */
export const longest = { name: 300, identification: 60, reason: 1000 } as const;

/** What is asked. An empty identification is not sent. */
export const screeningQuerySchema = z.object({
  /** Given names first, then surnames (endpoint F, `Name`). */
  name: z.string().trim().min(1).max(longest.name),
  identification: z.string().trim().max(longest.identification),
  judicial: z.boolean(),
  procurator: z.boolean(),
});
export type ScreeningQuery = z.infer<typeof screeningQuerySchema>;

/** `clear` only when every source that was asked answered, and none has anything. What is unread is a `match`: a person has to look. */
export const outcomeSchema = z.enum(['clear', 'match', 'unavailable']);
export type Outcome = z.infer<typeof outcomeSchema>;

/** `lists`: `datos_tsti`; then `datos_ramajudicial`, `datos_pro`, `datos_amlnews`, `datos_twitter`. */
export const sourceNames = ['lists', 'judicial', 'procurator', 'news', 'social'] as const;
export const sourceStateSchema = z.enum(['hit', 'clear', 'unread', 'no-answer', 'not-asked']);
export type SourceName = (typeof sourceNames)[number];
export type SourceState = z.infer<typeof sourceStateSchema>;

/** What a person said that data means which no rule reads. `of`: a source, or the JSON path of a member that is not described. */
export const sourceReadingSchema = z.object({
  of: z.string(),
  meaning: z.enum(['clear', 'hit', 'no-answer']),
  reason: z.string(),
  by: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
});
export type SourceReading = z.infer<typeof sourceReadingSchema>;

/** One row of the source matrix. `unread`: it answered with what no rule reads. `count`: entries found, 0 unless `hit`. */
export const sourceSummarySchema = z.object({
  source: z.enum(sourceNames),
  state: sourceStateSchema,
  count: z.number().int().nonnegative(),
});

export const sourceResultSchema = sourceSummarySchema.extend({
  /** What the answer says in words of a source that did not answer, or beside its data; null for nothing. */
  text: z.string().nullable(),
  /** JSON as it came, for a source whose structure is not shown; null when there is none. Of `lists` always null: see the matches. */
  data: z.unknown(),
});
export type SourceResult = z.infer<typeof sourceResultSchema>;

/** Data under a member that the description does not list: it keeps the search from being clear, until a person says what it means. */
export const otherDataSchema = z.object({
  /** JSON path from the answer. */
  path: z.string(),
  state: sourceStateSchema.exclude(['not-asked']),
  text: z.string().nullable(),
  data: z.unknown(),
});
export type OtherData = z.infer<typeof otherDataSchema>;

/** A name or number that the answer writes in another way than it was asked, and that is the same person's all the same. */
export const answerDifferenceSchema = z.object({ member: z.string(), asked: z.string(), answered: z.string() });
export type AnswerDifference = z.infer<typeof answerDifferenceSchema>;

export const matchReasonSchema = z.enum(matchReasons);
export type MatchReason = z.infer<typeof matchReasonSchema>;

const texts = z.array(z.string());

/** One entry of `datos_tsti`. Members that an entry does not have are empty; `entry` is the whole of it as it came. */
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

/** A person's decision. The latest of a match counts; earlier ones stay listed. `match` null: on the search as a whole. */
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
 * `waiting`: kept to be asked when the line is back, or a row of a list whose turn has not come; not screened.
 * `failed`: asked without a usable answer. `skipped`: a row that cannot be asked (no name). `damaged`: the record
 * cannot be opened any more; it is left as it is.
 */
export const screeningStateSchema = z.enum(['waiting', 'asking', 'done', 'failed', 'skipped', 'damaged']);

/** What is odd about a row of a list. Only `name-missing` keeps it from being asked. */
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

export const screeningSummarySchema = z.object({
  id: z.string(),
  state: screeningStateSchema,
  /** Null: not screened (`waiting`, `asking`, `skipped`, `damaged`). `failed` is `unavailable`. */
  outcome: outcomeSchema.nullable(),
  /** Of a row as it stands in its file, so that the name may be empty or too long; empty for what is damaged. */
  query: z.object({ name: z.string(), identification: z.string(), judicial: z.boolean(), procurator: z.boolean() }),
  /** When it was asked for, and when its answer came; ISO 8601, UTC. */
  askedAt: z.string(),
  answeredAt: z.string().nullable(),
  /** Who asked. */
  by: z.string(),
  /** Name of the connection profile that was in use; null: practice, whose people and lists are invented. */
  connection: z.string().nullable(),
  block: z.boolean().nullable(),
  /** `id_bitacora`, its digits as they came. */
  logNumber: z.string().nullable(),
  sources: z.array(sourceSummarySchema),
  /** Members with data that the description does not list. */
  others: z.array(otherDataSchema.pick({ path: true, state: true })).default([]),
  /** Of the match with the strongest reason. */
  best: z.object({ name: z.string(), reason: matchReasonSchema }).nullable(),
  matchCount: z.number().int().nonnegative(),
  /** How many of the matches have a decision. */
  decided: z.number().int().nonnegative(),
  /**
   * `true-match` when any match is one; else the decision on the search as a whole; else `false-positive` when every
   * match is; `undecided` when only some have a decision; null without any.
   */
  verdict: verdictSchema.nullable(),
  /** Why it failed; or what keeps it waiting; or why an answer that came makes no outcome but `unavailable`. */
  problem: problemSchema.nullable(),
  /** A row of a list: which list, and its place there from 1. */
  row: z.object({ runId: z.string(), number: z.number().int(), faults: z.array(rowFaultSchema) }).nullable(),
  /** The visit that it belongs to. */
  visitId: z.string().nullable().default(null),
});
export type ScreeningSummary = z.infer<typeof screeningSummarySchema>;

export const screeningViewSchema = screeningSummarySchema.extend({
  sources: z.array(sourceResultSchema),
  matches: z.array(matchSchema),
  /** `datetime`, as written by the provider: no offset is stated, so it is never shifted. */
  providerTime: z.string().nullable(),
  /** `elapsed_time`, seconds. */
  elapsed: z.number().nullable(),
  /** Members that the description states and the answer lacks or has in another form. */
  defects: z.array(z.string()),
  others: z.array(otherDataSchema),
  differences: z.array(answerDifferenceSchema),
  /** What persons said that unread data means, in the order in which they said it; the latest of a place counts. */
  readings: z.array(sourceReadingSchema),
  /** Members of the answer and of its result that the description does not list; null when there are none. */
  other: z.record(z.string(), z.unknown()).nullable(),
  /** Of the raw answer, lower-case hex; null when nothing came. */
  sha256: z.string().nullable(),
  /** In the order in which they were made. */
  decisions: z.array(decisionSchema),
});
export type ScreeningView = z.infer<typeof screeningViewSchema>;

/** Which stored screenings new rules would have read otherwise. */
export const ruleEffectSchema = z.object({
  /** Answers of the account in use that were looked at. */
  checked: z.number().int(),
  changed: z.number().int(),
  /** At most a hundred of them, newest first. */
  examples: z.array(z.object({ id: z.string(), name: z.string(), askedAt: z.string(), before: outcomeSchema, after: outcomeSchema })),
});
export type RuleEffect = z.infer<typeof ruleEffectSchema>;

/** Which searches are listed, newest first (rows of a list in their order). Empty texts and nulls filter nothing. */
export const screeningFilterSchema = z.object({
  /** `single`: those of the panel; `all`: with the rows of lists; else one list. */
  scope: z.union([z.enum(['single', 'all']), z.object({ runId: z.string() })]),
  /** In name, identification or log number; accents and case do not count. */
  text: z.string().max(longest.name),
  /** `open`: not screened yet; `failed`: no usable answer; `undecided`: a match without a final decision; `skipped`: rows not asked. */
  outcome: z.enum(['any', 'clear', 'match', 'unavailable', 'failed', 'open', 'undecided', 'skipped']),
  /** Local days, `YYYY-MM-DD`, both included. */
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
});
export type ScreeningFilter = z.infer<typeof screeningFilterSchema>;

/** One stretch of a list. `total`: how many match the filter. */
export const screeningPageSchema = z.object({ total: z.number().int(), items: z.array(screeningSummarySchema) });
export type ScreeningPage = z.infer<typeof screeningPageSchema>;

/** How the searches as a whole stand. */
export const screeningServiceStateSchema = z.object({
  /** Searches of the panel that wait for the line. */
  waiting: z.number().int(),
  /** Searches with a match and no final decision: they wait for a person. */
  undecided: z.number().int(),
  /** Null when searches survive the end of the station, else why they do not. */
  memoryOnly: problemSchema.nullable(),
  /** Why what waits is not asked at this moment. */
  problem: problemSchema.nullable(),
});
export type ScreeningServiceState = z.infer<typeof screeningServiceStateSchema>;
