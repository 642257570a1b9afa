/** Composes the signing area: outbox, scheduler, receiving and delivery, and the two services that other areas use. */

import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Problem, problem, StationError } from '../../../shared/errors.ts';
import type { Line } from '../../platform/provider/line.ts';
import { machineAuthorities } from '../../platform/provider/trust.ts';
import type { RetryPolicy } from '../../platform/runtime/circuit.ts';
import type { EncryptedFiles } from '../../platform/storage/encrypted-files.ts';
import type { DocumentList, FactsReader } from '../documents/documents.ts';
import { createQueueService, type QueueDeps } from './create-queue-service.ts';
import { createOffers } from './doubt/offers.ts';
import { createDuplicateGuard } from './duplicates.ts';
import type { Outbox, OutboxJob } from './outbox/outbox.ts';
import type { QueueService } from './queue-service.ts';
import { createCheckReceived } from './receiving/check-received.ts';
import { createDelivery, hasUndelivered } from './receiving/deliver.ts';
import type { ReadFacts } from './receiving/read-entry.ts';
import type { ReceiveDeps } from './receiving/receive.ts';
import { recover } from './recover.ts';
import { blockedBy, type SigningRules } from './rules.ts';
import { createCallRunner } from './sending/run-call.ts';
import { createSigningScheduler } from './sending/signing-scheduler.ts';
import type { SentLedger } from './sent-ledger/sent-ledger.ts';
import { type ActiveSigning, createSigningService, type SigningService } from './signing-service.ts';
import { isSettled, maxListedMs, needsWord } from './states.ts';

export type SigningDeps = {
  documents: DocumentList;
  outbox: Outbox;
  files: EncryptedFiles;
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
  reader: Pick<FactsReader, 'verify'>;
  active(): Promise<ActiveSigning | null>;
  /** The account of `active`, without starting anything. */
  activeAccount(): string | null;
  line(account: string): Promise<Line | null>;
  canCheck(): boolean;
  clerk(): string;
  noteRelease: QueueDeps['noteRelease'];
  storedVerification: QueueDeps['storedVerification'];
  noteRules: QueueDeps['noteRules'];
  rules: SigningRules;
  outputFolder: { forThisRun: string | null; bySettings(): string | null };
  memoryOnly: Problem | null;
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
  /** Returns how many documents are being sent, are queued, are in doubt or unverified, and have a file that is not delivered yet. */
  open(): { sending: number; waiting: number; doubtful: number; undelivered: number };
  /** Starts no further calls; resolves when the documents being sent have their results. */
  finish(): Promise<void>;
  /** Starts no further calls and aborts those under way: their documents will be in doubt. */
  breakOff(): void;
  close(): Promise<void>;
};

/** Milliseconds between two tries to write data that must not be lost, and between two tries to deliver the remaining files. */
const writeAgain = 1_000;
const deliverAgain = 60_000;
const closePatience = 30_000;

