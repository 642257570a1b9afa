/** The visible signature is where the screen showed its rectangle, on pages of every kind: `pdftoppm` draws the signed file and judges. */
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { namesIn } from '../support/names-in.ts';
import { type PageShape, shapedPdf, writeFile } from '../support/pdf/pdfs.ts';
import { drawPage } from '../support/pdf/poppler.ts';
import { openFolder, row } from './clerk.ts';
import { expect, type Running, test } from './launch.ts';
import { words } from './words.ts';

const t = words('en');

// All rows of the list are in view.
test.use({ language: 'en', viewport: { width: 1400, height: 1100 } });

const [portrait, landscape] = [
  { left: 0, bottom: 0, right: 595, top: 842 },
  { left: 0, bottom: 0, right: 792, top: 612 },
];
const large = { left: -50, bottom: -20, right: 650, top: 880 };
const inside = { left: 30, bottom: 60, right: 600, top: 800 };

/** By kind of document; `page`: the one that is signed. */
type Kinds = Record<string, { pages: PageShape[]; page: number }>;

const usual: Kinds = {
  'rotated by 90': { pages: [{ rotation: 90 }], page: 1 },
  cropped: { pages: [{ mediaBox: large, cropBox: inside }], page: 1 },
  'cropped, rotated by 270': { pages: [{ mediaBox: large, cropBox: inside, rotation: 270 }], page: 1 },
  'off the origin': { pages: [{ mediaBox: { left: 100, bottom: -300, right: 695, top: 542 }, rotation: 180 }], page: 1 },
  'other unit': { pages: [{ mediaBox: { left: 20, bottom: 10, right: 320, top: 410 }, userUnit: 2.5 }], page: 1 },
  'two sizes': { pages: Array.from({ length: 50 }, (_, index) => ({ mediaBox: index % 3 === 0 ? landscape : portrait })), page: 37 },
};

const rare: Kinds = {
  'receipt of 3 cm': { pages: [{ mediaBox: { left: 0, bottom: 0, right: 85, top: 170 } }], page: 1 },
  'three by three cm': { pages: [{ mediaBox: { left: 0, bottom: 0, right: 85, top: 85 }, rotation: 90 }], page: 1 },
  A0: { pages: [{ mediaBox: { left: 0, bottom: 0, right: 2384, top: 3370 } }], page: 1 },
  'landscape, all at once': {
    pages: [
      {
        mediaBox: { left: -40, bottom: 30, right: 460, top: 330 },
        cropBox: { left: 10, bottom: 50, right: 440, top: 300 },
        rotation: 90,
        userUnit: 2,
      },
    ],
    page: 1,
  },
  'rotated by -90': { pages: [{ mediaBox: landscape, rotation: -90 }], page: 1 },
};

/** Share of the page by which an edge may differ: a pixel or two, and half a unit of the page, as the provider takes whole ones. */
function tolerance({ mediaBox = portrait, cropBox = mediaBox }: PageShape = {}): number {
  return 0.002 + 0.5 / Math.min(cropBox.right - cropBox.left, cropBox.top - cropBox.bottom);
}

/** Edges as shares of the page, from its top left. */
type Shares = { left: number; top: number; right: number; bottom: number };

/** Where the screen shows the rectangle on its page. */
async function shownOn(page: Page, number: number): Promise<Shares> {
  return await page.evaluate((which) => {
    const sheet = document.querySelector(`.page[data-page-number="${which}"] .canvasWrapper`)?.getBoundingClientRect();
    const rectangle = document.querySelector('.viewer-rectangle')?.getBoundingClientRect();
    if (!sheet || !rectangle) throw new Error(`no rectangle on page ${which}`);
    return {
      left: (rectangle.left - sheet.left) / sheet.width,
      top: (rectangle.top - sheet.top) / sheet.height,
      right: (rectangle.right - sheet.left) / sheet.width,
      bottom: (rectangle.bottom - sheet.top) / sheet.height,
    };
  }, number);
}

