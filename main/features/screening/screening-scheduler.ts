/**
 * Runs the pending screenings, of one run or of the panel, in order, within the pace and the circuit breaker of their
 * account. A screening that fails for want of a connection stays pending; a refusal by the provider is its result, and the
 * others continue.
 */
import type { RunPace } from '../../../shared/domain/screening/bulk-screening.ts';
import type { TextRule } from '../../../shared/domain/text-rules.ts';
import { type Problem, problemOf } from '../../../shared/errors.ts';
import { type CircuitBreakers, nextAttemptAt } from '../../platform/runtime/circuit-breaker.ts';
import { createJobScheduler, type JobScheduler, never } from '../../platform/runtime/job-scheduler.ts';
import { type AcquireSearch, isAboutTheScreening, type ScreenOnceResult, screenOnce } from './screen-once.ts';
import { panel, type ScreeningChange, type ScreeningRepository } from './screening-repository.ts';
import type { ScreeningRow } from './screening-row.ts';

export type ScreeningSchedulerDeps = {
  store: ScreeningRepository;
  /** A run's id, or `panel`. */
  run: string;
  pace: RunPace;
  breakers: CircuitBreakers;
  /**
   * Returns the account whose circuit breaker limits the next calls. A result counts for the account of its screening, which may be another
   * account by then.
   */
  account(): string;
  /** When it throws `search-other-connection`, the panel skips the screening. */
  acquire: AcquireSearch;
  /** The text rules by which answers are read. */
  rules: () => readonly TextRule[];
  /** Called in the transaction that commits these screenings; what it throws undoes that transaction. */
  alongside?: (screenings: readonly ScreeningRow[]) => void;
  /** Called after each commit, with the committed screenings. */
  onResults: (screenings: readonly ScreeningRow[]) => void;
  /** Called when a screening begins to run, or is pending again without a result. */
  onRunning?: (screening: ScreeningRow) => void;
  /** Called when `state` has changed. */
  onState: () => void;
};

export type ScreeningSchedulerState = { state: 'stopped' | 'asking' | 'waiting' | 'idle'; problem: Problem | null };

export type ScreeningScheduler = {
  start(): void;
  /** Finishes the screenings under way. */
  stop(): void;
  state(): ScreeningSchedulerState;
  isRunning(id: string): boolean;
  /** Whether a screening is under way, also after `stop`. */
  isBusy(): boolean;
  setPace(pace: RunPace): void;
  /** Reports that more screenings are pending, or that an obstacle may be gone. */
  wake(): void;
  /** Removes a pending screening that is not under way. */
  leaveOut(id: string): void;
  /** Aborts the screenings under way, which stay pending, and resolves when none is. */
  close(): Promise<void>;
};

/** Maximum tries of a screening without an answer: it may be one that the service cannot answer. */
const maxUnanswered = 3;
/** After this number of such screenings in a row, the service is the cause: the others wait until the service answers one. */
const maxAbandoned = 3;
/** Maximum failures in a row; after them, the screenings are not the cause. */
const maxFailures = 20;
const batchSize = 200;
/** Milliseconds after which a full disk is tried again. */
const fullDiskRetryMs = 60_000;
/** Milliseconds that a result waits for others, to share their commit. */
const shareCommitMs = 8;

type Result = ScreeningChange & { committed: () => void };

type State = ScreeningSchedulerDeps & {
  jobs: JobScheduler;
  stopping: AbortController;
  isStarted: boolean;
  /** Ids, from the beginning of a call to the commit of its result. */
  underWay: Set<string>;
  /** Pending screenings, read in batches; `after`: the position of the last one that was read. */
  buffer: ScreeningRow[];
  after: number;
  isExhausted: boolean;
  /** By id: tries without an answer. */
  unanswered: Map<string, number>;
  failures: number;
  abandoned: number;
  obstacle: Problem | null;
  /** When a full disk is tried again; `never` without one. */
  retryAt: number;
  /** Why some pending screenings are skipped while the others run. */
  skipped: Problem | null;
  lastCallAt: number;
  /** Results that wait for their commit. */
  results: Result[];
  commitTimer: NodeJS.Timeout | undefined;
  commitImmediate: NodeJS.Immediate | undefined;
  publishedState: string;
};

