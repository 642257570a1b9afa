/** Runs one screening once: calls the provider, updates the circuit breaker and returns the new state of the screening. */
import { setImmediate } from 'node:timers/promises';
import type { TextRule } from '../../../shared/domain/text-rules.ts';
import { hasTrait, needsPerson, type Problem, problemOf } from '../../../shared/errors.ts';
import type { SearchConnection, SearchOutcome } from '../../platform/provider/search.ts';
import type { CircuitBreakers } from '../../platform/runtime/circuit-breaker.ts';
import type { Lease } from '../../platform/runtime/connection-pool.ts';
import { answered, failed, type ScreeningRow } from './screening-row.ts';

/** @throws StationError why this account cannot be used now */
export type AcquireSearch = (account: string) => Promise<Lease<SearchConnection>>;

export type ScreenOnceResult = {
  /** `done` or `failed`. */
  result: ScreeningRow;
  /** The answer, if there is one. */
  raw: Uint8Array | null;
  /** Why there is no answer; null with an answer, even one without an outcome. */
  failure: { problem: Problem; retryable: boolean } | null;
  /** Whether the service itself was reached. */
  reached: boolean;
};

export type ScreenOnceDeps = {
  breakers: CircuitBreakers;
  acquire: AcquireSearch;
  /** Of the profile in use, by which the answer is read. */
  rules(): readonly TextRule[];
  signal: AbortSignal;
  /** Called before an answer is read, so that the next call need not wait for that. */
  onAnswer?(): void;
};

/** Never throws. The result counts for the circuit breaker of the screening's account. */
export async function screenOnce(screening: ScreeningRow, deps: ScreenOnceDeps): Promise<ScreenOnceResult> {
  const { breakers } = deps;
  const { outcome, rules } = await call(screening, deps);
  const at = new Date().toISOString();
  const { raw } = outcome;
  if (outcome.kind === 'answered') {
    succeeded(breakers, screening);
    deps.onAnswer?.();
    // Answers that arrive together free their slots before the first of them is read.
    await setImmediate();
    return { result: answeredOrFailed(screening, outcome.raw, at, rules), raw, failure: null, reached: true };
  }
  const { problem, retryable } = outcome;
  const reached = !retryable && hasTrait(problem, 'provider');
  if (retryable) breakers.failed(screening.account, problem);
  else if (reached) succeeded(breakers, screening);
  return { result: failed(screening, problem, raw, at), raw, failure: { problem, retryable }, reached };
}

/**
 * Whether a failure that is not retryable is the service's answer about this screening. Any other (a refused key, no secret, a
 * wrong profile, a full disk) would meet every screening until a person resolves it.
 */
export const isAboutTheScreening = (found: Problem): boolean => hasTrait(found, 'provider') && !needsPerson(found);

type Called = { outcome: SearchOutcome; rules: readonly TextRule[] };

async function call({ account, query }: ScreeningRow, { acquire, rules, signal }: ScreenOnceDeps): Promise<Called> {
  try {
    const lease = await acquire(account);
    try {
      // Another profile may be in use when the answer arrives.
      const rulesOfCall = rules();
      return { outcome: await lease.connection.search(query, signal), rules: rulesOfCall };
    } finally {
      lease.release();
    }
  } catch (thrown) {
    return { outcome: { kind: 'failed', problem: problemOf(thrown), retryable: false, raw: null }, rules: [] };
  }
}

/** A restored connection wakes all pending work; an error there must not change the outcome of this screening. */
function succeeded(breakers: CircuitBreakers, { account }: ScreeningRow): void {
  try {
    breakers.succeeded(account);
  } catch {
    // The circuit breaker is updated before its listeners are called.
  }
}

/** Every answer is stored, and must not prevent the other screenings. */
function answeredOrFailed(screening: ScreeningRow, raw: Uint8Array, at: string, rules: readonly TextRule[]): ScreeningRow {
  try {
    return answered(screening, raw, at, rules);
  } catch (thrown) {
    return failed(screening, problemOf(thrown), raw, at);
  }
}
