/** Runs one screening once: calls the provider, updates the connection state and returns the new state of the screening. */
import type { TextRule } from '../../../../shared/domain/text-rules.ts';
import { type Problem, problemOf } from '../../../../shared/errors.ts';
import type { SearchClient, SearchOutcome } from '../../../platform/provider/search-client.ts';
import type { Lease } from '../../../platform/runtime/connection-pool.ts';
import { answered, asQuery, failed } from '../asked.ts';
import type { ScreeningRow } from '../store/screening-row.ts';
import { type SearchLine, wasReached } from './search-line.ts';

/** @throws StationError why this account cannot be used now */
export type HoldSearch = (account: string) => Promise<Lease<SearchClient>>;

export type Asked = {
  /** `done` or `failed`. */
  result: ScreeningRow;
  /** The answer, if there is one. */
  raw: Uint8Array | null;
  /** Why there is no answer; null with an answer, even one without an outcome. */
  failure: { problem: Problem; passing: boolean } | null;
  /** Whether the service itself was reached. */
  reached: boolean;
};

/** Never throws. `line`: that of the search's account. `rules`: of the profile, by which the answer is read. */
export async function askOnce(
  search: ScreeningRow,
  line: SearchLine,
  hold: HoldSearch,
  signal: AbortSignal,
  rules: () => readonly TextRule[] = () => [],
): Promise<Asked> {
  const outcome = await call(search, hold, signal);
  const at = new Date().toISOString();
  const { raw } = outcome;
  if (outcome.kind === 'answered') {
    goesThrough(line);
    return { result: judged(search, outcome.raw, at, rules()), raw, failure: null, reached: true };
  }
  const { problem, passing } = outcome;
  const reached = !passing && wasReached(problem);
  if (passing) line.failure(problem);
  else if (reached) goesThrough(line);
  return { result: failed(search, problem, raw, at), raw, failure: { problem, passing }, reached };
}

async function call({ account, query }: ScreeningRow, hold: HoldSearch, signal: AbortSignal): Promise<SearchOutcome> {
  try {
    const held = await hold(account);
    try {
      return await held.value.search(asQuery(query), signal);
    } finally {
      held.release();
    }
  } catch (thrown) {
    return { kind: 'failed', problem: problemOf(thrown), passing: false, raw: null };
  }
}

/** A restored connection wakes all pending work; an error there must not change the outcome of this screening. */
function goesThrough(line: SearchLine): void {
  try {
    line.success();
  } catch {
    // The connection state is updated before its listeners are called.
  }
}

/** Every answer is stored, and must not prevent the other screenings. */
function judged(search: ScreeningRow, raw: Uint8Array, at: string, rules: readonly TextRule[]): ScreeningRow {
  try {
    return answered(search, raw, at, rules);
  } catch (thrown) {
    return failed(search, problemOf(thrown), raw, at);
  }
}
