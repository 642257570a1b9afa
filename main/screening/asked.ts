/** What a search becomes when it is asked, and what is shown of it. Pure. */
import { createHash, randomUUID } from 'node:crypto';
import { type Match, matchReasons, type ScreeningQuery, type ScreeningSummary, type ScreeningView } from '../../shared/domain/screening.ts';
import type { Problem } from '../../shared/errors.ts';
import { readAnswer } from './answer/read-answer.ts';
import { type KeptSearch, summaryOf } from './store/kept-search.ts';

export type Asking = Pick<KeptSearch, 'query' | 'by' | 'account' | 'connection'> & { at: string };

/** Not asked yet. */
export function newSearch(
  { query, by, account, connection, at }: Asking,
  place: Pick<KeptSearch, 'row' | 'cells'> & { id?: string },
): KeptSearch {
  const { id = randomUUID(), row, cells } = place;
  return {
    id,
    row,
    cells,
    state: 'waiting',
    outcome: null,
    query,
    askedAt: at,
    answeredAt: null,
    by,
    account,
    connection,
    block: null,
    logNumber: null,
    sources: [],
    best: null,
    matchCount: 0,
    problem: null,
    decisions: [],
    sha256: null,
  };
}

/** An answer that makes no outcome is a failed search; what came is kept all the same. */
export function answered(search: KeptSearch, raw: Uint8Array, at: string): KeptSearch {
  const reading = readAnswer(raw, search.query);
  const { outcome, block, logNumber, problem, matches } = reading;
  return {
    ...search,
    state: problem !== null && outcome === 'unavailable' ? 'failed' : 'done',
    outcome,
    answeredAt: at,
    block,
    logNumber,
    sources: reading.sources.map(({ source, state, count }) => ({ source, state, count })),
    best: bestOf(matches),
    matchCount: matches.length,
    problem,
    sha256: sha256Of(raw),
  };
}

export function failed(search: KeptSearch, problem: Problem, raw: Uint8Array | null, at: string): KeptSearch {
  return { ...search, state: 'failed', outcome: 'unavailable', answeredAt: at, problem, sha256: raw && sha256Of(raw) };
}

/** Nothing of the answer is taken for granted here: it is read anew from what was kept. */
export function viewOf(search: KeptSearch, raw: Uint8Array | null): ScreeningView {
  const { decisions, sha256 } = search;
  const reading = raw && search.state !== 'waiting' ? readAnswer(raw, search.query) : null;
  return {
    ...summaryOf(search),
    sources: reading?.sources ?? search.sources.map((source) => ({ ...source, text: null, data: null })),
    matches: reading?.matches ?? [],
    providerTime: reading?.providerTime ?? null,
    elapsed: reading?.elapsed ?? null,
    defects: reading?.defects ?? [],
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

function bestOf(matches: readonly Match[]): KeptSearch['best'] {
  const strength = ({ reasons }: Match) => matchReasons.indexOf(reasons[0] ?? 'unexplained');
  const [best] = matches.toSorted((a, b) => strength(a) - strength(b));
  if (!best) return null;
  const reason = best.reasons[0] ?? 'unexplained';
  const name = (reason === 'alias-only' ? best.aliases[0] : best.names[0]) ?? best.names[0] ?? best.aliases[0] ?? '';
  return { name, reason };
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
