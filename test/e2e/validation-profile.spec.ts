/** The validation query is set up in the form of a real profile, and settles a document in doubt. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { profileSchema } from '../support/doors/domain.ts';
import { startPractice } from '../support/doors/practice.ts';
import { plainPdf, temporaryFolder, writeFile } from '../support/pdfs.ts';
import { pdfsig } from '../support/pdfsig.ts';
import { brokenRules } from './broken-rules.ts';
import { connect, openFolder, row } from './clerk.ts';
import { expect, test } from './launch.ts';

test.use({ language: 'en' });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true }).and(page.locator('input'));

async function editProfile(page: Page): Promise<void> {
  await page.keyboard.press('Control+,');
  await page.getByRole('button', { name: 'Edit Main branch' }).click();
  await page.getByRole('button', { name: 'Validation query', exact: true }).click();
}

test('set up in the form, it brings the signed document whose answer was lost', async ({ station }) => {
  const { page } = station;
  const { folder, remove } = await temporaryFolder();
  const provider = await startPractice();
  try {
    const { validation } = profileSchema.parse(provider.profile);
    await page.getByRole('heading').first().waitFor();
    await connect(station, provider);

    // What is typed without the address is not lost in silence.
    await editProfile(page);
    await expect(field(page, 'Path of the query')).toHaveValue('api/{a}/Validation/{b}');
    const warning = page.getByText('Like this the provider cannot be asked about documents in doubt.');
    await expect(warning).toBeHidden();
    await field(page, 'Validation key (API key)').fill(provider.secrets.validationApiKey ?? '');
    // Folded again, with the keyboard: a fault unfolds it.
    await page.getByRole('button', { name: 'Validation query', exact: true }).press('Enter');
    await expect(field(page, 'Address of the validation query')).toBeHidden();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The address is missing.')).toBeVisible();
    await expect(field(page, 'Address of the validation query')).toBeFocused();

    // Also the second time.
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(field(page, 'Address of the validation query')).toBeFocused();

    // It stays open while the fault is mended.
    await page.keyboard.type(validation?.baseUrl ?? '');
    await expect(field(page, 'Address of the validation query')).toHaveValue(validation?.baseUrl ?? '');
    await expect(warning).toBeVisible();
    await field(page, 'Path of the query').fill(validation?.path ?? '');
    await expect(warning).toBeHidden();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The profile “Main branch” was saved.')).toBeVisible();
    await expect(page.getByText('Validation key not set')).toBeHidden();

    // The key is in the vault and does not come back.
    await editProfile(page);
    await expect(field(page, 'Address of the validation query')).toHaveValue(validation?.baseUrl ?? '');
    await expect(field(page, 'Path of the query')).toHaveValue(validation?.path ?? '');
    await expect(field(page, 'Validation key (API key)')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Remove: Validation key (API key)' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.keyboard.press('Control+1');
    await writeFile(folder, 'contract.pdf', await plainPdf(1, 'contract'));
    await openFolder(station, folder);
    await expect(row(page, 'contract.pdf')).toBeVisible();
    await page.getByRole('button', { name: /Saved places/ }).click();
    await page.getByRole('option', { name: 'Last page, bottom right' }).click();
    await page.getByLabel('Client data or transaction number').fill('TRX-0042');
    provider.misbehave('sign', { drop: 'during-answer' });
    await page.keyboard.press('Control+Enter');
    await expect(row(page, 'contract.pdf')).toContainText('In doubt');

    await page.keyboard.press('Control+2');
    await row(page, 'contract.pdf').click();
    const details = page.getByRole('region', { name: 'Details' });
    await details.getByRole('button', { name: 'Check with the provider' }).click();
    await expect(details.getByText('From the provider’s record')).toBeVisible();
    await details.getByRole('button', { name: 'Use as the result' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Use as the result' }).click();
    await expect(row(page, 'contract.pdf')).toContainText('Signed');
    const signed = join(folder, 'signed');
    await expect.poll(() => readdir(signed).catch(() => [])).toEqual(['contract-signed.pdf']);
    expect(await pdfsig(join(signed, 'contract-signed.pdf'))).toEqual({ signatures: 1, valid: 1 });
    expect(provider.log().filter(({ operation }) => operation === 'sign')).toHaveLength(1);
  } finally {
    await provider.close();
    await remove();
  }
});

for (const theme of ['light', 'dark'] as const) {
  test.describe(theme, () => {
    test.use({ theme });

    test('the section breaks no rule of accessibility, with its warning and with its faults', async ({ station: { page } }) => {
      // Keys are heard once a view is there.
      await page.getByRole('heading').first().waitFor();
      await page.keyboard.press('Control+,');
      await page.getByRole('button', { name: 'New profile' }).click();
      await page.getByRole('button', { name: 'Validation query', exact: true }).click();
      await field(page, 'Address of the validation query').fill('https://records.example');
      await expect(page.getByText('Like this the provider cannot be asked about documents in doubt.')).toBeVisible();
      expect(await brokenRules(page)).toEqual([]);
      await field(page, 'Address of the validation query').fill('http://records.example');
      await field(page, 'Path of the query').fill('api/{transaction');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Type the path without spaces')).toBeVisible();
      expect(await brokenRules(page)).toEqual([]);
    });
  });
}
