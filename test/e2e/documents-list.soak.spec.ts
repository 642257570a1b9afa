/** The document list of Sign: removed rows come back, and what was opened last is opened again. */
import { mkdir, rename, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { writeSamples } from '../support/doors/practice.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { brokenRules } from './broken-rules.ts';
import { openFolder, row } from './clerk.ts';
import { expect, test } from './launch.ts';
import { words } from './words.ts';

const t = words('en');
test.use({ language: 'en' });

test('removed rows come back with what was typed, and recent folders are opened again or forgotten', async ({ folder, launch }, info) => {
  const contracts = join(folder, 'María Inventada');
  const dataDir = info.outputPath('data');
  await writeSamples(contracts);
  const first = await launch({ dataDir });
  const { page } = first;
  const rows = page.locator('.sign-row');
  const removed = page.getByText(t('signing.list.removed', { count: 1 }));
  await test.step('a removal is taken back after its message is gone, from the list and with the keys', async () => {
    await openFolder(first, contracts);
    const one = row(page, 'Pagaré y tabla de pagos.pdf');
    await one.click();
    await page.keyboard.press('F2');
    await page.keyboard.type('R-1');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+L');
    await page.keyboard.type('TRX-0001');
    await one.click();
    await page.keyboard.press('Delete');
    await expect(rows).toHaveCount(2);
    await removed
      .locator('xpath=ancestor::*[contains(@class, "ui-banner")]')
      .getByRole('button', { name: t('ui.close') })
      .click();
    await page.getByRole('button', { name: t('signing.list.putBack', { count: 1 }) }).click();
    await expect(one).toContainText('R-1');
    await expect(one).toHaveAttribute('aria-selected', 'true');
    await expect(one).toBeFocused();

    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await expect(rows).toHaveCount(0);
    await expect(page.getByLabel(t('signing.client.label'))).toHaveValue('');
    await expect(page.getByRole('button', { name: t('signing.list.putBack', { count: 3 }) })).toBeVisible();
    await page.keyboard.press('Control+Z');
    await expect(rows).toHaveCount(3);
    await expect(page.getByLabel(t('signing.client.label'))).toHaveValue('TRX-0001');
    await expect(one).toContainText('R-1');
    await one.click();
    await page.keyboard.press('Delete');
    await expect(rows).toHaveCount(2);
    await rows.first().click();
    await page.keyboard.press('Control+Z');
    await expect(rows).toHaveCount(3);
  });
  await first.quit();

  const again = await launch({ dataDir });
  const { page: later, system } = again;
  const recent = later.getByRole('region', { name: t('signing.recent.title') });
  const entry = recent.getByRole('button', { name: 'María Inventada' });
  await expect(entry).toBeVisible();
  expect(await brokenRules(later)).toEqual([]);
  await rename(contracts, `${contracts} 2`);
  await entry.click();
  await expect(later.getByText(t('signing.recent.missing', { name: 'María Inventada' }))).toBeVisible();
  await rename(`${contracts} 2`, contracts);
  if (system === null) await entry.click();
  else expect(await system.clickMenu(`María Inventada — ${folder}`)).toBe(true);
  await expect(later.locator('.sign-row')).toHaveCount(3);
  await later.getByRole('grid').focus();
  await later.keyboard.press('Control+A');
  await later.keyboard.press('Delete');
  await expect(entry).toBeVisible();
  await later.keyboard.press('Control+K');
  await later.getByRole('dialog').locator('input').fill('inventada');
  await expect(later.getByRole('option')).toHaveCount(1);
  await later.keyboard.press('ArrowDown');
  await later.keyboard.press('Enter');
  await expect(later.locator('.sign-row')).toHaveCount(3);
  await later.getByRole('grid').focus();
  await later.keyboard.press('Control+A');
  await later.keyboard.press('Delete');
  await recent.getByRole('button', { name: t('signing.recent.clear') }).click();
  await expect(recent).toHaveCount(0);

  // The reading of many can be stopped; those that were read stay.
  const many = join(folder, 'many');
  await mkdir(many);
  await writeFile(many, '1.pdf', await plainPdf());
  // Files of a gigabyte without content: their reading takes seconds on any machine, and they take no room.
  for (let number = 2; number <= 13; number++) await truncate(await writeFile(many, `${number}.pdf`, ''), 1024 ** 3);
  await openFolder(again, many);
  await later.getByRole('button', { name: t('ui.stop'), exact: true }).click();
  await expect(later.getByText(t.pattern('signing.list.readingStopped'))).toBeVisible();
  await expect(later.getByRole('progressbar')).toHaveCount(0);
  await expect(later.locator('.sign-row').first()).toBeVisible();
});
