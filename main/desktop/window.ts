/** The one window. */
import { BrowserWindow, type WebPreferences } from 'electron';
import { startUrl } from './security/app-origin.ts';
import { denyNavigation } from './security/navigation.ts';
import { denyNewWindows } from './security/new-windows.ts';

export function openWindow(preferences: WebPreferences): BrowserWindow {
  const window = new BrowserWindow({
    width: 1360,
    height: 860,
    minWidth: 800,
    minHeight: 500,
    show: false,
    title: 'Signing Station',
    webPreferences: preferences,
  });
  denyNavigation(window.webContents);
  denyNewWindows(window.webContents);
  window.once('ready-to-show', () => window.show());
  // A page process that died shows a blank window; the page keeps nothing that main does not know.
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    process.stderr.write(`page ended: ${reason}\n`);
    if (reason !== 'clean-exit' && !window.isDestroyed()) window.webContents.reload();
  });
  // Rejects too when the window closes or reloads before the page is loaded.
  void window.loadURL(startUrl).catch(() => process.stderr.write('page not loaded\n'));
  return window;
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.focus();
}
