/** Jobs run within their limits, for every order of due jobs, ends, failures and requests. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problem } from '../support/doors/errors.ts';
import { createCircuitBreakers, createJobScheduler, never, nextAttemptAt } from '../support/doors/runtime.ts';
import { fc } from '../support/runner/property.ts';

const retry = { base: 1_000, cap: 8_000, openAfter: 3 };
const down = problem('connection-refused', { host: 'h' });
const lane = 'a';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

/** Lets promises settle; no time passes. */
const settled = () => vi.advanceTimersByTimeAsync(0);

type RunningJob = { id: number; freeSlot: () => void; end: () => void };

/** A scheduler of `due` jobs, whose jobs run until they are ended. */
function open({ concurrency = 2, maxFinishing = 2, due = 0 }) {
  const breakers = createCircuitBreakers({ retry, random: () => 0.5 });
  const state = { due, passes: 0, started: 0, running: [] as RunningJob[] };
  const scheduler = createJobScheduler({ breakers, pass });
  function pass(): number {
    state.passes += 1;
    const all = scheduler.start({ lane, account: lane, concurrency, maxFinishing, jobs: jobs(), run });
    return all || scheduler.isRunning(lane) ? never : nextAttemptAt(breakers.of(lane));
  }
  function* jobs() {
    while (state.due > 0) yield state.due;
  }
  function run(_: number, freeSlot: () => void): Promise<void> {
    state.due -= 1;
    state.started += 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    const job = { id: state.started, freeSlot, end };
    function end() {
      state.running = state.running.filter((other) => other !== job);
      resolve();
    }
    state.running.push(job);
    return promise;
  }
  return { breakers, scheduler, state };
}

describe('due jobs', () => {
  it('start up to their concurrency, and the end of each starts the next one', async () => {
    const { scheduler, state } = open({ due: 5 });
    await scheduler.check();
    expect(state.running.map(({ id }) => id)).toEqual([1, 2]);
    state.running[0]?.end();
    await settled();
    expect(state.running.map(({ id }) => id)).toEqual([2, 3]);
  });

  it('start in place of those that freed their slot, as long as few of these are finishing', async () => {
    const { scheduler, state } = open({ due: 5 });
    await scheduler.check();
    for (const job of [...state.running]) job.freeSlot();
    await scheduler.check();
    expect(state.started).toBe(2);
    state.running[0]?.end();
    await settled();
    expect(state.running.map(({ id }) => id)).toEqual([2, 3, 4]);
    expect(scheduler.inSlots(lane)).toBe(2);
  });

  it('wait for the end of the backoff, then start one at a time while the circuit breaker is open', async () => {
    const { scheduler, state, breakers } = open({ due: 5 });
    for (let n = 0; n < retry.openAfter; n += 1) breakers.failed(lane, down);
    await scheduler.check();
    expect(state.started).toBe(0);
    await vi.advanceTimersByTimeAsync(nextAttemptAt(breakers.of(lane)) - Date.now());
    expect(state.started).toBe(1);
    breakers.succeeded(lane);
    state.running[0]?.end();
    await settled();
    expect(state.running).toHaveLength(2);
  });
});

describe('passes', () => {
  it('run one at a time: all requests during one are one pass after it', async () => {
    const ends: (() => void)[] = [];
    let passes = 0;
    const scheduler = createJobScheduler({
      breakers: createCircuitBreakers({ retry }),
      pass() {
        passes += 1;
        const { promise, resolve } = Promise.withResolvers<number>();
        ends.push(() => resolve(never));
        return promise;
      },
    });
    const first = scheduler.check();
    const later = [scheduler.check(), scheduler.check()];
    expect(passes).toBe(1);
    ends[0]?.();
    await first;
    await settled();
    expect(passes).toBe(2);
    ends[1]?.();
    await Promise.all(later);
    await settled();
    expect(passes).toBe(2);
  });

  it('are repeated after one that failed', async () => {
    let passes = 0;
    const scheduler = createJobScheduler({
      breakers: createCircuitBreakers({ retry }),
      pass() {
        passes += 1;
        if (passes === 1) throw new Error('disk full');
        return never;
      },
    });
    await scheduler.check();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(passes).toBe(2);
  });
});

