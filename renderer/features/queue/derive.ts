/** What follows from the jobs: groups, rows, counts, and what may be done with which. Pure. */
import type { QueueState } from '../../../shared/domain/queue.ts';
import type { SigningJob } from '../../../shared/domain/signing.ts';
import { canSendAgain, isMoving, type JobStatus, jobStatus } from '../../jobs/job-status.ts';
import type { Jobs } from '../../jobs/store.ts';

/** In the order of the screen: what needs a person first. */
export const groups = ['held', 'doubt', 'failed', 'moving', 'delivery', 'finished'] as const;
export type Group = (typeof groups)[number];
export const filters = ['all', ...groups] as const;
export type Filter = (typeof filters)[number];

const groupOfStatus: Record<Exclude<JobStatus, 'draft'>, Group> = {
  'in-doubt': 'doubt',
  unverified: 'doubt',
  released: 'finished',
  rejected: 'failed',
  failed: 'failed',
  queued: 'moving',
  held: 'held',
  sending: 'moving',
  'to-deliver': 'delivery',
  signed: 'finished',
  'signed-with-remarks': 'finished',
  'signed-to-check': 'finished',
  cancelled: 'finished',
  closed: 'finished',
};

/** Null for what was never sent. */
export function groupOf(job: SigningJob): Group | null {
  const status = jobStatus(job);
  return status === 'draft' ? null : groupOfStatus[status];
}

export function countByGroup(jobs: Jobs): Record<Filter, number> {
  const counts: Record<Filter, number> = { all: 0, held: 0, doubt: 0, failed: 0, moving: 0, delivery: 0, finished: 0 };
  for (const job of Object.values(jobs)) {
    const group = groupOf(job);
    if (!group) continue;
    counts[group] += 1;
    counts.all += 1;
  }
  return counts;
}

/** What the rail counts: documents that need a person, and documents that wait or are being sent. */
export function waitingOf(jobs: Jobs): { attention: number; waiting: number } {
  const { held, doubt, failed, moving, delivery } = countByGroup(jobs);
  return { attention: held + doubt + failed + delivery, waiting: moving };
}

/** Without capitals and accents: what a clerk types quickly. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Every word typed is somewhere in the name, the reference or the client's data. */
export function matchesSearch(job: SigningJob, search: string): boolean {
  const text = plain(`${job.name}\n${job.reference}\n${job.clientInfo}`);
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** What is sent next stands first: what is being sent, then in the order queued. Elsewhere the latest change stands first. */
function inOrder(group: Group, jobs: SigningJob[]): SigningJob[] {
  if (group !== 'moving') return jobs.sort((a, b) => Date.parse(b.changedAt) - Date.parse(a.changedAt));
  const place = (job: SigningJob) => (job.status === 'sending' ? 0 : 1);
  return jobs.sort((a, b) => place(a) - place(b) || Date.parse(a.queuedAt) - Date.parse(b.queuedAt));
}

export type ShownGroup = { group: Group; jobs: SigningJob[] };

/** The groups that have something to show. */
export function shownGroups(jobs: Jobs, filter: Filter, search: string): ShownGroup[] {
  const found = Object.values(jobs).filter((job) => matchesSearch(job, search));
  return groups
    .filter((group) => filter === 'all' || filter === group)
    .map((group) => ({
      group,
      jobs: inOrder(
        group,
        found.filter((job) => groupOf(job) === group),
      ),
    }))
    .filter((shown) => shown.jobs.length > 0);
}

/** What may be done with a document in one press. */
export const acts = ['cancel', 'retry', 'deliver', 'forget'] as const;
export type Act = (typeof acts)[number];

export function may(act: Act, job: SigningJob): boolean {
  if (act === 'cancel') return job.status === 'queued';
  if (act === 'retry') return canSendAgain(job);
  if (act === 'deliver') return job.delivery === 'waiting' && !isMoving(job);
  // What is kept only here stays until it is in its folder.
  return job.delivery !== 'waiting' && (job.status === 'signed' || canSendAgain(job) || ['closed', 'released'].includes(jobStatus(job)));
}

export const idsThatMay = (act: Act, jobs: readonly SigningJob[]): string[] =>
  jobs.filter((job) => may(act, job)).map((job) => job.documentId);

/** Of how many, when they leave the list, more is lost from view than a row: everything but what is signed and in its folder. */
export const lossOf = (jobs: readonly SigningJob[]): number => jobs.filter((job) => job.status !== 'signed').length;

/** Its document must leave the sign area with it, or it would stand there as if it had never been sent. */
export const mayHaveBeenSigned = (job: SigningJob): boolean => ['signed', 'in-doubt', 'unverified'].includes(job.status);

/** What stays chosen when the list changes; when nothing of it is left, the row after the first that went, or the last. */
export function selectionAfter(before: readonly string[], now: readonly string[], selected: ReadonlySet<string>): ReadonlySet<string> {
  const listed = new Set(now);
  const kept = [...selected].filter((id) => listed.has(id));
  if (kept.length > 0) return kept.length === selected.size ? selected : new Set(kept);
  const at = before.findIndex((id) => selected.has(id));
  const next = before.slice(Math.max(at, 0)).find((id) => listed.has(id)) ?? now.at(at === -1 ? 0 : -1);
  return next === undefined ? new Set() : new Set([next]);
}

/** The line's state as the top bar tells it. */
export type LineShown = 'paused' | QueueState['line']['state'];
export const lineShown = (queue: QueueState): LineShown => (queue.paused ? 'paused' : queue.line.state);
