/** The page's entry: draws the frame of the window, and asks main for the facts that its areas wait for. */
import '@fontsource-variable/inter/index.css';
import './components/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import type { Settings } from '../shared/domain/settings.ts';
import { problemOf } from '../shared/errors.ts';
import { defaultLanguage, languageOfTag } from '../shared/i18n/languages.ts';
import type { AppInfo } from '../shared/ipc/app.ts';
import { App } from './app/App.tsx';
import { Broken, ProblemBanner } from './components/index.ts';
import { changeLanguage, startI18n } from './i18n/index.ts';
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

function apply({ settings, language }: AppInfo): void {
  applyTheme(settings.theme);
  void changeLanguage(language);
}

async function start(container: HTMLElement): Promise<void> {
  const root = createRoot(container);
  // Main puts language and theme into the document.
  await startI18n(languageOfTag(document.documentElement.lang) ?? defaultLanguage).catch(() => startI18n(defaultLanguage));
  followInfo(apply);
  root.render(
    <StrictMode>
      <ErrorBoundary FallbackComponent={BrokenWindow}>
        <App />
      </ErrorBoundary>
    </StrictMode>,
  );
  try {
    apply(await loadInfo());
  } catch (thrown) {
    root.render(<ProblemBanner problem={problemOf(thrown)} alert />);
  }
}

const container = document.getElementById('root');
if (container) void start(container);
