/** Follows main's events about the inbox, and announces what arrived. */
import i18next from 'i18next';
import { subscribe } from '../../bridge.ts';
import { announce } from '../../components/index.ts';
import { withWords } from '../../i18n/index.ts';
import { endAll } from '../../state/remote.ts';
import { applyItem, dropItem, inboxCounts, received } from './store.ts';

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
