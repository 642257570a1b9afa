/** A search and a decision by keyboard alone: nothing here is clicked, and nothing gets the focus but by keys. */
import { expect, test } from './launch.ts';
import { tabTo } from './tab-to.ts';
import { words } from './words.ts';

const t = words('en');

test.use({ language: 'en' });

test('a person is screened, the answer read and decided on, and the screening found in the history', async ({ station }) => {
  const { page } = station;
  const { keyboard } = page;
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
  await page.getByRole('heading').first().waitFor();
  await keyboard.press('Control+3');
  await expect(page.getByLabel(t('screening.form.name'))).toBeFocused();
  await keyboard.type('Evaristo Quiroga Beltrán');
  await keyboard.press('Tab');
  await keyboard.type('79555001');
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await expect(page.getByRole('checkbox', { name: t('screening.source.judicial') })).toBeChecked();
  await keyboard.press('Shift+Tab');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: /Evaristo Quiroga Beltrán/ })).toBeFocused();

  await keyboard.press('Shift+F6');
  await expect(page.getByLabel(t('screening.form.identification'))).toBeFocused();
  await keyboard.press('F6');
  await expect(page.getByRole('heading', { level: 2, name: /Evaristo Quiroga Beltrán/ })).toBeFocused();

  await tabTo(button(t('screening.decision.act')));
  await keyboard.press('Enter');
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: t('screening.verdict.false-positive') })).toBeChecked();
  await keyboard.press('Tab');
  await expect(page.getByLabel(t('screening.decision.reason'))).toBeFocused();
  await keyboard.type('Another person of the same name.');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.getByText('Another person of the same name.')).toBeVisible();
  await expect(button(t('screening.decision.again'))).toBeFocused();

  // The tabs are before the name, where Ctrl+F goes.
  await keyboard.press('Control+f');
  await expect(page.getByLabel(t('screening.form.name'))).toBeFocused();
  await keyboard.press('Shift+Tab');
  await expect(page.getByRole('tab', { name: t('screening.sections.search'), exact: true })).toBeFocused();
  await keyboard.press('ArrowRight');
  await tabTo(page.getByRole('grid').or(page.getByRole('listbox')).first());
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: /Evaristo Quiroga Beltrán/ })).toBeVisible();
  await expect(page.getByText('Another person of the same name.')).toBeVisible();
});
