/** When the next call may start, for every order of failures, successes, waits and wakings. */
import { describe, expect, it } from 'vitest';
import { type Problem, problem } from '../support/doors/errors.ts';
import {
  afterFailure,
  afterSuccess,
  type CircuitBreaker,
  connectionState,
  createCircuitBreakers,
  defaultRetry,
  freeSlots,
  isOpen,
  newBreaker,
  nextAttemptAt,
  type RetryPolicy,
  skipBackoff,
} from '../support/doors/runtime.ts';
import { between, fc } from '../support/runner/property.ts';

const down = problem('connection-refused', { host: 'h' });
const busy = (seconds: number) => problem('provider-busy', { status: 503, retryAfter: seconds });
const start = 1_000_000;

const policies: fc.Arbitrary<RetryPolicy> = fc
  .record({
    base: fc.integer({ min: 1, max: 5_000 }),
    cap: fc.integer({ min: 1, max: 100_000 }),
    openAfter: fc.integer({ min: 1, max: 6 }),
  })
  .map((policy) => ({ ...policy, cap: Math.max(policy.base, policy.cap) }));
/** From 0 up to 1, as `Math.random` gives it. */
const chances = between(0, 0.999_999);

type Step =
  | { kind: 'fail'; problem: Problem; random: number; after: number }
  | { kind: 'pass'; after: number }
  | { kind: 'wake'; after: number };
const after = fc.integer({ min: 0, max: 200_000 });
const problems = fc.oneof(fc.constant(down), fc.integer({ min: 0, max: 600 }).map(busy), fc.constant(problem('no-answer')));
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('fail' as const), problem: problems, random: chances, after }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('pass' as const), after }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('wake' as const), after }) },
  ),
  { maxLength: 40 },
);

function failed(times: number, policy: RetryPolicy, random = 0): CircuitBreaker {
  let breaker = newBreaker;
  for (let n = 0; n < times; n += 1) breaker = afterFailure(breaker, down, policy, start, random);
  return breaker;
}

describe('the wait after a failure', () => {
  it('is anything up to a limit that doubles with each failure in a row, and no longer than the cap', () => {
    fc.assert(
      fc.property(policies, fc.integer({ min: 1, max: 80 }), chances, (policy, times, random) => {
        const wait = nextAttemptAt(afterFailure(failed(times - 1, policy), down, policy, start, random)) - start;
        const limit = Math.min(policy.cap, policy.base * 2 ** (times - 1));
        expect(wait).toBe(Math.round(random * limit));
        expect(wait).toBeLessThanOrEqual(policy.cap);
      }),
    );
  });

  it('starts again after a success', () => {
    fc.assert(
      fc.property(policies, fc.integer({ min: 1, max: 40 }), chances, (policy, times, random) => {
        const again = afterFailure(afterSuccess(failed(times, policy, random), start), down, policy, start, random);
        expect(again).toEqual(afterFailure({ ...newBreaker, called: true, since: start }, down, policy, start, random));
      }),
    );
  });
});

describe('a wait that the provider asked for', () => {
  it('is never shortened by a later failure or by waking; only a successful call ends it', () => {
    fc.assert(
      fc.property(policies, steps, (policy, taken) => {
        let [breaker, now, asked] = [newBreaker, start, 0];
        for (const step of taken) {
          now += step.after;
          if (step.kind === 'pass') [breaker, asked] = [afterSuccess(breaker, now), 0];
          if (step.kind === 'wake') breaker = skipBackoff(breaker);
          if (step.kind === 'fail') {
            breaker = afterFailure(breaker, step.problem, policy, now, step.random);
            asked = Math.max(asked, now + Number(step.problem.detail?.retryAfter ?? 0) * 1000);
          }
          if (asked > now) expect(nextAttemptAt(breaker)).toBeGreaterThanOrEqual(asked);
          for (const time of [now, asked - 1]) {
            if (time < asked && time >= now) expect(freeSlots(breaker, policy, time, 0, 16)).toBe(0);
          }
        }
      }),
    );
  });

  it('ends after a day, however long it was', () => {
    expect(nextAttemptAt(afterFailure(newBreaker, busy(1e9), { base: 1, cap: 1, openAfter: 3 }, start, 0))).toBe(start + 86_400_000);
  });

  it.each([down, busy(30)])('ends within a day of a clock that was set back by years since the failure (%j)', (why) => {
    let now = start;
    const breakers = createCircuitBreakers({ retry: { base: 1_000, cap: 60_000, openAfter: 3 }, now: () => now, random: () => 0.9 });
    breakers.failed('a', why);
    now -= 5 * 365 * 86_400_000;
    expect(breakers.freeSlots('a', 0, 1)).toBe(0);
    now += 86_400_000;
    expect(breakers.freeSlots('a', 0, 1)).toBe(1);
  });

  it('does not shorten the backoff', () => {
    const breaker = afterFailure(newBreaker, busy(1), { base: 10_000, cap: 60_000, openAfter: 3 }, start, 0.9);
    expect(nextAttemptAt(breaker)).toBe(start + 9_000);
    expect(nextAttemptAt(skipBackoff(breaker))).toBe(start + 1_000);
  });
});

