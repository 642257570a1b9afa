/** Documents are readable and do nothing: pages, find, zoom, thumbnails, scans, dead links, failures in words. */
import { expect } from 'playwright/test';
import { damagedPdf, plainPdf, protectedPdf, scanPdf } from '../support/pdf/pdfs.ts';
import { brokenColours, brokenRules } from './broken-rules.ts';
import { test } from './viewer-page/fixture.ts';
import { compressedScanPdf, heavyPdf, temptingPdf } from './viewer-page/pdfs.ts';
import { inkBounds } from './viewer-page/see.ts';
import { words } from './words.ts';

const t = words('en');

// One after another in one worker, which builds the page once.
test.describe.configure({ mode: 'default' });

test('a plain scan and scans in JPEG 2000 and JBIG2 are not blank', async ({ withPage }) => {
  await withPage({}, async ({ page, show }) => {
    await show('scan', await scanPdf());
    expect((await inkBounds(page, 1)).share).toBeGreaterThan(0.005);
    for (const kind of ['jpx', 'jbig2'] as const) {
      await show(kind, await compressedScanPdf(kind));
      // The bar covers half of the page; its edges say that it is the picture, not a fallback.
      const ink = await inkBounds(page, 1);
      const box = await page.locator('.page').boundingBox();
      if (!box) throw new Error('no page');
      expect(ink.share).toBeCloseTo(0.5, 1);
      expect((ink.left - box.x) / box.width).toBeCloseTo(0.25, 1);
      expect((ink.right - box.x) / box.width).toBeCloseTo(0.75, 1);
    }
  });
});

test('documents take turns with two workers; one that does not answer ends, and delays none', async ({ withPage }) => {
  await withPage({}, async ({ page, show }) => {
    await show('first', await plainPdf(1));
    const [busy] = page.workers();
    if (busy === undefined) throw new Error('no worker');
    await busy.evaluate('setTimeout(() => { for (;;); })');
    await show('second', await plainPdf(1));
    await expect.poll(() => page.workers().includes(busy)).toBe(false);

    await show('third', await plainPdf(1));
    const workers = page.workers();
    expect(workers).toHaveLength(2);
    for (const name of ['fourth', 'fifth', 'sixth']) await show(name, await plainPdf(1));
    expect(page.workers()).toEqual(workers);

    // Without a document on the page one of them waits.
    await page.evaluate(() => window.viewerPage.show(null));
    await expect.poll(() => page.workers().length).toBe(1);
  });
});

test('find counts and highlights matches, moves both ways, and says when there are none', async ({ withPage }) => {
  await withPage({}, async ({ page, show }) => {
    await show('plain', await plainPdf(5));
    await page.keyboard.press('Control+f');
    const field = page.getByRole('textbox', { name: t('pdf.find.field') });
    await expect(field).toBeFocused();
    await field.fill('page 4');
    const count = page.locator('.viewer-find-count');
    await expect(count).toHaveText('1 of 1');
    const current = page.locator('.page[data-page-number="4"] .highlight.selected');
    await expect(current).toHaveText(/Page 4/);
    await page.emulateMedia({ forcedColors: 'active' });
    await expect(current).toHaveCSS('backdrop-filter', 'invert(1)');
    await page.emulateMedia({ forcedColors: 'none' });
    await expect(page.getByRole('textbox', { name: t('pdf.pageField') })).toHaveValue('4');
    await field.fill('agree');
    await expect(count).toHaveText(/^\d of 5$/);
    const first = Number((await count.textContent())?.[0]);
    await field.press('Enter');
    await expect(count).toHaveText(`${(first % 5) + 1} of 5`);
    await field.press('Shift+Enter');
    await expect(count).toHaveText(`${first} of 5`);
    await field.fill('nowhere to be found');
    await expect(count).toHaveText(t('pdf.find.notFound'));
    await field.press('Escape');
    await expect(field).toHaveCount(0);
    await expect(page.locator('.highlight')).toHaveCount(0);
  });
});

