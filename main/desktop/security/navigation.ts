/** The window shows our page and never anything else; webviews cannot be attached (Electron security checklist 12, 13). */
import type { WebContents } from 'electron';
import { startUrl } from './app-origin.ts';

export function denyNavigation(contents: WebContents): void {
  contents.on('will-navigate', (details) => {
    // Reloading the page is the one navigation there is.
    if (details.url !== startUrl) details.preventDefault();
  });
  contents.on('will-frame-navigate', (details) => {
    if (!details.isMainFrame || details.url !== startUrl) details.preventDefault();
  });
  contents.on('will-redirect', (details) => details.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
