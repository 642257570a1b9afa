/** The page's entry: asks main for the initial facts, then draws. */
import '@fontsource-variable/inter/index.css';
import './components/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import type { Settings } from '../shared/domain/settings.ts';
import { problemOf } from '../shared/errors.ts';
import { defaultLanguage } from '../shared/i18n/languages.ts';
import { App } from './app/App.tsx';
import { Broken, ProblemBanner } from './components/index.ts';
import { changeLanguage, prepareWords, startI18n } from './i18n/index.ts';
import { followInfo, loadInfo } from './state/info.ts';

/** Sets the theme: light, dark or the system's; the tokens do the rest. */
function applyTheme(theme: Settings['theme']): void {
  if (theme === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset.theme = theme;
}

/** Shown instead of the window when drawing it failed. */
function BrokenWindow({ error }: { error: unknown }) {
  return (
    <main className="app-broken">
      <Broken error={error} />
    </main>
  );
}

async function start(container: HTMLElement): Promise<void> {
  const root = createRoot(container);
  try {
    // Usually the browser has the station's language, so its texts need not wait until the station is open.
    const [info] = await Promise.all([loadInfo(), prepareWords(navigator.language)]);
    await startI18n(info.language);
    applyTheme(info.settings.theme);
    followInfo((next) => {
      applyTheme(next.settings.theme);
      void changeLanguage(next.language);
    });
    root.render(
      <StrictMode>
        <ErrorBoundary FallbackComponent={BrokenWindow}>
          <App />
        </ErrorBoundary>
      </StrictMode>,
    );
  } catch (thrown) {
    await startI18n(defaultLanguage);
    root.render(<ProblemBanner problem={problemOf(thrown)} alert />);
  }
}

const container = document.getElementById('root');
if (container) void start(container);