test('the field, buttons, keys and thumbnails move to a page', async ({ withPage }) => {
  await withPage({}, async ({ page, show }) => {
    await show('plain', await plainPdf(14));
    const field = page.getByRole('textbox', { name: t('pdf.pageField') });
    await field.fill('9');
    await field.press('Enter');
    await expect(page.getByRole('region', { name: t('pdf.page', { page: 9, pages: 14 }) })).toBeInViewport();
    await field.fill('99');
    await field.press('Enter');
    await expect(field).toHaveAccessibleDescription(t('pdf.pageInvalid', { pages: 14 }));
    await expect(field).toHaveValue('99');
    await field.press('Escape');
    await expect(field).toHaveValue('9');
    await page.getByRole('button', { name: t('pdf.previousPage') }).click();
    await expect(field).toHaveValue('8');
    await page.getByRole('group', { name: t('pdf.pages') }).focus();
    await page.keyboard.press('End');
    await expect(field).toHaveValue('14');
    const list = page.getByRole('listbox', { name: t('pdf.thumbnails') });
    await expect(list.getByRole('option', { name: t('pdf.page', { page: 14, pages: 14 }) })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Home');
    await expect(field).toHaveValue('1');
    await list.getByRole('option', { name: t('pdf.page', { page: 1, pages: 14 }) }).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(field).toHaveValue('3');
  });
});

test('keys, wheel and list change the zoom, and text can be selected', async ({ withPage }) => {
  await withPage({}, async ({ page, show }) => {
    await show('plain', await plainPdf(2), { page: 1, anchor: 'bottom-left', x: 10, y: 10, width: 100, height: 40 });
    const width = async () => (await page.locator('.page').first().boundingBox())?.width ?? 0;
    const fitted = await width();
    await page.keyboard.press('Control+-');
    expect(await width()).toBeLessThan(fitted);
    await page.keyboard.press('Control+0');
    // pdf.js keeps whole per cents of a step; a pixel is not a size.
    await expect.poll(async () => Math.abs((await width()) - fitted)).toBeLessThan(3);
    await page.mouse.move(500, 400);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    await expect.poll(width).toBeGreaterThan(fitted * 1.1);
    expect(await page.evaluate(() => window.devicePixelRatio)).toBe(1);
    await page.keyboard.press('Control+0');
    await page.getByText(t('pdf.page', { page: 1, pages: 2 }), { exact: true }).dblclick();
    expect(await page.evaluate(() => document.getSelection()?.toString())).toMatch(/Page|1|of|2/);
  });
});

test('links, scripts and form fields of a document do nothing', async ({ withPage }) => {
  await withPage({}, async ({ page, show }) => {
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await show('tempting', await temptingPdf(), { page: 1, anchor: 'bottom-left', x: 10, y: 10, width: 100, height: 40 });
    await expect(page.locator('.annotationLayer').first()).toHaveAttribute('inert', '');
    const address = page.url();
    const box = await page.locator('.page').first().boundingBox();
    if (!box) throw new Error('no page');
    const scale = box.width / 595;
    for (const bottom of [700, 600, 500, 400]) await page.mouse.click(box.x + 150 * scale, box.y + (842 - bottom - 20) * scale);
    await expect(page.getByRole('textbox', { name: t('pdf.pageField') })).toHaveValue('1');
    for (let count = 0; count < 25; count++) await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.querySelector('.annotationLayer')?.contains(document.activeElement))).toBe(false);
    expect(await page.locator('.annotationLayer input').count()).toBe(0);
    expect(page.url()).toBe(address);
    expect(page.context().pages()).toHaveLength(1);
    expect(dialogs).toEqual([]);
  });
});

