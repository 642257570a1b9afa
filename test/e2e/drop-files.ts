/** Drops real files on the page, as the system would: through the browser's own input, not by events made in the page. */
import type { Page } from 'playwright/test';

type Place = { x: number; y: number };

/**
 * Works alike on Electron and on the host. Places are in CSS pixels of the viewport. `over`: where the files are before they are
 * dropped, when the page changes under them.
 */
export async function dropFiles(page: Page, paths: readonly string[], at: Place, over = at): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver'] as const) await devtools.send('Input.dispatchDragEvent', { type, ...over, data });
  await devtools.send('Input.dispatchDragEvent', { type: 'drop', ...at, data });
  await devtools.detach();
}
