/** A stored screening: the listed part, and the part that only the station needs. */
import { z } from 'zod';
import {
  type Decision,
  decisionSchema,
  type ScreeningSummary,
  screeningSummarySchema,
  sourceReadingSchema,
  type Verdict,
} from '../../../shared/domain/screening.ts';
import { textRuleSchema } from '../../../shared/domain/text-rules.ts';

const hiddenSchema = screeningSummarySchema.omit({ id: true, row: true, decided: true, verdict: true }).extend({
  /** Account key of its request. */
  account: z.string(),
  decisions: z.array(decisionSchema),
  /** Rules of the profile that read something of the answer, as they were then; and the meanings that persons assigned. */
  rules: z.array(textRuleSchema).default([]),
  readings: z.array(sourceReadingSchema).default([]),
  /** SHA-256 of the answer, lower-case hex. */
  sha256: z.string().nullable(),
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

/** @throws when it was not made by `hiddenOf` */
export function screeningRow(id: string, place: { runId: string; number: number } | null, hidden: unknown): ScreeningRow {
  const { faults, ...rest } = hiddenSchema.parse(hidden);
  const { row } = placeSchema.parse({ row: place && { ...place, faults } });
  return { id, row, ...rest };
}

/** The latest decision on each match, and on the whole screening (null). */
export function latestDecisions(decisions: readonly Decision[]): Map<number | null, Decision> {
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
  const { account: _account, decisions, sha256: _sha256, cells: _cells, rules: _rules, readings: _readings, ...listed } = row;
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
