/** Implements the queue service: what a person does with the queue. */
import { EventEmitter } from 'node:events';
import { maxNoteLength, type QueueState } from '../../../shared/domain/queue.ts';
import type { FileRelease } from '../../../shared/domain/signing.ts';
import { type Problem, StationError } from '../../../shared/errors.ts';
import { practiceAccount } from '../../platform/provider/account-key.ts';
import type { Line } from '../../platform/provider/line.ts';
import type { EncryptedFiles } from '../../platform/storage/encrypted-files.ts';
import type { Offers } from './doubt/offers.ts';
import { type FindSentBefore, leavingDocument, sentBeforeFault, withoutDuplicates } from './duplicates.ts';
import type { Outbox, OutboxJob } from './outbox/outbox.ts';
import { createQueueList } from './queue-list.ts';
import type { QueueEvents, QueueService } from './queue-service.ts';
import { createCheckAgain, unverifiedFile } from './receiving/check-again.ts';
import type { CheckReceived } from './receiving/check-received.ts';
import { type Delivery, hasUndelivered } from './receiving/deliver.ts';
import { createProviderRules, type ProviderRulesDeps } from './receiving/provider-rules.ts';
import { receivedFile, removeQuietly } from './receiving/receive.ts';
import { jobWithSame, resultOfTwo, withheldOther } from './receiving/same-answer.ts';
import type { SigningScheduler } from './sending/signing-scheduler.ts';
import type { SentLedger } from './sent-ledger/sent-ledger.ts';
import { isSettled, stateAfter } from './states.ts';

export type QueueDeps = {
  outbox: Outbox;
  files: EncryptedFiles;
  scheduler: SigningScheduler;
  delivery: Delivery;
  offers: Offers;
  check: CheckReceived;
  line(account: string): Promise<Line | null>;
  ledger: Pick<SentLedger, 'leave'>;
  duplicates(): FindSentBefore;
  memoryOnly: Problem | null;
  activeAccount(): string | null;
  canCheck(): boolean;
  /** The name of the clerk at the station. */
  clerk(): string;
  /** Logs, in the audit log and the visit, that the file of a document is about to be released. @throws StationError `disk-full` */
  noteRelease(job: OutboxJob, release: FileRelease): void;
  storedVerification: ProviderRulesDeps['stored'];
  noteRules: ProviderRulesDeps['note'];
};

