/** The states of a screening after its request, and its views. Pure. */
import { createHash, randomUUID } from 'node:crypto';
import { matchReasons } from '../../../shared/domain/match-reasons.ts';
import { sameName, similarName } from '../../../shared/domain/names.ts';
import type { Match, ScreeningQuery, ScreeningSummary, ScreeningView } from '../../../shared/domain/screening.ts';
import type { TextRule } from '../../../shared/domain/text-rules.ts';
import type { Problem } from '../../../shared/errors.ts';
import { type AnswerReading, readAnswer } from './answer/read-answer.ts';
import { type ScreeningRow, toScreeningSummary, unanswered } from './screening-row.ts';

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
    sha256: null,
  };
}

/** An answer without an outcome makes a failed screening; the answer is stored nevertheless. `rules`: those of its profile. */
export function answered(screening: ScreeningRow, raw: Uint8Array, at: string, rules: readonly TextRule[]): ScreeningRow {
  return { ...readAs(screening, readAnswer(raw, screening.query, { rules, readings: [] })), answeredAt: at, sha256: sha256Of(raw) };
}

/** The state of a screening by a reading of its answer. */
export function readAs(screening: ScreeningRow, reading: AnswerReading): ScreeningRow {
  const { outcome, block, logNumber, problem, matches } = reading;
  return {
    ...screening,
    state: problem !== null && outcome === 'unavailable' ? 'failed' : 'done',
    outcome,
    block,
    logNumber,
    sources: reading.sources.map(({ source, state, count }) => ({ source, state, count })),
    others: reading.others.map(({ path, state }) => ({ path, state })),
    best: bestOf(matches, screening.query),
    matchCount: matches.length,
    problem,
    rules: reading.used,
  };
}

export function failed(screening: ScreeningRow, problem: Problem, raw: Uint8Array | null, at: string): ScreeningRow {
  return { ...screening, state: 'failed', outcome: 'unavailable', answeredAt: at, problem, sha256: raw && sha256Of(raw) };
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

/** Returns what the page sees; from the `reading` of the answer, never from the answer itself. */
export function toScreeningView(screening: ScreeningRow, reading: AnswerReading | null): ScreeningView {
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

/** Returns the query of the panel or of a row. */
export const asQuery = ({ name, identification, judicial, procurator }: ScreeningSummary['query']): ScreeningQuery => ({
  name,
  identification,
  judicial,
  procurator,
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
  return { name: same ?? similar ?? all[0] ?? '', reason };
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
