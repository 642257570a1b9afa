/**
 * Sends the queued documents to the provider, group by group: as many calls at once as the profile allows, within the
 * circuit breaker of each account, until it is stopped. Its own state, besides the outbox, is about the connection and
 * ends with the process.
 */
import type { LineState } from '../../../../shared/domain/queue.ts';
import { hasTrait, type Problem, problem, problemOf } from '../../../../shared/errors.ts';
import type { Line } from '../../../platform/provider/line.ts';
import {
  afterFailure,
  afterSuccess,
  type Circuit,
  isOpen,
  lineState,
  mayStart,
  newCircuit,
  notBefore,
  type RetryPolicy,
  woken,
} from '../../../platform/runtime/circuit.ts';
import type { OutboxJob } from '../outbox/job.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { groupCalls } from '../rules/group-calls.ts';
import { isUnderWay } from '../rules/states.ts';
import { wireOf } from '../rules/wire-placement.ts';
import type { CallRunner } from './run-call.ts';

export type SigningSchedulerDeps = {
  outbox: Outbox;
  runner: CallRunner;
  /** Acquires the connection of an account; null when no profile of this station is for it. */
  line(account: string): Promise<Line | null>;
  /** The account of the provider in use; null when signing is not set up. */
  activeAccount(): string | null;
  /** Returns why a document must not be sent now; null when it may. */
  held(job: OutboxJob): Problem | null;
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
  /** Sends the jobs that `wanted` selects; resolves when each has its result or must wait longer than `patience` milliseconds. */
  run(wanted: (job: OutboxJob) => boolean, patience: number, signal?: AbortSignal): Promise<void>;
  line(): LineState;
  /** Starts no further calls; resolves when none is under way. */
  stop(): Promise<void>;
};

/** Milliseconds between two tries after a trouble of the station itself: a full disk, a missing profile. */
const holdFor = 10_000;
const maxTimerMs = 2 ** 31 - 1;
/** Answers in check for each permitted call: the files of more would fill the disk. */
const checksPerCall = 2;

