/** The list of the queue: the group of a document, the order, and what a person may do with it. Main and the page use the same rules. */
import { countsOf } from '../counts.ts';
import { canSendAgain, isUnderWay, type JobStatus, jobStatus, type ShownJob } from './job-status.ts';
import type { SigningJob } from './signing.ts';

/** In the order of the screen: those that need a person first. Main stores the index of each document's group. */
export const groups = ['blocked', 'doubt', 'failed', 'moving', 'delivery', 'finished'] as const;
export type Group = (typeof groups)[number];
/** Groups of documents that the rail counts at the queue. */
export const needsPerson: readonly Group[] = ['blocked', 'doubt', 'failed', 'delivery'];
export const filters = ['all', ...groups] as const;

const groupOfStatus: Record<Exclude<JobStatus, 'draft'>, Group> = {
  'in-doubt': 'doubt',
  unverified: 'doubt',
  released: 'finished',
  rejected: 'failed',
  failed: 'failed',
  queued: 'moving',
  blocked: 'blocked',
  sending: 'moving',
  saving: 'moving',
  'to-deliver': 'delivery',
  signed: 'finished',
  'signed-with-remarks': 'finished',
  'signed-to-check': 'finished',
  cancelled: 'finished',
  closed: 'finished',
};

/** Null for a document that was never sent, and for a removed one. */
export function groupOf(job: ShownJob & Partial<Pick<SigningJob, 'removed'>>): Group | null {
  const status = jobStatus(job);
  return status === 'draft' || job.removed ? null : groupOfStatus[status];
}

/**
 * Sort key, ascending within its group; documents with equal keys follow in the order queued. Documents in flight, or being put into
 * their folder, come first, then queued ones in the order queued. Elsewhere the latest change comes first.
 */
export function orderOf(job: ShownJob & Pick<SigningJob, 'changedAt'>): number {
  if (groupOf(job) === 'moving') return job.status === 'queued' ? 1 : 0;
  return -Date.parse(job.changedAt);
}

export const maxSearchLength = 200;

/** `text`: the text that a person typed. */
export type QueueFilter = { text: string; group: (typeof filters)[number] };
export const noFilter: QueueFilter = { text: '', group: 'all' };

/** Number of documents of each group. */
export type GroupCounts = Record<Group, number>;
export const countOf = (counts: GroupCounts, group: QueueFilter['group']): number =>
  group === 'all' ? groups.reduce((sum, each) => sum + counts[each], 0) : counts[group];

/** Actions that are possible with a document in one press. */
export const acts = ['cancel', 'retry', 'deliver', 'remove'] as const;
export type Act = (typeof acts)[number];

export function may(act: Act, job: ShownJob): boolean {
  if (act === 'cancel') return job.status === 'queued';
  if (act === 'retry') return canSendAgain(job);
  if (act === 'deliver') return job.delivery === 'waiting' && !isUnderWay(job.status);
  // A file that is stored only here stays until it is in its folder.
  return job.delivery !== 'waiting' && (job.status === 'signed' || canSendAgain(job) || ['closed', 'released'].includes(jobStatus(job)));
}

/** For several documents: how many each action is possible with, and how many are to be settled one by one. */
export const actCounts = [...acts, 'doubts'] as const;
export type ActCounts = Record<(typeof actCounts)[number], number>;

export const sumOfActs = (all: readonly ActCounts[]): ActCounts =>
  countsOf(actCounts, (name) => all.reduce((sum, counts) => sum + counts[name], 0));

export function countActs(jobs: readonly ShownJob[]): ActCounts {
  const count = (is: (job: ShownJob) => boolean) => jobs.filter(is).length;
  return {
    cancel: count((job) => may('cancel', job)),
    retry: count((job) => may('retry', job)),
    deliver: count((job) => may('deliver', job)),
    remove: count((job) => may('remove', job)),
    doubts: count((job) => groupOf(job) === 'doubt'),
  };
}
