/** The queue service: a person's actions on the whole queue and on its documents. */
import { EventEmitter } from 'node:events';
import type { Candidate, QueueState } from '../../../shared/domain/signing/queue.ts';
import type { BatchFault, ReasonSubject } from '../../../shared/domain/signing/signing.ts';
import type { ProviderRule } from '../../../shared/domain/verification/provider-rule.ts';
import type { Problem } from '../../../shared/errors.ts';
import { type ForgetDeps, forgetDocuments, removeFromList, restoreToList } from './forget-documents.ts';
import { createQueueList, type QueueList } from './queue-list.ts';
import { checkAgain } from './receiving/check-again.ts';
import { type Delivery, hasUndelivered } from './receiving/deliver.ts';
import { acceptRules, type ProviderRulesDeps, proposeRules } from './receiving/provider-rules.ts';
import { duplicatesOfRetry, type RetryDeps, reasonNeededFor, retryDocuments } from './retry-documents.ts';
import type { SigningScheduler } from './sending/signing-scheduler.ts';
import { acceptCandidate, closeDocument, jobInState, releaseFile, type SettleDeps } from './settle-document.ts';

type QueueEvents = { changed: [QueueState]; forgotten: [string[]] };

export type QueueService = {
  /** The list on the screen. */
  list: QueueList;
  state(): QueueState;
  pause(): void;
  resume(): void;
  /** Tries pending jobs now, without waiting for their next attempt: the network changed, or a person does not want to wait. */
  wake(): void;
  /**
   * Queues failed, rejected and cancelled documents again, from their encrypted copies; those in doubt or unverified only with `resend`,
   * and duplicates of sent documents (`duplicates.ts`) only with `again`. Returns the ids queued.
   */
  retry(ids: readonly string[], consent?: { resend?: boolean; again?: boolean }): Promise<string[]>;
  /** Returns, for the documents that `retry` would queue, the duplicates of sent documents, each with the time of sending. */
  sentBefore(ids: readonly string[], resend: boolean): BatchFault[];
  /** Returns, of the documents that `retry` would queue, those whose visit asks a person for a reason first. */
  needsReason(ids: readonly string[], resend: boolean): ReasonSubject[];
  /** Finds the candidates for a document in doubt. @throws StationError `state-changed` when the document is not in doubt */
  check(documentId: string): Promise<{ candidates: Candidate[]; problem: Problem | null }>;
  /**
   * Accepts a candidate: the document is signed when its check agreed, else unverified.
   * @throws StationError `state-changed`, `candidate-gone`, `disk-full`
   */
  accept(documentId: string, candidateId: string): Promise<void>;
  /** Settles a document in doubt or unverified. @throws StationError `state-changed`, `note-missing` */
  close(documentId: string, note: string): void;
  /**
   * Checks the files of unverified documents again with the current settings; returns the ids of those that are signed now.
   * @throws StationError `state-changed` when one has no such file, `cancelled` when a person stopped it, `other-account`, `disk-full`
   */
  checkAgain(ids: readonly string[]): Promise<string[]>;
  /**
   * Finds the smallest provider rules by which an unverified document of a stored profile would be signed; a check with them agreed.
   * `others`: number of unverified documents of the same account. `stopCheck` stops it and leaves the document unchanged.
   * @throws StationError `state-changed`, `other-account`, `no-rule-fits`, `no-rule-needed`, `cancelled`
   */
  proposeRule(documentId: string): Promise<{ rules: ProviderRule[]; others: number }>;
  /**
   * Saves the rules in the profile of the document's account when a check with them agrees, and checks all its unverified documents again.
   * Logs the person and the document first. Returns the ids of the documents that are signed now.
   * @throws StationError `state-changed`, `other-account`, `no-rule-fits`, `profile-invalid`, `disk-full`
   */
  acceptRule(documentId: string, rules: readonly ProviderRule[]): Promise<string[]>;
  /** Stops a long check of a file: its document becomes unverified, or stays as it was. */
  stopCheck(documentId: string): void;
  /**
   * Delivers the file of an unverified document to its folder, or to `folder`. Logs the person and the reason first, also in
   * the visit. The document stays unverified.
   * @throws StationError `state-changed`, `reason-missing`, `disk-full`
   */
  releaseFile(documentId: string, reason: string, folder?: string): Promise<void>;
  /** Delivers the received files to their folders now, or to `folder`. Returns how many documents were delivered. */
  deliver(ids: readonly string[], folder?: string): Promise<number>;
  /**
   * Removes finished documents from the list; returns the ids removed. They can be restored until the station ends; the next start
   * forgets them. What was sent stays recorded.
   */
  remove(ids: readonly string[]): string[];
  /** Lists removed documents again, in their places; returns their ids. */
  restore(ids: readonly string[]): string[];
  /**
   * Removes finished documents for good; returns the ids removed. The ledger still records that they were sent, but with
   * `erased` not where their signed files are.
   */
  forget(ids: readonly string[], options?: { erased?: boolean }): Promise<string[]>;
  /**
   * Sends the queued documents now, even while paused. Resolves when each of them has its result, or when the provider is
   * offline or the wait would exceed `maxWaitMs` milliseconds. For runs without a window. Once `signal` is aborted no new
   * call is sent: it resolves when the documents being sent have their results, and the rest stays queued.
   */
  run(options: { batchId?: string; maxWaitMs: number; signal?: AbortSignal }): Promise<void>;
  events: EventEmitter<QueueEvents>;
};