export function createSigningScheduler({
  outbox,
  runner,
  line,
  activeAccount,
  held: heldByRules,
  retry,
  now,
  random,
  changed,
}: SigningSchedulerDeps): SigningScheduler {
  const circuits = new Map<string, Circuit>();
  /** By account: time of the next try after a trouble of the station itself. */
  const held = new Map<string, number>();
  const taken = new Set<string>();
  /** By account: number of calls without a complete answer, and of calls with an answer in check. */
  const calls = new Map<string, number>();
  const checks = new Map<string, number>();
  const runs = new Set<(job: OutboxJob) => boolean>();
  let automatic = false;
  let stopped = false;
  let passing: Promise<void> | null = null;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.withResolvers<void>();
  const running = new Set<Promise<void>>();
  const probing = new AbortController();

  const circuitOf = (account: string): Circuit => circuits.get(account) ?? newCircuit;
  const setCircuit = (account: string, circuit: Circuit) => {
    circuits.set(account, circuit);
    changed();
  };

  const wanted = (job: OutboxJob): boolean =>
    job.status === 'queued' && !taken.has(job.id) && ((automatic && !outbox.paused()) || [...runs].some((run) => run(job)));

  function look(): void {
    if (stopped) return;
    if (passing) {
      again = true;
      return;
    }
    passing = pass()
      .catch(() => {
        // The disk of the station is full: the next pass writes again.
        if (!stopped) timer = setTimeout(look, holdFor);
      })
      .finally(() => {
        passing = null;
        takeTurn();
        if (again) {
          again = false;
          look();
        }
      });
  }

  function takeTurn(): void {
    const { resolve } = turn;
    turn = Promise.withResolvers();
    resolve();
  }

  /** Registers work that `stop` awaits. */
  function follow(work: Promise<void>): void {
    const followed = work.finally(() => running.delete(followed));
    running.add(followed);
  }

  async function pass(): Promise<void> {
    clearTimeout(timer);
    let due = Number.POSITIVE_INFINITY;
    const accounts = Map.groupBy(free(outbox.openJobs().filter(wanted)), ({ account }) => account);
    for (const [account, jobs] of accounts) due = Math.min(due, await serve(account, jobs));
    due = Math.min(due, probeIdleLine(new Set(accounts.keys())));
    if (due !== Number.POSITIVE_INFINITY && !stopped) timer = setTimeout(look, Math.min(Math.max(due - now(), 0), maxTimerMs));
    changed();
  }

  /** Returns the jobs that the rules do not block. Stores the reason in blocked jobs, and removes it from those that are free again. */
  function free(jobs: readonly OutboxJob[]): OutboxJob[] {
    return jobs.filter((job) => {
      const why = heldByRules(job);
      if (why && job.problem?.code !== why.code) outbox.change(job.id, { problem: why });
      else if (!why && job.problem && hasTrait(job.problem, 'rule')) outbox.change(job.id, { problem: null });
      return why === null;
    });
  }

  /** Starts the calls that may start for one account; returns the time of the next pass. */
  async function serve(account: string, jobs: readonly OutboxJob[]): Promise<number> {
    const hold = held.get(account) ?? 0;
    if (now() < hold) return hold;
    const way = await line(account).catch((thrown: unknown) => problemOf(thrown));
    // Read again: some may have been cancelled or removed since.
    const waiting = free(jobs.flatMap(({ id }) => outbox.job(id) ?? []).filter(wanted));
    if (way === null || 'code' in way) return holdAccount(account, waiting, way ?? problem('other-account'));
    held.delete(account);
    try {
      for (const batch of Map.groupBy(waiting, ({ batchId }) => batchId).values()) {
        for (const call of groupCalls(placed(batch, way), way.signing)) {
          if (stopped) return Number.POSITIVE_INFINITY;
          const { concurrency } = way.signing;
          const isBusy = (checks.get(account) ?? 0) >= checksPerCall * concurrency;
          if (isBusy || mayStart(circuitOf(account), retry, now(), calls.get(account) ?? 0, concurrency) === 0) return waitOf(account);
          // While the circuit breaker is open, a lost call puts one document in doubt and not ten.
          const sent = isOpen(circuitOf(account), retry) ? call.slice(0, 1) : call;
          const { verification } = way.signing;
          follow(start(account, { ids: sent.map(({ id }) => id), wire: call[0]?.wire ?? never(), verification }, way.share()));
        }
      }
      return Number.POSITIVE_INFINITY;
    } finally {
      way.release();
    }
  }

  /** Returns the time of the next pass; infinity while calls or checks are under way, since their end starts one. */
  const waitOf = (account: string): number =>
    calls.get(account) || checks.get(account) ? Number.POSITIVE_INFINITY : notBefore(circuitOf(account));

  function placed(jobs: readonly OutboxJob[], { signing }: Line) {
    return jobs.flatMap((job) => {
      const result = wireOf(job.placement, job.page, signing.placement);
      if (result.ok) return [{ ...job, wire: result.wire }];
      outbox.move('fail', [job.id], { problem: result.problem });
      return [];
    });
  }

  function holdAccount(account: string, jobs: readonly OutboxJob[], why: Problem): number {
    const until = now() + holdFor;
    held.set(account, until);
    for (const job of jobs) if (job.problem?.code !== why.code) outbox.change(job.id, { problem: why });
    return until;
  }

  async function start(account: string, call: Parameters<CallRunner['run']>[0], way: Line): Promise<void> {
    const count = (of: Map<string, number>, more: number) => of.set(account, (of.get(account) ?? 0) + more);
    for (const id of call.ids) taken.add(id);
    count(calls, 1);
    let isAnswered = false;
    // The next call is sent while the files of this one are checked.
    const onAnswered = () => {
      isAnswered = true;
      count(calls, -1);
      count(checks, 1);
      setCircuit(account, afterSuccess(circuitOf(account), now()));
      look();
    };
    const result = await runner.run(call, way.provider, onAnswered);
    for (const id of call.ids) taken.delete(id);
    count(isAnswered ? checks : calls, -1);
    way.release();
    if (result.kind === 'passed' && !isAnswered) setCircuit(account, afterSuccess(circuitOf(account), now()));
    if (result.kind === 'failed') setCircuit(account, afterFailure(circuitOf(account), result.problem, retry, now(), random()));
    if (result.kind === 'held') held.set(account, now() + holdFor);
    look();
  }

  /** With nothing to send, requests a token to find out whether the provider is online again; returns when that is due. */
  function probeIdleLine(busy: ReadonlySet<string>): number {
    const account = activeAccount();
    if (stopped || !automatic || account === null || busy.has(account) || (calls.get(account) ?? 0) > 0) return Number.POSITIVE_INFINITY;
    const circuit = circuitOf(account);
    if (circuit.problem === null) return Number.POSITIVE_INFINITY;
    if (now() < notBefore(circuit)) return notBefore(circuit);
    follow(probe(account));
    return Number.POSITIVE_INFINITY;
  }

  async function probe(account: string): Promise<void> {
    calls.set(account, (calls.get(account) ?? 0) + 1);
    const way = await line(account).catch(() => null);
    // Without a connection, nothing new is known about its state.
    const met = way === null ? circuitOf(account).problem : await way.provider.testSigning(probing.signal).then(() => null, problemOf);
    if (!stopped) {
      // A provider that refuses the credentials was reached.
      const isUp = met === null || met.code === 'credentials-refused';
      const circuit = circuitOf(account);
      setCircuit(account, isUp ? afterSuccess(circuit, now()) : afterFailure(circuit, met, retry, now(), random()));
    }
    way?.release();
    calls.set(account, (calls.get(account) ?? 1) - 1);
    look();
  }

  /** Whether nothing will happen to the job within `patience` milliseconds. */
  function stuck(job: OutboxJob, patience: number): boolean {
    const { id, account } = job;
    if (taken.has(id)) return false;
    if (heldByRules(job) !== null) return true;
    if ((calls.get(account) ?? 0) > 0) return false;
    const circuit = circuitOf(account);
    return held.has(account) || isOpen(circuit, retry) || notBefore(circuit) - now() > patience;
  }

  return {
    start() {
      automatic = true;
      look();
    },
    look,
    wake() {
      held.clear();
      for (const [account, circuit] of circuits) circuits.set(account, woken(circuit));
      look();
    },
    async run(wantedJobs, patience, signal) {
      if (signal?.aborted) return;
      const open = (job: OutboxJob) => isUnderWay(job.status) && wantedJobs(job);
      runs.add(wantedJobs);
      const stopRun = () => {
        runs.delete(wantedJobs);
        look();
      };
      signal?.addEventListener('abort', stopRun, { once: true });
      try {
        while (!stopped) {
          const next = turn.promise;
          const before = passing;
          look();
          await next;
          // The pass under way does not include these jobs; the next one does.
          if (before && !stopped) await turn.promise;
          const left = outbox.openJobs().filter(open);
          const waiting = signal?.aborted ? left.filter(({ id }) => taken.has(id)) : left.filter((job) => !stuck(job, patience));
          if (stopped || waiting.length === 0) return;
          // Each change (a call ends, a wait is over) is followed by a turn.
          await turn.promise;
        }
      } finally {
        signal?.removeEventListener('abort', stopRun);
        runs.delete(wantedJobs);
      }
    },
    line() {
      const account = activeAccount();
      if (account === null) return lineState(newCircuit, false);
      const waiting = automatic && !outbox.paused() && (calls.get(account) ?? 0) === 0;
      return lineState(circuitOf(account), waiting);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      probing.abort();
      await passing;
      await Promise.all(running);
      takeTurn();
    },
  };
}

function never(): never {
  throw new Error('a call without documents');
}
