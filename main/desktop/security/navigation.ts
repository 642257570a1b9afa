/** Keeps the window on the station's page, and refuses webviews (Electron security checklist 12, 13). */
import type { WebContents } from 'electron';
import { startUrl } from './app-origin.ts';

export function denyNavigation(contents: WebContents): void {
  contents.on('will-navigate', (details) => {
    // A reload is the only navigation.
    if (details.url !== startUrl) details.preventDefault();
  });
  contents.on('will-frame-navigate', (details) => {
    if (!details.isMainFrame || details.url !== startUrl) details.preventDefault();
  });
  contents.on('will-redirect', (details) => details.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
