/**
 * Takes due jobs and runs them within limits: a number of jobs at once, and the circuit breaker of their account with its
 * backoff and `Retry-After`. What is due is found in passes, one at a time: the end of each job starts a pass, so does each
 * request, and so does the time that the last pass returned.
 */
import type { CircuitBreakers } from './circuit-breaker.ts';

/** No time: the end of a running job, or a request, starts the next pass. */
export const never = Number.POSITIVE_INFINITY;
const maxTimerMs = 2 ** 31 - 1;
/** Milliseconds between a pass that failed, since the disk is full, and the next one. */
const failedPassDelayMs = 10_000;

export type JobSchedulerDeps = {
  breakers: CircuitBreakers;
  /** Starts the jobs that may start. Returns when the next pass is due, in milliseconds since the epoch. */
  pass(): Promise<number> | number;
  now?: () => number;
};

/** Due jobs that share their slots. */
export type DueJobs<J> = {
  /** The name of the slots: jobs of all passes with this name are counted together. */
  lane: string;
  /** The account of the circuit breaker. */
  account: string;
  /** Maximum number of slots. */
  concurrency: number;
  /** Maximum number of jobs that have freed their slot and have not ended. */
  maxFinishing?: number;
  /** In the order in which they start. Read one at a time: the next one only after the one before was started. */
  jobs: Iterable<J>;
  /** Runs a job, and never rejects. `freeSlot` lets another job start before this one ends. */
  run(job: J, freeSlot: () => void): Promise<void>;
};

export type JobScheduler = {
  /** Runs a pass now, or after the one under way. Resolves when that pass has ended. */
  check(): Promise<void>;
  /** Resolves at the end of the next pass, whatever starts it, and when the scheduler stops. */
  nextPass(): Promise<void>;
  /** Starts jobs in order while the limits allow. Returns whether all of them were started. */
  start<J>(due: DueJobs<J>): boolean;
  /** Runs one job in a slot, whatever the limits. */
  run(lane: string, job: (freeSlot: () => void) => Promise<void>): void;
  /** Number of jobs in a slot. */
  inSlots(lane: string): number;
  /** Whether a job of the lane has not ended. */
  isRunning(lane: string): boolean;
  isStopped(): boolean;
  /** Starts no further jobs. Resolves when no pass and no job is under way. */
  stop(): Promise<void>;
};

type Lane = { inSlots: number; finishing: number };

type State = JobSchedulerDeps & {
  now: () => number;
  lanes: Map<string, Lane>;
  running: Set<Promise<void>>;
  timer: NodeJS.Timeout | undefined;
  passing: Promise<void> | null;
  /** The pass that follows the one under way. */
  following: Promise<void> | null;
  passed: PromiseWithResolvers<void>;
  isStopped: boolean;
};

export function createJobScheduler({ breakers, pass, now = Date.now }: JobSchedulerDeps): JobScheduler {
  const state: State = {
    breakers,
    pass,
    now,
    lanes: new Map(),
    running: new Set(),
    timer: undefined,
    passing: null,
    following: null,
    passed: Promise.withResolvers(),
    isStopped: false,
  };
  return {
    check: () => check(state),
    nextPass: () => state.passed.promise,
    start: (due) => startDue(state, due),
    run: (lane, job) => runJob(state, laneOf(state, lane), job),
    inSlots: (lane) => laneOf(state, lane).inSlots,
    isRunning: (lane) => laneOf(state, lane).inSlots + laneOf(state, lane).finishing > 0,
    isStopped: () => state.isStopped,
    stop: () => stop(state),
  };
}

/** One pass at a time; all requests during a pass are one pass after it. */
function check(state: State): Promise<void> {
  if (state.isStopped) return Promise.resolve();
  if (state.passing === null) {
    const { promise, resolve } = Promise.withResolvers<void>();
    // Set before the pass begins, which may itself request one.
    state.passing = promise;
    void runPass(state).then(resolve);
    return promise;
  }
  state.following ??= state.passing.then(() => {
    state.following = null;
    return check(state);
  });
  return state.following;
}

async function runPass(state: State): Promise<void> {
  clearTimeout(state.timer);
  let due: number;
  try {
    const next = state.pass();
    // A pass that is not asynchronous has ended when `check` returns.
    due = typeof next === 'number' ? next : await next;
  } catch {
    due = state.now() + failedPassDelayMs;
  }
  state.passing = null;
  if (due !== never && !state.isStopped) {
    clearTimeout(state.timer);
    state.timer = setTimeout(() => void check(state), Math.min(Math.max(due - state.now(), 0), maxTimerMs));
  }
  resolvePassed(state);
}

function resolvePassed(state: State): void {
  const { resolve } = state.passed;
  state.passed = Promise.withResolvers();
  resolve();
}

function startDue<J>(state: State, { lane: name, account, concurrency, maxFinishing = never, jobs, run }: DueJobs<J>): boolean {
  const lane = laneOf(state, name);
  for (const job of jobs) {
    if (state.isStopped || lane.finishing >= maxFinishing) return false;
    if (state.breakers.freeSlots(account, lane.inSlots, concurrency) === 0) return false;
    runJob(state, lane, (freeSlot) => run(job, freeSlot));
  }
  return true;
}

function runJob(state: State, lane: Lane, job: (freeSlot: () => void) => Promise<void>): void {
  lane.inSlots += 1;
  let isInSlot = true;
  const freeSlot = () => {
    if (!isInSlot) return;
    isInSlot = false;
    lane.inSlots -= 1;
    lane.finishing += 1;
  };
  const ended = job(freeSlot).finally(() => {
    freeSlot();
    lane.finishing -= 1;
    state.running.delete(ended);
    void check(state);
  });
  state.running.add(ended);
}

function laneOf({ lanes }: State, name: string): Lane {
  const lane = lanes.get(name) ?? { inSlots: 0, finishing: 0 };
  lanes.set(name, lane);
  return lane;
}

async function stop(state: State): Promise<void> {
  state.isStopped = true;
  clearTimeout(state.timer);
  await state.passing;
  await Promise.all(state.running);
  resolvePassed(state);
}
