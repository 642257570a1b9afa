/** Persons of one name differ by their identification: no list cuts it, and each row is read aloud with it. */
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { recordOfTransaction } from '../support/doors/practice.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { openService } from './inbox-tour.ts';
import { keepVisit } from './keep-visit.ts';
import { expect, test } from './launch.ts';
import { words } from './words.ts';

const t = words('es');

/** 1280 by 800 at 150 % and at 200 %, and the smallest display. */
const displays = [
  { width: 1280, height: 800, deviceScaleFactor: 1 },
  { width: 853, height: 533, deviceScaleFactor: 1.5 },
  { width: 640, height: 400, deviceScaleFactor: 2 },
  { width: 1024, height: 640, deviceScaleFactor: 1 },
];

const name = 'María Fernanda de los Ángeles Gutiérrez Peñaloza de Villanueva';
/** They differ at their ends. */
const numbers = ['1.020.304.050-7', '1.020.304.050-8', 'PASAPORTE VENEZOLANO 0123456789-ABCDEFGHIJ-0123'];

/** In the page: the drawn numbers of which a part is outside of an element that cuts it. */
function cut(wanted: readonly string[]): string[] {
  const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const element = node.parentElement;
    if (!element?.checkVisibility({ visibilityProperty: true })) continue;
    for (const number of wanted) {
      const at = node.textContent?.indexOf(number) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + number.length);
      const boxes = [...range.getClientRects()];
      for (let outer: Element | null = element; outer && !outer.matches('[role="row"], li, .ui-section'); outer = outer.parentElement) {
        const { overflowX } = getComputedStyle(outer);
        const { left, right, top, bottom } = outer.getBoundingClientRect();
        const isOut = boxes.some((box) => box.left < left - 1 || box.right > right + 1 || box.top < top - 2 || box.bottom > bottom + 2);
        if (overflowX !== 'visible' && isOut) found.push(`${number} in ${outer.className}`);
      }
    }
  }
  return found;
}

async function expectWhole(page: Page, where: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  for (const display of displays) {
    await devtools.send('Emulation.setDeviceMetricsOverride', { ...display, mobile: false });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await expect.poll(() => page.evaluate(cut, numbers), { message: `${where} at ${display.width}`, timeout: 15_000 }).toEqual([]);
  }
  await devtools.send('Emulation.setDeviceMetricsOverride', { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false });
}

test('an identification is whole in each list, at each size of the display, and read aloud with its row', async ({ folder, station }) => {
  const { page } = station;
  await page.getByRole('heading').first().waitFor();
  const caller = await openService(page);
  try {
    for (const [at, identification] of numbers.entries()) {
      await keepVisit(page, {
        name,
        identification,
        transaction: `TX-LARGA-0123456789-0123456789-${at}`,
        fetch: false,
        search: { name, identification },
      });
      const record = { ...recordOfTransaction('TX-1003'), Uid: crypto.randomUUID(), IdNumber: identification, TransactionId: `otra-${at}` };
      await caller.push(record);
      // Another version, received twice: two marks next to the number.
      await caller.push({ ...record, CreationDate: '2026-04-17T10:00:00' });
      await caller.push({ ...record, CreationDate: '2026-04-17T10:00:00' });
    }
    const rowOf = (number: string) => page.getByRole('row', { name: number });

    await test.step('customers', async () => {
      await page.keyboard.press('Control+4');
      for (const number of numbers) await expect(rowOf(number).first()).toBeVisible();
      await expectWhole(page, 'visits');
      await page.getByRole('button', { name: t('customers.new.title') }).click();
      await page.getByLabel(t('customers.details.transaction')).fill('TX-LARGA-0123456789-0123456789-1');
      await expect(page.locator('.cust-same')).toContainText(numbers[1] ?? '');
      await page.getByRole('button', { name: t('ui.cancel') }).click();
      await rowOf(numbers[2] ?? '')
        .last()
        .click();
      await expect(page.locator('.cust-entry-name').filter({ hasText: numbers[2] ?? '' })).toBeVisible();
      await expectWhole(page, 'visit');
    });
    await test.step('screenings', async () => {
      await page.keyboard.press('Control+3');
      await page.getByLabel(t('screening.form.name'), { exact: true }).fill(name);
      await page.getByLabel(t('screening.form.identification'), { exact: true }).fill(numbers[2] ?? '');
      await page.keyboard.press('Enter');
      await expect(
        page
          .locator('.scr-recent')
          .getByText(numbers[2] ?? '')
          .first(),
      ).toBeAttached();
      await expectWhole(page, 'recent screenings');
      await page.getByRole('tab', { name: t('screening.sections.history') }).click();
      for (const number of numbers) await expect(rowOf(number).first()).toBeVisible();
      await expectWhole(page, 'history');
    });
    await test.step('rows of a list of persons', async () => {
      await writeFile(folder, 'lista.csv', Buffer.from(['Nombre;Cédula', ...numbers.map((number) => `${name};${number}`)].join('\r\n')));
      await station.answerDialog([join(folder, 'lista.csv')]);
      await page.getByRole('tab', { name: t('screening.sections.bulk') }).click();
      await page.getByRole('button', { name: t('bulk.choose') }).click();
      await page.getByRole('button', { name: t('bulk.start.startRows', { count: 3 }) }).click();
      await expect(page.getByText(t('bulk.state.done'), { exact: true })).toBeVisible();
      await expectWhole(page, 'rows');
      await page.getByRole('grid').press('Enter');
      await expect(page.getByRole('region', { name: t('bulk.detail.label') })).toBeVisible();
      await expectWhole(page, 'rows next to an opened one');
    });
    await test.step('inbox', async () => {
      await page.keyboard.press('Control+5');
      for (const number of numbers) await expect(rowOf(number).first()).toBeVisible();
      await expectWhole(page, 'received');
      await writeFile(folder, 'Contrato.pdf', await plainPdf(1, 'contrato'));
      await station.answerDialog([join(folder, 'Contrato.pdf')]);
      await page.getByRole('tab', { name: t('inbox.tabs.published') }).click();
      await page.getByRole('button', { name: t('inbox.published.publish') }).click();
      await page.getByLabel(t('service.kinds.transaction'), { exact: true }).fill('TX-LARGA-0123456789-0123456789');
      await page.getByLabel(t('service.kinds.identification'), { exact: true }).fill(numbers[2] ?? '');
      await page
        .locator('.ui-modal')
        .getByRole('button', { name: t.pattern('inbox.publishing.dialog.publish') })
        .click();
      await expect(rowOf('Contrato.pdf')).toBeVisible();
      await expectWhole(page, 'published');
    });
  } finally {
    await caller.close();
  }
});
