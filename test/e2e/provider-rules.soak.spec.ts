/** Makes a rule by keyboard from an unverified document; the rule accepts other documents to which the provider adds the same. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from '../support/names-in.ts';
import { plainPdf, slowPdf, writeFile } from '../support/pdf/pdfs.ts';
import { connect, openFolder, placeAndName, row } from './clerk.ts';
import { expect, test } from './launch.ts';
import { words } from './words.ts';

const t = words('en');
test.use({ language: 'en' });

test('what the provider adds is accepted by a rule made from one document', async ({ folder, provider, station }) => {
  const { page } = station;
  await connect(station, provider);
  for (const name of ['a', 'b', 'c dropped']) await writeFile(folder, `${name}.pdf`, await plainPdf(2, name));
  await openFolder(station, folder);
  await expect(row(page, 'c dropped.pdf')).toBeVisible();
  await placeAndName(page, 'TRY-footer');
  for (const entry of [undefined, undefined, 'dropped-page'] as const) provider.misbehave('sign', entry ? { entry } : {});
  await page.keyboard.press('Control+Enter');
  for (const name of ['a', 'b', 'c dropped']) await expect(row(page, `${name}.pdf`)).toContainText(t('statuses.unverified'));
  await page.keyboard.press('Control+2');

  // No rule accepts a missing page, and checking again changes nothing.
  const details = page.getByRole('region', { name: t('queue.details.label') });
  const make = details.getByRole('button', { name: t('queue.rule.make') });
  await row(page, 'c dropped.pdf').click();
  await make.press('Enter');
  await expect(details.getByText(t('problems.no-rule-fits.what'))).toBeVisible();
  await details.getByRole('button', { name: t('verify.again') }).press('Enter');
  await expect(page.getByText(t('queue.said.stillUnverified'))).toBeVisible();

  await row(page, 'a.pdf').click();
  await make.press('Enter');
  await details.getByRole('button', { name: t('ui.stop'), exact: true }).press('Enter');
  await expect(details.getByText(t('queue.rule.looking'))).toBeHidden();
  const dialog = page.getByRole('dialog', { name: t('queue.rule.title', { count: 1 }) });
  await expect(dialog).toBeHidden();

  const rule = t('verification.rule.area.bottom', { percent: 2, pages: t('verification.rule.pages.all') });
  await make.press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveText([rule]);
  await expect(dialog).toContainText(t('queue.rule.from', { name: 'a.pdf' }));
  await expect(dialog).toContainText(t('queue.rule.others', { count: 2 }));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(make).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: t('queue.rule.confirm', { count: 1 }) })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page.getByText(t('queue.said.ruleAdded', { count: 2 }))).toBeVisible();
  for (const name of ['a', 'b']) {
    await row(page, `${name}.pdf`).click();
    await expect(details.getByRole('region', { name: t('verification.summary') })).toContainText(rule);
  }
  await details.getByRole('button', { name: t('verification.see') }).press('Enter');
  const report = page.getByRole('dialog', { name: t('verification.dialog', { name: 'b.pdf' }) });
  await expect(report).toContainText(t('verification.acceptedOn', { rule, count: 2, pages: '1, 2' }));
  await page.keyboard.press('Escape');
  await expect(row(page, 'c dropped.pdf')).toContainText(t('statuses.unverified'));
  await expect.poll(() => namesIn(join(folder, 'signed'))).toEqual(['a-signed.pdf', 'b-signed.pdf']);

  await page.keyboard.press('Control+,');
  await page.getByRole('button', { name: t('settings.profiles.editName', { name: 'Main branch' }) }).press('Enter');
  await page.getByRole('button', { name: t('settings.groups.verification') }).press('Enter');
  await expect(page.getByRole('region', { name: t('settings.verification.rules.title') })).toContainText(rule);

  // A long check is shown and stopped; the second one ends.
  const long = join(folder, 'long');
  await mkdir(long);
  await writeFile(long, 'd long.pdf', await slowPdf(40));
  await page.keyboard.press('Control+1');
  await openFolder(station, long);
  await page.getByRole('button', { name: t('signing.placement.confirm') }).click();
  await page.getByLabel(t('signing.client.label')).fill('TRY-footer');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: t('verification.underWay.stop') }).press('Enter');
  await expect(row(page, 'd long.pdf')).toContainText(t('statuses.unverified'));
  await page.keyboard.press('Control+2');
  await row(page, 'd long.pdf').click();
  await expect(details.getByText(t('problems.result-not-checked.why', { cause: t('causes.cancelled') }))).toBeVisible();
  await details.getByRole('button', { name: t('verify.again') }).press('Enter');
  await expect(details.getByRole('button', { name: t('verification.underWay.stop') })).toBeVisible();
  await expect(row(page, 'd long.pdf')).toContainText(t('statuses.signed'));
});