/** `tell` emits the state if it has changed; `setClosing` reports whether the station is about to end. */
export function createQueueService(parts: QueueDeps): QueueService & { tell(): void; setClosing(closing: boolean): void; endList(): void } {
  const { outbox, files, scheduler, delivery, offers } = parts;
  const checkAgain = createCheckAgain(parts);
  const providerRules = createProviderRules({ ...parts, checkAgain, stored: parts.storedVerification, note: parts.noteRules });
  const events = new EventEmitter<QueueEvents>();
  const list = createQueueList({ outbox, now: Date.now });
  let closing = false;
  let told = '';

  const state = (): QueueState => ({
    paused: outbox.paused(),
    line: scheduler.line(),
    memoryOnly: parts.memoryOnly,
    canCheck: parts.canCheck(),
    checking: parts.check.underWay(),
    quarantined: outbox.quarantined().map(({ kind, at }) => ({ kind, at })),
    closing,
  });

  function tell(): void {
    const now = state();
    const text = JSON.stringify(now);
    if (text === told) return;
    told = text;
    events.emit('changed', now);
  }

  function pause(paused: boolean): void {
    outbox.setPaused(paused);
    if (!paused) scheduler.look();
    tell();
  }

  function inState(id: string, ...states: OutboxJob['status'][]): OutboxJob {
    const job = outbox.job(id);
    if (job === null || !states.includes(job.status)) throw new StationError('state-changed');
    return job;
  }

  /** Returns the jobs that may be queued again, with the account that they would be sent to. */
  function retryable(ids: readonly string[], release: boolean): OutboxJob[] {
    const active = parts.activeAccount();
    return [...new Set(ids)]
      .flatMap((id) => outbox.job(id) ?? [])
      .filter((job) => mayRetry(job, release))
      .map((job) => ({ ...job, account: accountForAgain(job.account, active) }));
  }

  /** Removes the encrypted files of jobs that have left the queue. */
  async function removeFiles(jobs: readonly OutboxJob[]): Promise<void> {
    for (const { id, original, received } of jobs) {
      for (const file of [original, ...received.map(({ encrypted }) => encrypted)]) if (file) await removeQuietly(file, files);
      await offers.drop(id);
    }
  }

  return {
    list,
    state,
    tell,
    setClosing(now) {
      closing = now;
      tell();
    },
    pause: () => pause(true),
    resume: () => pause(false),
    endList: list.end,
    wake: () => scheduler.wake(),
    async retry(ids, release, again = false) {
      const named = retryable(ids, release);
      const jobs = again ? named : withoutDuplicates(named, parts.duplicates()).go;
      if (jobs.length === 0) return [];
      outbox.enqueue(jobs);
      for (const { id } of jobs) await offers.drop(id);
      scheduler.look();
      return jobs.map(({ id }) => id);
    },
    sentBefore(ids, release) {
      const find = parts.duplicates();
      return retryable(ids, release).flatMap((job) => {
        const sent = find(job);
        return sent ? [sentBeforeFault(job, sent)] : [];
      });
    },
    check: async (id) => offers.find(inState(id, 'in-doubt')),
    async accept(id, offerId) {
      inState(id, 'in-doubt');
      const { file, checked } = await offers.take(id, offerId);
      const { received, name } = inState(id, 'in-doubt');
      const { problem, verification } = checked;
      // The same file may have arrived for another document since the check.
      const other = jobWithSame(outbox, file.sha256, id);
      const move = problem === null && other === null ? 'accept' : 'withhold';
      const change = {
        problem: other === null ? problem : resultOfTwo(other.name),
        verification,
        signedSha256: file.sha256,
        received: [receivedFile('signed', file), ...received],
      };
      outbox.update([...(other === null ? [] : withheldOther(outbox, other.id, name)), { id, move, change }]);
      await delivery.deliver([id]);
    },
    close(id, note) {
      inState(id, 'in-doubt', 'unverified');
      const text = note.trim().slice(0, maxNoteLength);
      if (text === '') throw new StationError('note-missing');
      outbox.change(id, { closed: { at: new Date().toISOString(), note: text } });
      void offers.drop(id);
    },
    async checkAgain(ids) {
      const checked = new Set<string>();
      for (const id of new Set(ids)) if (await checkAgain.again(id)) checked.add(id);
      await delivery.deliver([...checked]);
      return [...checked];
    },
    stopCheck: (id) => parts.check.stop(id),
    proposeRule: providerRules.propose,
    async acceptRule(id, rules) {
      const signed = await providerRules.accept(id, rules);
      await delivery.deliver(signed);
      return signed;
    },
    async releaseFile(id, reason, folder) {
      const job = inState(id, 'unverified');
      const text = reason.trim().slice(0, maxNoteLength);
      if (text === '') throw new StationError('reason-missing');
      if (unverifiedFile(job) === null) throw new StationError('state-changed');
      const fileRelease = { at: new Date().toISOString(), by: parts.clerk(), reason: text };
      // Logged first: no file is released without an entry in the log.
      parts.noteRelease(job, fileRelease);
      outbox.move('releaseFile', [id], { fileRelease });
      await delivery.deliver([id], folder);
    },
    async deliver(ids, folder) {
      const waiting = ids.filter((id) => isWaiting(outbox.job(id)));
      await delivery.deliver(waiting, folder);
      return waiting.filter((id) => !isWaiting(outbox.job(id))).length;
    },
    async forget(ids, { erased = false } = {}) {
      const jobs = ids.flatMap((id) => outbox.job(id) ?? []).filter(isFinished);
      const forgotten = jobs.map(({ id }) => id);
      parts.ledger.leave(jobs.map(leavingDocument), { erased });
      outbox.forget(forgotten);
      await removeFiles(jobs);
      if (forgotten.length > 0) events.emit('forgotten', forgotten);
      list.look();
      return forgotten;
    },
    async run({ batchId, patience, signal }) {
      await scheduler.run((job) => batchId === undefined || job.batchId === batchId, patience, signal);
      await delivery.deliver();
    },
    events,
  };
}

/** Returns the active account, unless one of the two is the practice account: no job moves between practice and a real provider. */
function accountForAgain(before: string, active: string | null): string {
  return active !== null && (active === practiceAccount) === (before === practiceAccount) ? active : before;
}

const isWaiting = (job: OutboxJob | null): boolean => job !== null && hasUndelivered(job);

/** Whether a job may be queued again. A document that may be signed needs `release`; every document needs its encrypted copy. */
function mayRetry({ status, original }: OutboxJob, release: boolean): boolean {
  if (original === null) return false;
  return stateAfter(status, 'send') !== null || (release && stateAfter(status, 'release') !== null);
}

/** Whether a job has ended and has no file to deliver. */
function isFinished(job: OutboxJob): boolean {
  if (hasUndelivered(job)) return false;
  return isSettled(job) || ['signed', 'rejected', 'failed', 'cancelled'].includes(job.status);
}
