/** The frame of the window: rail, bar, and the place of the current area. */
import './app.css';
import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Rail } from './Rail.tsx';
import { TopBar } from './TopBar.tsx';

type FrameProps = {
  /** What is shown in the place of the current area; null until the station is open. */
  area: ReactNode;
  /** The layers over all areas. */
  children?: ReactNode;
};

export function Frame({ area, children }: FrameProps) {
  const { t, i18n } = useTranslation('app');
  return (
    <I18nProvider locale={i18n.language}>
      <div className="app">
        <Rail />
        <TopBar />
        <main className="app-main" aria-busy={area === null}>
          {area ?? (
            // `start.ts` shows the other text when the script of the first screen cannot be loaded.
            <p className="app-opening" data-not-loaded={t('notLoaded')}>
              {t('opening')}
            </p>
          )}
        </main>
      </div>
      {children}
    </I18nProvider>
  );
}
