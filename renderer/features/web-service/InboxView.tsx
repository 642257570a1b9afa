/** The inbox: what the provider sent, what is published for it, and the state of the web service. */
import './inbox.css';
import { Inbox, RadioTower, Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ServiceState } from '../../../shared/domain/web-service/web-service.ts';
import { StatusTag } from '../../components/index.ts';
import { TabbedArea } from '../../components/TabbedArea.tsx';
import { isTransitional, stateLooks, useServiceState } from '../../state/web-service.ts';
import { PublishedTab } from './published/PublishedTab.tsx';
import { ReceivedTab } from './received/ReceivedTab.tsx';
import { ServiceTab } from './service/ServiceTab.tsx';
import { type InboxViewProps, showTab, tabs, useInbox, useInboxUnread } from './store.ts';

const icons = { received: Inbox, published: Share2, service: RadioTower } as const;

/** The state of the service: icon, word and colour. */
function StateTag({ state }: Pick<ServiceState, 'state'>) {
  const { t } = useTranslation('inbox');
  return (
    <StatusTag {...stateLooks[state]} spin={isTransitional(state)}>
      {t(`service.short.${state}`)}
    </StatusTag>
  );
}

export function InboxView(props: InboxViewProps) {
  const { t } = useTranslation(['inbox', 'app']);
  const { tab } = useInbox();
  const { value: service } = useServiceState();
  const unread = useInboxUnread();
  const words = {
    received: unread > 0 && (
      <span className="inbox-tab-count">
        <span aria-hidden="true">{unread}</span>
        <span className="sr-only">{t('app:rail.unread', { count: unread })}</span>
      </span>
    ),
    published: null,
    service: service && <StateTag state={service.state} />,
  };
  const panels = {
    received: <ReceivedTab {...props} />,
    published: <PublishedTab onOpenVisit={props.onOpenVisit} onOpenSettings={props.onOpenSettings} />,
    service: <ServiceTab onOpenSettings={props.onOpenSettings} />,
  };
  return (
    <TabbedArea
      title={t('title')}
      label={t('tabs.label')}
      tabs={tabs.map((id) => ({
        id,
        icon: icons[id],
        words: (
          <>
            {t(`tabs.${id}`)}
            {words[id]}
          </>
        ),
        panel: panels[id],
        scrolls: id === 'service',
      }))}
      chosen={tab}
      onChoose={showTab}
    />
  );
}
