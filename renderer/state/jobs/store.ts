/** The queue as main reports it, and the jobs of the documents that a view shows, kept current by events. */
import { create } from 'zustand';
import type { QueueState } from '../../../shared/domain/queue.ts';
import type { QueueSummary } from '../../../shared/domain/queue-list-schemas.ts';
import type { SigningJob } from '../../../shared/domain/signing.ts';
import { type Problem, problemOf } from '../../../shared/errors.ts';
import { call, subscribe } from '../../bridge.ts';
import { inChunks } from './in-chunks.ts';

/** By document id. */
export type Jobs = Readonly<Record<string, SigningJob>>;

type JobsState = {
  /** False until main answered for the first time. */
  loaded: boolean;
  loadProblem: Problem | null;
  /** Of the documents named to `loadJobsOf`. */
  jobs: Jobs;
  /** Null until main answered. */
  queue: QueueState | null;
  summary: QueueSummary | null;
};

export const useJobs = create<JobsState>(() => ({ loaded: false, loadProblem: null, jobs: {}, queue: null, summary: null }));

const byId = (jobs: readonly SigningJob[]): Jobs => Object.fromEntries(jobs.map((job) => [job.documentId, job]));

const followed = new Set<string>();
let asked: Promise<void> = Promise.resolve();

/** Resolves when `jobs` has the jobs of these documents, which it follows from then on; a document that was never sent has none. */
export function loadJobsOf(ids: readonly string[]): Promise<void> {
  asked = asked
    .catch(() => undefined)
    .then(async () => {
      const more = ids.filter((id) => !followed.has(id));
      if (more.length === 0) return;
      for (const id of more) followed.add(id);
      try {
        const found = (await inChunks(more, (some) => call('signing.jobs', { ids: some }))).flat();
        // Events received in the meantime are newer than the answer.
        useJobs.setState(({ jobs }) => ({ jobs: { ...byId(found), ...jobs } }));
      } catch (thrown) {
        for (const id of more) followed.delete(id);
        throw thrown;
      }
    });
  return asked;
}

export async function loadJobs(): Promise<void> {
  try {
    const [queue, summary] = await Promise.all([call('queue.state'), call('queue.summary')]);
    useJobs.setState((before) => ({
      queue: before.queue ?? queue,
      summary: before.summary ?? summary,
      loaded: true,
      loadProblem: null,
    }));
  } catch (thrown) {
    useJobs.setState({ loaded: true, loadProblem: problemOf(thrown) });
  }
}

export function startJobs(): () => void {
  const ends = [
    subscribe('signing.changed', (changed) => {
      const shown = changed.filter(({ documentId }) => followed.has(documentId));
      if (shown.length > 0) useJobs.setState(({ jobs }) => ({ jobs: { ...jobs, ...byId(shown) } }));
    }),
    subscribe('signing.forgotten', (ids) => {
      const gone = new Set(ids);
      useJobs.setState(({ jobs }) => ({ jobs: Object.fromEntries(Object.entries(jobs).filter(([id]) => !gone.has(id))) }));
    }),
    subscribe('queue.changed', (queue) => useJobs.setState({ queue })),
    subscribe('queue.summary', (summary) => useJobs.setState({ summary })),
  ];
  void loadJobs();
  return () => {
    for (const end of ends) end();
  };
}
