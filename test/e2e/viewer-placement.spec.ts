/** The rectangle is where the clerk puts it: by mouse at any zoom and pixel density, on any page, and by keyboard. */
import { expect, type Page } from 'playwright/test';
import { type Box, type PlacementRule, resolveRule } from '../support/doors/domain.ts';
import { plainPdf, signedPdf } from '../support/pdf/pdfs.ts';
import { test } from './viewer-page/fixture.ts';
import type { Opened } from './viewer-page/open.ts';
import { type MarkedPage, markedPdf } from './viewer-page/pdfs.ts';
import { inkBounds, zoomTo } from './viewer-page/see.ts';
import { words } from './words.ts';

const t = words('en');

// One after another in one worker, which builds the page once.
test.describe.configure({ mode: 'default' });

const a4: Box = { left: 0, bottom: 0, right: 595, top: 842 };
const marked = {
  plain: { mediaBox: a4, mark: { left: 150, bottom: 620, right: 330, top: 680 } },
  'turned by 90': { mediaBox: a4, rotation: 90, mark: { left: 100, bottom: 300, right: 160, top: 500 } },
  'turned by 180': { mediaBox: a4, rotation: 180, mark: { left: 200, bottom: 100, right: 420, top: 170 } },
  'turned by 270': { mediaBox: a4, rotation: 270, mark: { left: 420, bottom: 300, right: 480, top: 460 } },
  'cropped, away from zero': {
    mediaBox: { left: -50, bottom: -20, right: 650, top: 880 },
    cropBox: { left: 30, bottom: 60, right: 600, top: 800 },
    mark: { left: 120, bottom: 620, right: 320, top: 690 },
  },
  'cropped and turned': {
    mediaBox: { left: -50, bottom: -20, right: 650, top: 880 },
    cropBox: { left: 30, bottom: 60, right: 600, top: 800 },
    rotation: 90,
    mark: { left: 90, bottom: 200, right: 150, top: 380 },
  },
  'with user unit 2': {
    mediaBox: { left: 0, bottom: 0, right: 300, top: 400 },
    userUnit: 2,
    mark: { left: 40, bottom: 330, right: 120, top: 360 },
  },
} satisfies Record<string, MarkedPage>;

/** Draws the rectangle over the mark with the mouse, from corner to corner, and compares what the rule says in points. */
async function drawOver({ page, show, rule }: Opened, id: string, shape: MarkedPage, zoom: number): Promise<void> {
  const pages = await show(id, await markedPdf(shape));
  await zoomTo(page, zoom);
  const ink = await inkBounds(page, 1);
  await page.mouse.move(ink.left, ink.top);
  await page.mouse.down();
  await page.mouse.move((ink.left + ink.right) / 2, ink.bottom + 5, { steps: 3 });
  await page.mouse.move(ink.right, ink.bottom, { steps: 3 });
  await page.mouse.up();
  const made = await rule();
  const resolved = made && resolveRule(made, pages);
  if (!resolved?.ok) throw new Error(`no placement: ${JSON.stringify(resolved)}`);
  // One point of the page as displayed, or one pixel of the mouse where that is coarser.
  const tolerance = Math.max(1, 0.75 / (zoom / 100)) / (shape.userUnit ?? 1) + 0.1;
  for (const edge of ['left', 'bottom', 'right', 'top'] as const) {
    expect(Math.abs(resolved.placement.rect[edge] - shape.mark[edge]), `${id}: ${edge} at ${zoom} %`).toBeLessThanOrEqual(tolerance);
  }
}

/** Stops the worker that reads the document, as a busy machine does: it waits for an answer that comes with the returned call. */
async function holdWorker(page: Page): Promise<() => Promise<void>> {
  const [worker] = page.workers();
  if (!worker) throw new Error('no worker');
  const { promise: given, resolve: give } = Promise.withResolvers<void>();
  await page.route('**/held', async (route) => {
    await given;
    await route.fulfill({ body: '' });
  });
  const asked = page.waitForRequest('**/held');
  const released = worker.evaluate((url) => {
    const request = new XMLHttpRequest();
    request.open('GET', url, false);
    request.send();
  }, new URL('/held', page.url()).href);
  await asked;
  return async () => {
    give();
    await released;
  };
}

const large = { viewport: { width: 1500, height: 1000 } };

test('a placement covers its mark on pages that are rotated, cropped, off the origin or in another unit', async ({ withPage }) => {
  await withPage({ ...large, deviceScaleFactor: 1.5 }, async (opened) => {
    for (const [name, shape] of Object.entries(marked)) await drawOver(opened, name, shape, 100);
  });
});

for (const deviceScaleFactor of [1, 1.5]) {
  test(`a placement covers its mark at 50 and 200 % zoom with ${deviceScaleFactor} device pixels each`, async ({ withPage }) => {
    await withPage({ ...large, deviceScaleFactor }, async (opened) => {
      for (const zoom of [50, 200]) await drawOver(opened, `at ${zoom}`, marked['cropped and turned'], zoom);
    });
  });
}

