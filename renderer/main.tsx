/** Draws the window in place of the frame in the document, and asks main for the facts that its areas wait for. */
import './state/first-info.ts';
import '@fontsource-variable/inter/index.css';
import './components/base.css';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import type { Settings } from '../shared/domain/settings/settings.ts';
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

/**
 * Draws in place of the frame in the document. What was pressed and what has the focus there is the same in the new one: the buttons of
 * both are in the same order.
 */
function replaceFrame(container: HTMLElement, draw: () => void): void {
  const buttons = () => [...container.querySelectorAll('button')];
  const before = buttons();
  const focused = before.findIndex((button) => button.matches(':focus'));
  const pressed = before.findIndex((button) => button.matches('[data-pressed]'));
  flushSync(draw);
  const now = buttons();
  now[focused]?.focus();
  now[pressed]?.click();
}

async function start(container: HTMLElement): Promise<void> {
  // Main puts language and theme into the document.
  const language = languageOfTag(document.documentElement.lang) ?? defaultLanguage;
  await startI18n(language);
  followInfo(apply);
  const root = createRoot(container);
  replaceFrame(container, () =>
    root.render(
      <StrictMode>
        <ErrorBoundary FallbackComponent={BrokenWindow}>
          <App />
        </ErrorBoundary>
      </StrictMode>,
    ),
  );
  try {
    apply(await loadInfo());
  } catch (thrown) {
    root.render(<ProblemBanner problem={problemOf(thrown)} alert />);
  }
}

const container = document.getElementById('root');
/** Fails when the window cannot be drawn; the frame is still there then. */
export const drawing = container ? start(container) : Promise.resolve();
