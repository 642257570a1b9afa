/** What the window shows when something of the station itself went wrong. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inDatabase, keyInKeychain } from '../support/storage/damaged-database.ts';
import { keepVisit } from './keep-visit.ts';
import { expect, test } from './launch.ts';
import { words } from './words.ts';

const t = words('es');

test('a damaged database is quarantined and reported, and the station works', async ({ folder, launch }) => {
  const first = await launch({ dataDir: folder });
  await expect(first.page.getByRole('heading', { name: t('signing.invite.title') })).toBeVisible();
  await first.quit();
  await writeFile(join(folder, 'station.sqlite'), 'this is no database at all, but long enough to be read as one'.repeat(40));
  const { page } = await launch({ dataDir: folder });
  await expect(page.getByText(t('problems.database-damaged.what'))).toBeVisible();
  await expect(page.getByText(/station-damaged-.*\.sqlite/)).toBeVisible();
  await expect(page.getByRole('heading', { name: t('signing.invite.title') })).toBeVisible();

  await test.step('the notice stays until a person closes it', async () => {
    const notice = page.getByRole('alert').filter({ hasText: t('problems.database-damaged.what') });
    await page.reload();
    await notice.waitFor();
    // After the rail.
    await page.keyboard.press('F6');
    await page.keyboard.press('F6');
    await expect(notice.getByRole('button').first()).toBeFocused();
    await notice.getByRole('button', { name: t('ui.close') }).click();
    await expect(notice).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { name: t('signing.invite.title') })).toBeVisible();
    await expect(notice).toBeHidden();
  });

  await test.step('a record that could not be read is read again', async () => {
    const key = await keyInKeychain(folder);
    await keepVisit(page, { name: 'Ana', transaction: 'TX-1001' });
    await page.keyboard.press('Control+4');
    await page.getByRole('row', { name: 'Ana' }).click();
    const record = page.locator('.cust-entry').first();
    await expect(record).toBeVisible();
    inDatabase(folder, key, (sql) => sql.exec('PRAGMA legacy_alter_table = ON; ALTER TABLE identity_record RENAME TO record_gone'));
    await record.click();
    await expect(page.getByRole('heading', { name: t('recordView.unreadable') })).toBeVisible();
    inDatabase(folder, key, (sql) => sql.exec('PRAGMA legacy_alter_table = ON; ALTER TABLE record_gone RENAME TO identity_record'));
    await page.getByRole('button', { name: t('ui.again'), exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: /EVARISTO/ })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('what cannot be searched is not reported as not found', async () => {
    inDatabase(folder, await keyInKeychain(folder), (sql) =>
      sql.exec('PRAGMA legacy_alter_table = ON; ALTER TABLE visit RENAME TO visit_gone'),
    );
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: t('dialogs.palette.title') });
    await expect(palette.locator('input')).toBeFocused();
    await page.keyboard.type('nobody');
    await expect(palette.getByText(t('problems.internal.what'))).toBeVisible();
    await expect(palette.getByText(t('dialogs.palette.nothing'))).toBeHidden();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
  });

  await test.step('a page that fails to render shows an error and can be reloaded', async () => {
    await page.keyboard.press('Control+,');
    // An error that no screen expects: making the number fields of the profile form throws.
    await page.evaluate(() => {
      Intl.NumberFormat = class {
        constructor() {
          throw new Error('broken on purpose');
        }
      } as unknown as typeof Intl.NumberFormat;
    });
    await page.getByRole('button', { name: t('settings.profiles.new') }).click();
    await expect(page.getByText(t('app.broken.what'))).toBeVisible();
    await page.getByRole('button', { name: t('app.broken.reload') }).click();
    await expect(page.getByRole('heading', { name: t('signing.invite.title') })).toBeVisible();
  });
});