test('zoom moves the placement with the page and leaves it focused', async ({ withPage }) => {
  await withPage({ deviceScaleFactor: 1.5 }, async ({ page, show }) => {
    const mark = { left: 80, bottom: 640, right: 260, top: 710 };
    const rule: PlacementRule = { page: 1, anchor: 'bottom-left', x: 80, y: 640, width: 180, height: 70 };
    await show('marked', await markedPdf({ mediaBox: a4, mark }), rule);
    const rectangle = page.getByRole('application', { name: t('pdf.rectangle.name') });
    await rectangle.focus();
    for (const key of ['Control+0', 'Control+-', 'Control+-', 'Control+=', 'Control+=', 'Control+=', 'Control+=']) {
      await page.keyboard.press(key);
      const ink = await inkBounds(page, 1);
      const box = await rectangle.boundingBox();
      if (!box) throw new Error('the rectangle is gone');
      expect(Math.abs(box.x - ink.left), 'left').toBeLessThan(1.5);
      expect(Math.abs(box.y - ink.top), 'top').toBeLessThan(1.5);
      expect(Math.abs(box.x + box.width - ink.right), 'right').toBeLessThan(1.5);
      expect(Math.abs(box.y + box.height - ink.bottom), 'bottom').toBeLessThan(1.5);
      await expect(rectangle).toBeFocused();
    }
  });
});

test('a placement is added, moved, resized, removed and restored by keyboard alone', async ({ withPage }) => {
  await withPage({}, async ({ page, show, rule }) => {
    await show('plain', await plainPdf(3));
    await page.getByRole('group', { name: t('pdf.pages') }).focus();
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Enter');
    const rectangle = page.getByRole('application', { name: t('pdf.rectangle.name') });
    await expect(rectangle).toBeFocused();
    const placed: PlacementRule = { page: 2, anchor: 'bottom-right', x: 36, y: 36, width: 200, height: 60 };
    expect(await rule()).toEqual(placed);
    for (const key of ['ArrowLeft', 'Shift+ArrowLeft', 'ArrowUp', 'Shift+ArrowUp', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(key);
    expect(await rule()).toEqual({ ...placed, x: 47, y: 47 });
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Control+Shift+ArrowDown');
    expect(await rule()).toEqual({ ...placed, x: 46, y: 37, width: 201, height: 70 });
    // Never off the page.
    for (let count = 0; count < 8; count++) await page.keyboard.press('Shift+ArrowDown');
    expect(await rule()).toMatchObject({ y: 0, height: 70 });
    await expect(
      page.getByRole('status').filter({ hasText: t.pattern('pdf.rectangle.announced.point', { page: 2, x: 348, y: 0 }) }),
    ).toHaveCount(1);
    await page.keyboard.press('Delete');
    expect(await rule()).toBeNull();
    await page.keyboard.press('Control+z');
    expect(await rule()).toMatchObject({ page: 2, y: 0, height: 70 });
  });
});

test('the mouse moves and resizes a placement within the page, and Escape cancels it', async ({ withPage }) => {
  await withPage({}, async ({ page, show, rule }) => {
    const start: PlacementRule = { page: 1, anchor: 'top-left', x: 100, y: 100, width: 200, height: 60 };
    await show('plain', await plainPdf(1), start);
    await zoomTo(page, 100);
    const rectangle = page.getByRole('application', { name: t('pdf.rectangle.name') });
    const pixels = (points: number) => (points * 96) / 72;
    const box = await rectangle.boundingBox();
    if (!box) throw new Error('no rectangle');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 + 12 };
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + pixels(30), middle.y + pixels(15), { steps: 4 });
    await page.mouse.up();
    expect(await rule()).toEqual({ ...start, x: 130, y: 115 });
    // The lower right handle, far past the page's edge.
    const corner = await page.locator('[data-handle="se"]').boundingBox();
    if (!corner) throw new Error('no handle');
    await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2);
    await page.mouse.down();
    await page.mouse.move(corner.x + pixels(400), corner.y + pixels(20), { steps: 4 });
    await page.mouse.up();
    const wide = await rule();
    expect(wide?.x).toBe(130);
    expect(wide?.width).toBe(465);
    await rectangle.hover();
    await page.mouse.down();
    await page.mouse.move(300, 300, { steps: 3 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await rule()).toEqual(wide);
  });
});

test('a placement that does not fit the document is reported, and the last page is counted in each document', async ({ withPage }) => {
  await withPage({}, async ({ page, show }) => {
    const last: PlacementRule = { page: -1, anchor: 'bottom-right', x: 36, y: 36, width: 200, height: 60 };
    await show('three', await plainPdf(3), last);
    await page.getByRole('group', { name: t('pdf.pages') }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('application', { name: t.pattern('pdf.rectangle.announced.point', { page: 3 }) })).toBeFocused();
    await show('one', await plainPdf(1), { ...last, page: 4 });
    await expect(page.locator('.ui-banner.tone-bad')).toBeVisible();
    await expect(page.locator('.viewer-rectangle')).toHaveCount(0);
    await show('outside', await plainPdf(1), { ...last, page: 1, x: 500 });
    await expect(page.locator('.ui-banner.tone-bad')).toBeVisible();
    await expect(page.locator('.viewer-rectangle[data-bad]')).toHaveCount(1);
  });
});

