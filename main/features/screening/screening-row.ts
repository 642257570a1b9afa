/** The stored rows of a screening and of a bulk run, the states of a screening after its request, and its views. Pure, but for secrets. */

import { hash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { sameName, similarName } from '../../../shared/domain/names.ts';
import { columnMappingSchema, runPaceSchema, runStateSchema, tableOptionsSchema } from '../../../shared/domain/screening/bulk-screening.ts';
import { matchReasons } from '../../../shared/domain/screening/match-reasons.ts';
import {
  type Decision,
  decisionSchema,
  type Match,
  type ScreeningSummary,
  type ScreeningView,
  screeningSummarySchema,
  sourceReadingSchema,
  type Verdict,
} from '../../../shared/domain/screening/screening.ts';
import { type TextRule, textRuleSchema } from '../../../shared/domain/text-rules.ts';
import type { Problem } from '../../../shared/errors.ts';
import { problemSchema } from '../../../shared/problem-schema.ts';
import { secretInUse, secretsIn, withoutSecrets, withoutSecretsIn } from '../../platform/provider/secrets-in-use.ts';
import { type AnswerReading, readAnswer } from './answer/read-answer.ts';

const hiddenSchema = screeningSummarySchema.omit({ id: true, row: true, decided: true, verdict: true }).extend({
  /** Account key of its request. */
  account: z.string(),
  decisions: z.array(decisionSchema),
  /** Rules of the profile that read something of the answer, as they were then; and the meanings that persons assigned. */
  rules: z.array(textRuleSchema),
  readings: z.array(sourceReadingSchema),
  /** SHA-256 of the answer, lower-case hex. */
  sha256: z.string().nullable(),
  /** Secrets that the answer repeats. Its views leave them out also when the profile has another key, or none. */
  repeats: z.array(z.string()),
  faults: z.array(z.string()),
  /** The row's cells as in the file; null for a screening of the panel. */
  cells: z.array(z.string()).nullable(),
});
type Hidden = z.infer<typeof hiddenSchema>;
const placeSchema = screeningSummarySchema.pick({ row: true });

export type ScreeningRow = Omit<Hidden, 'faults'> & Pick<ScreeningSummary, 'id' | 'row'>;
/** A row that does not parse; only its columns are known. */
export type DamagedScreening = { id: string; row: { runId: string; number: number } | null; damaged: true };

export function hiddenOf({ id: _id, row, ...rest }: ScreeningRow): Hidden {
  return { ...rest, faults: row?.faults ?? [] };
}

/** Brings the secrets that its answer repeats into use, so that no text shows them. @throws when it was not made by `hiddenOf` */
export function screeningRow(id: string, place: { runId: string; number: number } | null, hidden: unknown): ScreeningRow {
  const { faults, ...rest } = hiddenSchema.parse(hidden);
  const { row } = placeSchema.parse({ row: place && { ...place, faults } });
  for (const secret of rest.repeats) secretInUse(secret);
  return { id, row, ...rest };
}

/** The latest decision on each match, and on the whole screening (null). */
function latestDecisions(decisions: readonly Decision[]): Map<number | null, Decision> {
  return new Map(decisions.map((decision) => [decision.match, decision]));
}

/** See `verdict` of `screeningSummarySchema`. */
export function verdictOf({ decisions, matchCount }: Pick<ScreeningRow, 'decisions' | 'matchCount'>): Verdict | null {
  const latest = latestDecisions(decisions);
  const whole = latest.get(null)?.verdict;
  const each = [...latest].flatMap(([match, { verdict }]) => (match === null ? [] : [verdict]));
  if (each.includes('true-match')) return 'true-match';
  if (whole !== undefined) return whole;
  if (each.length === 0) return null;
  return each.length === matchCount && each.every((verdict) => verdict === 'false-positive') ? 'false-positive' : 'undecided';
}

export function toScreeningSummary(row: ScreeningRow): ScreeningSummary {
  const {
    account: _account,
    decisions,
    sha256: _sha256,
    repeats: _repeats,
    cells: _cells,
    rules: _rules,
    readings: _readings,
    ...listed
  } = row;
  const decided = [...latestDecisions(decisions).keys()].filter((match) => match !== null).length;
  return { ...listed, decided, verdict: verdictOf(row) };
}

/** The members of a screening that only its answer, or its failure, fills. */
export const unanswered = {
  outcome: null,
  answeredAt: null,
  block: null,
  logNumber: null,
  sources: [],
  others: [],
  best: null,
  matchCount: 0,
  problem: null,
} satisfies Partial<ScreeningSummary>;

export function damagedSummary({ id, row }: DamagedScreening): ScreeningSummary {
  return {
    id,
    state: 'damaged',
    ...unanswered,
    query: { name: '', identification: '', judicial: false, procurator: false },
    askedAt: '',
    by: '',
    connection: '',
    decided: 0,
    verdict: null,
    row: row && { ...row, faults: [] },
    visitId: null,
  };
}

type Request = Pick<ScreeningRow, 'query' | 'by' | 'account' | 'connection'> & { at: string };

/** A pending screening. */
export function newScreening(
  { query, by, account, connection, at }: Request,
  place: Pick<ScreeningRow, 'row' | 'cells'> & { id?: string; visitId?: string | null },
): ScreeningRow {
  const { id = randomUUID(), row, cells, visitId = null } = place;
  return {
    id,
    row,
    cells,
    visitId,
    state: 'waiting',
    ...unanswered,
    query,
    askedAt: at,
    by,
    account,
    connection,
    decisions: [],
    rules: [],
    readings: [],
    ...factsOf(null),
  };
}

/** An answer without an outcome makes a failed screening; the answer is stored nevertheless. `rules`: those of its profile. */
export function answered(screening: ScreeningRow, raw: Uint8Array, at: string, rules: readonly TextRule[]): ScreeningRow {
  return { ...readAs(screening, readAnswer(raw, screening.query, { rules, readings: [] })), answeredAt: at, ...factsOf(raw) };
}

/** The state of a screening by a reading of its answer; its texts, which lists show, are without a secret in use. */
export function readAs(screening: ScreeningRow, reading: AnswerReading): ScreeningRow {
  const { outcome, block, logNumber, problem, matches } = reading;
  return {
    ...screening,
    state: problem !== null && outcome === 'unavailable' ? 'failed' : 'done',
    outcome,
    block,
    logNumber: logNumber && withoutSecrets(logNumber),
    sources: reading.sources.map(({ source, state, count }) => ({ source, state, count })),
    others: reading.others.map(({ path, state }) => ({ path: withoutSecrets(path), state })),
    best: bestOf(matches, screening.query),
    matchCount: matches.length,
    problem,
    rules: reading.used,
  };
}

/** The state of a screening without an outcome. @param raw the answer, if there is one @param at ISO 8601, UTC */
export function failed(screening: ScreeningRow, problem: Problem, raw: Uint8Array | null, at: string): ScreeningRow {
  return { ...screening, state: 'failed', outcome: 'unavailable', answeredAt: at, problem, ...factsOf(raw) };
}

/** Reads the stored answer again. Null without an answer, or for one that cannot be read: the screening can be opened all the same. */
export function readingOf(screening: ScreeningRow, raw: Uint8Array | null): AnswerReading | null {
  if (raw === null || screening.state === 'waiting') return null;
  try {
    return readAnswer(raw, screening.query, screening);
  } catch {
    return null;
  }
}

/** Returns what the page sees; from the `reading` of the answer, never from the answer itself, and without a secret in use. */
export function toScreeningView(screening: ScreeningRow, answer: AnswerReading | null): ScreeningView {
  const reading = withoutSecretsIn(answer && shownOf(answer));
  const { decisions, readings, sha256 } = screening;
  return {
    ...toScreeningSummary(screening),
    sources: reading?.sources ?? screening.sources.map((source) => ({ ...source, text: null, data: null })),
    matches: reading?.matches ?? [],
    providerTime: reading?.providerTime ?? null,
    elapsed: reading?.elapsed ?? null,
    defects: reading?.defects ?? [],
    others: reading?.others ?? screening.others.map((other) => ({ ...other, text: null, data: null })),
    differences: reading?.differences ?? [],
    readings,
    other: reading?.other ?? null,
    sha256,
    decisions,
  };
}

/** `used` and `unread` are for rules, and not shown. */
const shownOf = ({ sources, matches, providerTime, elapsed, defects, others, differences, other }: AnswerReading) => ({
  sources,
  matches,
  providerTime,
  elapsed,
  defects,
  others,
  differences,
  other,
});

/** Returns the match with the strongest reason, under the name that is the reason, otherwise under its first name. */
function bestOf(matches: readonly Match[], query: ScreeningRow['query']): ScreeningRow['best'] {
  const strength = ({ reasons }: Match) => matchReasons.indexOf(reasons[0] ?? 'unexplained');
  const [best] = matches.toSorted((a, b) => strength(a) - strength(b));
  if (!best) return null;
  const reason = best.reasons[0] ?? 'unexplained';
  const { names, aliases } = best;
  const all = [...names, ...aliases];
  const same = (reason === 'alias-only' ? aliases : names).find((name) => sameName(name, query.name));
  const similar = reason === 'similar-name' ? all.find((name) => similarName(name, query.name)) : undefined;
  return { name: withoutSecrets(same ?? similar ?? all[0] ?? ''), reason };
}

/** Returns what a row has of the bytes of its answer; null for no answer. */
export const factsOf = (raw: Uint8Array | null): Pick<ScreeningRow, 'sha256' | 'repeats'> => ({
  sha256: raw && hash('sha256', raw),
  repeats: raw === null ? [] : secretsIn(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('utf8')),
});

export const bulkRunRowSchema = z.object({
  id: z.string(),
  startedAt: z.string(),
  /** Never `waiting`, the state of a running one without a connection. */
  state: runStateSchema.exclude(['waiting']),
  endedAt: z.string().nullable(),
  fileName: z.string(),
  /** The file of its rows, while they are being imported. `sha256` of the file's bytes. */
  source: z.object({ path: z.string(), sha256: z.string() }),
  options: tableOptionsSchema,
  mapping: columnMappingSchema,
  /** Names of the file's columns, as exports begin with them. */
  columns: z.array(z.string()),
  /** Cells of its widest row. */
  width: z.number().int(),
  judicial: z.boolean(),
  procurator: z.boolean(),
  pace: runPaceSchema,
  by: z.string(),
  connection: z.string().nullable(),
  account: z.string(),
  /** The reason for its automatic pause. */
  problem: problemSchema.nullable(),
  /** Path of the result of the command line; null for a list of the screen. */
  out: z.string().nullable(),
  /** SHA-256 of the last two results that the command line wrote there: only such a file is replaced. */
  written: z.array(z.string()),
  /** A person paused it during the import of its rows. */
  pauseAfter: z.boolean(),
});
export type BulkRunRow = z.infer<typeof bulkRunRowSchema>;
