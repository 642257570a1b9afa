/** What a person can do with the queue as a whole and with what is in it. */
import type { EventEmitter } from 'node:events';
import type { ProviderRule } from '../../../shared/domain/provider-rule.ts';
import type { Offer, QueueState } from '../../../shared/domain/queue.ts';
import type { BatchFault } from '../../../shared/domain/signing.ts';
import type { Problem } from '../../../shared/errors.ts';
import type { QueueList } from './queue-list.ts';

export type QueueEvents = { changed: [QueueState]; forgotten: [string[]] };

export type QueueService = {
  /** What a person reads of it. */
  list: QueueList;
  state(): QueueState;
  pause(): void;
  resume(): void;
  /** Tries now what waits for a later attempt: the network changed, or a person does not want to wait. */
  wake(): void;
  /**
   * Queues again what failed, was rejected or cancelled, from the encrypted copies; what is in doubt or unverified only with `release`, and a
   * duplicate of what was sent (`duplicates.ts`) only with `again`. Answers with the ids queued.
   */
  retry(ids: readonly string[], release: boolean, again?: boolean): Promise<string[]>;
  /** Of those that `retry` would queue, the duplicates of what was sent, each with when it was. */
  sentBefore(ids: readonly string[], release: boolean): BatchFault[];
  /** @throws StationError `state-changed` when the document is not in doubt */
  check(documentId: string): Promise<{ offers: Offer[]; problem: Problem | null }>;
  /** The document is signed when the check of the candidate agreed, else unverified. @throws StationError `state-changed`, `offer-gone`, `disk-full` */
  accept(documentId: string, offerId: string): Promise<void>;
  /** Settles a document in doubt or unverified. @throws StationError `state-changed`, `note-missing` */
  close(documentId: string, note: string): void;
  /**
   * Checks the files of unverified documents again, by the settings of now; answers with the ids of those that are signed by that.
   * @throws StationError `state-changed` when one has no such file, `cancelled` when a person stopped it, `other-account`, `disk-full`
   */
  checkAgain(ids: readonly string[]): Promise<string[]>;
  /**
   * The smallest rules of the provider by which an unverified document of a stored profile would be signed; a check with them agreed.
   * `others`: unverified documents of the same account. Stopped by `stopCheck`, and then the document is as it was.
   * @throws StationError `state-changed`, `other-account`, `no-rule-fits`, `no-rule-needed`, `cancelled`
   */
  proposeRule(documentId: string): Promise<{ rules: ProviderRule[]; others: number }>;
  /**
   * Saves the rules in the profile of the document's account once a check with them agrees, and checks all its unverified documents again.
   * Who did it, and of which document, is in the log first. Answers with the ids of those that are signed by that.
   * @throws StationError `state-changed`, `other-account`, `no-rule-fits`, `profile-invalid`, `disk-full`
   */
  acceptRule(documentId: string, rules: readonly ProviderRule[]): Promise<string[]>;
  /** Gives up the check of a file that takes long: its document is unverified then, or as it was before. */
  stopCheck(documentId: string): void;
  /**
   * Lets the file of an unverified document go to its folder, or to the given one. Who did it and why is in the log first, and
   * in the visit. The document stays unverified.
   * @throws StationError `state-changed`, `reason-missing`, `disk-full`
   */
  releaseFile(documentId: string, reason: string, folder?: string): Promise<void>;
  /** Puts what was received into its folder now, or into the given one. Answers with how many documents are in place. */
  deliver(ids: readonly string[], folder?: string): Promise<number>;
  /**
   * Takes finished documents from the list; answers with the ids taken. That they were sent is remembered; with `erased`, not
   * where their signed files are.
   */
  forget(ids: readonly string[], options?: { erased?: boolean }): Promise<string[]>;
  /**
   * Sends what is queued now, whatever `pause` says, and resolves when each of these has its result or the line is
   * down or asks for more patience than `patience` milliseconds. For runs without a window. Once `signal` is aborted
   * no new call goes out; it then resolves when what is being sent has its result, and the rest stays queued.
   */
  run(options: { batchId?: string; patience: number; signal?: AbortSignal }): Promise<void>;
  events: EventEmitter<QueueEvents>;
};
