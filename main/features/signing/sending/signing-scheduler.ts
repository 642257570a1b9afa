/**
 * Sends the queued documents to the provider, group by group: as many calls at once as the profile allows, within the
 * circuit breaker of each account, until it is stopped. Its own state, besides the outbox, is about the connection and
 * ends with the process.
 */

import type { SigningProfile } from '../../../../shared/domain/settings/profile.ts';
import { isUnderWay } from '../../../../shared/domain/signing/job-status.ts';
import type { ConnectionState } from '../../../../shared/domain/signing/queue.ts';
import { hasTrait, type Problem, problem, problemOf } from '../../../../shared/errors.ts';
import type { SigningLease } from '../../../platform/provider/sign-documents.ts';
import {
  type CircuitBreakers,
  connectionState,
  createCircuitBreakers,
  newBreaker,
  nextAttemptAt,
  type RetryPolicy,
} from '../../../platform/runtime/circuit-breaker.ts';
import { createJobScheduler, type JobScheduler, never } from '../../../platform/runtime/job-scheduler.ts';
import type { OutboxJob } from '../outbox/job.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { groupCalls, wireOf } from '../rules/group-calls.ts';
import type { Call, CallRunner } from './run-call.ts';

export type SigningSchedulerDeps = {
  outbox: Outbox;
  runner: CallRunner;
  /** Acquires the connection of an account; null when no profile of this station is for it. */
  acquire(account: string): Promise<SigningLease | null>;
  /** The account of the provider in use; null when signing is not set up. */
  activeAccount(): string | null;
  /** Returns why a document must not be sent now; null when it may. */
  blocked(job: Pick<OutboxJob, 'visitId' | 'clientInfo'>): Problem | null;
  retry: RetryPolicy;
  now(): number;
  /** Returns a number from 0 to below 1. */
  random(): number;
  /** Called when the connection state, or the time of the next attempt, may have changed. */
  changed(): void;
};

export type SigningScheduler = {
  /** Sends all queued documents as soon as possible from now on. */
  start(): void;
  /** Checks the queued documents again. */
  look(): void;
  /** Ends all waits that the provider did not request. */
  wake(): void;
  /** Starts no call for `ms` milliseconds, unless `wake` ends the wait. */
  postpone(ms: number): void;
  /** Sends the jobs that `wanted` selects; resolves when each has its result or must wait longer than `maxWaitMs` milliseconds. */
  run(wanted: (job: OutboxJob) => boolean, maxWaitMs: number, signal?: AbortSignal): Promise<void>;
  connectionState(): ConnectionState;
  /** Starts no further calls; resolves when none is under way. */
  stop(): Promise<void>;
};

/** Milliseconds between two tries after a trouble of the station itself: a full disk, a missing profile. */
const stationRetryMs = 10_000;
/** Answers in check for each permitted call: the files of more would fill the disk. */
const checksPerCall = 2;

type State = SigningSchedulerDeps & {
  breakers: CircuitBreakers;
  jobs: JobScheduler;
  /** By account: a trouble of the station itself, and the time of the next try. */
  suspended: Map<string, { until: number; why: Problem }>;
  /** Until then no call starts, of whichever account. */
  postponedUntil: number;
  /** Ids of the documents of calls that have not ended. */
  taken: Set<string>;
  /** What `run` was called for, for as long as it waits. */
  runs: Set<(job: OutboxJob) => boolean>;
  isAutomatic: boolean;
  stopping: AbortController;
};

export function createSigningScheduler(deps: SigningSchedulerDeps): SigningScheduler {
  const breakers = createCircuitBreakers({ retry: deps.retry, changed: deps.changed, now: deps.now, random: deps.random });
  const state: State = {
    ...deps,
    breakers,
    jobs: createJobScheduler({ breakers, pass: () => pass(state), now: deps.now }),
    suspended: new Map(),
    postponedUntil: 0,
    taken: new Set(),
    runs: new Set(),
    isAutomatic: false,
    stopping: new AbortController(),
  };
  const look = () => void state.jobs.check();
  return {
    start() {
      state.isAutomatic = true;
      look();
    },
    look,
    wake() {
      state.suspended.clear();
      state.postponedUntil = 0;
      breakers.skipBackoff();
      look();
    },
    postpone(ms) {
      state.postponedUntil = state.now() + ms;
    },
    run: (wanted, maxWaitMs, signal) => runUntilSettled(state, wanted, maxWaitMs, signal),
    connectionState: () => stateOfConnection(state),
    stop() {
      const stopped = state.jobs.stop();
      state.stopping.abort();
      return stopped;
    },
  };
}

