/** The validation query and the rules of the search are set up in the form of a real profile; the query settles a document in doubt. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { profileSchema } from '../support/doors/domain.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { pdfsig } from '../support/pdf/pdfsig.ts';
import { announced, brokenRules } from './broken-rules.ts';
import { connectInForm, prepareContract, row } from './clerk.ts';
import { expect, type PageWithStation, test } from './launch.ts';
import { words } from './words.ts';

const t = words('en');

test.use({ language: 'en' });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true }).and(page.locator('input'));

const searchRules = (page: Page) => page.getByRole('region', { name: t('settings.searchRules.title') });

/** With the keyboard; what is missing is said first. */
async function addSearchRule(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('settings.groups.search'), exact: true }).click();
  await expect(searchRules(page).getByRole('button', { name: t('settings.searchRules.add') })).toBeDisabled();
  await field(page, t('settings.fields.searchUrl.label')).fill('https://search.example/');
  await field(page, t('settings.fields.searchProject.label')).fill('p');
  await searchRules(page)
    .getByRole('button', { name: t('settings.searchRules.add') })
    .press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('settings.searchRules.addConfirm'), exact: true }).press('Enter');
  await expect(dialog.getByText(t('screening.rules.wrong.pattern'))).toBeVisible();
  await expect(dialog.getByLabel(t('screening.rules.pattern'), { exact: true })).toBeFocused();
  expect(await brokenRules(page, { passed: announced })).toEqual([]);
  await dialog.getByLabel(t('screening.rules.path'), { exact: true }).fill('$.resultado');
  await dialog.getByLabel(t('screening.rules.pattern'), { exact: true }).fill('Sin novedad*');
  // Escape asks before it loses a rule; Enter in a field adds it, and does not save the profile behind it.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog', { name: t('ui.discard.title') })).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog.getByLabel(t('screening.rules.pattern'), { exact: true }).press('Enter');
  await expect(dialog).toBeHidden();
  expect(await brokenRules(page, { passed: announced })).toEqual([]);
}

async function removeSearchRule(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('settings.groups.search'), exact: true }).click();
  const rule = searchRules(page).getByRole('listitem');
  await expect(rule).toContainText(`${t('screening.source.judicial')}: ${t('screening.rules.meanings.clear')}`);
  await expect(rule).toContainText(t('settings.searchRules.reads', { path: '$.resultado', pattern: 'Sin novedad*' }));
  await rule.getByRole('button').press('Enter');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('settings.remove') })
    .press('Enter');
  await expect(page.getByText(t('settings.searchRules.none'))).toBeVisible();
  await expect(searchRules(page)).toBeFocused();
}

const storedRules = (page: Page) =>
  page.evaluate(async () => {
    const answer = await (window as unknown as PageWithStation).station.invoke['profiles.list'](undefined);
    if (!answer.ok) throw new Error(answer.problem.message);
    return answer.value.map(({ profile }) => profile.search?.rules.map(({ pattern }) => pattern));
  });

async function editProfile(page: Page): Promise<void> {
  await page.keyboard.press('Control+,');
  await page.getByRole('button', { name: t('settings.profiles.editName', { name: 'Main branch' }) }).click();
  await page.getByRole('button', { name: t('settings.groups.validation'), exact: true }).click();
}

