/** Parts of a page that cannot be read say so at their place, and do not look as if there were nothing. */
import { inDatabase, keyInKeychain } from '../support/storage/damaged-database.ts';
import { keepVisit } from './keep-visit.ts';
import { expect, test } from './launch.ts';
import { words } from './words.ts';

const t = words('en');

test.use({ language: 'en' });

test('records of other branches and users that cannot be read are reported', async ({ launch, folder }) => {
  const { page } = await launch({ dataDir: folder });
  await page.getByRole('heading').first().waitFor();
  await keepVisit(page, { name: 'Ana', transaction: 'TX-1', fetch: false });
  const key = await keyInKeychain(folder);
  const change = (text: string) => inDatabase(folder, key, (sql) => sql.exec(text));
  change(`INSERT INTO hub_elsewhere (visit_id, value) SELECT id, '{' FROM visit`);
  await page.keyboard.press('Control+4');
  await page.getByRole('row', { name: /Ana/ }).press('Enter');
  const records = page.getByRole('region', { name: t('customers.records.title') });
  await expect(records.getByRole('status').getByText(t('hub.elsewhereUnknown'))).toBeVisible();

  change('ALTER TABLE service_user RENAME TO service_user_before');
  await page.keyboard.press('Control+,');
  await page.getByRole('tab', { name: t('settings.sections.service'), exact: true }).click();
  const users = page.getByRole('region', { name: t('service.users.title') });
  await expect(users.getByRole('alert')).toBeVisible();
  await expect(users.getByText(t('service.users.none'))).toHaveCount(0);
  change('ALTER TABLE service_user_before RENAME TO service_user');
  await users.getByRole('button', { name: t('ui.again') }).click();
  await expect(users.getByText(t('service.users.none'))).toBeVisible();
  await expect(users.getByRole('alert')).toHaveCount(0);
});
