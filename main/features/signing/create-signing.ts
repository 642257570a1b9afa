/** Composes the signing area: outbox, scheduler, receiving and delivery, and the two services that other areas use. */
import { EventEmitter } from 'node:events';
import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { dayMs } from '../../../shared/domain/day.ts';
import { type Problem, problem, problemOf, StationError } from '../../../shared/errors.ts';
import { practiceAccount } from '../../platform/provider/account.ts';
import { machineAuthorities } from '../../platform/provider/trust.ts';
import type { RetryPolicy } from '../../platform/runtime/circuit-breaker.ts';
import type { PdfReader } from '../documents/documents.ts';
import { createDuplicateGuard } from './duplicates.ts';
import { longDone, removedDocuments } from './forget-documents.ts';
import type { OutboxJob } from './outbox/job.ts';
import type { Outbox } from './outbox/outbox.ts';
import { createQueueService, type OwnQueueService, type QueueDeps, type QueueService } from './queue-service.ts';
import { createCheckReceived } from './receiving/check-received.ts';
import { createDelivery, type Delivery, hasUndelivered, type OutputSettings } from './receiving/deliver.ts';
import { createCandidates } from './receiving/find-candidates.ts';
import { createFindDelivered } from './receiving/find-delivered.ts';
import type { ReadFacts, ReceiveDeps } from './receiving/receive-answer.ts';
import { recover } from './recover.ts';
import { isUnsettled } from './rules/states.ts';
import { type BatchDeps, blockedBy } from './send-batch.ts';
import { type CallRunner, createCallRunner } from './sending/run-call.ts';
import { createSigningScheduler, type SigningScheduler } from './sending/signing-scheduler.ts';
import type { SentLedger } from './sent-ledger/sent-ledger.ts';
import { createSigningService, type SigningService } from './signing-service.ts';

type SigningDeps = Pick<BatchDeps, 'documents' | 'active' | 'activeAccount' | 'outbox' | 'files' | 'rules'> &
  Pick<QueueDeps, 'acquire' | 'canCheck' | 'clerk' | 'memoryOnly' | 'noteRelease' | 'noteRules' | 'storedVerification'> & {
    /** All calls ever begun. */
    ledger: SentLedger;
    /** The profile's window, in days; see `duplicates.ts`. */
    duplicateWindowDays(): number;
    /** The time by which old jobs are removed; see `trusted-clock.ts`. */
    now(): Date;
    /** The data folder: its disk must have room for an answer. */
    dataDir: string;
    readFacts: ReadFacts;
    /** Checks returned files. */
    reader: Pick<PdfReader, 'verify'>;
    outputFolder: { forThisRun: string | null; bySettings(): OutputSettings };
    retry: RetryPolicy;
  };

export type Signing = {
  signing: SigningService;
  queue: QueueService;
  /** Sends automatically from now on. */
  start(): void;
  /** Checks the pending jobs again after a change of settings or network. */
  wake(): void;
  /** Checks the queue again after the rules may have changed. */
  look(): void;
  /** Starts no call for `ms` milliseconds, unless `wake` ends the wait. */
  postpone(ms: number): void;
  /** Returns how many documents are being sent, are queued, are in doubt or unverified, and have a file that is not delivered yet. */
  open(): { sending: number; waiting: number; doubtful: number; undelivered: number };
  /** Starts no further calls; resolves when the documents being sent have their outcomes and their files are delivered, or after `breakOff`. */
  finish(): Promise<void>;
  /** Starts no further calls and aborts those under way: their documents will be in doubt. */
  breakOff(): void;
  close(): Promise<void>;
};

/** Milliseconds between two tries to write data that must not be lost, and between two tries to deliver the remaining files. */
const writeRetryMs = 1_000;
const deliverRetryMs = 60_000;
/** Milliseconds for which the end of the station waits for disk space. */
const maxCloseMs = 30_000;

export async function createSigning(deps: SigningDeps): Promise<Signing> {
  const components = await compose(deps);
  const { signing, queue, scheduler, delivery } = components;
  await queue.forget([...new Set([...longDone(deps.outbox, deps.now()), ...removedDocuments(deps.outbox)])]);
  const isWaiting = () => deps.outbox.openJobs().some(hasUndelivered);
  // Not while a delivery is under way: on a share that hangs they would pile up, and a person's own delivery would wait for them.
  const timer = setInterval(() => !delivery.isBusy() && isWaiting() && delivery.start(), deliverRetryMs).unref();
  return {
    signing,
    queue,
    start() {
      delivery.start();
      scheduler.start();
    },
    wake() {
      scheduler.wake();
      if (isWaiting()) delivery.start();
      queue.notify();
    },
    look: () => scheduler.look(),
    postpone: (ms) => scheduler.postpone(ms),
    open: () => countOpen(deps.outbox),
    finish() {
      queue.setClosing(true);
      return finish(components);
    },
    breakOff: () => breakOff(components),
    close() {
      clearInterval(timer);
      return close(components);
    },
  };
}