test('validation set up in the form recovers a signed document after its answer is lost', async ({ folder, provider, station }) => {
  const { page } = station;
  const { validation } = profileSchema.parse(provider.profile);
  await page.getByRole('heading').first().waitFor();
  await connectInForm(station, provider);

  // What is typed without the address is not lost in silence.
  await editProfile(page);
  await expect(field(page, t('settings.fields.validationPath.label'))).toHaveValue('api/{a}/Validation/{b}');
  const warning = page.getByText(t('settings.cannotAsk.what'));
  await expect(warning).toBeHidden();
  await field(page, t('settings.secret.names.validationApiKey.label')).fill(provider.secrets.validationApiKey ?? '');
  // Folded again, with the keyboard: a fault unfolds it.
  await page.getByRole('button', { name: t('settings.groups.validation'), exact: true }).press('Enter');
  await expect(field(page, t('settings.fields.validationUrl.label'))).toBeHidden();
  await page.getByRole('button', { name: t('settings.profile.save') }).click();
  await expect(page.getByText(t('settings.faults.validationUrl'))).toBeVisible();
  await expect(field(page, t('settings.fields.validationUrl.label'))).toBeFocused();

  // Also the second time.
  await page.getByRole('button', { name: t('settings.profile.save') }).click();
  await expect(field(page, t('settings.fields.validationUrl.label'))).toBeFocused();

  // It stays open while the fault is mended.
  await page.keyboard.type(validation?.baseUrl ?? '');
  await expect(field(page, t('settings.fields.validationUrl.label'))).toHaveValue(validation?.baseUrl ?? '');
  await expect(warning).toBeVisible();
  await field(page, t('settings.fields.validationPath.label')).fill(validation?.path ?? '');
  await expect(warning).toBeHidden();
  // A key that cannot be sent is refused in its field, also where that is folded away.
  const key = field(page, t('settings.secret.names.validationApiKey.label'));
  await key.fill('contraseña');
  await page.getByRole('button', { name: t('settings.groups.validation'), exact: true }).press('Enter');
  await page.getByRole('button', { name: t('settings.profile.save') }).click();
  await expect(key).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(t('settings.faults.identifier'))).toBeVisible();
  await key.fill(provider.secrets.validationApiKey ?? '');
  await expect(key).not.toHaveAttribute('aria-invalid', 'true');
  await addSearchRule(page);
  await page.getByRole('button', { name: t('settings.profile.save') }).click();
  await expect(page.locator('[data-profile]').getByText(t('settings.profile.saved', { name: 'Main branch' }))).toBeVisible();
  await expect(page.getByText(t('settings.secret.missingKey'))).toBeHidden();

  // The key is in the vault and does not come back.
  await editProfile(page);
  await expect(field(page, t('settings.fields.validationUrl.label'))).toHaveValue(validation?.baseUrl ?? '');
  await expect(field(page, t('settings.fields.validationPath.label'))).toHaveValue(validation?.path ?? '');
  await expect(field(page, t('settings.secret.names.validationApiKey.label'))).toHaveCount(0);
  await expect(
    page.getByRole('button', { name: t('settings.secret.removeName', { name: t('settings.secret.names.validationApiKey.label') }) }),
  ).toBeVisible();
  expect(await storedRules(page)).toEqual([['Sin novedad*']]);
  await removeSearchRule(page);
  await page.getByRole('button', { name: t('settings.profile.save') }).click();
  await expect(page.getByRole('heading', { name: t('settings.profiles.title') })).toBeVisible();
  expect(await storedRules(page)).toEqual([[]]);

  await writeFile(folder, 'contract.pdf', await plainPdf(1, 'contract'));
  await prepareContract(station, folder, 'contract.pdf');
  provider.misbehave('sign', { drop: 'during-answer' });
  await page.keyboard.press('Control+Enter');
  await expect(row(page, 'contract.pdf')).toContainText(t('statuses.in-doubt'));

  await page.keyboard.press('Control+2');
  await row(page, 'contract.pdf').click();
  const details = page.getByRole('region', { name: t('queue.details.label') });
  await details.getByRole('button', { name: t('queue.doubt.check') }).click();
  await expect(details.getByText(t('queue.candidate.from.record'), { exact: true })).toBeVisible();
  await details
    .getByRole('button', { name: t('queue.candidate.use') })
    .first()
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('queue.candidate.use') })
    .click();
  await expect(row(page, 'contract.pdf')).toContainText(t('statuses.signed'));
  const signed = join(folder, 'signed');
  await expect.poll(() => readdir(signed).catch(() => [])).toEqual(['contract-signed.pdf']);
  expect(await pdfsig(join(signed, 'contract-signed.pdf'))).toEqual({ signatures: 1, valid: 1 });
  expect(provider.log().filter(({ operation }) => operation === 'sign')).toHaveLength(1);
});
