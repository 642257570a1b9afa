/** The page's entry: asks main for the initial facts, then draws. */
import '@fontsource-variable/inter/index.css';
import './components/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import { problemOf } from '../shared/errors.ts';
import { defaultLanguage } from '../shared/i18n/languages.ts';
import { App } from './app/App.tsx';
import { BrokenWindow } from './app/BrokenWindow.tsx';
import { applyTheme } from './app/theme.ts';
import { ProblemBanner } from './components/index.ts';
import { changeLanguage, prepareWords, startI18n } from './i18n/index.ts';
import { followInfo, loadInfo } from './state/info.ts';

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