/** Where the signed file shows its signature: the bounds of the blue of its frame and text. Marks are red, contracts black. */
async function signedOn(path: string, number: number): Promise<Shares> {
  const { width, height, pixels } = await drawPage(path, number, 1600);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let at = 0; at < width * height; at++) {
    if ((pixels[at * 3 + 2] ?? 0) - (pixels[at * 3] ?? 0) < 40) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  if (right === 0) throw new Error(`${path} shows no signature on page ${number}`);
  return { left: left / width, top: top / height, right: right / width, bottom: bottom / height };
}

/** The whole of the page is in view and drawn. */
async function goToPage(page: Page, number: number): Promise<void> {
  const field = page.getByRole('textbox', { name: t('pdf.pageField') });
  await field.fill(String(number));
  await field.press('Enter');
  await expect(page.locator(`.page[data-page-number="${number}"][data-loaded] canvas`)).toBeInViewport();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Without a rectangle, the pages take a drag as one. */
async function drawByMouse(page: Page, number: number): Promise<void> {
  const box = await page.locator(`.page[data-page-number="${number}"] .canvasWrapper`).boundingBox();
  if (!box) throw new Error('no page');
  await page.mouse.move(box.x + box.width * 0.21, box.y + box.height * 0.55);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.6, { steps: 3 });
  await page.mouse.move(box.x + box.width * 0.63, box.y + box.height * 0.67, { steps: 3 });
  await page.mouse.up();
}

async function placeByKeys(page: Page): Promise<void> {
  await page.getByRole('group', { name: t('pdf.pages') }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('application', { name: t('pdf.rectangle.name') })).toBeFocused();
  for (const key of ['Shift+ArrowUp', 'Shift+ArrowUp', 'ArrowLeft', 'Alt+ArrowRight', 'Alt+Shift+ArrowDown'])
    await page.keyboard.press(key);
}

async function placeAndSign(folder: string, station: Running, kinds: Kinds): Promise<void> {
  const { page } = station;
  const documents = Object.entries(kinds).flatMap(([kind, about], index) =>
    (['keys', 'mouse'] as const).map((means) => ({ ...about, means, name: `${index + 1} ${kind} by ${means}` })),
  );
  for (const { name, pages } of documents) await writeFile(folder, `${name}.pdf`, await shapedPdf(pages, name));
  await openFolder(station, folder);
  await expect(page.getByRole('row')).toHaveCount(documents.length);
  await page.getByRole('button', { name: new RegExp(`${t('pdf.zoom')}$`) }).click();
  await page.getByRole('option', { name: t('pdf.fitPage') }).click();

  const shown = new Map<string, Shares>();
  for (const { name, means, page: number } of documents) {
    await row(page, `${name}.pdf`).click();
    await expect(page.getByRole('region', { name: t('pdf.viewer', { name: `${name}.pdf` }) })).toBeVisible();
    await page.getByRole('radio', { name: t('signing.placement.this') }).press('Space');
    await goToPage(page, number);
    await (means === 'mouse' ? drawByMouse(page, number) : placeByKeys(page));
    await expect(page.getByRole('application', { name: t.pattern('pdf.rectangle.announced.point', { page: number }) })).toBeFocused();
    shown.set(name, await shownOn(page, number));
  }
  await page.getByLabel(t('signing.client.label')).fill('TRX-0001');
  await page.keyboard.press('Control+Enter');
  const signed = join(folder, 'signed');
  await expect.poll(() => namesIn(signed).catch(() => [])).toHaveLength(documents.length);

  for (const { name, pages, page: number } of documents) {
    const drawn = await signedOn(join(signed, `${name}-signed.pdf`), number);
    const expected = shown.get(name);
    for (const edge of ['left', 'top', 'right', 'bottom'] as const) {
      expect(Math.abs(drawn[edge] - (expected?.[edge] ?? Number.NaN)), `${name}: ${edge}`).toBeLessThanOrEqual(
        tolerance(pages[number - 1]),
      );
    }
  }
}

test('what mouse and keyboard place on rotated, cropped, shifted and scaled pages is signed there', async ({ folder, station }) =>
  placeAndSign(folder, station, usual));

test('what they place on very small and very large pages, and on those with all of it at once, is signed there, too', async ({
  folder,
  station,
}) => placeAndSign(folder, station, rare));
