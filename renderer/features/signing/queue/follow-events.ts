/** Connects the list to main: every change and removal. A change of network wakes the queue: only real calls show the connection state. */
import type { SigningJob } from '../../../../shared/domain/signing.ts';
import { call, subscribe } from '../../../bridge.ts';
import { endAll } from '../../../state/remote.ts';
import { belongs, rowOf } from './derive.ts';
import { list, useQueueList } from './list.ts';
import { left } from './use-selection.ts';

function applyJobs(jobs: readonly SigningJob[]): void {
  const { filter } = useQueueList.getState();
  for (const job of jobs) {
    list.change(rowOf(job));
    if (belongs(job, filter)) left.delete(job.documentId);
    else left.add(job.documentId);
  }
}

function dropRows(ids: readonly string[]): void {
  list.remove(...ids);
  for (const id of ids) left.add(id);
}

export function followQueue(): () => void {
  // A failure of work that the clerk did not start needs no message: pending documents are tried again automatically.
  const wake = () => void call('queue.wake').catch(() => undefined);
  window.addEventListener('online', wake);
  const ends = [subscribe('signing.changed', applyJobs), subscribe('signing.forgotten', dropRows), list.stop];
  return endAll([...ends, () => window.removeEventListener('online', wake)]);
}