test('Enter on the pages says that the document is being opened, and puts no signature on it', async ({ withPage }) => {
  await withPage({}, async ({ page, show, rule }) => {
    const { promise: given, resolve: give } = Promise.withResolvers<void>();
    await page.route('**/documents/slow', async (route) => {
      await given;
      await route.fallback();
    });
    const shown = show('slow', await plainPdf(1));
    await page.getByRole('group', { name: t('pdf.pages') }).press('Enter');
    await expect(page.getByRole('status').getByText(t('pdf.loading'))).toHaveCount(1);
    give();
    await shown;
    expect(await rule()).toBeNull();
    await page.getByRole('group', { name: t('pdf.pages') }).press('Enter');
    expect(await rule()).not.toBeNull();
  });
});

test('going to a signature whose page comes late leaves a person in the field that she went to before', async ({ withPage }) => {
  await withPage({}, async ({ page, show }) => {
    await show('long', await plainPdf(40), { page: 30, anchor: 'bottom-right', x: 36, y: 36, width: 200, height: 60 });
    const x = page.getByLabel(t('pdf.fields.xRight'));
    const letGo = await holdWorker(page);
    await page.getByRole('group', { name: t('pdf.pages') }).focus();
    await page.keyboard.press('Enter');
    await x.focus();
    await letGo();
    // The page is painted some frames after the viewer went to it.
    expect((await inkBounds(page, 30)).share).toBeGreaterThan(0);
    await expect(page.getByRole('application', { name: t('pdf.rectangle.name') })).toBeInViewport();
    await expect(x).toBeFocused();
  });
});

test('an existing signature is outlined in place, and a sent placement cannot be moved', async ({ withPage }) => {
  await withPage({}, async ({ page, show, rule }) => {
    const sent: PlacementRule = { page: 1, anchor: 'bottom-left', x: 50, y: 600, width: 150, height: 50 };
    await show('signed', await signedPdf([{ field: 'first', rect: { left: 300, bottom: 600, right: 500, top: 660 } }]), sent, true);
    const sheet = await page.locator('.page').boundingBox();
    const box = await page.getByRole('img', { name: t('pdf.signed.broken') }).boundingBox();
    if (!sheet || !box) throw new Error('not shown');
    const scale = sheet.width / 595;
    expect(Math.abs(box.x - sheet.x - 300 * scale)).toBeLessThan(1.5);
    expect(Math.abs(box.y - sheet.y - (842 - 660) * scale)).toBeLessThan(1.5);
    await page.getByRole('application', { name: t('pdf.rectangle.name') }).focus();
    for (const key of ['ArrowLeft', 'Delete', 'Control+z']) await page.keyboard.press(key);
    expect(await rule()).toEqual(sent);
    await expect(page.getByRole('button', { name: t('pdf.place') })).toHaveCount(0);
  });
});

test('the numbers next to the page follow the placement and move it, and an invalid entry stays with an explanation', async ({
  withPage,
}) => {
  await withPage({}, async ({ page, show, rule }) => {
    await show('plain', await plainPdf(2));
    await page.getByRole('button', { name: t('pdf.fields.placeUsual') }).click();
    await expect.poll(rule).toEqual({ page: -1, anchor: 'bottom-right', x: 36, y: 36, width: 200, height: 60 });
    const x = page.getByLabel(t('pdf.fields.xRight'));
    await x.fill('50,5');
    expect(await rule()).toMatchObject({ x: 50.5 });
    await x.fill('5o');
    await x.blur();
    await expect(x).toHaveValue('5o');
    await expect(x).toHaveAccessibleDescription(t.pattern('pdf.fields.notNumber'));
    expect(await rule()).toMatchObject({ x: 50.5 });
    expect(await page.evaluate(() => window.viewerPage.valid)).toBe(false);
    await x.fill('400');
    await expect(x).toHaveAccessibleDescription(t.pattern('pdf.fields.offPage.point', { room: 395 }));
    await x.fill('12');
    expect(await page.evaluate(() => window.viewerPage.valid)).toBe(true);
    await page.getByLabel(t('pdf.fields.width'), { exact: true }).press('Shift+ArrowUp');
    expect(await rule()).toMatchObject({ x: 12, width: 210 });
    await page.getByRole('button', { name: t('pdf.fields.anchor') }).click();
    await page.getByRole('option', { name: t('pdf.fields.corners.top-left') }).click();
    expect(await rule()).toMatchObject({ anchor: 'top-left', x: 373, y: 746, width: 210, height: 60 });
    await page.getByText(t('pdf.fields.lastPage')).click();
    // The number of the page in view and that of the signature have names of their own.
    await expect(page.getByRole('textbox', { name: t('pdf.pageField') })).toHaveCount(1);
    await page.getByRole('textbox', { name: t('pdf.fields.page'), exact: true }).fill('1');
    expect(await rule()).toMatchObject({ page: 1 });
  });
});
