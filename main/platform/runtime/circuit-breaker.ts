/**
 * Decides when the next call to a provider may start: immediately while calls succeed, after a random and growing backoff when
 * they fail, and one call at a time after repeated failures. Pure, except for the circuit breakers by account at the end.
 */
import { EventEmitter } from 'node:events';
import type { ConnectionState } from '../../../shared/domain/signing/queue.ts';
import { hasTrait, type Problem } from '../../../shared/errors.ts';

/** `base`, `cap`: milliseconds; `openAfter` failures in a row open the circuit breaker: single calls then probe the connection. */
export type RetryPolicy = { base: number; cap: number; openAfter: number };
export const defaultRetry: RetryPolicy = { base: 1_000, cap: 60_000, openAfter: 3 };

/** Times are milliseconds since the epoch. */
export type CircuitBreaker = {
  called: boolean;
  /** In a row. */
  failures: number;
  /** End of the backoff after the last failure. */
  backoffUntil: number;
  /** End of the wait that the provider requested (`Retry-After`); never shortened. */
  retryAfterUntil: number;
  /** The problem of the last call; null after a success. */
  problem: Problem | null;
  /** Start of the successes or failures in a row. */
  since: number;
};

export const newBreaker: CircuitBreaker = { called: false, failures: 0, backoffUntil: 0, retryAfterUntil: 0, problem: null, since: 0 };

export const nextAttemptAt = ({ backoffUntil, retryAfterUntil }: CircuitBreaker): number => Math.max(backoffUntil, retryAfterUntil);
export const isOpen = ({ failures }: CircuitBreaker, { openAfter }: RetryPolicy): boolean => failures >= openAfter;

/** Returns how many more calls may start now, in addition to `running` ones. */
export function freeSlots(breaker: CircuitBreaker, policy: RetryPolicy, now: number, running: number, concurrency: number): number {
  if (now < nextAttemptAt(breaker)) return 0;
  return Math.max(0, (isOpen(breaker, policy) ? 1 : concurrency) - running);
}

export function afterSuccess(breaker: CircuitBreaker, now: number): CircuitBreaker {
  const since = breaker.called && breaker.problem === null ? breaker.since : now;
  return { ...newBreaker, called: true, since };
}

/** The longest wait that a provider can request, in milliseconds. */
const maxRetryAfterMs = 86_400_000;

/** Returns the breaker with waits that end in time: a clock that was set back since the failure must not extend them by months. */
function withinReach(breaker: CircuitBreaker, { cap }: RetryPolicy, now: number): CircuitBreaker {
  const backoffUntil = Math.min(breaker.backoffUntil, now + cap);
  const retryAfterUntil = Math.min(breaker.retryAfterUntil, now + maxRetryAfterMs);
  const isWithin = backoffUntil === breaker.backoffUntil && retryAfterUntil === breaker.retryAfterUntil;
  return isWithin ? breaker : { ...breaker, backoffUntil, retryAfterUntil };
}

/** Full jitter: a backoff of anything up to the limit, which doubles. `random`: from 0 to below 1. Respects `retryAfter` of the problem, in seconds, up to a day. */
export function afterFailure(breaker: CircuitBreaker, problem: Problem, policy: RetryPolicy, now: number, random: number): CircuitBreaker {
  const limit = Math.min(policy.cap, policy.base * 2 ** Math.min(breaker.failures, 30));
  const requested = Math.min(Number(problem.detail?.retryAfter ?? 0) * 1000, maxRetryAfterMs);
  return {
    called: true,
    failures: breaker.failures + 1,
    backoffUntil: now + Math.round(random * limit),
    retryAfterUntil: Math.max(breaker.retryAfterUntil, requested > 0 ? now + requested : 0),
    problem,
    since: breaker.problem === null ? now : breaker.since,
  };
}

/** Ends the backoff, because the network changed or a person does not want to wait. */
export const skipBackoff = (breaker: CircuitBreaker): CircuitBreaker => ({ ...breaker, backoffUntil: 0 });

/** `isDue`: whether a call is to start at `nextAttemptAt`. */
export function connectionState(breaker: CircuitBreaker, isDue: boolean): ConnectionState {
  const { called, problem, since } = breaker;
  const iso = (time: number) => new Date(time).toISOString();
  if (!called) return { state: 'unknown', since: null, nextAttemptAt: null, problem: null };
  if (problem === null) return { state: 'online', since: iso(since), nextAttemptAt: null, problem: null };
  return {
    state: hasTrait(problem, 'provider') ? 'busy' : 'offline',
    since: iso(since),
    nextAttemptAt: isDue && nextAttemptAt(breaker) > 0 ? iso(nextAttemptAt(breaker)) : null,
    problem,
  };
}

/** The circuit breakers of all accounts, by account. */
export type CircuitBreakers = {
  of(account: string): CircuitBreaker;
  isOpen(account: string): boolean;
  freeSlots(account: string, running: number, concurrency: number): number;
  succeeded(account: string): void;
  failed(account: string, problem: Problem): void;
  /** Of one account, or of all. */
  skipBackoff(account?: string): void;
  /** Calls `listener` after each success that follows a failure. */
  onRecovered(listener: () => void): void;
};

export type CircuitBreakersDeps = {
  retry: RetryPolicy;
  /** Called after each success and failure. */
  changed?: () => void;
  now?: () => number;
  /** Returns a number from 0 to below 1. */
  random?: () => number;
};

export function createCircuitBreakers({ retry, changed, now = Date.now, random = Math.random }: CircuitBreakersDeps): CircuitBreakers {
  const events = new EventEmitter<{ recovered: [] }>();
  const breakers = new Map<string, CircuitBreaker>();
  function of(account: string): CircuitBreaker {
    const before = breakers.get(account) ?? newBreaker;
    const breaker = withinReach(before, retry, now());
    if (breaker !== before) breakers.set(account, breaker);
    return breaker;
  }
  return {
    of,
    isOpen: (account) => isOpen(of(account), retry),
    freeSlots: (account, running, concurrency) => freeSlots(of(account), retry, now(), running, concurrency),
    succeeded(account) {
      const hadFailed = of(account).problem !== null;
      breakers.set(account, afterSuccess(of(account), now()));
      changed?.();
      if (hadFailed) events.emit('recovered');
    },
    failed(account, problem) {
      breakers.set(account, afterFailure(of(account), problem, retry, now(), random()));
      changed?.();
    },
    skipBackoff(account) {
      for (const [key, breaker] of breakers) if (account === undefined || key === account) breakers.set(key, skipBackoff(breaker));
    },
    onRecovered: (listener) => void events.on('recovered', listener),
  };
}