export function createScreeningScheduler(deps: ScreeningSchedulerDeps): ScreeningScheduler {
  const state: State = {
    ...deps,
    jobs: createJobScheduler({ breakers: deps.breakers, pass: () => pass(state) }),
    stopping: new AbortController(),
    isStarted: false,
    underWay: new Set(),
    buffer: [],
    after: 0,
    isExhausted: false,
    unanswered: new Map(),
    failures: 0,
    abandoned: 0,
    obstacle: null,
    retryAt: never,
    skipped: null,
    lastCallAt: 0,
    results: [],
    commitTimer: undefined,
    commitImmediate: undefined,
    publishedState: '',
  };
  return {
    start() {
      if (state.stopping.signal.aborted) return;
      state.isStarted = true;
      state.publishedState = '';
      restart(state);
    },
    stop() {
      state.isStarted = false;
      void state.jobs.check();
    },
    state: () => stateOf(state),
    isRunning: (id) => state.underWay.has(id),
    isBusy: () => state.underWay.size > 0,
    setPace(pace) {
      state.pace = pace;
      void state.jobs.check();
    },
    wake: () => restart(state),
    leaveOut(id) {
      state.unanswered.delete(id);
      state.buffer = state.buffer.filter((screening) => screening.id !== id);
      publishState(state);
    },
    close() {
      state.isStarted = false;
      state.stopping.abort();
      const stopped = state.jobs.stop();
      if (state.results.length > 0) commit(state);
      return stopped;
    },
  };
}

function pass(state: State): number {
  // A clock that was set back does not extend the wait.
  state.lastCallAt = Math.min(state.lastCallAt, Date.now());
  state.retryAt = state.obstacle?.code === 'disk-full' ? Math.min(state.retryAt, Date.now() + fullDiskRetryMs) : never;
  if (Date.now() >= state.retryAt) restart(state);
  state.jobs.start({
    lane: state.run,
    account: state.account(),
    concurrency: state.pace.concurrency,
    maxFinishing: maxSharing(state) + 1,
    jobs: dueScreenings(state),
    run: (screening, freeSlot) => runScreening(state, screening, freeSlot),
  });
  publishState(state);
  return nextPassAt(state);
}

/** Yields the first pending screening for as long as one may run by the pace; the run of each removes it from the buffer. */
function* dueScreenings(state: State): Generator<ScreeningRow> {
  while (state.isStarted && !state.stopping.signal.aborted) {
    refill(state);
    const [next] = state.buffer;
    if (!next || state.obstacle || Date.now() < pacedUntil(state)) return;
    yield next;
  }
}

/**
 * Returns the time of the next pass in milliseconds. `never` without a wait: then an event starts the pass, such as the end of a screening.
 * When no screening is under way, a wait ended during this pass, and the next pass follows at once.
 */
function nextPassAt(state: State): number {
  const { isStarted, obstacle, retryAt, buffer, breakers, underWay } = state;
  if (obstacle) return retryAt;
  if (!isStarted || buffer.length === 0) return never;
  const at = Math.max(nextAttemptAt(breakers.of(state.account())), pacedUntil(state));
  return at > Date.now() || underWay.size === 0 ? Math.max(at, Date.now() + 1) : never;
}

/**
 * Maximum number of results that wait for their commit while further calls take their slots. A kill loses these too, and their
 * screenings run again: as many as are under way, and none at low concurrency.
 */
const maxSharing = ({ pace: { concurrency } }: State): number => (concurrency < 4 ? 0 : concurrency);

const pacedUntil = ({ pace, lastCallAt }: State): number => (pace.perMinute > 0 ? lastCallAt + 60_000 / pace.perMinute : 0);

function refill(state: State): void {
  try {
    while (state.buffer.length === 0 && !state.isExhausted) {
      const { screenings, last } = state.store.pending(state.run, state.after, batchSize);
      state.isExhausted = last === state.after;
      state.after = last;
      state.buffer = screenings.filter(({ id }) => !state.underWay.has(id));
    }
  } catch (thrown) {
    // Damaged rows are marked when they are read, which a full disk refuses.
    state.obstacle = problemOf(thrown);
  }
}

async function runScreening(state: State, screening: ScreeningRow, freeSlot: () => void): Promise<void> {
  state.lastCallAt = Date.now();
  state.buffer.shift();
  state.underWay.add(screening.id);
  ignoreErrors(() => state.onRunning?.(screening));
  const startNext = () => {
    freeSlot();
    void state.jobs.check();
  };
  const { breakers, acquire, rules } = state;
  const { result, raw, failure, reached } = await screenOnce(screening, {
    breakers,
    acquire,
    rules,
    signal: state.stopping.signal,
    onAnswer: startNext,
  });
  freeSlot();
  if (reached) state.abandoned = 0;
  if (failure === null) countFailure(state, result.state === 'failed' ? result.problem : null);
  else if (isResult(state, screening, failure)) countFailure(state, failure.problem);
  else return putBack(state, screening, failure);
  await commitSoon(state, result, raw);
}

/** Whether a failure is the result of this screening, and not an obstacle to every one. */
function isResult(state: State, screening: ScreeningRow, { problem, retryable }: Failure): boolean {
  if (isOfOtherConnection(state, problem)) return false;
  return retryable ? isAbandoned(state, screening, problem) : isAboutTheScreening(problem);
}

