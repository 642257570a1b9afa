/**
 * Finds an installed Chromium, Chrome or Edge and starts it with an empty profile; or opens a context in the browser
 * that the parent process of a test named.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type LaunchOptions } from 'playwright';
import { downloadsAllowed } from './session.ts';

function candidates(): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (process.platform === 'win32') {
    const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].filter(
      (root) => root !== undefined,
    );
    return roots.flatMap((root) => [
      join(root, 'Google/Chrome/Application/chrome.exe'),
      join(root, 'Chromium/Application/chrome.exe'),
      join(root, 'Microsoft/Edge/Application/msedge.exe'),
    ]);
  }
  return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'].map((name) => `/usr/bin/${name}`);
}

/** Debian's Chromium without windows: the same engine, without the features of the browser around it. */
const engineAlone = '/usr/bin/chromium-headless-shell';

function findBrowser(whole: boolean): string {
  const named = process.env.STATION_BROWSER;
  const found = [...(named === undefined ? [] : [named]), ...(whole ? [] : [engineAlone]), ...candidates()].find((path) =>
    existsSync(path),
  );
  if (found === undefined)
    throw new Error('No Chromium, Chrome or Edge was found. Install one, or name its executable in STATION_BROWSER.');
  return found;
}

const hasDisplay = () => process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);

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
      // Without a process in reserve for a next page, which no application here opens: it took a seventh of the processor time.
      '--disable-features=Translate,MediaRouter,SpareRendererForSitePerProcess',
      // Hides the browser's warning bar: root's missing sandbox is the developer's concern.
      ...(root ? ['--test-type'] : []),
    ],
  };
}

type Opening = {
  size: { width: number; height: number };
  /** Debugging address of a running browser that gives the application a context, in place of a browser of its own. */
  shared: string | null;
};

/** Opens the context of the application. */
export async function openContext({ size, shared }: Opening): Promise<BrowserContext> {
  context = shared === null ? await startBrowser(size) : await joinBrowser(shared);
  return context;
}

function startBrowser(size: Opening['size']): Promise<BrowserContext> {
  profile = mkdtempSync(join(tmpdir(), 'electron-host-'));
  const headless = process.env.ELECTRON_HOST_HEADLESS === '1' || !hasDisplay();
  const options = browserOptions({ headless });
  return chromium.launchPersistentContext(profile, {
    ...options,
    viewport: null,
    acceptDownloads: downloadsAllowed(),
    args: [
      ...options.args,
      `--window-size=${size.width},${size.height}`,
      // A window without tabs and address bar, like the application's own; only used with a window.
      ...(headless ? [] : ['--app=data:text/html,']),
    ],
  });
}

/** The context has its own storage, permissions and interception, and is closed with the connection, even when this process is killed. */
async function joinBrowser(shared: string): Promise<BrowserContext> {
  const browser = await chromium.connectOverCDP(shared);
  return browser.newContext({ viewport: null, acceptDownloads: downloadsAllowed() });
}

export async function closeBrowser(): Promise<void> {
  const closing = context;
  context = null;
  await closing?.close().catch(() => undefined); // already closed by the person
  if (profile !== null) rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  profile = null;
}