export type QueueDeps = RetryDeps &
  SettleDeps &
  ForgetDeps &
  ProviderRulesDeps & {
    scheduler: SigningScheduler;
    delivery: Delivery;
    memoryOnly: Problem | null;
    canCheck(): boolean;
  };

/** `notify` emits the state if it has changed; `setClosing` reports whether the station is about to end. */
export type OwnQueueService = QueueService & { notify(): void; setClosing(closing: boolean): void; end(): void };

export function createQueueService(deps: QueueDeps): OwnQueueService {
  const { outbox, scheduler, delivery, candidates } = deps;
  const list = createQueueList({ outbox, now: Date.now });
  const events = new EventEmitter<QueueEvents>();
  let closing = false;
  let emitted = '';
  const state = () => stateOf(deps, closing);
  const notify = () => {
    const now = state();
    const text = JSON.stringify(now);
    if (text === emitted) return;
    emitted = text;
    events.emit('changed', now);
  };
  const setPaused = (paused: boolean) => {
    outbox.setPaused(paused);
    if (!paused) scheduler.look();
    notify();
  };
  /** Delivers the files of documents that are signed now. */
  const delivered = async (signed: string[]) => {
    await delivery.deliver(signed);
    return signed;
  };
  return {
    list,
    state,
    notify,
    setClosing(now) {
      closing = now;
      notify();
    },
    end: list.end,
    pause: () => setPaused(true),
    resume: () => setPaused(false),
    wake: () => scheduler.wake(),
    async retry(ids, { resend = false, again = false } = {}) {
      const queued = await retryDocuments(ids, resend, again, deps);
      if (queued.length > 0) scheduler.look();
      return queued;
    },
    sentBefore: (ids, resend) => duplicatesOfRetry(ids, resend, deps),
    needsReason: (ids, resend) => reasonNeededFor(ids, resend, deps),
    check: async (id) => candidates.find(jobInState(id, outbox, 'in-doubt')),
    async accept(id, candidateId) {
      await acceptCandidate(id, candidateId, deps);
      await delivery.deliver([id]);
    },
    close: (id, note) => closeDocument(id, note, deps),
    async checkAgain(ids) {
      const signed: string[] = [];
      for (const id of new Set(ids)) if (await checkAgain(id, deps)) signed.push(id);
      return delivered(signed);
    },
    stopCheck: (id) => deps.check.stop(id),
    proposeRule: (id) => proposeRules(id, deps),
    acceptRule: async (id, rules) => delivered(await acceptRules(id, rules, deps)),
    async releaseFile(id, reason, folder) {
      releaseFile(id, reason, deps);
      await delivery.deliver([id], folder);
    },
    deliver: (ids, folder) => deliverDocuments(ids, folder, deps),
    remove: (ids) => removeFromList(ids, outbox),
    restore: (ids) => restoreToList(ids, outbox),
    async forget(ids, { erased = false } = {}) {
      const forgotten = await forgetDocuments(ids, erased, deps);
      if (forgotten.length > 0) events.emit('forgotten', forgotten);
      list.notify();
      return forgotten;
    },
    run: (options) => runQueue(options, deps),
    events,
  };
}

function stateOf({ outbox, scheduler, memoryOnly, canCheck, check }: QueueDeps, closing: boolean): QueueState {
  return {
    paused: outbox.paused(),
    connection: scheduler.connectionState(),
    memoryOnly,
    canCheck: canCheck(),
    checking: check.underWay(),
    quarantined: outbox.quarantined().map(({ kind, at }) => ({ kind, at })),
    closing,
  };
}

async function deliverDocuments(ids: readonly string[], folder: string | undefined, { outbox, delivery }: QueueDeps): Promise<number> {
  const isWaiting = (id: string) => {
    const job = outbox.job(id);
    return job !== null && hasUndelivered(job);
  };
  const waiting = ids.filter(isWaiting);
  await delivery.deliver(waiting, folder);
  return waiting.filter((id) => !isWaiting(id)).length;
}

async function runQueue(
  { batchId, maxWaitMs, signal }: Parameters<QueueService['run']>[0],
  { scheduler, delivery }: QueueDeps,
): Promise<void> {
  try {
    await scheduler.run((job) => batchId === undefined || job.batchId === batchId, maxWaitMs, signal);
    await delivery.deliver();
  } finally {
    await delivery.finished();
  }
}