describe('the number of calls that may start', () => {
  it('is none during the backoff, one after the limit of successive failures, else the profile’s concurrency', () => {
    fc.assert(
      fc.property(policies, steps, fc.nat(20), fc.integer({ min: 1, max: 16 }), after, (policy, taken, underWay, concurrency, later) => {
        let [breaker, now, inARow] = [newBreaker, start, 0];
        for (const step of taken) {
          now += step.after;
          if (step.kind === 'pass') [breaker, inARow] = [afterSuccess(breaker, now), 0];
          if (step.kind === 'wake') breaker = skipBackoff(breaker);
          if (step.kind === 'fail') [breaker, inARow] = [afterFailure(breaker, step.problem, policy, now, step.random), inARow + 1];
        }
        expect(isOpen(breaker, policy)).toBe(inARow >= policy.openAfter);
        const maxCalls = now + later < nextAttemptAt(breaker) ? 0 : inARow >= policy.openAfter ? 1 : concurrency;
        expect(freeSlots(breaker, policy, now + later, underWay, concurrency)).toBe(Math.max(0, maxCalls - underWay));
      }),
    );
  });

  it('is one probe while the circuit breaker is open, and the profile’s concurrency again after its success', () => {
    const open = skipBackoff(failed(defaultRetry.openAfter, defaultRetry, 0.5));
    expect(freeSlots(open, defaultRetry, start, 0, 4)).toBe(1);
    expect(freeSlots(open, defaultRetry, start, 1, 4)).toBe(0);
    expect(freeSlots(open, defaultRetry, start, 3, 4)).toBe(0);
    expect(freeSlots(afterSuccess(open, start), defaultRetry, start, 1, 4)).toBe(3);
  });
});

describe('the connection state as shown', () => {
  const iso = (time: number) => new Date(time).toISOString();

  it('is unknown before the first call, and online since the first successful one', () => {
    expect(connectionState(newBreaker, true)).toEqual({ state: 'unknown', since: null, nextAttemptAt: null, problem: null });
    const online = afterSuccess(afterSuccess(newBreaker, start), start + 5_000);
    expect(connectionState(online, true)).toEqual({ state: 'online', since: iso(start), nextAttemptAt: null, problem: null });
  });

  it('is offline when the provider is not reachable, busy when it is, since the first of successive failures', () => {
    const first = afterFailure(afterSuccess(newBreaker, start), down, defaultRetry, start + 1_000, 0.5);
    const second = afterFailure(first, down, defaultRetry, start + 9_000, 0.25);
    expect(connectionState(second, true)).toEqual({
      state: 'offline',
      since: iso(start + 1_000),
      nextAttemptAt: iso(start + 9_500),
      problem: down,
    });
    expect(connectionState(second, false).nextAttemptAt).toBeNull();
    const third = afterFailure(second, busy(30), defaultRetry, start + 20_000, 0);
    expect(connectionState(third, true)).toMatchObject({ state: 'busy', since: iso(start + 1_000), nextAttemptAt: iso(start + 50_000) });
    expect(connectionState(afterSuccess(third, start + 60_000), true)).toMatchObject({
      state: 'online',
      since: iso(start + 60_000),
      problem: null,
    });
  });

  it.each([
    ['connection-refused', 'offline'],
    ['no-answer', 'offline'],
    ['certificate-untrusted', 'offline'],
    ['proxy-failed', 'offline'],
    ['provider-busy', 'busy'],
    ['provider-error', 'busy'],
    ['token-unavailable', 'busy'],
    ['unexpected-answer', 'busy'],
  ] as const)('%s is %s', (code, state) => {
    expect(connectionState(afterFailure(newBreaker, problem(code), defaultRetry, start, 0), true).state).toBe(state);
  });
});
