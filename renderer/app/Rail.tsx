/**
 * Shows the areas at the left edge, each with its count of items that need a person; the queue also counts pending documents, the
 * inbox unread items.
 */
import { Contact, Inbox, ListOrdered, PenLine, Settings as SettingsIcon, UserSearch } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { keysLabel } from '../components/index.ts';
import { useScreeningWaiting } from '../features/screening/store.ts';
import { useQueueWaiting } from '../features/signing/queue/store.ts';
import { useWaiting } from '../features/signing/store.ts';
import { useVisitsWaiting } from '../features/visits/store.ts';
import { useInboxUnread } from '../features/web-service/store.ts';
import { useInfoStore } from '../state/info.ts';
import { goTo, useView, type View } from './view.ts';

const areas = [
  { view: 'sign', icon: PenLine, keys: 'mod+1' },
  { view: 'queue', icon: ListOrdered, keys: 'mod+2' },
  { view: 'screen', icon: UserSearch, keys: 'mod+3' },
  { view: 'customers', icon: Contact, keys: 'mod+4' },
  { view: 'inbox', icon: Inbox, keys: 'mod+5' },
  { view: 'settings', icon: SettingsIcon, keys: 'mod+,' },
] as const;

type Waiting = { attention: number; waiting: number };

function Count({ attention, waiting, calm }: Waiting & { calm: 'onTheWay' | 'unread' }) {
  const { t } = useTranslation('app');
  if (attention + waiting === 0) return null;
  const words = [
    ...(attention > 0 ? [t('rail.attention', { count: attention })] : []),
    ...(waiting > 0 ? [t(`rail.${calm}`, { count: waiting })] : []),
  ];
  return (
    <span className={attention > 0 ? 'app-rail-count' : 'app-rail-count app-rail-count-calm'}>
      <span aria-hidden="true">{attention + waiting}</span>
      <span className="sr-only"> {words.join(', ')}</span>
    </span>
  );
}

export function Rail() {
  const { t } = useTranslation('app');
  const view = useView((state) => state.view);
  const waiting: Record<Exclude<View, 'verify'>, Waiting> = {
    sign: { attention: useWaiting(), waiting: 0 },
    queue: useQueueWaiting(),
    screen: useScreeningWaiting(),
    customers: useVisitsWaiting(),
    inbox: { attention: 0, waiting: useInboxUnread() },
    settings: { attention: useInfoStore(({ info }) => (info?.keychainProblem ? 1 : 0)), waiting: 0 },
  };
  return (
    <nav className="app-rail" data-pane="[aria-current]" aria-label={t('rail.label')}>
      {areas.map(({ view: area, icon: Icon, keys }) => (
        <button
          key={area}
          type="button"
          aria-current={view === area ? 'page' : undefined}
          title={`${t(`rail.${area}`)} (${keysLabel(keys)})`}
          onClick={() => goTo(area)}
        >
          <span className="app-rail-icon">
            <Icon size={20} strokeWidth={1.8} aria-hidden="true" />
            <Count {...waiting[area]} calm={area === 'inbox' ? 'unread' : 'onTheWay'} />
          </span>
          {t(`rail.${area}`)}
        </button>
      ))}
    </nav>
  );
}
