/** Where things are, and how scripts run other programs. Plain JavaScript that also runs on an older Node. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The Node that the project pins (package `node`), whatever Node the machine has. The registry has it for Linux and Windows; macOS runs on its own. */
export const projectNode =
  process.platform === 'darwin'
    ? process.execPath
    : join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** True when this process already runs on it. */
export const onProjectNode = () => existsSync(projectNode) && realpathSync(projectNode) === realpathSync(process.execPath);

/** A file or folder of an installed package. */
export const tool = (path) => join(root, 'node_modules', path);

/** The entry files of installed commands, to be run with the project's Node. */
export const tools = {
  biome: tool('@biomejs/biome/bin/biome'),
  depcruise: tool('dependency-cruiser/bin/dependency-cruiser.mjs'),
  electronInstall: tool('electron/install.js'),
  knip: tool('knip/bin/knip.js'),
  playwright: tool('playwright/cli.js'),
  tsc: tool('typescript/bin/tsc'),
  vitest: tool('vitest/vitest.mjs'),
};

/** Environment for children: the project's Node comes first on the path. */
export function environment(extra = {}) {
  const delimiter = process.platform === 'win32' ? ';' : ':';
  const path = [dirname(projectNode), tool('.bin'), process.env.PATH ?? ''].join(delimiter);
  return { ...process.env, PATH: path, ...extra };
}

const startedBy = process.ppid;

/** An npm that gets a signal leaves its script running, without a parent: that counts as a signal, too. @returns what stops the watch */
export function onceNpmIsGone(end) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const watch = setInterval(() => process.ppid !== startedBy && end(), 500).unref();
  return () => clearInterval(watch);
}

/**
 * Runs a program with our terminal and resolves to its exit code; a signal to us reaches it too. Ctrl+C reaches it by the terminal itself: a
 * second one would end it at once, as any signal by us does on Windows.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: environment(), ...options });
    const pass = (signal) => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal);
    process.on('SIGINT', pass).on('SIGTERM', pass);
    const stopWatching = onceNpmIsGone(() => child.kill('SIGTERM'));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      stopWatching();
      process.off('SIGINT', pass).off('SIGTERM', pass);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}

/** Runs a script or tool with the project's Node. */
export const runNode = (args, options) => run(projectNode, args, options);

/** True when a command is on the path. */
export function hasCommand(name) {
  const found = spawnSync(process.platform === 'win32' ? 'where' : 'which', [name], { stdio: 'ignore' });
  return found.status === 0;
}

/** True where a window can be shown. */
export const hasDisplay = () => process.platform !== 'linux' || Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY);

const restriction = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';

/** A command by which the binary may isolate its pages, on a system that refuses it. */
export const allowIsolation = 'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0';

/**
 * Whether Electron would end at once instead of running its pages without isolation: Ubuntu keeps user namespaces from programs without a
 * profile of their own, and the helper in their place has to belong to root. Root runs without isolation.
 */
export function isIsolationRefused(setting = restriction, helper = tool('electron/dist/chrome-sandbox'), uid = process.getuid?.()) {
  if (uid === 0 || !existsSync(setting) || readFileSync(setting, 'utf8').trim() !== '1') return false;
  const found = statSync(helper, { throwIfNoEntry: false });
  return found === undefined || found.uid !== 0 || (found.mode & 0o4000) === 0;
}

/** Path of the Electron binary, or null where it was not fetched or cannot run. */
export function electronBinary() {
  const paths = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
  const path = join(tool('electron/dist'), paths[process.platform] ?? 'electron');
  return existsSync(path) && !isIsolationRefused() ? path : null;
}

const macBrowsers = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const windowsBrowsers = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];
const linuxBrowsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/** Where a Chromium, Chrome or Edge may be: first the one that `STATION_BROWSER` names. */
export function browserPaths() {
  const { STATION_BROWSER: named, PROGRAMFILES, 'PROGRAMFILES(X86)': x86, LOCALAPPDATA } = process.env;
  const defined = (paths) => paths.filter((path) => path !== undefined);
  const folders = defined([PROGRAMFILES, x86, LOCALAPPDATA]);
  const usual = {
    darwin: macBrowsers.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
    win32: folders.flatMap((folder) => windowsBrowsers.map((path) => join(folder, path))),
  };
  return [...defined([named]), ...(usual[process.platform] ?? linuxBrowsers.map((name) => `/usr/bin/${name}`))];
}

/** What is built, each by its own Vite configuration. */
export const buildParts = {
  main: 'vite.main.config.ts',
  workers: 'vite.workers.config.ts',
  preload: 'vite.preload.config.ts',
  renderer: 'vite.config.ts',
};