test('a document that cannot be shown says why, and can be tried again', async ({ withPage }) => {
  await withPage(
    {},
    async ({ page, documents, show }) => {
      const failing = async (id: string, bytes: Uint8Array | null) => {
        documents.set(id, bytes);
        await page.evaluate((shown) => window.viewerPage.show({ id: shown, pages: [], signatures: [], rule: null, readOnly: false }), id);
      };
      await failing('protected', await protectedPdf());
      const password = page.getByLabel(t('pdf.password.label'));
      await password.fill('wrong');
      await password.press('Enter');
      await expect(page.getByText(t('pdf.password.wrong'))).toBeVisible();
      // What was typed is still there to be mended.
      await expect(password).toHaveValue('wrong');
      await expect(password).toBeFocused();
      await password.fill('secret');
      await password.press('Enter');
      await expect(page.getByText(t('pdf.page', { page: 1, pages: 1 }), { exact: true })).toBeVisible();
      await failing('damaged', new TextEncoder().encode(damagedPdf()));
      await expect(page.getByRole('alert')).toContainText(t('pdf.failed.damaged.why'));
      await failing('gone', null);
      await expect(page.getByRole('alert')).toContainText(t('pdf.failed.gone.why'));
      documents.set('gone', await plainPdf(1));
      await page.getByRole('button', { name: t('ui.again') }).click();
      await expect(page.getByText(t('pdf.page', { page: 1, pages: 1 }), { exact: true })).toBeVisible();
      await show('fine', await plainPdf(2));
      await expect(page.getByRole('alert')).toHaveCount(0);
    },
    /404/,
  );
});

test('only a few of a thousand pages are rendered', async ({ withPage }) => {
  await withPage({}, async ({ page, show }) => {
    await show('many', await plainPdf(1000));
    await page.getByRole('group', { name: t('pdf.pages') }).focus();
    await page.keyboard.press('End');
    await expect(page.getByText(t('pdf.page', { page: 1000, pages: 1000 }), { exact: true })).toBeVisible();
    for (let count = 0; count < 20; count++) await page.keyboard.press('PageUp');
    await expect(page.getByText(t('pdf.page', { page: 980, pages: 1000 }), { exact: true })).toBeVisible();
    expect(await page.locator('.page canvas').count()).toBeLessThan(25);
    expect(await page.locator('.viewer-thumbnail canvas').count()).toBeLessThan(25);
  });
});

test('only the viewed parts of a large file are fetched', async ({ withPage }) => {
  await withPage({}, async ({ page, ranges, show }) => {
    const large = await heavyPdf(60);
    await show('large', large);
    await page.getByRole('group', { name: t('pdf.pages') }).focus();
    await page.keyboard.press('End');
    expect((await inkBounds(page, 60)).share).toBeGreaterThan(0.2);
    const parts = ranges.flatMap((range) => [...(range ?? '').matchAll(/(\d+)-(\d+)/g)]);
    const fetched = parts.reduce((sum, [, first, last]) => sum + Number(last) - Number(first) + 1, 0);
    // The objects of the pages come several at a time.
    expect(ranges.length).toBeLessThan(parts.length);
    expect(ranges).not.toContain(null);
    expect(fetched).toBeGreaterThan(0);
    expect(fetched).toBeLessThan(large.length / 2);
  });
});

test('a file that goes while it is read says so, and is shown again once it is back', async ({ withPage }) => {
  await withPage(
    {},
    async ({ page, documents, show }) => {
      const large = await heavyPdf(60);
      await show('large', large);
      documents.set('large', null);
      await page.getByRole('group', { name: t('pdf.pages') }).focus();
      await page.keyboard.press('End');
      await expect(page.getByRole('alert')).toContainText(t('pdf.failed.gone.why'));
      documents.set('large', large);
      await page.getByRole('button', { name: t('ui.again') }).click();
      await expect(page.getByRole('region', { name: t('pdf.page', { page: 1, pages: 60 }) })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await page.getByRole('group', { name: t('pdf.pages') }).focus();
      await page.keyboard.press('End');
      expect((await inkBounds(page, 60)).share).toBeGreaterThan(0.2);
    },
    /404/,
  );
});

test('the viewer breaks no accessibility rule in either theme', async ({ withPage }) => {
  await withPage({ colorScheme: 'light' }, async ({ page, show }) => {
    await show('plain', await plainPdf(3), { page: 1, anchor: 'bottom-left', x: 100, y: 500, width: 200, height: 60 });
    await page.keyboard.press('Control+f');
    await expect(page.locator('.viewer-thumbnail canvas').first()).toBeVisible();
    expect(await brokenRules(page)).toEqual([]);
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'dark';
    });
    expect(await brokenColours(page)).toEqual([]);
  });
});