type Failure = NonNullable<ScreenOnceResult['failure']>;

const isOfOtherConnection = ({ run }: State, { code }: Problem): boolean => run === panel && code === 'search-other-connection';

const isUnanswered = ({ code }: Problem): boolean => code === 'search-unanswered' || code === 'search-answer-cut-off';

/** Whether a screening had no answer too often, after bytes were sent. */
function isAbandoned(state: State, { id }: ScreeningRow, why: Problem): boolean {
  if (!isUnanswered(why)) return false;
  const times = (state.unanswered.get(id) ?? 0) + 1;
  state.unanswered.set(id, times);
  if (times < maxUnanswered || state.abandoned >= maxAbandoned) return false;
  state.abandoned += 1;
  return true;
}

/** `why`: null for a screening that succeeded. Many failures in a row have another cause than the screenings: the service fails, or a setting is wrong. */
function countFailure(state: State, why: Problem | null): void {
  state.failures = why ? state.failures + 1 : 0;
  if (state.failures >= maxFailures) state.obstacle = why;
}

/** Makes a screening pending again, or skips it. One that was sent goes behind the others: they show whether the screening or the service is the reason. */
function putBack(state: State, screening: ScreeningRow, { problem, retryable }: Failure): void {
  if (isOfOtherConnection(state, problem)) state.skipped = problem;
  else {
    if (!retryable && problem.code !== 'cancelled') state.obstacle = problem;
    if (isUnanswered(problem)) state.buffer.push(screening);
    else state.buffer.unshift(screening);
  }
  state.underWay.delete(screening.id);
  ignoreErrors(() => state.onRunning?.(screening));
}

/** Commits a result together with those of the next milliseconds. Resolves when it is committed; until then its screening is under way. */
function commitSoon(state: State, screening: ScreeningRow, answer: Uint8Array | null): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  state.results.push({ screening, answer, committed: resolve });
  if (state.results.length > maxSharing(state) || state.jobs.inSlots(state.run) === 0)
    state.commitImmediate ??= setImmediate(() => commit(state));
  else {
    state.commitTimer ??= setTimeout(() => commit(state), shareCommitMs);
    void state.jobs.check();
  }
  return promise;
}

function commit(state: State): void {
  clearTimeout(state.commitTimer);
  clearImmediate(state.commitImmediate);
  [state.commitTimer, state.commitImmediate] = [undefined, undefined];
  const { results } = state;
  const screenings = results.map(({ screening }) => screening);
  state.results = [];
  try {
    state.store.together(() => {
      state.store.save(results);
      state.alongside?.(screenings);
    });
  } catch (thrown) {
    state.obstacle = problemOf(thrown);
    // The screenings do not run again: their results wait here for room on the disk, unless the station ends.
    if (state.stopping.signal.aborted) finish(state, results);
    else state.results = results;
    void state.jobs.check();
    return;
  }
  finish(state, results);
  ignoreErrors(() => state.onResults(screenings));
}

function finish(state: State, results: readonly Result[]): void {
  for (const { screening, committed } of results) {
    state.unanswered.delete(screening.id);
    state.underWay.delete(screening.id);
    committed();
  }
}

/** Starts from the first pending screening, whatever the obstacle was. */
function restart(state: State): void {
  [state.obstacle, state.retryAt, state.skipped, state.failures, state.abandoned] = [null, never, null, 0, 0];
  [state.after, state.isExhausted, state.buffer] = [0, false, []];
  // Refilled before the state is read: with an empty buffer the state would be `idle`.
  if (state.isStarted) refill(state);
  if (state.results.length > 0) commit(state);
  void state.jobs.check();
}

function stateOf(state: State): ScreeningSchedulerState {
  if (!state.isStarted) return { state: 'stopped', problem: null };
  const { obstacle, skipped } = state;
  const trouble = obstacle ?? state.breakers.of(state.account()).problem;
  const isPending = state.buffer.length > 0 || state.underWay.size > 0;
  if (obstacle || (trouble && isPending)) return { state: 'waiting', problem: trouble };
  if (skipped && !isPending) return { state: 'waiting', problem: skipped };
  return { state: isPending ? 'asking' : 'idle', problem: null };
}

function publishState(state: State): void {
  const next = JSON.stringify(stateOf(state));
  if (next === state.publishedState) return;
  state.publishedState = next;
  ignoreErrors(state.onState);
}

/** A listener that throws must delay no screening, and is not taken for a failure of the disk or the connection. */
function ignoreErrors(notify: () => void): void {
  try {
    notify();
  } catch {
    // The change that the listener missed is stored, and the next change is emitted as usual.
  }
}
