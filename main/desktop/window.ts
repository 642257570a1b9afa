/** Opens the only window. */
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
  // The window of a page process that died is blank. Nothing is lost by loading the page again: main has all state.
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    process.stderr.write(`page ended: ${reason}\n`);
    if (reason !== 'clean-exit' && !window.isDestroyed()) window.webContents.reload();
  });
  // Also rejects when the window closes or reloads before the page is loaded.
  void window.loadURL(startUrl).catch(() => process.stderr.write('page not loaded\n'));
  return window;
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.focus();
}