async function pass(state: State): Promise<number> {
  if (state.now() < state.postponedUntil) return state.postponedUntil;
  let due = never;
  const wanted = state.outbox.openJobs().filter((job) => isWanted(state, job));
  const accounts = Map.groupBy(withoutBlocked(state, wanted), ({ account }) => account);
  for (const [account, jobs] of accounts) due = Math.min(due, await serveAccount(state, account, jobs));
  due = Math.min(due, probeIdleConnection(state, new Set(accounts.keys())));
  state.changed();
  return due;
}

const isWanted = ({ taken, isAutomatic, outbox, runs }: State, job: OutboxJob): boolean =>
  job.status === 'queued' && !taken.has(job.id) && ((isAutomatic && !outbox.paused()) || [...runs].some((run) => run(job)));

/**
 * Returns the jobs that the rules do not block. Stores the reason in blocked jobs, and removes it from those that are free again.
 * Evaluates the rules once for each visit and client: a pass has every queued document, and those of a batch share both.
 */
function withoutBlocked({ outbox, blocked }: State, jobs: readonly OutboxJob[]): OutboxJob[] {
  const reasons = new Map<string, Problem | null>();
  const reasonOf = (job: OutboxJob): Problem | null => {
    const about = JSON.stringify([job.visitId, job.clientInfo]);
    const known = reasons.get(about);
    const why = known === undefined ? blocked(job) : known;
    reasons.set(about, why);
    return why;
  };
  return jobs.filter((job) => {
    const why = reasonOf(job);
    if (why && job.problem?.code !== why.code) outbox.change(job.id, { problem: why });
    else if (!why && job.problem && hasTrait(job.problem, 'rule')) outbox.change(job.id, { problem: null });
    return why === null;
  });
}

/** Starts the calls that may start for one account; returns the time of the next pass. */
async function serveAccount(state: State, account: string, jobs: readonly OutboxJob[]): Promise<number> {
  const { outbox, jobs: scheduler } = state;
  const suspended = state.suspended.get(account);
  if (suspended && state.now() < suspended.until) {
    // A clock that was set back does not extend the wait.
    suspended.until = Math.min(suspended.until, state.now() + stationRetryMs);
    // Documents that were queued since then wait for the same reason.
    for (const { id, problem: other } of jobs) if (other === null) outbox.change(id, { problem: suspended.why });
    return suspended.until;
  }
  const lease = await state.acquire(account).catch((thrown: unknown) => problemOf(thrown));
  // Read again: some may have been cancelled or removed since.
  const queued = jobs.flatMap(({ id }) => outbox.job(id) ?? []).filter((job) => isWanted(state, job));
  const waiting = withoutBlocked(state, queued);
  if (lease === null || 'code' in lease) return suspendAccount(state, account, waiting, lease ?? problem('other-account'));
  state.suspended.delete(account);
  try {
    const { profile } = lease.connection;
    const { concurrency } = profile;
    const due = {
      lane: account,
      account,
      concurrency,
      maxFinishing: checksPerCall * concurrency,
      jobs: callsOf(state, account, waiting, profile),
      run: (call: Call, freeSlot: () => void) => runCall(state, account, call, lease.share(), freeSlot),
    };
    return scheduler.start(due) ? never : nextPassFor(state, account);
  } finally {
    lease.release();
  }
}

/** Returns the time of the next pass; `never` while calls or checks are under way, since their end starts one. */
const nextPassFor = ({ jobs, breakers }: State, account: string): number =>
  jobs.isRunning(account) ? never : nextAttemptAt(breakers.of(account));

/** Groups the jobs into calls, batch by batch, no more of them than are started. A document without a place on its page fails in its turn. */
function* callsOf(state: State, account: string, jobs: readonly OutboxJob[], profile: SigningProfile): Generator<Call> {
  for (const batch of Map.groupBy(jobs, ({ batchId }) => batchId).values()) {
    for (const call of groupCalls(placedJobs(state, batch, profile), profile)) {
      const [first] = call;
      if (first === undefined) continue;
      // While the circuit breaker is open, a lost call puts one document in doubt and not ten.
      const sent = state.breakers.isOpen(account) ? [first] : call;
      yield { ids: sent.map(({ id }) => id), wire: first.wire, verification: profile.verification };
    }
  }
}

