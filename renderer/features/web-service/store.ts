/** The inbox in view. It outlives the view, so that the position is restored. */
import { create } from 'zustand';
import type { InboxFilter, InboxItem, InboxState, SelfTest } from '../../../shared/domain/web-service.ts';
import type { Problem } from '../../../shared/errors.ts';
import { call } from '../../bridge.ts';
import { createLiveList, newestFirst } from '../../state/live-list.ts';

export const tabs = ['received', 'published', 'service'] as const;
export type Tab = (typeof tabs)[number];

/** The last test of the service: null before the first. */
type Tested = { running: boolean; steps: SelfTest | null; problem: Problem | null };

type InboxRepository = {
  tab: Tab;
  /** Null until main answered. */
  counts: InboxState | null;
  /** The item in the details; it stays when the filter excludes it. */
  selected: InboxItem | null;
  /** The chosen published document. */
  publicationId: string | null;
  tested: Tested;
};

export const useInbox = create<InboxRepository>(() => ({
  tab: 'received',
  counts: null,
  selected: null,
  publicationId: null,
  tested: { running: false, steps: null, problem: null },
}));

export const showTab = (tab: Tab): void => useInbox.setState({ tab });

/** Whether an item is listed under a filter; null with a search text, which only main can match. */
export function belongs({ read, version, kind }: InboxItem, { text, show }: InboxFilter): boolean | null {
  const shown = { all: true, unread: !read, changed: version > 1, 'set-aside': kind === 'set-aside' }[show];
  if (!shown) return false;
  return text.trim() === '' ? true : null;
}

export const noFilter: InboxFilter = { text: '', show: 'all' };

export const received = createLiveList<InboxItem, InboxFilter>({
  filter: noFilter,
  ask: (request) => call('inbox.page', request),
  place: newestFirst(belongs, ({ receivedAt }) => receivedAt),
});
export const useReceived = received.use;

/** Applies a new or changed item. */
export function applyItem(item: InboxItem): void {
  received.told(item);
  if (useInbox.getState().selected?.id === item.id) useInbox.setState({ selected: item });
}

/** Returns the row to show when one is removed: the one below, or the last. */
export function neighbourOf<Row extends { id: string }>(rows: readonly Row[], id: string): Row | null {
  const place = rows.findIndex((row) => row.id === id);
  return place === -1 ? null : (rows[place + 1] ?? rows[place - 1] ?? null);
}

export function gone(id: string): void {
  const next = neighbourOf(useReceived.getState().items, id);
  received.gone(id);
  if (useInbox.getState().selected?.id === id) useInbox.setState({ selected: next });
}
