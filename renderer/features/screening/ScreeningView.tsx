/** Screening: the panel, the history, and bulk screening, which is supplied from outside. */
import './screening.css';
import { History, ListChecks, UserSearch } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { HistoryPanel } from './history/HistoryPanel.tsx';
import { ScreeningPanel } from './ScreeningPanel.tsx';
import { type Section, useScreening } from './store.ts';

const sections = [
  { id: 'single', icon: UserSearch },
  { id: 'history', icon: History },
  { id: 'bulk', icon: ListChecks },
] as const satisfies readonly { id: Section; icon: unknown }[];

type Props = { bulk: ReactNode; onOpenSettings: () => void; onOpenVisit: (id: string) => void };

export function ScreeningView({ bulk, onOpenSettings, onOpenVisit }: Props) {
  const { t } = useTranslation('screening');
  const section = useScreening((state) => state.section);
  return (
    <Tabs
      className="scr"
      selectedKey={section}
      onSelectionChange={(key) => {
        const chosen = sections.find(({ id }) => id === key);
        if (chosen) useScreening.setState({ section: chosen.id });
      }}
    >
      <header className="scr-head">
        <h1>{t('title')}</h1>
        <TabList className="scr-tabs" aria-label={t('sections.label')}>
          {sections.map(({ id, icon: Icon }) => (
            <Tab key={id} id={id} className="scr-tab">
              <Icon size={16} aria-hidden="true" />
              {t(`sections.${id}`)}
            </Tab>
          ))}
        </TabList>
      </header>
      <TabPanel id="single" className="scr-panel">
        <ScreeningPanel onOpenSettings={onOpenSettings} onOpenVisit={onOpenVisit} />
      </TabPanel>
      <TabPanel id="history" className="scr-panel">
        <HistoryPanel />
      </TabPanel>
      <TabPanel id="bulk" className="scr-panel">
        {bulk}
      </TabPanel>
    </Tabs>
  );
}