type Components = {
  signing: SigningService;
  queue: OwnQueueService;
  scheduler: SigningScheduler;
  delivery: Delivery;
  runner: CallRunner;
  ending: AbortController;
};

async function compose(deps: SigningDeps): Promise<Components> {
  const { outbox, files } = deps;
  const ending = new AbortController();
  const changes = new EventEmitter<{ changed: [] }>();
  const changed = () => void changes.emit('changed');
  const untried = new Set<string>();
  const delivery = createDelivery({ outbox, files, settings: deps.outputFolder.bySettings, untried, ending: ending.signal });
  const check = createCheckReceived({
    files,
    reader: deps.reader,
    machineRoots: machineAuthorities,
    now: () => new Date(),
    changed,
    ending: ending.signal,
  });
  const receiving: Omit<ReceiveDeps, 'written'> = { outbox, files, check, untried };
  // Does not wait for disk space: a start without room on the disk fails with that problem.
  await recover({ ...receiving, written: async (write) => write() });

  const blocked = blockedBy(deps.rules);
  const delivered = createFindDelivered({ outbox, settings: deps.outputFolder.bySettings });
  const runner = createCallRunner({
    ...receiving,
    written: (write) => writePatiently(write, ending.signal),
    room: (bytes) => roomFor(bytes, deps),
    blocked,
    delivered,
    startDelivery: delivery.start,
  });
  const scheduler = createSigningScheduler({ ...deps, runner, blocked, now: Date.now, random: Math.random, changed });
  const candidates = createCandidates({ ...deps, check });
  const duplicates = createDuplicateGuard({ ...deps, windowDays: deps.duplicateWindowDays });
  const queue = createQueueService({ ...deps, scheduler, delivery, candidates, check, duplicates });
  changes.on('changed', queue.notify);
  const outputFolder = deps.outputFolder.forThisRun;
  const signing = createSigningService({
    ...deps,
    duplicates,
    delivered: async (document) =>
      // In practice, nothing is really signed twice.
      deps.activeAccount() === practiceAccount ? null : delivered(document, deps.now().getTime() - deps.duplicateWindowDays() * dayMs),
    runner,
    outputFolder,
    onQueueChanged: () => scheduler.look(),
  });
  return { signing, queue, scheduler, delivery, runner, ending };
}

function countOpen(outbox: Outbox): ReturnType<Signing['open']> {
  const count = (is: (job: OutboxJob) => boolean) => outbox.openJobs().filter(is).length;
  return {
    sending: count(({ status }) => status === 'sending'),
    waiting: count(({ status }) => status === 'queued'),
    doubtful: count(isUnsettled),
    undelivered: count(hasUndelivered),
  };
}

async function finish({ runner, scheduler, delivery }: Components): Promise<void> {
  runner.halt();
  await scheduler.stop();
  await delivery.finished();
}

function breakOff({ runner, scheduler, ending }: Components): void {
  runner.halt();
  void scheduler.stop();
  // Before the calls are aborted: `ending` also aborts their checks, which would be awaited otherwise.
  ending.abort();
  runner.abort();
}

async function close(components: Components): Promise<void> {
  const { ending, queue } = components;
  // An end without a question to a person (the system's, a command's) does not wait for disk space or for a share for ever.
  const timeout = setTimeout(() => ending.abort(), maxCloseMs);
  await finish(components).finally(() => clearTimeout(timeout));
  queue.end();
  ending.abort();
}

/** Retries until the disk has room, since the provider's answer exists nowhere else. Ends with the station. */
async function writePatiently<T>(write: () => T | Promise<T>, ending: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (thrown) {
      const full = thrown instanceof StationError && thrown.problem.code === 'disk-full';
      if (!full || ending.aborted) throw thrown;
      await wait(writeRetryMs, undefined, { signal: ending }).catch(() => undefined);
    }
  }
}

/**
 * Why no call could succeed: nothing is sent then. Without any of the encrypted files each document would fail for itself, although their
 * folder may come back. An answer repeats the documents in base64, and is stored decoded as well: the disk must have room for both, and take
 * files.
 */
async function roomFor(bytes: number, { dataDir, files }: Pick<SigningDeps, 'dataDir' | 'files'>): Promise<Problem | null> {
  const refused = await files
    .assertUsable()
    .then(files.areAllMissing)
    .then((missing) => (missing ? problem('files-missing', { name: 'encrypted' }) : null), problemOf);
  if (refused !== null) return refused;
  const free = await statfs(dataDir).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY, // a system that does not report it
  );
  return free < bytes * 2.5 + 1024 * 1024 ? problem('disk-full') : null;
}
