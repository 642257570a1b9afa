/** A long document is opened again while it is read, so that pdf.js retains little of it: the person who reads it notices nothing. */
import { expect, type Page, type Worker } from 'playwright/test';
import { test } from './viewer-page/fixture.ts';
import { heavyPdf } from './viewer-page/pdfs.ts';
import { inkBounds } from './viewer-page/see.ts';
import { words } from './words.ts';

const t = words('en');
const sheets = 14;
/** Bytes of a sheet, next to its picture. */
const behind = 4 * 2 ** 20;

test.describe.configure({ mode: 'default' });

const sheet = (page: Page, number: number) => page.locator(`.page[data-page-number="${number}"]`);
const isDrawn = (page: Page, number: number) => expect(sheet(page, number).getByText(`Sheet ${number} of ${sheets}`)).toBeVisible();

/** Reads sheets one after the other, by keyboard. */
async function read(page: Page, from: number, to: number): Promise<void> {
  const field = page.getByRole('textbox', { name: t('pdf.pageField') });
  for (let number = from; number <= to; number++) {
    await field.fill(String(number));
    await field.press('Enter');
    await isDrawn(page, number);
    await sheet(page, number)
      .locator('canvas')
      .evaluate((canvas) => canvas.setAttribute('data-read', ''));
  }
}

/** Counts the workers of pdf.js that end. */
function countEnded(page: Page): () => number {
  let ended = 0;
  const count = (worker: Worker) => worker.once('close', () => (ended += 1));
  page.workers().forEach(count);
  page.on('worker', count);
  return () => ended;
}

test('a long document is opened again while it is read; what is drawn stays, and all else works as before', async ({ withPage }) => {
  await withPage({}, async ({ page, show, rule }) => {
    const placed = { page: 7, anchor: 'bottom-left', x: 20, y: 20, width: 100, height: 40 } as const;
    await show('long', await heavyPdf(sheets, behind), placed);
    const ended = countEnded(page);
    await read(page, 1, 6);
    await expect.poll(ended).toBeGreaterThan(0);
    await expect(page.locator('.page canvas[data-read]')).toHaveCount(6);

    // The page that was drawn before is drawn again, in another size.
    await page.keyboard.press('Control+-');
    await expect(sheet(page, 6).locator('canvas[data-read]')).toHaveCount(0);
    await isDrawn(page, 6);
    expect((await inkBounds(page, 6)).share).toBeGreaterThan(0.2);

    // Pages that were read before, and others.
    await read(page, 1, 3);
    expect((await inkBounds(page, 3)).share).toBeGreaterThan(0.2);
    await read(page, 7, 7);
    await expect(page.getByRole('application')).toBeInViewport();
    expect(await rule()).toEqual(placed);

    // Find reads the text of all pages.
    await page.keyboard.press('Control+f');
    const field = page.getByRole('textbox', { name: t('pdf.find.field') });
    await field.fill('Sheet 12');
    await expect(page.locator('.viewer-find-count')).toHaveText('1 of 1');
    await expect(sheet(page, 12).locator('.highlight.selected')).toHaveText('Sheet 12');
    await field.fill('sheet');
    await expect(page.locator('.viewer-find-count')).toHaveText(new RegExp(`of ${sheets}$`));
    const endedBefore = ended();
    await read(page, 8, sheets);
    await expect.poll(ended).toBeGreaterThan(endedBefore);
    await field.fill('Sheet 2 ');
    await expect(sheet(page, 2).locator('.highlight.selected')).toHaveText('Sheet 2 ');
    await page
      .getByRole('listbox', { name: t('pdf.thumbnails') })
      .getByRole('option')
      .first()
      .click();
    await isDrawn(page, 1);
    const thumbnails = page.locator('.viewer-thumbnail canvas');
    const drawn = (canvases: Element[]) =>
      canvases.every((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        return (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(width >> 1, height >> 1, 1, 1).data[3] === 255;
      });
    await expect.poll(() => thumbnails.evaluateAll(drawn)).toBe(true);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('a file that cannot be opened again stays open as it is', async ({ withPage }) => {
  await withPage(
    {},
    async ({ page, show }) => {
      await show('long', await heavyPdf(sheets, behind));
      const ended = countEnded(page);
      let refused = 0;
      await page.route('**/documents/long', async (route) => {
        if (!(await route.request().allHeaders()).range?.startsWith('bytes=0-')) return route.fallback();
        refused += 1;
        return route.fulfill({ status: 404 });
      });
      await read(page, 1, 8);
      await expect.poll(() => refused).toBeGreaterThan(0);
      expect(ended()).toBe(0);
      await page.unroute('**/documents/long');
      await read(page, 9, sheets);
      await expect.poll(ended).toBeGreaterThan(0);
      await read(page, 1, 2);
      await expect(page.getByRole('alert')).toHaveCount(0);
    },
    /404/,
  );
});
