/** What is on the screen, so that the next page begins with it: the area, and what is chosen in it. */
import i18next from 'i18next';
import { toast } from '../components/index.ts';
import { useBulk } from '../features/screening/bulk/store.ts';
import { useScreening } from '../features/screening/store.ts';
import { useSettings } from '../features/settings/store.ts';
import { useQueueView } from '../features/signing/queue/store.ts';
import { reloadVisit } from '../features/visits/actions.ts';
import { useVisits } from '../features/visits/store.ts';
import { useInbox } from '../features/web-service/store.ts';
import { followMembers, loadParts, type Members, membersOf } from '../state/page-parts.ts';
import { useView } from './view.ts';

const visits = membersOf(useVisits, 'openId', 'recordId', 'dialog', 'creating');

const shown: readonly Members[] = [
  {
    ...visits,
    set: (saved) => {
      visits.set(saved);
      void reloadVisit();
    },
  },
  membersOf(useScreening, 'section', 'shownId'),
  membersOf(useBulk, 'openRun', 'drafting'),
  membersOf(useInbox, 'tab', 'publicationId'),
  membersOf(useSettings, 'section'),
  {
    get: () => [...useQueueView.getState().selectedIds],
    set: (ids: string[]) => useQueueView.setState({ selectedIds: new Set(ids) }),
    follow: useQueueView.subscribe,
  },
  {
    ...membersOf(useView, 'view'),
    // An area that was chosen while this page began stays.
    set: (saved) => {
      if (useView.getState() === useView.getInitialState()) useView.setState(saved);
    },
  },
];

/** Says that the page was loaded again. Returns the function that ends it. */
export function followShown(): () => void {
  void loadParts().then(({ isNext }) => isNext && toast(() => i18next.t('loadedAgain', { ns: 'app' }), { tone: 'doubt' }));
  return followMembers('shown', shown, { isOnce: true });
}
