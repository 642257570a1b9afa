/** Finds an installed Chromium, Chrome or Edge and starts it. What drives it is loaded only then: it takes a fifth of the host's start. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, LaunchOptions } from 'playwright';
import { pageFlags } from '../../main/desktop/page-flags.ts';
import { browserPaths, hasDisplay } from '../../scripts/lib/project.mjs';
import { openBrowserPage } from './browser-page.ts';
import type { BrowserPage, PageOwner, PageSetup } from './page-parts.ts';

/** Debian's Chromium without windows: the same engine, without the features of the browser around it. */
const engineAlone = '/usr/bin/chromium-headless-shell';

function findBrowser(whole: boolean): string {
  const named = process.env.STATION_BROWSER;
  const before = whole || (named !== undefined && existsSync(named)) ? [] : [engineAlone];
  const found = [...before, ...browserPaths()].find((path) => existsSync(path));
  if (found === undefined)
    throw new Error('No Chromium, Chrome or Edge was found. Install one, or name its executable in STATION_BROWSER.');
  return found;
}

let context: BrowserContext | null = null;
let profile: string | null = null;

export const currentContext = (): BrowserContext | null => context;

/**
 * Options of every start of the browser: the host's own, and the one that the end-to-end specs share (test/e2e/worker-browser.ts).
 * `whole`: with the features around the engine; without a window the engine alone is lighter, where there is one.
 */
export function browserOptions({
  headless,
  whole = !headless,
}: {
  headless: boolean;
  whole?: boolean;
}): LaunchOptions & { args: string[] } {
  const root = process.getuid?.() === 0;
  return {
    executablePath: findBrowser(whole),
    headless,
    // Chromium refuses its sandbox to root, and only then is it off.
    chromiumSandbox: !root,
    // Without a UTF-8 locale Chromium cannot report the paths of dropped files with accents.
    env: { ...(process.env as Record<string, string>), LC_ALL: 'C.UTF-8' },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ignoreDefaultArgs: ['--enable-automation'],
    args: [
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      // The host's `app.commandLine` reaches no browser.
      `--js-flags=${pageFlags}`,
      // Without a process in reserve for a next page, which no application here opens: it took a seventh of the processor time.
      '--disable-features=Translate,MediaRouter,SpareRendererForSitePerProcess',
      // Hides the browser's warning bar: root's missing sandbox is the developer's concern.
      ...(root ? ['--test-type'] : []),
    ],
  };
}

/** Opens the page in a browser of the host's own, with an empty profile. */
export async function openInBrowser(setup: PageSetup, owner: PageOwner): Promise<BrowserPage> {
  const { chromium } = await import('playwright');
  profile = mkdtempSync(join(tmpdir(), 'electron-host-'));
  const headless = process.env.ELECTRON_HOST_HEADLESS === '1' || !hasDisplay();
  const options = browserOptions({ headless });
  context = await chromium.launchPersistentContext(profile, {
    ...options,
    viewport: null,
    acceptDownloads: setup.acceptDownloads,
    args: [
      ...options.args,
      `--window-size=${setup.size.width},${setup.size.height}`,
      // A window without tabs and address bar, like the application's own; only used with a window.
      ...(headless ? [] : ['--app=data:text/html,']),
    ],
  });
  return (await openBrowserPage(context, setup, owner)).does;
}

export async function closeBrowser(): Promise<void> {
  const closing = context;
  context = null;
  await closing?.close().catch(() => undefined); // already closed by the person
  if (profile !== null) rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  profile = null;
}
