/** The states of a screening after its request, and its views. Pure. */
import { createHash, randomUUID } from 'node:crypto';
import { matchReasons } from '../../../shared/domain/match-reasons.ts';
import { sameName, similarName } from '../../../shared/domain/names.ts';
import type { Match, ScreeningQuery, ScreeningSummary, ScreeningView } from '../../../shared/domain/screening.ts';
import type { TextRule } from '../../../shared/domain/text-rules.ts';
import type { Problem } from '../../../shared/errors.ts';
import { readAnswer } from './answer/read-answer.ts';
import type { AnswerReading } from './answer/reading.ts';
import { type ScreeningRow, summaryOf, unanswered } from './store/screening-row.ts';

export type Asking = Pick<ScreeningRow, 'query' | 'by' | 'account' | 'connection'> & { at: string };

/** A pending screening. */
export function newSearch(
  { query, by, account, connection, at }: Asking,
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
export function answered(search: ScreeningRow, raw: Uint8Array, at: string, rules: readonly TextRule[]): ScreeningRow {
  return { ...readAgain(search, readAnswer(raw, search.query, { rules, readings: [] })), answeredAt: at, sha256: sha256Of(raw) };
}

/** What a reading of its answer makes of a search. */
export function readAgain(search: ScreeningRow, reading: AnswerReading): ScreeningRow {
  const { outcome, block, logNumber, problem, matches } = reading;
  return {
    ...search,
    state: problem !== null && outcome === 'unavailable' ? 'failed' : 'done',
    outcome,
    block,
    logNumber,
    sources: reading.sources.map(({ source, state, count }) => ({ source, state, count })),
    others: reading.others.map(({ path, state }) => ({ path, state })),
    best: bestOf(matches, search.query),
    matchCount: matches.length,
    problem,
    rules: reading.used,
  };
}

export function failed(search: ScreeningRow, problem: Problem, raw: Uint8Array | null, at: string): ScreeningRow {
  return { ...search, state: 'failed', outcome: 'unavailable', answeredAt: at, problem, sha256: raw && sha256Of(raw) };
}

/** What was stored, read again. Null when there is no answer, or none that can be read: the record can be opened all the same. */
export function readingOf(search: ScreeningRow, raw: Uint8Array | null): AnswerReading | null {
  if (raw === null || search.state === 'waiting') return null;
  try {
    return readAnswer(raw, search.query, search);
  } catch {
    return null;
  }
}

/** Uses only the `reading` of the answer, never the answer itself. */
export function viewOf(search: ScreeningRow, reading: AnswerReading | null): ScreeningView {
  const { decisions, readings, sha256 } = search;
  return {
    ...summaryOf(search),
    sources: reading?.sources ?? search.sources.map((source) => ({ ...source, text: null, data: null })),
    matches: reading?.matches ?? [],
    providerTime: reading?.providerTime ?? null,
    elapsed: reading?.elapsed ?? null,
    defects: reading?.defects ?? [],
    others: reading?.others ?? search.others.map((other) => ({ ...other, text: null, data: null })),
    differences: reading?.differences ?? [],
    readings,
    other: reading?.other ?? null,
    sha256,
    decisions,
  };
}

/** Types that take a query of the panel or of a row alike. */
export const asQuery = ({ name, identification, judicial, procurator }: ScreeningSummary['query']): ScreeningQuery => ({
  name,
  identification,
  judicial,
  procurator,
});

/** Under the name that is the reason, where one is; else under the first that it has. */
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
