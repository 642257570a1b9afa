/** What a person sees of the page: ink on its canvas, and the zoom that they set. */
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { words } from '../words.ts';

const t = words('en');

export async function zoomTo(page: Page, percent: number): Promise<void> {
  // Its name begins with the present size; those of the buttons next to it have more words.
  await page.getByRole('button', { name: new RegExp(`${t('pdf.zoom')}$`) }).click();
  await page.getByRole('option', { name: `${percent}%`, exact: true }).click();
  await expect(page.locator('.page[data-page-number="1"]')).toBeVisible();
}

export type Ink = { left: number; top: number; right: number; bottom: number; share: number };

/** Bounds of the dark pixels of a page in client coordinates, and their share of all; waits until the page is drawn in full size. */
export async function inkBounds(page: Page, number: number): Promise<Ink> {
  const drawn = await page.waitForFunction((which) => {
    const element = document.querySelector<HTMLElement>(`.page[data-page-number="${which}"]`);
    const canvases = element?.querySelectorAll<HTMLCanvasElement>('.canvasWrapper canvas') ?? [];
    const canvas = canvases[0];
    if (!element || !canvas || canvases.length !== 1 || element.dataset.loaded !== 'true') return null;
    const box = canvas.getBoundingClientRect();
    // While pdf.js draws again after a zoom, the old picture is only stretched.
    if (Math.abs(canvas.width - box.width * devicePixelRatio) > 2) return null;
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let [left, top, right, bottom, count] = [canvas.width, canvas.height, 0, 0, 0];
    for (let y = 0; y < canvas.height; y++) {
      for (let x = 0; x < canvas.width; x++) {
        const at = (y * canvas.width + x) * 4;
        if ((data[at] ?? 255) > 127 || (data[at + 3] ?? 0) < 128) continue;
        count++;
        left = Math.min(left, x);
        right = Math.max(right, x + 1);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y + 1);
      }
    }
    if (count === 0) return null;
    const [sx, sy] = [box.width / canvas.width, box.height / canvas.height];
    return {
      left: box.left + left * sx,
      right: box.left + right * sx,
      top: box.top + top * sy,
      bottom: box.top + bottom * sy,
      share: count / (canvas.width * canvas.height),
    };
  }, number);
  const ink = await drawn.jsonValue();
  if (!ink) throw new Error('the page has no ink');
  return ink;
}
