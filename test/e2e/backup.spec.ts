/** Backups in the settings: one is made while a clerk works, restored after a restart, and moved to another computer. */
import { join } from 'node:path';
import { namesIn } from '../support/names-in.ts';
import { wrongNow } from './inspector.ts';
import { keepVisit } from './keep-visit.ts';
import { expect, type Running, test } from './launch.ts';
import { words } from './words.ts';

const t = words('en');

test.use({ language: 'en' });

async function openBackups({ page }: Running): Promise<void> {
  await page.keyboard.press('Control+,');
  await page.getByRole('tab', { name: t('settings.sections.backup'), exact: true }).click();
  await expect(page.getByRole('heading', { name: t('backup.write.title') })).toBeVisible();
}

const button = ({ page }: Running, name: string) => page.getByRole('button', { name, exact: true });

test('a backup is written while the station works, also for another computer, and restored by the next start', async ({
  launch,
  folder,
}, info) => {
  const dataDir = info.outputPath('data');
  const first = await launch({ dataDir });
  const { page } = first;
  await keepVisit(page, { name: 'Ana Prueba', transaction: 'TX-1', fetch: false });
  await openBackups(first);
  await expect(page.getByText(t('backup.write.never'))).toBeVisible();
  const path = join(folder, 'first.zip');
  await first.answerSave(path);
  await button(first, t('backup.write.act')).click();
  await expect(page.getByText(t('backup.write.saved', { name: 'first.zip' }))).toBeVisible();
  await expect(page.getByText(path)).toBeVisible();
  expect(await wrongNow(first, { panes: '.ui-modal, .set-page' })).toEqual({});

  await test.step('its code is confirmed before the backup for another computer is written', async () => {
    await button(first, t('backup.move.act')).click();
    const dialog = page.getByRole('dialog', { name: t('backup.move.dialog') });
    await expect(dialog.locator('code')).toHaveText(/^\w{24}$/);
    await expect(dialog.getByRole('button', { name: t('backup.move.confirm') })).toBeDisabled();
    await dialog.getByText(t('backup.move.saved')).click();
    await first.answerSave(join(folder, 'moved.zip'));
    await dialog.getByRole('button', { name: t('backup.move.confirm') }).click();
    await expect(page.getByText(join(folder, 'moved.zip'))).toBeVisible();
    expect(await namesIn(folder)).toEqual(['first.zip', 'moved.zip']);
  });

  await test.step('nothing changes until the station is closed, and a person can change the mind', async () => {
    await keepVisit(page, { name: 'Luis Después', transaction: 'TX-2', fetch: false });
    const restore = async () => {
      await first.answerDialog([path]);
      await button(first, t('backup.restore.act')).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(t('backup.restore.loss'));
      await dialog.getByRole('button', { name: t('backup.restore.confirm') }).click();
      await expect(button(first, t('backup.restore.ready.close'))).toBeVisible();
    };
    await restore();
    // In each area, not only in the settings.
    await page.keyboard.press('Control+4');
    await expect(page.getByText(/^The next start replaces the data with the backup of/)).toBeVisible();
    await openBackups(first);
    await button(first, t('backup.restore.ready.discard')).click();
    await expect(button(first, t('backup.restore.ready.close'))).toBeHidden();
    await expect(page.locator('.app-notices')).toBeHidden();
    await restore();
    expect(await wrongNow(first, { panes: '.ui-modal, .set-page' })).toEqual({});
    const ended = page.waitForEvent('close');
    await button(first, t('backup.restore.ready.close')).click();
    await ended;
  });

  const second = await launch({ dataDir });
  await second.page.keyboard.press('Control+4');
  await expect(second.page.getByRole('row', { name: /Ana Prueba/ })).toBeVisible();
  await expect(second.page.getByRole('row', { name: /Luis Después/ })).toHaveCount(0);
});
