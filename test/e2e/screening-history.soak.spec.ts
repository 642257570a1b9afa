/** Stored screenings: found by their day, answered when the connection is back, and reported as damaged with a damaged row. */
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { profileSchema } from '../support/doors/domain.ts';
import { startPractice } from '../support/doors/practice.ts';
import { startSwitchedLine } from '../support/network/switched-line.ts';
import { keyInKeychain, spoil } from '../support/storage/damaged-database.ts';
import { activateProfile } from './clerk.ts';
import { noteEmptyTitles } from './empty-titles.ts';
import { expect, test } from './launch.ts';
import { words } from './words.ts';

const t = words('es');

/** The same key after a restart. */
test.use({ env: { STATION_VAULT_KEY: Buffer.alloc(32, 7).toString('base64') } });

async function ask(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+3');
  await page.getByRole('form', { name: t('screening.form.label') }).waitFor();
  await page.keyboard.press('Control+f');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
}

test('dates are typed in the order of the language, and damaged screenings are listed with the others', async ({ folder, launch }) => {
  const dataDir = join(folder, 'data');
  const first = await launch({ dataDir });
  await first.page.getByRole('heading').first().waitFor();
  await ask(first.page, 'Ana Clara Sinrastro Pombo');
  await expect(first.page.getByRole('heading', { name: `${t('screening.outcome.clear.word')}: Ana Clara Sinrastro Pombo` })).toBeFocused();
  await ask(first.page, 'Persona Inventada Uno');
  await expect(first.page.getByRole('heading', { name: `${t('screening.outcome.clear.word')}: Persona Inventada Uno` })).toBeFocused();
  await first.quit();
  spoil(dataDir, await keyInKeychain(dataDir), 'screening', 'number = (SELECT max(number) FROM screening)');

  const { page } = await launch({ dataDir });
  await page.getByRole('heading').first().waitFor();
  await page.keyboard.press('Control+3');
  await page.getByRole('tab', { name: t('screening.sections.history') }).click();
  await expect(page.locator('.scr-history-total').getByText(t('screening.history.total', { count: 2 }), { exact: true })).toBeVisible();
  await page.getByRole('row', { name: t('screening.outcome.damaged.word') }).press('Enter');
  const banner = page.getByRole('region', { name: t('screening.answer.label') }).getByRole('alert');
  await expect(banner).toContainText(t('screening.outcome.damaged.why'));
  await expect(banner).toContainText('stored-data-damaged');
  await expect(banner).not.toContainText('documentos');

  const from = page.getByRole('group', { name: t('screening.history.from') }).getByRole('spinbutton');
  await expect(page.getByRole('group', { name: t('screening.history.from') }).first()).toContainText('dd/mm/aaaa');
  const emptyTitles = await noteEmptyTitles(page);
  await from.first().focus();
  await page.keyboard.type('28022199');
  await expect(page.getByText(t('screening.history.none'))).toBeVisible();
  await page.getByRole('button', { name: t('ui.date.clear', { field: t('screening.history.from') }) }).press('Enter');
  await expect(from.first()).toBeFocused();
  await expect(page.locator('.scr-history-total').getByText(t('screening.history.total', { count: 2 }), { exact: true })).toBeVisible();
  expect(await emptyTitles()).toEqual([t('screening.history.none')]);
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByRole('button', { name: /^[Hh]oy/ }).press('Enter');
  await expect(page.getByRole('button', { name: t('ui.date.clear', { field: t('screening.history.from') }) })).toBeVisible();
  await expect(page.locator('.scr-history-total').getByText(t('screening.history.total', { count: 2 }), { exact: true })).toBeVisible();

  // A connection that can only sign.
  await activateProfile(page, { name: 'Solo firma' }, {});
  await page.getByRole('tab', { name: t('screening.sections.single'), exact: true }).click();
  await expect(page.getByText(t('problems.search-not-set-up.what'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('screening.form.screen') }).and(page.locator('[type=submit]'))).toBeDisabled();

  await test.step('a screening saved for later runs when the connection is back, and its outcome is announced', async () => {
    const provider = await startPractice();
    const line = await startSwitchedLine(provider.origin);
    try {
      const profile = profileSchema.parse(provider.profile);
      if (!profile.search) throw new Error('practice has a search section');
      await line.down();
      const { searchApiKey } = provider.secrets;
      await activateProfile(
        page,
        { ...profile, search: { ...profile.search, url: `${line.origin}/search` } },
        { ...(searchApiKey && { searchApiKey }) },
      );
      await ask(page, 'Evaristo Quiroga Beltrán');
      await page.getByRole('button', { name: t('screening.failed.keep') }).press('Enter');
      await expect(page.getByRole('heading', { name: `${t('screening.outcome.waiting.word')}: Evaristo Quiroga Beltrán` })).toBeVisible();
      await expect(page.getByRole('banner').getByText(t('app.connection.screenings'))).toBeVisible();
      await line.up();
      await expect(page.getByRole('alert')).toContainText('Evaristo Quiroga Beltrán: Con coincidencias');
      await expect(page.getByRole('heading', { name: `${t('screening.outcome.match.word')}: Evaristo Quiroga Beltrán` })).toBeVisible();
      await expect(page.getByRole('banner').getByText(t('app.connection.screenings'))).toBeHidden();
    } finally {
      await line.close();
      await provider.close();
    }
  });
});