export async function createSigning(parts: SigningDeps): Promise<Signing> {
  const { outbox, files, readFacts, line } = parts;
  const ending = new AbortController();
  const written: ReceiveDeps['written'] = (write) => writePatiently(write, ending.signal);
  const untried = new Set<string>();
  const delivery = createDelivery({ outbox, files, outputFolder: parts.outputFolder.bySettings, untried });
  const check = createCheckReceived({
    files,
    reader: parts.reader,
    machineRoots: machineAuthorities,
    now: () => new Date(),
    changed: () => tellQueue(),
    ending: ending.signal,
  });
  let tellQueue = () => {};
  const receiving = { outbox, files, written, check, untried };
  // Does not wait for disk space: a start without room on the disk fails with that problem.
  await recover({ ...receiving, written: async (write) => write() });

  let delivering: Promise<void> = Promise.resolve();
  let deliveries = 0;
  const deliver = (ids?: readonly string[]) => {
    deliveries += 1;
    const made = delivery.deliver(ids).finally(() => {
      deliveries -= 1;
    });
    delivering = Promise.all([delivering, made]).then(() => undefined);
  };
  const held = blockedBy(parts.rules);
  const runner = createCallRunner({ ...receiving, room: (bytes) => roomFor(bytes, parts.dataDir), held, settled: deliver });
  const scheduler = createSigningScheduler({
    outbox,
    runner,
    line,
    activeAccount: parts.activeAccount,
    held,
    retry: parts.retry,
    now: Date.now,
    random: Math.random,
    changed: () => queue.tell(),
  });
  const offers = createOffers({ outbox, files, readFacts, check, line });
  const duplicates = createDuplicateGuard({ outbox, ledger: parts.ledger, windowDays: parts.duplicateWindowDays, now: parts.now });
  const queue = createQueueService({ ...parts, scheduler, delivery, offers, check, duplicates });
  tellQueue = queue.tell;
  const signing = createSigningService({
    documents: parts.documents,
    active: parts.active,
    activeAccount: parts.activeAccount,
    duplicates,
    outbox,
    files,
    runner,
    outputFolder: parts.outputFolder.forThisRun,
    rules: parts.rules,
    look: () => scheduler.look(),
  });
  const listedSince = new Date(parts.now().getTime() - maxListedMs);
  const longDone = [
    ...outbox.restingBefore(listedSince.toISOString()),
    ...outbox.openJobs().filter((job) => isDoneBefore(job, listedSince)),
  ];
  await queue.forget(longDone.map(({ id }) => id));
  const undelivered = () => outbox.openJobs().some(hasUndelivered);
  // Not while a delivery is under way: on a share that hangs they would pile up, and a person's own delivery would wait for them.
  const delivererTimer = setInterval(() => deliveries === 0 && undelivered() && deliver(), deliverAgain).unref();

  const finish = async () => {
    runner.halt();
    await scheduler.stop();
    await delivering;
  };
  return {
    signing,
    queue: { ...queue, run: async (options) => queue.run(options).finally(() => delivering) },
    start() {
      deliver();
      scheduler.start();
    },
    wake() {
      scheduler.wake();
      if (undelivered()) deliver();
      queue.tell();
    },
    look: () => scheduler.look(),
    open() {
      const count = (is: (job: OutboxJob) => boolean) => outbox.openJobs().filter(is).length;
      return {
        sending: count(({ status }) => status === 'sending'),
        waiting: count(({ status }) => status === 'queued'),
        doubtful: count(needsWord),
        undelivered: count(hasUndelivered),
      };
    },
    finish() {
      queue.setClosing(true);
      return finish();
    },
    breakOff() {
      runner.halt();
      void scheduler.stop();
      // Before the calls are aborted: `ending` also aborts their checks, which would be awaited otherwise.
      ending.abort();
      runner.abort();
    },
    async close() {
      clearInterval(delivererTimer);
      // An end without a question to a person (the system's, a command's) does not wait for disk space for ever.
      const patience = setTimeout(() => ending.abort(), closePatience);
      await finish().finally(() => clearTimeout(patience));
      queue.endList();
      ending.abort();
    },
  };
}

/** Whether a job was delivered, cancelled or closed before `time`: it leaves the list automatically. A person removes the others. */
function isDoneBefore(job: OutboxJob, time: Date): boolean {
  const done = job.status === 'signed' || job.status === 'cancelled' || isSettled(job);
  return done && Date.parse(job.changedAt) < time.getTime();
}

/** Retries until the disk has room, since the provider's answer exists nowhere else. Ends with the station. */
async function writePatiently<T>(write: () => T | Promise<T>, ending: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (thrown) {
      const full = thrown instanceof StationError && thrown.problem.code === 'disk-full';
      if (!full || ending.aborted) throw thrown;
      await wait(writeAgain, undefined, { signal: ending }).catch(() => undefined);
    }
  }
}

/** An answer repeats the documents in base64, and is stored decoded as well: nothing is sent without room for both. */
async function roomFor(bytes: number, dataDir: string): Promise<Problem | null> {
  const free = await statfs(dataDir).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY, // a system that does not report it
  );
  return free < bytes * 2.5 + 1024 * 1024 ? problem('disk-full') : null;
}
