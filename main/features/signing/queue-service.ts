/** The queue service: a person's actions on the whole queue and on its documents. */
import type { EventEmitter } from 'node:events';
import type { ProviderRule } from '../../../shared/domain/provider-rule.ts';
import type { Offer, QueueState } from '../../../shared/domain/queue.ts';
import type { BatchFault } from '../../../shared/domain/signing.ts';
import type { Problem } from '../../../shared/errors.ts';
import type { QueueList } from './queue-list.ts';

export type QueueEvents = { changed: [QueueState]; forgotten: [string[]] };

export type QueueService = {
  /** The list on the screen. */
  list: QueueList;
  state(): QueueState;
  pause(): void;
  resume(): void;
  /** Tries pending jobs now, without waiting for their next attempt: the network changed, or a person does not want to wait. */
  wake(): void;
  /**
   * Queues failed, rejected and cancelled documents again, from their encrypted copies; those in doubt or unverified only with `release`,
   * and duplicates of sent documents (`duplicates.ts`) only with `again`. Returns the ids queued.
   */
  retry(ids: readonly string[], release: boolean, again?: boolean): Promise<string[]>;
  /** Returns, for the documents that `retry` would queue, the duplicates of sent documents, each with the time of sending. */
  sentBefore(ids: readonly string[], release: boolean): BatchFault[];
  /** Finds the candidates for a document in doubt. @throws StationError `state-changed` when the document is not in doubt */
  check(documentId: string): Promise<{ offers: Offer[]; problem: Problem | null }>;
  /**
   * Accepts a candidate: the document is signed when its check agreed, else unverified.
   * @throws StationError `state-changed`, `offer-gone`, `disk-full`
   */
  accept(documentId: string, offerId: string): Promise<void>;
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
   * Removes finished documents from the list; returns the ids removed. The ledger still records that they were sent, but with
   * `erased` not where their signed files are.
   */
  forget(ids: readonly string[], options?: { erased?: boolean }): Promise<string[]>;
  /**
   * Sends the queued documents now, even while paused. Resolves when each of them has its result, or when the provider is
   * offline or the wait would exceed `patience` milliseconds. For runs without a window. Once `signal` is aborted no new
   * call is sent: it resolves when the documents being sent have their results, and the rest stays queued.
   */
  run(options: { batchId?: string; patience: number; signal?: AbortSignal }): Promise<void>;
  events: EventEmitter<QueueEvents>;
};
