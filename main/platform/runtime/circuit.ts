/**
 * When the next call to a provider may start: at once while all goes well, after a random and growing wait when
 * calls fail, and one call at a time once they failed repeatedly. Pure: time and chance come in.
 */
import type { LineState } from '../../../shared/domain/queue.ts';
import { hasTrait, type Problem } from '../../../shared/errors.ts';

/** Milliseconds; `openAfter` failures in a row open the circuit: then single calls find out whether the line is back. */
export type RetryPolicy = { base: number; cap: number; openAfter: number };
export const defaultRetry: RetryPolicy = { base: 1_000, cap: 60_000, openAfter: 3 };

/** Times are milliseconds since the epoch. */
export type Circuit = {
  called: boolean;
  /** In a row. */
  failures: number;
  /** Our own wait, and the one that the provider asked for, which nobody cuts short. */
  ownWait: number;
  askedWait: number;
  /** What the last call met; null after a success. */
  problem: Problem | null;
  /** Since when calls fail, or go through. */
  since: number;
};

export const newCircuit: Circuit = { called: false, failures: 0, ownWait: 0, askedWait: 0, problem: null, since: 0 };

export const notBefore = ({ ownWait, askedWait }: Circuit): number => Math.max(ownWait, askedWait);
export const isOpen = ({ failures }: Circuit, { openAfter }: RetryPolicy): boolean => failures >= openAfter;

/** How many more calls may start now, beside those under way. */
export function mayStart(circuit: Circuit, policy: RetryPolicy, now: number, underWay: number, concurrency: number): number {
  if (now < notBefore(circuit)) return 0;
  return Math.max(0, (isOpen(circuit, policy) ? 1 : concurrency) - underWay);
}

export function afterSuccess(circuit: Circuit, now: number): Circuit {
  const since = circuit.called && circuit.problem === null ? circuit.since : now;
  return { ...newCircuit, called: true, since };
}

/** Full jitter: anything up to the limit, which doubles. `random` is from 0 up to 1. `retryAfter` of the problem, in seconds, is kept to. */
export function afterFailure(circuit: Circuit, problem: Problem, policy: RetryPolicy, now: number, random: number): Circuit {
  const limit = Math.min(policy.cap, policy.base * 2 ** Math.min(circuit.failures, 30));
  const asked = Number(problem.detail?.retryAfter ?? 0) * 1000;
  return {
    called: true,
    failures: circuit.failures + 1,
    ownWait: now + Math.round(random * limit),
    askedWait: Math.max(circuit.askedWait, asked > 0 ? now + asked : 0),
    problem,
    since: circuit.problem === null ? now : circuit.since,
  };
}

/** The network changed, or a person does not want to wait. */
export const woken = (circuit: Circuit): Circuit => ({ ...circuit, ownWait: 0 });

/** `waiting`: whether a call is due at `notBefore`. */
export function lineState(circuit: Circuit, waiting: boolean): LineState {
  const { called, problem, since } = circuit;
  const iso = (time: number) => new Date(time).toISOString();
  if (!called) return { state: 'unknown', since: null, nextAttemptAt: null, problem: null };
  if (problem === null) return { state: 'online', since: iso(since), nextAttemptAt: null, problem: null };
  return {
    state: hasTrait(problem, 'provider') ? 'busy' : 'offline',
    since: iso(since),
    nextAttemptAt: waiting && notBefore(circuit) > 0 ? iso(notBefore(circuit)) : null,
    problem,
  };
}
