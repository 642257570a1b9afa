/**
 * The list of the queue: the part of main's list in view, updated by events. It outlives the view, so that the scroll position is
 * restored.
 */
import { create } from 'zustand';
import { dropOldest } from '../../../../shared/domain/drop-oldest.ts';
import { type GroupCounts, noFilter, type QueueFilter } from '../../../../shared/domain/signing/queue-list.ts';
import type { SigningJob } from '../../../../shared/domain/signing/signing.ts';
import { call, subscribe } from '../../../bridge.ts';
import { attempt } from '../../../state/attempt.ts';
import { createPagedList } from '../../../state/paged-list.ts';
import { endAll } from '../../../state/remote.ts';
import { belongs, type QueueRow, rowOf, withUpdates } from './derive.ts';
import { useQueueView } from './store.ts';

/** Number of documents of each group that have the text searched for; null without an answer. */
export const useFound = create<{ counts: GroupCounts | null }>(() => ({ counts: null }));

export const list = createPagedList<QueueRow, QueueFilter>({
  filter: noFilter,
  async loadPage(request) {
    const { total, counts, items } = await call('queue.page', request);
    useFound.setState({ counts });
    return { total, items: items.map(rowOf) };
  },
  merge: withUpdates,
});
export const useQueueList = list.use;

/** Documents that left the list in view; for those that this page has not read, only an event reports it. */
export const left = new Set<string>();
/** The page stays open for weeks. */
const maxLeft = 10_000;

/** Opens the view on this document, however far down it is. */
export async function showInQueue(documentId: string): Promise<void> {
  useQueueView.setState({ selectedIds: new Set([documentId]), revealing: documentId });
  const found = await attempt(call('queue.offset', { documentId, filter: noFilter }));
  if (found?.offset == null) useQueueView.setState({ revealing: null });
  list.loadAround(noFilter, found?.offset ?? 0);
}

/** Selects the first document instead of one that is not in the list. */
export async function deselectUnlisted(documentId: string): Promise<void> {
  const { shown, items } = useQueueList.getState();
  const found = await attempt(call('queue.offset', { documentId, filter: shown ?? noFilter }));
  const { selectedIds } = useQueueView.getState();
  if (found?.offset !== null || !selectedIds.has(documentId)) return;
  useQueueView.setState({ selectedIds: new Set(items.slice(0, 1).map(({ id }) => id)) });
}

/** Selects every document that matches the filter, including those that this page has not read. */
export async function selectAll(): Promise<void> {
  const { items, total, filter } = useQueueList.getState();
  const selectedIds: ReadonlySet<string> = new Set(items.map(({ id }) => id));
  useQueueView.setState({ selectedIds });
  if (items.length === total) return;
  const ids = await attempt(call('queue.ids', filter));
  // Another selection was made in the meantime.
  if (ids && useQueueView.getState().selectedIds === selectedIds) useQueueView.setState({ selectedIds: new Set(ids) });
}

function applyJobs(jobs: readonly SigningJob[]): void {
  const { filter } = useQueueList.getState();
  for (const job of jobs) {
    list.change(rowOf(job));
    if (belongs(job, filter)) left.delete(job.documentId);
    else left.add(job.documentId);
  }
  dropOldest(left, maxLeft);
}

function dropRows(ids: readonly string[]): void {
  list.remove(...ids);
  for (const id of ids) left.add(id);
  dropOldest(left, maxLeft);
}

/** Connects the list to main: every change and removal. A change of network wakes the queue: only real calls show the connection state. */
export function followQueue(): () => void {
  // A failure of work that the clerk did not start needs no message: pending documents are tried again automatically.
  const wake = () => void call('queue.wake').catch(() => undefined);
  window.addEventListener('online', wake);
  const ends = [subscribe('signing.changed', applyJobs), subscribe('signing.forgotten', dropRows), list.stop];
  return endAll([...ends, () => window.removeEventListener('online', wake)]);
}
