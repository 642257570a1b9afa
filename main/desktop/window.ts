/** Opens the only window. */
import { BrowserWindow, type WebPreferences } from 'electron';
import type { Language } from '../../shared/domain/settings.ts';
import { showContextMenus } from './context-menu.ts';
import { handlePageFaults } from './page-faults.ts';
import { startUrl } from './security/app-origin.ts';
import { denyNavigation } from './security/navigation.ts';
import { denyNewWindows } from './security/new-windows.ts';
import { readWindowPlace, storeWindowPlace } from './window-place.ts';

/** @param placeFile where the place of the window is stored */
export function openWindow(preferences: WebPreferences, placeFile: string, language: () => Language): BrowserWindow {
  const place = readWindowPlace(placeFile);
  const window = new BrowserWindow({
    width: place?.width ?? 1360,
    height: place?.height ?? 860,
    ...(place && { x: place.x, y: place.y }),
    minWidth: 800,
    minHeight: 500,
    show: false,
    title: 'Signing Station',
    webPreferences: preferences,
  });
  denyNavigation(window.webContents);
  denyNewWindows(window.webContents);
  handlePageFaults(window, language);
  showContextMenus(window, language);
  storeWindowPlace(window, placeFile);
  window.once('ready-to-show', () => (place?.isMaximized ? window.maximize() : window.show()));
  // Also rejects when the window closes or reloads before the page is loaded.
  void window.loadURL(startUrl).catch(() => process.stderr.write('page not loaded\n'));
  return window;
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.focus();
}
