/** The validation section of a profile against the rules of axe in both themes. */
import type { Page } from 'playwright/test';
import { brokenColours, brokenRules } from './broken-rules.ts';
import { expect, test } from './launch.ts';
import { words } from './words.ts';

const t = words('en');

test.use({ language: 'en' });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true }).and(page.locator('input'));

test('the validation section breaks no accessibility rule in either theme, with its warning and its errors', async ({
  station: { page },
}) => {
  const look = async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await brokenRules(page), 'light').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await brokenColours(page), 'dark').toEqual([]);
  };
  // Keys are heard once a view is there.
  await page.getByRole('heading').first().waitFor();
  await page.keyboard.press('Control+,');
  await page.getByRole('button', { name: t('settings.profiles.new') }).click();
  await page.getByRole('button', { name: t('settings.groups.validation'), exact: true }).click();
  await field(page, t('settings.fields.validationUrl.label')).fill('https://records.example');
  await expect(page.getByText(t('settings.cannotAsk.what'))).toBeVisible();
  await look();
  await field(page, t('settings.fields.validationUrl.label')).fill('http://records.example');
  await field(page, t('settings.fields.validationPath.label')).fill('api/{transaction');
  await page.getByRole('button', { name: t('settings.profile.save') }).click();
  await expect(page.getByText(t('settings.faults.path'))).toBeVisible();
  await look();
});
