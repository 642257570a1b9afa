/** The window: rail, bar, the area in view, and what lies over all of them. */
import './app.css';
import { useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { MenuCommand } from '../../shared/ipc/contract.ts';
import { subscribe } from '../bridge.ts';
import { SettingsView, startSettings } from '../features/settings/index.ts';
import { openFiles, openFolder, SigningView, startSigning } from '../features/signing/index.ts';
import { useInfo } from '../info.ts';
import { LiveRegion, ProblemBanner, Toasts } from '../ui/index.ts';
import { DropZone } from './DropZone.tsx';
import { Rail } from './Rail.tsx';
import { ShortcutList } from './ShortcutList.tsx';
import { useShortcuts } from './shortcuts.ts';
import { TopBar } from './TopBar.tsx';
import { goTo, useView } from './view.ts';

/** Find and zoom are the page's own and handled there. */
const menu: Partial<Record<MenuCommand, () => void>> = {
  'open-files': () => {
    goTo('sign');
    void openFiles();
  },
  'open-folder': () => {
    goTo('sign');
    void openFolder();
  },
  'go-sign': () => goTo('sign'),
  'go-settings': () => goTo('settings'),
};

function useConnections(): void {
  useEffect(() => {
    const ends = [startSigning(), startSettings(), subscribe('app.menu', (command) => menu[command]?.())];
    return () => {
      for (const end of ends) end();
    };
  }, []);
}

export function App() {
  const { i18n } = useTranslation();
  const view = useView((state) => state.view);
  const { keychainProblem, notices } = useInfo();
  const [seen, setSeen] = useState(0);
  const [putAway, setPutAway] = useState(false);
  useConnections();
  useShortcuts();
  return (
    <I18nProvider locale={i18n.language}>
      <div className="app">
        <Rail />
        <TopBar />
        <main className="app-main">
          {keychainProblem && (!putAway || view === 'settings') && (
            <div className="app-banner">
              <ProblemBanner
                problem={keychainProblem}
                tone="doubt"
                alert
                {...(view === 'sign' ? { onClose: () => setPutAway(true) } : {})}
              />
            </div>
          )}
          {notices.slice(seen).map((notice) => (
            <div key={JSON.stringify(notice)} className="app-banner">
              <ProblemBanner problem={notice} tone="doubt" alert onClose={() => setSeen(notices.length)} />
            </div>
          ))}
          {view === 'sign' ? <SigningView onOpenSettings={() => goTo('settings')} /> : <SettingsView />}
        </main>
      </div>
      <ShortcutList />
      <DropZone />
      <Toasts />
      <LiveRegion />
    </I18nProvider>
  );
}
