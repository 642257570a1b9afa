/** The queue as main reports it, and the jobs of the documents that a view shows, updated by events. */
import { useEffect, useId } from 'react';
import { create } from 'zustand';
import { isBlockedByRules } from '../../shared/domain/signing/job-status.ts';
import type { QueueState } from '../../shared/domain/signing/queue.ts';
import type { QueueSummary } from '../../shared/domain/signing/queue-list-schemas.ts';
import type { SigningJob } from '../../shared/domain/signing/signing.ts';
import type { Problem } from '../../shared/errors.ts';
import { call, subscribe } from '../bridge.ts';
import { createRemote, endAll } from './remote.ts';

const queueState = createRemote(() => call('queue.state'));
const queueSummary = createRemote(() => call('queue.summary'));

/** Selects from the state of the queue; null until main answered. */
export const useQueue = <T>(select: (queue: QueueState | null) => T): T => queueState.use(({ value }) => select(value));
/** Selects from the counts of the queue; null until main answered. */
export const useQueueSummary = <T>(select: (summary: QueueSummary | null) => T): T => queueSummary.use(({ value }) => select(value));

export const currentQueue = queueState.value;
export const currentSummary = queueSummary.value;

/** Whether main answered, and why not. */
export function useQueueLoad(): { loaded: boolean; problem: Problem | null } {
  const isStateKnown = queueState.use(({ value }) => value !== null);
  const isSummaryKnown = queueSummary.use(({ value }) => value !== null);
  const stateProblem = queueState.use(({ problem }) => problem);
  const summaryProblem = queueSummary.use(({ problem }) => problem);
  return { loaded: isStateKnown && isSummaryKnown, problem: stateProblem ?? summaryProblem };
}

export async function loadQueue(): Promise<void> {
  await Promise.all([queueState.reload(), queueSummary.reload()]);
}

/** By document id. */
export type Jobs = Readonly<Record<string, SigningJob>>;

/** `jobs`: of the documents named to `loadJobsOf`. */
export const useJobs = create<{ jobs: Jobs }>(() => ({ jobs: {} }));

const byId = (jobs: readonly SigningJob[]): Jobs => Object.fromEntries(jobs.map((job) => [job.documentId, job]));

const followed = new Set<string>();
/** Ids that main forgot while an answer was awaited, which may still have their jobs. */
const forgotten = new Set<string>();
/** The ids that each view shows. */
const shownBy = new Map<string, readonly string[]>();
/** Jobs that are still followed when no view shows them any more: the page stays open for weeks. */
const maxUnseen = 1_000;
let loading: Promise<void> = Promise.resolve();

/** Documents per call to main: a call with more is refused, and one with this many is answered soon. */
const maxIdsPerCall = 1_000;

/** Calls main once per thousand ids, one call after the other. */
export async function inChunks<T>(ids: readonly string[], work: (some: string[]) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (let from = 0; from < ids.length; from += maxIdsPerCall) answers.push(await work(ids.slice(from, from + maxIdsPerCall)));
  return answers;
}

/** Forgets the jobs that no view shows, first loaded first, above the maximum. */
function forgetUnseen(): void {
  const shown = new Set([...shownBy.values()].flat());
  const unseen = [...followed].filter((id) => !shown.has(id)).slice(0, -maxUnseen);
  for (const id of unseen) followed.delete(id);
  if (unseen.length > 0) dropJobs(unseen);
}

/**
 * Resolves when `jobs` has the jobs of these documents, which it follows from then on; a document that was never sent has none.
 * @param view shows these documents, and no others since its last call
 */
export function loadJobsOf(view: string, ids: readonly string[]): Promise<void> {
  shownBy.set(view, ids);
  loading = loading
    .catch(() => undefined)
    .then(async () => {
      forgetUnseen();
      const more = ids.filter((id) => !followed.has(id));
      if (more.length === 0) return;
      for (const id of more) followed.add(id);
      forgotten.clear();
      try {
        const answer = (await inChunks(more, (some) => call('signing.jobs', { ids: some }))).flat();
        const found = answer.filter(({ documentId }) => !forgotten.has(documentId));
        // Events received in the meantime are newer than the answer.
        useJobs.setState(({ jobs }) => ({ jobs: { ...byId(found), ...jobs } }));
      } catch (thrown) {
        for (const id of more) followed.delete(id);
        throw thrown;
      }
    });
  return loading;
}

/** Loads the jobs of the documents of a view into `useJobs`. */
export function useJobsOf(ids: readonly string[]): void {
  const view = useId();
  const key = ids.join();
  useEffect(() => {
    // Without an answer a document is shown like one that is not in the queue.
    void loadJobsOf(view, key === '' ? [] : key.split(',')).catch(() => undefined);
    return () => void shownBy.delete(view);
  }, [view, key]);
}

function applyJobs(changed: readonly SigningJob[]): void {
  const shown = changed.filter(({ documentId }) => followed.has(documentId));
  if (shown.length > 0) useJobs.setState(({ jobs }) => ({ jobs: { ...jobs, ...byId(shown) } }));
}

function dropJobs(ids: readonly string[]): void {
  const dropped = new Set(ids);
  useJobs.setState(({ jobs }) => ({ jobs: Object.fromEntries(Object.entries(jobs).filter(([id]) => !dropped.has(id))) }));
}

function forget(ids: readonly string[]): void {
  for (const id of ids) forgotten.add(id);
  dropJobs(ids);
}

export function followJobs(): () => void {
  void loadQueue();
  return endAll([
    subscribe('signing.changed', applyJobs),
    subscribe('signing.forgotten', forget),
    subscribe('queue.changed', queueState.set),
    subscribe('queue.summary', queueSummary.set),
  ]);
}

/**
 * Returns why the queue is not being sent: a person's pause, otherwise the connection state. The pause goes first because nothing
 * is sent before a person resumes the queue. Pure.
 */
export type Hold = 'paused' | 'offline' | 'busy';

export function holdOf(queue: QueueState | null): Hold | null {
  if (!queue) return null;
  if (queue.paused) return 'paused';
  return queue.connection.state === 'offline' || queue.connection.state === 'busy' ? queue.connection.state : null;
}

/** Whether a person may end the wait early; not a wait that the provider requested (Retry-After). */
export function mayTryNow(queue: QueueState | null): boolean {
  const hold = holdOf(queue);
  if (!queue || !hold || hold === 'paused') return false;
  const { problem } = queue.connection;
  return !(hold === 'busy' && problem?.code === 'provider-busy' && Number(problem.detail?.retryAfter ?? 0) > 0);
}

/** Returns the same for one document; null when it has another reason to wait, or does not wait. */
export const holdOfJob = (job: SigningJob, queue: QueueState | null): Hold | null =>
  job.status === 'queued' && job.problem?.code !== 'other-account' && !isBlockedByRules(job) ? holdOf(queue) : null;
