/** What the clerk chose in the queue, and what the provider was asked. It outlives the view. `list.ts` has the rows. */
import { create } from 'zustand';
import type { ProviderRule } from '../../../../shared/domain/provider-rule.ts';
import type { Offer } from '../../../../shared/domain/queue.ts';
import type { ActCounts } from '../../../../shared/domain/queue-list.ts';
import type { BatchFault } from '../../../../shared/domain/signing.ts';
import type { Problem } from '../../../../shared/errors.ts';

/** How asking about a document in doubt went; `problem` is why the provider could not be asked, or not understood. */
export type Check = { state: 'asking' } | { state: 'done'; offers: readonly Offer[]; problem: Problem | null };

/** Result of a search for provider rules by which a document would be signed. */
export type Proposal =
  | { state: 'looking' }
  | { state: 'found'; rules: ProviderRule[]; others: number }
  | { state: 'none'; problem: Problem };

type QueueViewState = {
  selectedIds: ReadonlySet<string>;
  /** A document that is to be brought into view once it is listed. */
  revealing: string | null;
  /** By document id. */
  checks: Readonly<Record<string, Check>>;
  /** By document id. */
  proposals: Readonly<Record<string, Proposal>>;
  /** Documents that are checked again. */
  rechecked: ReadonlySet<string>;
  /** Documents about to be taken from the list, while that is asked. */
  forgetting: { ids: readonly string[]; counts: ActCounts } | null;
  /** What was sent before, under another id, of the documents that were to go again, while that is asked. */
  sentBefore: { faults: readonly BatchFault[]; release: boolean } | null;
};

export const useQueueView = create<QueueViewState>(() => ({
  selectedIds: new Set(),
  revealing: null,
  checks: {},
  proposals: {},
  rechecked: new Set(),
  forgetting: null,
  sentBefore: null,
}));
