/** Refuses every new window of the page (Electron security checklist 14). */
import type { WebContents } from 'electron';

export function denyNewWindows(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
