/** The inbox in view, as main reports it: the list, the selected item, and what arrived. It outlives the view, so that the position is restored. */

import i18next from 'i18next';
import { create } from 'zustand';
import { isNewVersion } from '../../../shared/domain/records/record-version.ts';
import type { InboxFilter, InboxItem, SelfTest } from '../../../shared/domain/web-service/web-service.ts';
import type { Problem } from '../../../shared/errors.ts';
import { call, subscribe } from '../../bridge.ts';
import { announce } from '../../components/index.ts';
import { withWords } from '../../i18n/index.ts';
import { newestFirst } from '../../state/page-rows.ts';
import { createPagedList } from '../../state/paged-list.ts';
import { createRemote, endAll } from '../../state/remote.ts';

export const tabs = ['received', 'published', 'service'] as const;
export type Tab = (typeof tabs)[number];

/** The last test of the service: null before the first. */
type Tested = { running: boolean; steps: SelfTest | null; problem: Problem | null };

type InboxStore = {
  tab: Tab;
  /** The item in the details; it stays when the filter excludes it. */
  selected: InboxItem | null;
  /** The chosen published document. */
  publicationId: string | null;
  tested: Tested;
};

export const useInbox = create<InboxStore>(() => ({
  tab: 'received',
  selected: null,
  publicationId: null,
  tested: { running: false, steps: null, problem: null },
}));

export const inboxCounts = createRemote(() => call('inbox.state'));
export const useInboxUnread = (): number => inboxCounts.use(({ value }) => value?.unread ?? 0);

export const showTab = (tab: Tab): void => useInbox.setState({ tab });

/** Whether an item is listed under a filter; null with a search text, which only main can match. */
export function belongs(item: InboxItem, { text, show }: InboxFilter): boolean | null {
  const shown = { all: true, unread: !item.read, changed: isNewVersion(item), quarantined: item.kind === 'quarantined' }[show];
  if (!shown) return false;
  return text.trim() === '' ? true : null;
}

const noFilter: InboxFilter = { text: '', show: 'all' };

export const received = createPagedList<InboxItem, InboxFilter>({
  filter: noFilter,
  loadPage: (request) => call('inbox.page', request),
  merge: newestFirst(belongs, ({ receivedAt }) => receivedAt),
});
export const useReceived = received.use;

/** Applies a new or changed item. */
export function applyItem(item: InboxItem): void {
  received.change(item);
  if (useInbox.getState().selected?.id === item.id) useInbox.setState({ selected: item });
}

/** Returns the row to show when one is removed: the one below, or the last. */
export function neighbourOf<Row extends { id: string }>(rows: readonly Row[], id: string): Row | null {
  const place = rows.findIndex((row) => row.id === id);
  return place === -1 ? null : (rows[place + 1] ?? rows[place - 1] ?? null);
}

/** Removes an item from the list; the next one is selected instead of it. */
export function dropItem(id: string): void {
  const next = neighbourOf(useReceived.getState().items, id);
  received.remove(id);
  if (useInbox.getState().selected?.id === id) useInbox.setState({ selected: next });
}

/** Links from the inbox to other areas; the window supplies them. */
export type InboxViewProps = {
  onOpenVisit: (visitId: string) => void;
  /** Opens the visit with this record. */
  onOpenRecord: (visitId: string, recordId: string) => void;
  /** Fetches the full record of the visit from the provider. */
  onFetch: (visitId: string) => void;
  /** Opens the settings of the service. */
  onOpenSettings: () => void;
};

/** Milliseconds between two announcements of new items. */
const announceDelayMs = 10_000;

type ArrivalDeps = { say: (count: number) => void; delayMs: number };

/** Announces how many items arrived: the first at once, then at most once per delay. */
export function createArrivals({ say, delayMs }: ArrivalDeps) {
  let total: number | null = null;
  let arrived = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function announceArrived(): void {
    timer = undefined;
    if (arrived === 0) return;
    say(arrived);
    arrived = 0;
    timer = setTimeout(announceArrived, delayMs);
  }

  return {
    /** Reports the current total. */
    total(now: number): void {
      if (total !== null && now > total) arrived += now - total;
      total = now;
      if (timer === undefined) announceArrived();
    },
    stop(): void {
      clearTimeout(timer);
    },
  };
}

/** Returns the function that ends the subscriptions. */
export function followInbox(): () => void {
  const arrivals = createArrivals({
    say: (count) => void withWords('inbox', () => announce(i18next.t('said.arrived', { ns: 'inbox', count }))),
    delayMs: announceDelayMs,
  });
  const ends = [
    subscribe('inbox.changed', applyItem),
    subscribe('inbox.removed', ({ id }) => dropItem(id)),
    subscribe('inbox.state', inboxCounts.set),
    inboxCounts.use.subscribe(({ value }) => value && arrivals.total(value.total)),
    received.stop,
    arrivals.stop,
  ];
  // The list shows the reason when the inbox cannot be read.
  void inboxCounts.reload();
  return endAll(ends);
}
