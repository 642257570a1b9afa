/** One search, asked once: the call, what its line is told of it, and what the search becomes. */
import type { TextRule } from '../../../../shared/domain/text-rules.ts';
import { type Problem, problemOf } from '../../../../shared/errors.ts';
import type { SearchClient, SearchOutcome } from '../../../platform/provider/search-client.ts';
import type { Lease } from '../../../platform/runtime/connection-pool.ts';
import { answered, asQuery, failed } from '../asked.ts';
import type { ScreeningRow } from '../store/screening-row.ts';
import { type SearchLine, wasReached } from './search-line.ts';

/** @throws StationError what keeps this account from being asked now */
export type HoldSearch = (account: string) => Promise<Lease<SearchClient>>;

export type Asked = {
  /** `done` or `failed`. */
  result: ScreeningRow;
  /** What came, if anything did. */
  raw: Uint8Array | null;
  /** Why no answer came; null when one did, though it may make no outcome. */
  failure: { problem: Problem; passing: boolean } | null;
  /** The service itself was reached. */
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

/** That the line is back wakes all that wait; whatever goes wrong there, what came of this search counts. */
function goesThrough(line: SearchLine): void {
  try {
    line.success();
  } catch {
    // The line took note of it before it told anyone.
  }
}

/** Whatever an answer is, it is kept, and must not keep the others from being asked. */
function judged(search: ScreeningRow, raw: Uint8Array, at: string, rules: readonly TextRule[]): ScreeningRow {
  try {
    return answered(search, raw, at, rules);
  } catch (thrown) {
    return failed(search, problemOf(thrown), raw, at);
  }
}
