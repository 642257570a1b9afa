/** Starts the desktop: rules first, then the station, then its window. Reads top to bottom. */
import { join } from 'node:path';
import { app, type BrowserWindow, session } from 'electron';
import type { Station } from '../app/station.ts';
import { appInfo } from '../ipc/app-info.ts';
import { createTell, forwardEvents } from '../ipc/events.ts';
import { createHandlers } from '../ipc/handlers.ts';
import { registerIpc } from '../ipc/register.ts';
import { createStation } from '../station.ts';
import { refuseUncheckedCertificates } from '../tls-limits.ts';
import { declareAppScheme, serveApp } from './app-protocol.ts';
import { readArguments } from './arguments.ts';
import { keepCertificateErrors } from './certificates.ts';
import { guardClosing } from './close-guard.ts';
import { endOnFaults } from './crash-output.ts';
import { reloadOnBuild } from './dev-reload.ts';
import { createDialogs } from './dialogs.ts';
import { denyDownloads } from './downloads.ts';
import { showMenu } from './menu.ts';
import { notifyOfArrivals } from './notify.ts';
import { denyPageNetwork } from './page-network.ts';
import { denyPermissions } from './permissions.ts';
import { listRendererFiles } from './renderer-files.ts';
import { enableSandbox } from './sandbox.ts';
import { claimSingleInstance } from './single-instance.ts';
import { resolveLanguage } from './system-language.ts';
import { systemProxy } from './system-proxy.ts';
import { webPreferences } from './web-preferences.ts';
import { bringToFront, openWindow } from './window.ts';

/** Beside this file once it is built. */
const built = (name: string): string => join(import.meta.dirname, name);

export function startDesktop(): void {
  let window: BrowserWindow | null = null;
  let station: Station | null = null;
  const currentWindow = () => window;
  const language = () => resolveLanguage(station?.settings.settings().language ?? 'system');
  endOnFaults(language);

  const { dataDir, paths } = readArguments(process.argv, process.cwd(), app.isPackaged);
  const waiting = [...paths];
  if (dataDir !== null) app.setPath('userData', dataDir);
  // Chromium's own odds and ends, apart from the station's state; the page itself keeps nothing on disk.
  app.setPath('sessionData', join(app.getPath('userData'), 'browser'));

  function openPaths(more: readonly string[]): void {
    if (station === null) waiting.push(...more);
    else if (more.length > 0) void station.documents.open(more);
    if (window !== null && !window.isDestroyed()) bringToFront(window);
  }

  if (!claimSingleInstance(openPaths)) {
    app.quit();
    return;
  }
  enableSandbox();
  declareAppScheme();
  keepCertificateErrors();
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openPaths([path]);
  });
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', (event) => {
    if (station === null) return;
    event.preventDefault();
    const closing = station;
    station = null;
    // Whatever it was, the next start puts it in order.
    void closing
      .close()
      .catch(() => undefined)
      .finally(() => app.exit(0));
  });

  async function open(): Promise<void> {
    refuseUncheckedCertificates(process.env);
    // No `persist:` in the name: what customers' documents leave in the browser's caches stays in memory.
    const pageSession = session.fromPartition('station');
    const opened = await createStation({ dataDir: app.getPath('userData'), systemProxy: systemProxy(pageSession) });
    station = opened;

    denyPermissions(pageSession);
    denyDownloads(pageSession);
    denyPageNetwork(pageSession);
    pageSession.setSpellCheckerEnabled(false);
    const files = listRendererFiles(built('renderer'));
    serveApp(pageSession.protocol, {
      files,
      document: (id) => opened.documents.get(id),
      returned: (documentId) => opened.returned.bytes(documentId),
      record: (recordId, fileId) => opened.cases.recordFile(recordId, fileId),
      testDocument: (call) => opened.placementTest.returned(call),
    });

    const tell = createTell(currentWindow);
    const showStation = () => showMenu(language(), (command) => tell('app.menu', command));
    const tellInfo = async () => tell('settings.changed', await appInfo(opened));
    const settingsChanged = async () => {
      showStation();
      opened.settingsChanged();
      await tellInfo();
    };
    opened.onNotice(() => void tellInfo());
    registerIpc(
      currentWindow,
      createHandlers({ station: opened, dialogs: createDialogs(currentWindow, language), language, settingsChanged, tell }),
      opened,
    );
    forwardEvents(opened, tell);
    showStation();

    const opening = openWindow(webPreferences(pageSession, built('preload.cjs'), !app.isPackaged));
    window = opening;
    reloadOnBuild(built('renderer'), files, opening.webContents);
    guardClosing(opening, opened, language);
    notifyOfArrivals({ inbox: opened.inbox, window: currentWindow, language, open: () => tell('app.menu', 'go-inbox') });
    openPaths(waiting.splice(0));
  }

  // Not awaited: Electron is ready only after this module has been evaluated.
  void app.whenReady().then(open);
}
