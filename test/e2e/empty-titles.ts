/** Notes the titles of empty places from now on. Returns a function that reads them. */
import type { Page } from 'playwright/test';

type Noting = { emptyTitles: string[] };

export async function noteEmptyTitles(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const emptyTitles: string[] = [];
    Object.assign(window, { emptyTitles });
    const note = () => emptyTitles.push(...[...document.querySelectorAll('.ui-empty h2')].map(({ textContent }) => textContent ?? ''));
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => [...new Set((window as unknown as Noting).emptyTitles)]);
}
