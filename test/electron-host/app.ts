/** `electron.app` on the host. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { App } from 'electron';
import { closeBrowser } from './browser.ts';
import { takeInstanceLock } from './instance-lock.ts';
import { readyNow, requireNotReady, whenReady } from './ready.ts';
import { systemCountry, systemLanguages } from './system.ts';

const events = new EventEmitter();
const paths = new Map<string, string>();
let folder = process.cwd();
let packaged = false;
let quitting = false;
/** Set by the window module: asks the windows to close; false when one refused. */
let closeWindows: () => boolean = () => true;

const manifest = () =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { productName?: string; name: string; version: string };

function applicationData(): string {
  if (process.platform === 'win32') return process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
}

export const emitApp = (name: string, ...args: unknown[]): boolean => events.emit(name, ...args);
export const setAppFolder = (path: string, isPackaged: boolean): void => {
  folder = path;
  packaged = isPackaged;
};
export const onQuitRequest = (close: () => boolean): void => {
  closeWindows = close;
};

async function end(code: number): Promise<void> {
  await closeBrowser();
  process.exit(code);
}

/** Whether a listener of the application prevented what follows the event. */
function isPrevented(event: 'before-quit' | 'will-quit'): boolean {
  let prevented = false;
  emitApp(event, {
    preventDefault() {
      prevented = true;
    },
  });
  return prevented;
}

type Used =
  | 'name'
  | 'isPackaged'
  | 'getVersion'
  | 'getAppPath'
  | 'getPath'
  | 'setPath'
  | 'whenReady'
  | 'isReady'
  | 'quit'
  | 'exit'
  | 'enableSandbox'
  | 'commandLine'
  | 'requestSingleInstanceLock'
  | 'getPreferredSystemLanguages'
  | 'getLocaleCountryCode'
  | 'setAppUserModelId';

function pathOf(name: string): string {
  if (name === 'crashDumps') return join(used.getPath('userData'), 'Crashpad');
  return name === 'userData' ? join(applicationData(), used.name) : homedir();
}

const used: Pick<App, Used> & { dock: undefined } = {
  get name() {
    const { productName, name } = manifest();
    return productName ?? name;
  },
  get isPackaged() {
    return packaged;
  },
  dock: undefined,
  getVersion: () => manifest().version,
  getAppPath: () => folder,
  getPath: (name) => paths.get(name) ?? pathOf(name),
  // The folder is not made: it may be one that cannot be.
  setPath: (name, path) => {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    paths.set(name, path);
  },
  whenReady,
  isReady: readyNow,
  setAppUserModelId: () => undefined,
  quit: () => {
    if (quitting) return;
    if (isPrevented('before-quit')) return;
    if (!closeWindows() || quitting) return; // closing the last window may have come back here
    quitting = true;
    if (!isPrevented('will-quit')) void end(0);
  },
  exit: (code = 0) => {
    quitting = true; // the closing windows quit nothing any more
    void end(code);
  },
  // The browser's own sandbox is on, except for root (browser.ts).
  enableSandbox: () => requireNotReady('app.enableSandbox()'),
  // Chromium reads its switches before the application is ready; later ones do nothing, and here they throw.
  commandLine: {
    appendSwitch: () => requireNotReady('app.commandLine.appendSwitch()'),
    hasSwitch: (name: string) => process.argv.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`)),
  } as unknown as App['commandLine'],
  requestSingleInstanceLock: (additionalData) =>
    takeInstanceLock(used.getPath('userData'), additionalData, (...second) => emitApp('second-instance', {}, ...second)),
  getPreferredSystemLanguages: systemLanguages,
  getLocaleCountryCode: systemCountry,
};

const listening = { on: events.on.bind(events), once: events.once.bind(events), off: events.off.bind(events) } as unknown as Pick<
  App,
  'on' | 'once' | 'off'
>;

// `name` is a getter, so the two are joined without copying it.
export const app = Object.assign(used, listening);
