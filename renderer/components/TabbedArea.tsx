/** An area of which the tabs next to its title show one part at a time. */
import './tabbed-area.css';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';

export type AreaTab<Id extends string> = {
  id: Id;
  icon: LucideIcon;
  words: ReactNode;
  panel: ReactNode;
  /** The panel scrolls as a whole; else its parts do. */
  scrolls?: boolean;
};

type Props<Id extends string> = {
  title: string;
  /** What the tabs are, for a screen reader. */
  label: string;
  tabs: readonly AreaTab<Id>[];
  chosen: Id;
  onChoose: (id: Id) => void;
};

export function TabbedArea<Id extends string>({ title, label, tabs, chosen, onChoose }: Props<Id>) {
  return (
    <Tabs
      className="ui-area"
      selectedKey={chosen}
      onSelectionChange={(key) => {
        const tab = tabs.find(({ id }) => id === key);
        if (tab) onChoose(tab.id);
      }}
    >
      <header className="ui-area-head">
        <h1>{title}</h1>
        <TabList className="ui-area-tabs" aria-label={label}>
          {tabs.map(({ id, icon: Icon, words }) => (
            <Tab key={id} id={id} className="ui-area-tab">
              <Icon size={16} aria-hidden="true" />
              {words}
            </Tab>
          ))}
        </TabList>
      </header>
      {tabs.map(({ id, panel, scrolls }) => (
        <TabPanel key={id} id={id} className={scrolls ? 'ui-area-panel ui-area-panel-scrolls' : 'ui-area-panel'}>
          {panel}
        </TabPanel>
      ))}
    </Tabs>
  );
}
