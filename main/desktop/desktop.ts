/** Starts the desktop: security rules first, then the window, then the station, for which the page's calls wait. */
import { watch } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, type BrowserWindow, crashReporter, nativeTheme, type Session, session, type WebContents } from 'electron';
import { crashDumpFolder, prepareCrashDumps } from '../platform/log/crash-dumps.ts';
import { openEventLog, processFacts } from '../platform/log/event-log.ts';
import { refuseUnsafeStart } from '../platform/provider/tls-limits.ts';
import { defaultDataDir } from '../platform/storage/default-data-dir.ts';
import { readAppearance } from './appearance.ts';
import { gatherPaths, readArguments } from './arguments.ts';
import { endOnFaults } from './crash-output.ts';
import { registerIpc } from './ipc/register.ts';
import { showMenu } from './menu.ts';
import type { OpenedStation } from './open-station.ts';
import { pageFlags } from './page-flags.ts';
import { declareAppScheme, serveApp } from './protocol/app-protocol.ts';
import { listRendererFiles, type RendererFiles } from './protocol/renderer-files.ts';
import { keepCertificateErrors } from './security/certificates.ts';
import { denyDownloads } from './security/downloads.ts';
import { denyPageNetwork } from './security/page-network.ts';
import { denyPermissions } from './security/permissions.ts';
import { enableSandbox } from './security/sandbox.ts';
import { webPreferences } from './security/web-preferences.ts';
import { claimSingleInstance } from './single-instance.ts';
import { resolveLanguage } from './system-language.ts';
import { limitNetwork, systemNetwork } from './system-network.ts';
import { bringToFront, openWindow } from './window.ts';

/** The path of a built file, next to this one when it is built. */
const built = (name: string): string => join(import.meta.dirname, name);

export function startDesktop(): void {
  let window: BrowserWindow | null = null;
  let opening: Promise<OpenedStation> | null = null;
  let opened: OpenedStation | null = null;
  const currentWindow = () => window;
  const { dataDir: asked, paths } = readArguments(process.argv, process.cwd(), app.isPackaged);
  const waiting = [...paths];
  // Electron's own folder roams on Windows, and asking for it fails where it was moved to a place that is gone.
  const dataDir = asked ?? defaultDataDir(process.platform, process.env, homedir());
  const appearanceFile = join(dataDir, 'appearance.json');
  const stored = readAppearance(appearanceFile);
  const settings = () => opened?.station.settings.settings() ?? stored;
  const language = () => resolveLanguage(settings().language);
  app.setPath('userData', dataDir);
  // Chromium's own files, apart from the station's state; the page itself stores nothing on disk.
  app.setPath('sessionData', join(dataDir, 'browser'));
  const log = openEventLog(dataDir);
  endOnFaults(language, log);
  collectCrashDumps(dataDir);
  // Windows shows notifications only for the id of the installed shortcut (`appId` of electron-builder.yml).
  app.setAppUserModelId('com.signing-station.desktop');

  const openSoon = gatherPaths((all) => {
    if (opened === null) waiting.push(...all);
    else void opened.station.recent.open(all);
  });
  function openPaths(more: readonly string[]): void {
    openSoon(more);
    if (window !== null && !window.isDestroyed()) bringToFront(window);
  }

  if (!claimSingleInstance(dataDir, paths, openPaths)) {
    app.quit();
    return;
  }
  log.write('started', { ...processFacts('desktop'), packaged: app.isPackaged });
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => log.write('childEnded', { type, reason, exitCode }));
  setEngine();
  declareAppScheme();
  keepCertificateErrors();
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openPaths([path]);
  });
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', (event) => {
    if (opening === null) return;
    event.preventDefault();
    const closing = opening;
    opening = null;
    opened = null;
    // A failed start ends the application itself. The next start repairs the state after any error here.
    void closing.then(
      ({ station }) =>
        station
          .close()
          .catch(() => undefined)
          .finally(end),
      () => undefined,
    );
  });

  function end(): void {
    log.write('ended', { exitCode: 0, ms: Math.round(process.uptime() * 1000) });
    app.exit(0);
  }

  function open(): void {
    refuseUnsafeStart(process.env, systemNetwork());
    const pageSession = restrictedSession();
    nativeTheme.themeSource = stored.theme;
    showMenu({ language: language(), command: () => undefined, recent: [], openRecent: () => undefined });

    const files: RendererFiles = new Map();
    const beginning = () => ({ language: language(), theme: settings().theme });
    serveApp(pageSession.protocol, files, async () => (await station()).content, beginning);
    registerIpc(currentWindow, async () => (await station()).calls);
    const preferences = webPreferences(pageSession, built('preload.cjs'), !app.isPackaged);
    window = openWindow(preferences, { placeFile: join(dataDir, 'window.json'), language, log });
    // After the window, whose process starts at the same time.
    listRendererFiles(built('renderer'), files);
    reloadOnBuild(built('renderer'), files, window.webContents);
    // The page asks for the station once it has drawn the frame, whose files would wait while the station's code is loaded.
    window.webContents.once('did-fail-load', () => void station());

    let starting: Promise<OpenedStation> | null = null;
    function station(): Promise<OpenedStation> {
      if (starting !== null) return starting;
      const parts = { dataDir, appearanceFile, log, window: currentWindow, showMenu };
      const begun = import('./open-station.ts').then(({ openStation }) => openStation(parts));
      starting = begun;
      opening = begun;
      void begun.then((ready) => {
        if (opening !== begun) return; // the window was closed before
        opened = ready;
        openPaths(waiting.splice(0));
      });
      return begun;
    }
  }

  // Not awaited: Electron is ready only after this module has been evaluated.
  void app.whenReady().then(open);
}

/** Chromium reads all of it before the application is ready. */
function setEngine(): void {
  enableSandbox();
  limitNetwork();
  app.commandLine.appendSwitch('js-flags', pageFlags);
}

function restrictedSession(): Session {
  // No `persist:` in the name, so that the browser's caches of customers' documents stay in memory.
  const pageSession = session.fromPartition('station');
  denyPermissions(pageSession);
  denyDownloads(pageSession);
  denyPageNetwork(pageSession);
  pageSession.setSpellCheckerEnabled(false);
  return pageSession;
}

/** While developing (`npm run dev`): lists and loads a page again when it was built. Never in the package. */
function reloadOnBuild(folder: string, files: RendererFiles, contents: WebContents): void {
  if (app.isPackaged || process.env.STATION_DEV_RELOAD !== '1') return;
  let timer: NodeJS.Timeout | undefined;
  watch(folder, { persistent: false }, () => {
    clearTimeout(timer);
    // A build writes many files: wait until it is quiet.
    timer = setTimeout(() => {
      files.clear();
      listRendererFiles(folder, files);
      if (!contents.isDestroyed()) contents.reload();
    }, 300);
  });
}

/**
 * Collects crash dumps in the data folder, and uploads none; what they hold: `platform/log/crash-dumps.ts`. Has to be called before
 * `ready`: a process that starts earlier has no reporter.
 */
function collectCrashDumps(dataDir: string): void {
  prepareCrashDumps(dataDir, new Date());
  app.setPath('crashDumps', crashDumpFolder(dataDir));
  crashReporter.start({ uploadToServer: false });
}
