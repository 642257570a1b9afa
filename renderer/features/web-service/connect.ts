/** Follows main's events about the inbox. */
import i18next from 'i18next';
import type { InboxState } from '../../../shared/domain/web-service.ts';
import { call, subscribe } from '../../bridge.ts';
import { announce } from '../../components/index.ts';
import { withWords } from '../../i18n/index.ts';
import { createArrivals } from './arrivals.ts';
import { applyItem, gone, received, useInbox } from './store.ts';

/** Milliseconds between two announcements of new items. */
const pause = 10_000;

/** Returns the function that ends the subscription. */
export function connectInbox(): () => void {
  const arrivals = createArrivals({
    say: (count) => void withWords('inbox', () => announce(i18next.t('said.arrived', { ns: 'inbox', count }))),
    pause,
  });
  const count = (counts: InboxState) => {
    useInbox.setState({ counts });
    arrivals.total(counts.total);
  };
  const ends = [
    subscribe('inbox.changed', applyItem),
    subscribe('inbox.removed', ({ id }) => gone(id)),
    subscribe('inbox.state', count),
    received.stop,
    arrivals.stop,
  ];
  void call('inbox.state').then(
    (counts) => {
      // An event received in the meantime is newer than the answer.
      if (useInbox.getState().counts === null) count(counts);
    },
    // The list shows the reason when the inbox cannot be read.
    () => undefined,
  );
  return () => {
    for (const end of ends) end();
  };
}
