/** Opens the only window. */
import { BrowserWindow, type WebPreferences } from 'electron';
import type { Language } from '../../shared/domain/settings/settings.ts';
import type { EventLog } from '../platform/log/event-log.ts';
import { showContextMenus } from './context-menu.ts';
import { handlePageFaults } from './page-faults.ts';
import { startUrl } from './security/app-origin.ts';
import { denyNavigation } from './security/navigation.ts';
import { denyNewWindows } from './security/new-windows.ts';
import { readWindowPlace, storeWindowPlace } from './window-place.ts';

/** `placeFile`: where the place of the window is stored. */
type WindowDeps = { placeFile: string; language: () => Language; log: EventLog };

export function openWindow(preferences: WebPreferences, { placeFile, language, log }: WindowDeps): BrowserWindow {
  const place = readWindowPlace(placeFile);
  const window = new BrowserWindow({
    width: place?.width ?? 1360,
    height: place?.height ?? 860,
    ...(place && { x: place.x, y: place.y }),
    // Of a display of 1280 by 800 at 200 %.
    minWidth: 640,
    minHeight: 360,
    show: false,
    title: 'Signing Station',
    webPreferences: preferences,
  });
  // Electron on Windows has counted the size of a new window in the scale of the first display; once there, it counts in that of its own.
  if (place) window.setBounds({ x: place.x, y: place.y, width: place.width, height: place.height });
  denyNavigation(window.webContents);
  denyNewWindows(window.webContents);
  handlePageFaults(window, language, log);
  showContextMenus(window, language);
  storeWindowPlace(window, placeFile);
  window.once('ready-to-show', () => {
    // This shows a window too, but on macOS it does not give it the keyboard.
    if (place?.isMaximized) window.maximize();
    window.show();
  });
  // Also rejects when the window closes or reloads before the page is loaded.
  void window.loadURL(startUrl).catch(() => log.write('pageNotLoaded', {}));
  return window;
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.focus();
}
