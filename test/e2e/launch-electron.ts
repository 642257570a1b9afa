/** The built application on the real Electron binary. */
import { _electron } from 'playwright/test';
import type { Refused } from '../electron-host/control.ts';
import { repository } from './electron-binary.ts';
import type { LaunchOptions, Opened, Running } from './running.ts';

/** What the test leaves in the main process in place of the system's dialogs. */
type Scripted = typeof globalThis & {
  stationTest: {
    open: (string[] | null)[];
    save: (string | null)[];
    message: number[];
    opened: Opened[];
    notified: string[];
    refused: Refused[];
  };
};

export async function launchElectron(executablePath: string, options: LaunchOptions): Promise<Running> {
  // Chromium refuses its sandbox to root (containers), and only then is it off.
  const root = process.getuid?.() === 0;
  const app = await _electron.launch({
    executablePath,
    cwd: repository,
    args: [
      ...(root ? ['--no-sandbox'] : []),
      `--force-device-scale-factor=${options.deviceScaleFactor}`,
      repository,
      `--data-dir=${options.dataDir}`,
      ...options.args,
    ],
    env: { ...(process.env as Record<string, string>), ...options.env },
  });
  await app.evaluate(({ BrowserWindow, Notification, dialog, shell }) => {
    const state: Scripted['stationTest'] = { open: [], save: [], message: [], opened: [], notified: [], refused: [] };
    (globalThis as Scripted).stationTest = state;
    dialog.showOpenDialog = async () => {
      const paths = state.open.shift() ?? null;
      return { canceled: paths === null, filePaths: paths ?? [] };
    };
    dialog.showSaveDialog = async () => {
      const filePath = state.save.shift() ?? null;
      return { canceled: filePath === null, filePath: filePath ?? '' };
    };
    dialog.showMessageBox = async (...args: unknown[]) => {
      const { cancelId } = args.at(-1) as { cancelId?: number };
      return { response: state.message.shift() ?? cancelId ?? 0, checkboxChecked: false };
    };
    // Whoever looks at the window is shown none; a test's window may or may not have the focus.
    BrowserWindow.prototype.isFocused = () => false;
    Notification.prototype.show = function (this: Electron.Notification) {
      state.notified.push(`${this.title}: ${this.body}`);
    };
    shell.openExternal = async (target) => void state.opened.push({ kind: 'external', target });
    shell.openPath = async (target) => {
      state.opened.push({ kind: 'path', target });
      return '';
    };
    shell.showItemInFolder = (target) => void state.opened.push({ kind: 'folder', target });
  });
  const page = await app.firstWindow();
  await app.evaluate(({ BrowserWindow }) => {
    const { refused } = (globalThis as Scripted).stationTest;
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // After the application's own listeners.
    contents?.on('will-frame-navigate', ({ defaultPrevented, url }) => {
      if (defaultPrevented) refused.push({ what: 'navigation', url });
    });
    contents?.session.on('will-download', ({ defaultPrevented }, item) => {
      if (defaultPrevented) refused.push({ what: 'download', url: item.getURL() });
    });
  });
  const process_ = app.process();
  return {
    runtime: 'electron',
    page,
    dataDir: options.dataDir,
    answerDialog: (paths) =>
      app.evaluate((_electron, answer) => void (globalThis as Scripted).stationTest.open.push(answer), paths === null ? null : [...paths]),
    answerSave: (path) => app.evaluate((_electron, answer) => void (globalThis as Scripted).stationTest.save.push(answer), path),
    answerMessage: (button) => app.evaluate((_electron, answer) => void (globalThis as Scripted).stationTest.message.push(answer), button),
    opened: () => app.evaluate(() => (globalThis as Scripted).stationTest.opened),
    notified: () => app.evaluate(() => (globalThis as Scripted).stationTest.notified),
    webPreferences: () =>
      app.evaluate(({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents as { getLastWebPreferences?(): object } | undefined;
        return JSON.parse(JSON.stringify(contents?.getLastWebPreferences?.() ?? {})) as object;
      }),
    refused: () => app.evaluate(() => (globalThis as Scripted).stationTest.refused),
    askHandlers: async () => null,
    system: null,
    askToQuit: () => app.evaluate((electron) => electron.app.quit()),
    async quit() {
      const timer = setTimeout(() => process_.kill('SIGKILL'), 60_000);
      await app.close().finally(() => clearTimeout(timer));
    },
  };
}