function* placedJobs({ outbox }: State, jobs: readonly OutboxJob[], { placement }: SigningProfile) {
  for (const job of jobs) {
    const result = wireOf(job.placement, job.page, placement);
    if (result.ok) yield { ...job, wire: result.wire };
    else outbox.move('fail', [job.id], { problem: result.problem });
  }
}

function suspendAccount(state: State, account: string, jobs: readonly OutboxJob[], why: Problem): number {
  const until = state.now() + stationRetryMs;
  state.suspended.set(account, { until, why });
  for (const job of jobs) if (job.problem?.code !== why.code) state.outbox.change(job.id, { problem: why });
  return until;
}

/** Releases the lease at its end. */
async function runCall(state: State, account: string, call: Call, lease: SigningLease, freeSlot: () => void): Promise<void> {
  const { breakers, taken } = state;
  for (const id of call.ids) taken.add(id);
  let isAnswered = false;
  // The next call is sent while the files of this one are checked.
  const onAnswered = () => {
    isAnswered = true;
    freeSlot();
    breakers.succeeded(account);
    void state.jobs.check();
  };
  const result = await state.runner.run(call, lease.connection, onAnswered);
  for (const id of call.ids) taken.delete(id);
  lease.release();
  if (result.kind === 'passed' && !isAnswered) breakers.succeeded(account);
  if (result.kind === 'failed') breakers.failed(account, result.problem);
  if (result.kind === 'suspended') state.suspended.set(account, { until: state.now() + stationRetryMs, why: result.problem });
}

/** With nothing to send, requests a token to find out whether the provider is online again; returns when that is due. */
function probeIdleConnection(state: State, busy: ReadonlySet<string>): number {
  const { breakers, jobs } = state;
  const account = state.activeAccount();
  if (jobs.isStopped() || !state.isAutomatic || account === null || busy.has(account) || jobs.inSlots(account) > 0) return never;
  const breaker = breakers.of(account);
  if (breaker.problem === null) return never;
  if (state.now() < nextAttemptAt(breaker)) return nextAttemptAt(breaker);
  jobs.run(account, () => probe(state, account));
  return never;
}

async function probe({ breakers, jobs, stopping, acquire }: State, account: string): Promise<void> {
  const lease = await acquire(account).catch(() => null);
  // Without a connection, nothing new is known about its state.
  const met =
    lease === null ? breakers.of(account).problem : await lease.connection.testSigning(stopping.signal).then(() => null, problemOf);
  lease?.release();
  if (jobs.isStopped()) return;
  // A provider that refuses the credentials was reached.
  if (met === null || met.code === 'credentials-refused') breakers.succeeded(account);
  else breakers.failed(account, met);
}

async function runUntilSettled(
  state: State,
  wanted: (job: OutboxJob) => boolean,
  maxWaitMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (signal?.aborted) return;
  const { jobs, runs, outbox, taken } = state;
  runs.add(wanted);
  const stopRun = () => {
    runs.delete(wanted);
    void jobs.check();
  };
  signal?.addEventListener('abort', stopRun, { once: true });
  try {
    while (!jobs.isStopped()) {
      await jobs.check();
      const left = outbox.openJobs().filter((job) => isUnderWay(job.status) && wanted(job));
      const waiting = signal?.aborted ? left.filter(({ id }) => taken.has(id)) : left.filter((job) => !isStuck(state, job, maxWaitMs));
      if (jobs.isStopped() || waiting.length === 0) return;
      // Each change (a call ends, a wait is over) is followed by a pass.
      await jobs.nextPass();
    }
  } finally {
    signal?.removeEventListener('abort', stopRun);
    runs.delete(wanted);
  }
}

/** Whether nothing will happen to the job within `maxWaitMs` milliseconds. */
function isStuck({ taken, blocked, jobs, suspended, breakers, now }: State, job: OutboxJob, maxWaitMs: number): boolean {
  const { id, account } = job;
  if (taken.has(id)) return false;
  if (blocked(job) !== null) return true;
  if (jobs.inSlots(account) > 0) return false;
  return suspended.has(account) || breakers.isOpen(account) || nextAttemptAt(breakers.of(account)) - now() > maxWaitMs;
}

function stateOfConnection({ activeAccount, isAutomatic, outbox, jobs, breakers }: State): ConnectionState {
  const account = activeAccount();
  if (account === null) return connectionState(newBreaker, false);
  return connectionState(breakers.of(account), isAutomatic && !outbox.paused() && jobs.inSlots(account) === 0);
}
