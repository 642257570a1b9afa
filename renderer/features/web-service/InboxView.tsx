/** The inbox: what the provider sent, what is published for it, and the state of the web service. */
import './inbox.css';
import { Inbox, RadioTower, Share2 } from 'lucide-react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { ServiceState } from '../../../shared/domain/web-service/web-service.ts';
import { StatusTag } from '../../components/index.ts';
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
  const { t } = useTranslation('inbox');
  const { tab } = useInbox();
  const { value: service } = useServiceState();
  const unread = useInboxUnread();
  return (
    <Tabs
      className="inbox"
      selectedKey={tab}
      onSelectionChange={(key) => {
        const chosen = tabs.find((one) => one === key);
        if (chosen) showTab(chosen);
      }}
    >
      <div className="inbox-head">
        <h1>{t('title')}</h1>
        <TabList className="inbox-tabs" aria-label={t('tabs.label')}>
          {tabs.map((id) => {
            const Icon = icons[id];
            return (
              <Tab key={id} id={id} className="inbox-tab">
                <Icon size={16} aria-hidden="true" />
                {t(`tabs.${id}`)}
                {id === 'received' && unread > 0 && (
                  <span className="inbox-tab-count">
                    <span aria-hidden="true">{unread}</span>
                    <span className="sr-only">{t('tabs.unread', { count: unread })}</span>
                  </span>
                )}
                {id === 'service' && service && <StateTag state={service.state} />}
              </Tab>
            );
          })}
        </TabList>
      </div>
      <TabPanel id="received" className="inbox-panel">
        <ReceivedTab {...props} />
      </TabPanel>
      <TabPanel id="published" className="inbox-panel">
        <PublishedTab onOpenVisit={props.onOpenVisit} onOpenSettings={props.onOpenSettings} />
      </TabPanel>
      <TabPanel id="service" className="inbox-panel inbox-panel-scrolls">
        <ServiceTab onOpenSettings={props.onOpenSettings} />
      </TabPanel>
    </Tabs>
  );
}
