/** Settings: connections, visits, web service, hub, backups, general, about. */
import './settings.css';
import './form.css';
import './cards.css';
import './facts.css';
import './rules.css';
import { Archive, ClipboardCheck, Info, Landmark, type LucideIcon, Plug, SlidersHorizontal, Webhook } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Backup } from './backup/Backup.tsx';
import { About, General } from './General.tsx';
import { Hub } from './hub/Hub.tsx';
import { Policy, Retention } from './Policy.tsx';
import { ProfileEditor } from './ProfileEditor.tsx';
import { ProfileList } from './ProfileList.tsx';
import { PlacementTestView } from './placement-test/PlacementTestView.tsx';
import { usePlacementTest } from './placement-test/store.ts';
import { Service } from './service/Service.tsx';
import { profiles, type Section, sections, useSettings } from './store.ts';

const icons = {
  connections: Plug,
  visits: ClipboardCheck,
  service: Webhook,
  hub: Landmark,
  backup: Archive,
  general: SlidersHorizontal,
  about: Info,
} satisfies Record<Section, LucideIcon>;

export function SettingsView() {
  const { t } = useTranslation('settings');
  const { section, editing } = useSettings();
  useEffect(() => {
    // An unverified document, or the answer of a screening, may have added a rule to a profile.
    void profiles.reload();
  }, []);
  const testing = usePlacementTest(({ profileId }) => profileId);
  const panels: Record<Section, ReactNode> = {
    connections: testing ? <PlacementTestView profileId={testing} /> : editing ? <ProfileEditor editing={editing} /> : <ProfileList />,
    visits: (
      <>
        <div className="set-head">
          <h1>{t('sections.visits')}</h1>
        </div>
        <Policy />
        <Retention />
      </>
    ),
    service: <Service />,
    hub: <Hub />,
    backup: <Backup />,
    general: <General />,
    about: <About />,
  };
  return (
    <Tabs
      className="set"
      orientation="vertical"
      selectedKey={section}
      onSelectionChange={(key) => {
        const chosen = sections.find((id) => id === key);
        if (chosen) useSettings.setState({ section: chosen });
      }}
    >
      <TabList className="set-tabs" data-pane="" aria-label={t('sections.label')}>
        {sections.map((id) => {
          const Icon = icons[id];
          return (
            <Tab key={id} id={id} className="set-tab">
              <Icon size={16} aria-hidden="true" />
              {t(`sections.${id}`)}
            </Tab>
          );
        })}
      </TabList>
      {sections.map((id) => (
        <TabPanel key={id} id={id} className="set-panel">
          <div className="set-page" data-pane="">
            {panels[id]}
          </div>
        </TabPanel>
      ))}
    </Tabs>
  );
}
