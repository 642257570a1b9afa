/** The preferences of the page. Most equal Electron's defaults and are set all the same (Electron security checklist 2, 3, 4, 6, 8, 9, 10, 11). */
import type { Session, WebPreferences } from 'electron';

export function webPreferences(session: Session, preload: string, devTools: boolean): WebPreferences {
  return {
    session,
    preload,
    devTools,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    // The spell checker downloads its dictionaries.
    spellcheck: false,
  };
}
