/** The clerk's selection in the queue, and the checks with the provider. It outlives the view. `list.ts` has the rows. */
import { create } from 'zustand';
import type { Candidate } from '../../../../shared/domain/signing/queue.ts';
import { needsPerson } from '../../../../shared/domain/signing/queue-list.ts';
import type { BatchFault, ReasonSubject } from '../../../../shared/domain/signing/signing.ts';
import type { ProviderRule } from '../../../../shared/domain/verification/provider-rule.ts';
import type { Problem } from '../../../../shared/errors.ts';
import { useQueueSummary } from '../../../state/jobs.ts';

/** The result of checking a document in doubt; `problem` is why the provider could not be asked, or its answer not read. */
export type Check = { state: 'asking' } | { state: 'done'; candidates: readonly Candidate[]; problem: Problem | null };

/** Result of a search for provider rules by which a document would be signed. */
export type Proposal =
  | { state: 'looking' }
  | { state: 'found'; rules: ProviderRule[]; others: number }
  | { state: 'none'; problem: Problem };

type QueueViewState = {
  selectedIds: ReadonlySet<string>;
  /** A document to scroll into view once it is listed. */
  revealing: string | null;
  /** By document id. */
  checks: Readonly<Record<string, Check>>;
  /** By document id. */
  proposals: Readonly<Record<string, Proposal>>;
  /** Documents that are being checked again. */
  rechecked: ReadonlySet<string>;
  /** Ids of the documents of each removal; the last one is brought back first. */
  removals: readonly (readonly string[])[];
  /** Earlier documents, under another id, that duplicate the documents to be sent again, while the dialog asks. */
  sentBefore: { faults: readonly BatchFault[]; resend: boolean } | null;
  /** Documents to be sent again whose visits ask for a reason first, while the dialog asks for that of the first one. */
  reasonFor: { subjects: readonly ReasonSubject[]; resend: boolean; again: boolean } | null;
};

export const useQueueView = create<QueueViewState>(() => ({
  selectedIds: new Set(),
  revealing: null,
  checks: {},
  proposals: {},
  rechecked: new Set(),
  removals: [],
  sentBefore: null,
  reasonFor: null,
}));

/** Counts for the rail: documents that need a person, and documents that are pending or being sent. */
export function useQueueWaiting(): { attention: number; waiting: number } {
  const groups = useQueueSummary((summary) => summary?.groups);
  if (!groups) return { attention: 0, waiting: 0 };
  return { attention: needsPerson.reduce((sum, group) => sum + groups[group], 0), waiting: groups.moving };
}