describe('the stop', () => {
  it('starts nothing more and waits for the jobs under way', async () => {
    const { scheduler, state } = open({ due: 5 });
    await scheduler.check();
    let isStopped = false;
    const stopped = scheduler.stop().then(() => {
      isStopped = true;
    });
    const waiting = scheduler.nextPass();
    state.running[0]?.end();
    await settled();
    expect([isStopped, state.started]).toEqual([false, 2]);
    state.running[0]?.end();
    await stopped;
    await waiting;
    await scheduler.check();
    expect(state.started).toBe(2);
  });

  it('during a pass starts none of the jobs that this pass finds', async () => {
    const found = Promise.withResolvers<void>();
    const run = vi.fn(async () => undefined);
    const breakers = createCircuitBreakers({ retry });
    const scheduler = createJobScheduler({
      breakers,
      async pass() {
        await found.promise;
        scheduler.start({ lane, account: lane, concurrency: 1, jobs: [1, 2], run });
        return never;
      },
    });
    void scheduler.check();
    const stopped = scheduler.stop();
    found.resolve();
    await stopped;
    expect(run).not.toHaveBeenCalled();
  });
});

type Step = { kind: 'due' | 'end' | 'fail' | 'free' | 'check' | 'wake'; which: number } | { kind: 'wait'; which: number };
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ kind: fc.constantFrom('due', 'end', 'fail', 'free', 'check', 'wake', 'wait'), which: fc.nat(20) }),
  { maxLength: 60 },
);

describe('in any order of events', () => {
  it('no limit is exceeded, nothing starts before its time, and all due jobs run in the end', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 }), async (taken, concurrency, maxFinishing) => {
        const { scheduler, state, breakers } = open({ concurrency, maxFinishing });
        let inSlots = new Set<RunningJob>();
        const checkLimits = (startedBefore: number) => {
          for (const job of state.running) if (job.id > startedBefore) inSlots.add(job);
          inSlots = new Set([...inSlots].filter((job) => state.running.includes(job)));
          expect(scheduler.inSlots(lane)).toBe(inSlots.size);
          expect(inSlots.size).toBeLessThanOrEqual(concurrency);
          expect(state.running.length - inSlots.size).toBeLessThanOrEqual(maxFinishing - 1 + concurrency);
        };
        for (const { kind, which } of taken) {
          const before = state.started;
          const isOpen = breakers.isOpen(lane);
          const mayStart = breakers.freeSlots(lane, 0, concurrency) > 0 || kind === 'wait' || kind === 'wake';
          const job = state.running[which % Math.max(state.running.length, 1)];
          if (kind === 'due') state.due += which;
          if (kind === 'check' || kind === 'due') void scheduler.check();
          if (kind === 'wake') {
            breakers.skipBackoff();
            void scheduler.check();
          }
          if (kind === 'free' && job) {
            job.freeSlot();
            inSlots.delete(job);
            void scheduler.check();
          }
          if (kind === 'fail' && job) breakers.failed(lane, down);
          if (kind === 'end' && job) breakers.succeeded(lane);
          if (kind === 'fail' || kind === 'end') job?.end();
          await (kind === 'wait' ? vi.advanceTimersByTimeAsync(which * 500) : settled());
          if (!mayStart && kind !== 'end') expect(state.started).toBe(before);
          if (isOpen && kind !== 'end' && kind !== 'fail') expect(state.started - before).toBeLessThanOrEqual(1);
          checkLimits(before);
        }
        while (state.due > 0 || state.running.length > 0) {
          for (const job of [...state.running]) {
            breakers.succeeded(lane);
            job.end();
          }
          await vi.advanceTimersByTimeAsync(retry.cap);
        }
        await scheduler.stop();
      }),
      { numRuns: 60 },
    );
  });
});
