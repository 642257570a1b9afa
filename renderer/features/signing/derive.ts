/** Derives states, counts and the documents to send from the store. Pure. */
import type { StationDocument } from '../../../shared/domain/documents/document.ts';
import type { PlacementRule } from '../../../shared/domain/placement/placement.ts';
import type { Draft } from '../../../shared/domain/settings/workspace.ts';
import { isUnderWay, type JobStatus, jobStatus } from '../../../shared/domain/signing/job-status.ts';
import { needsPerson, groupOf as queueGroupOf } from '../../../shared/domain/signing/queue-list.ts';
import type { BatchRequest, SigningJob } from '../../../shared/domain/signing/signing.ts';
import type { Jobs } from '../../state/jobs.ts';
import type { Drafts, Filter, SigningState } from './state.ts';

/** The status of the job, or that there can be none. */
export type ShownStatus = JobStatus | 'unusable';

export function shownStatus(document: StationDocument, job: SigningJob | undefined): ShownStatus {
  if (job) return jobStatus(job);
  return document.problem ? 'unusable' : 'draft';
}

const groupOf: Record<ShownStatus, Exclude<Filter, 'all'>> = {
  draft: 'draft',
  queued: 'busy',
  blocked: 'attention',
  sending: 'busy',
  signed: 'signed',
  'signed-with-remarks': 'signed',
  'signed-to-check': 'attention',
  saving: 'busy',
  'to-deliver': 'attention',
  unverified: 'attention',
  released: 'attention',
  rejected: 'attention',
  failed: 'attention',
  'in-doubt': 'attention',
  closed: 'attention',
  cancelled: 'attention',
  unusable: 'attention',
};

export const matchesFilter = (status: ShownStatus, filter: Filter): boolean => filter === 'all' || groupOf[status] === filter;

export function countByFilter(documents: readonly StationDocument[], jobs: Jobs): Record<Filter, number> {
  const counts: Record<Filter, number> = { all: documents.length, draft: 0, busy: 0, signed: 0, attention: 0 };
  for (const document of documents) counts[groupOf[shownStatus(document, jobs[document.id])]] += 1;
  return counts;
}

/** How many documents need a person and are not among those that the queue counts: nothing is counted twice on the rail. */
export const countOwnAttention = (documents: readonly StationDocument[], jobs: Jobs): number =>
  documents.filter((document) => {
    const job = jobs[document.id];
    const group = job && queueGroupOf(job);
    return groupOf[shownStatus(document, job)] === 'attention' && (!group || !needsPerson.includes(group));
  }).length;

/** The documents that the primary button sends: never sent before, and usable. */
export const sendable = (documents: readonly StationDocument[], jobs: Jobs): StationDocument[] =>
  documents.filter((document) => shownStatus(document, jobs[document.id]) === 'draft');

/** The documents whose signed file is to get another signature, in a call of its own. */
export const forAnother = (documents: readonly StationDocument[], jobs: Jobs, drafts: Drafts): StationDocument[] =>
  documents.filter(({ id }) => drafts[id]?.another === true && jobs[id]?.status === 'signed' && jobs[id].signedName !== null);

export const referenceOf = (document: StationDocument, draft: Draft | undefined): string => draft?.reference ?? document.reference;

export const ruleOf = (draft: Draft | undefined, common: PlacementRule | null): PlacementRule | null =>
  draft?.rule === undefined ? common : draft.rule;

export function batchOf(
  documents: readonly StationDocument[],
  state: Pick<SigningState, 'drafts' | 'rule' | 'clientInfo' | 'visit'>,
  again: ReadonlySet<string> = new Set(),
): BatchRequest {
  return {
    visitId: state.visit?.id ?? null,
    documents: documents.map((document) => ({
      documentId: document.id,
      reference: referenceOf(document, state.drafts[document.id]),
      placement: ruleOf(state.drafts[document.id], state.rule),
      clientInfo: state.clientInfo,
      ...(again.has(document.id) && { again: true }),
      accepted: [...(state.drafts[document.id]?.accepted ?? [])],
    })),
  };
}

const outcomeStatuses = ['signed', 'unverified', 'rejected', 'failed', 'in-doubt', 'cancelled'] as const;
export type Outcome = (typeof outcomeStatuses)[number];

/** Counts the documents of a batch by outcome, in the order of `outcomeStatuses`; null while some are unfinished. */
export function summaryOf(jobs: Jobs, batchId: string): { outcome: Outcome; count: number }[] | null {
  const members = Object.values(jobs).filter((job) => job.batchId === batchId);
  if (members.length === 0 || members.some(({ status }) => isUnderWay(status))) return null;
  return outcomeStatuses
    .map((outcome) => ({ outcome, count: members.filter((job) => job.status === outcome).length }))
    .filter(({ count }) => count > 0);
}
