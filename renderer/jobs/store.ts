/** The jobs and the queue as main tells them: what is there at the start, and every event after. */
import { create } from 'zustand';
import type { QueueState } from '../../shared/domain/queue.ts';
import type { SigningJob } from '../../shared/domain/signing.ts';
import { type Problem, problemOf } from '../../shared/errors.ts';
import { call, subscribe } from '../bridge.ts';

/** By document id. */
export type Jobs = Readonly<Record<string, SigningJob>>;

type JobsState = {
  /** False until main answered for the first time. */
  loaded: boolean;
  loadProblem: Problem | null;
  jobs: Jobs;
  /** Null until main answered. */
  queue: QueueState | null;
};

export const useJobs = create<JobsState>(() => ({ loaded: false, loadProblem: null, jobs: {}, queue: null }));

export const byId = (jobs: readonly SigningJob[]): Jobs => Object.fromEntries(jobs.map((job) => [job.documentId, job]));

export async function loadJobs(): Promise<void> {
  try {
    const [jobs, queue] = await Promise.all([call('signing.jobs'), call('queue.state')]);
    // Events that came meanwhile are newer than the answer.
    useJobs.setState((state) => ({
      jobs: { ...byId(jobs), ...state.jobs },
      queue: state.queue ?? queue,
      loaded: true,
      loadProblem: null,
    }));
  } catch (thrown) {
    useJobs.setState({ loaded: true, loadProblem: problemOf(thrown) });
  }
}

export function startJobs(): () => void {
  const ends = [
    subscribe('signing.changed', (changed) => useJobs.setState(({ jobs }) => ({ jobs: { ...jobs, ...byId(changed) } }))),
    subscribe('signing.forgotten', (ids) => {
      const gone = new Set(ids);
      useJobs.setState(({ jobs }) => ({ jobs: Object.fromEntries(Object.entries(jobs).filter(([id]) => !gone.has(id))) }));
    }),
    subscribe('queue.changed', (queue) => useJobs.setState({ queue })),
  ];
  void loadJobs();
  return () => {
    for (const end of ends) end();
  };
}
