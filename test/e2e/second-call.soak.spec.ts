/** What signing asks before it starts, and a second signature in one document: a second call on the signed file. */
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from '../support/names-in.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { pdfsig } from '../support/pdf/pdfsig.ts';
import { widgets } from '../support/pdf/widgets.ts';
import { openFolder, row } from './clerk.ts';
import { keepVisit } from './keep-visit.ts';
import { expect, test } from './launch.ts';
import { words } from './words.ts';

const t = words('en');

test.use({ language: 'en' });

test.beforeEach(async ({ folder }) => void (await writeFile(folder, 'contract.pdf', await plainPdf(2, 'contract'))));

test('a second rectangle is refused with its reason, and is signed in a second call after the first', async ({ folder, station }) => {
  const { page } = station;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const choose = async (preset: 'lastPageBottomRight' | 'firstPageBottomRight') => {
    await page.getByRole('button', { name: t('signing.presets.label') }).click();
    await page.getByRole('option', { name: t(`signing.presets.builtIn.${preset}`) }).click();
  };
  await openFolder(station, folder);
  await expect(row(page, 'contract.pdf')).toBeVisible();
  await choose('lastPageBottomRight');
  await button(t('signing.another.plan')).click();
  const dialog = page.getByRole('alertdialog', { name: t('dialogs.another.title') });
  await expect(dialog).toContainText(t('dialogs.another.why'));
  await dialog.getByRole('button', { name: t('dialogs.another.confirm') }).click();
  await expect(page.getByText(t('signing.another.planned'))).toBeVisible();
  await page.getByLabel(t('signing.client.label')).fill('TRX-0001');
  await page.keyboard.press('Control+Enter');
  await expect(row(page, 'contract.pdf')).toContainText(t('statuses.signed'));

  // The next step is the second call: the same customer, and a position that is still to be chosen.
  await page
    .locator('.sign-send')
    .getByRole('button', { name: t('signing.another.begin') })
    .click();
  await expect(row(page, 'contract-signed.pdf')).toBeVisible();
  await expect(page.getByLabel(t('signing.client.label'))).toHaveValue('TRX-0001');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('region', { name: t('signing.panel.label') }).getByRole('alert')).toContainText(
    t('problems.placement-missing.what'),
  );
  await choose('firstPageBottomRight');
  await page.keyboard.press('Control+Enter');
  await expect(row(page, 'contract-signed.pdf')).toContainText(t('statuses.signed'));
  await expect(button(t('signing.customers.next'))).toBeVisible();

  const twice = join(folder, 'signed', 'signed');
  await expect.poll(() => namesIn(twice).catch(() => [])).toEqual(['contract-signed.pdf']);
  const path = join(twice, 'contract-signed.pdf');
  expect(await pdfsig(path)).toEqual({ signatures: 2, valid: 2 });
  expect((await widgets(await readFile(path))).map(({ page: number }) => number).toSorted()).toEqual([1, 2]);
});

test('a batch that starts on Sign needs the reason too, and is sent after the clerk gives it', async ({ folder, station }) => {
  const { page } = station;
  await page.getByRole('heading').first().waitFor();
  await keepVisit(page, { transaction: 'TX-1011' });
  await openFolder(station, folder);
  await expect(row(page, 'contract.pdf')).toBeVisible();
  await page.getByRole('button', { name: t('pdf.fields.placeUsual') }).click();
  await page.getByLabel(t('signing.client.label')).fill('TX-1011');
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: t('customers.override.title') });
  await expect(dialog).toContainText(t('problems.policy-face-not-approved.what'));
  await expect(dialog.getByRole('textbox', { name: t('customers.override.reason') })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(row(page, 'contract.pdf')).toContainText(t('statuses.draft'));

  await page.keyboard.press('Control+Enter');
  await dialog.getByRole('textbox', { name: t('customers.override.reason') }).fill('Compared with the identity card');
  await dialog.getByRole('button', { name: t('customers.override.confirm') }).click();
  await expect(row(page, 'contract.pdf')).toContainText(t('statuses.signed'));
});

test('a duplicate that goes again after a reason is asked about once', async ({ folder, station }) => {
  const { page } = station;
  const again = page.getByRole('alertdialog', { name: t('dialogs.sentBefore.title', { count: 1 }) });
  await page.getByRole('heading').first().waitFor();
  await openFolder(station, folder);
  await expect(row(page, 'contract.pdf')).toBeVisible();
  await page.getByRole('button', { name: t('pdf.fields.placeUsual') }).click();
  await page.getByLabel(t('signing.client.label')).fill('TX-1011');
  await page.keyboard.press('Control+Enter');
  await expect(row(page, 'contract.pdf')).toContainText(t('statuses.signed'));

  await keepVisit(page, { transaction: 'TX-1011' });
  const other = join(folder, 'other');
  await mkdir(other);
  await copyFile(join(folder, 'contract.pdf'), join(other, 'copy.pdf'));
  await openFolder(station, other);
  await expect(row(page, 'copy.pdf')).toBeVisible();
  await page.getByRole('button', { name: t('signing.placement.confirm') }).click();
  await page.getByLabel(t('signing.client.label')).fill('TX-1011');
  await page.keyboard.press('Control+Enter');
  await again.getByRole('button', { name: t('dialogs.sentBefore.again', { count: 1 }) }).click();
  const reason = page.getByRole('dialog', { name: t('customers.override.title') });
  await reason.getByRole('textbox', { name: t('customers.override.reason') }).fill('Compared with the identity card');
  await reason.getByRole('button', { name: t('customers.override.confirm') }).click();
  await expect(row(page, 'copy.pdf')).toContainText(t('statuses.signed'));
});
