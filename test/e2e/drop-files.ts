/** Drops real files on the page, as the system would: through the browser's own input, not by events made in the page. */
import type { Page } from 'playwright/test';

/** Works alike on Electron and on the host. `at` is in CSS pixels of the viewport. */
export async function dropFiles(page: Page, paths: readonly string[], at: { x: number; y: number }): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  await devtools.detach();
}
