/** Visits and records without a mouse. */
import { noteEmptyTitles } from './empty-titles.ts';
import { expect, test } from './launch.ts';
import { tabTo } from './tab-to.ts';
import { words } from './words.ts';

const t = words('en');

test.use({ language: 'en' });

test('a visit is opened, its record fetched, read and left, and a note written, by keyboard alone', async ({ station }) => {
  const { page } = station;
  const { keyboard } = page;
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  await page.getByRole('heading').first().waitFor();
  await keyboard.press('Control+4');
  await expect(page.getByLabel(t('customers.search.label'))).toBeFocused();
  await tabTo(button(t('customers.new.title')));
  await keyboard.press('Enter');
  await expect(page.locator('.ui-modal').getByLabel(t('customers.details.transaction'))).toBeFocused();
  await keyboard.type('TX-1011');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /FABIÁN/ })).toBeFocused();

  // What can be done comes after who it is, then what belongs to the visit, then what happened.
  await tabTo(button(t('customers.acts.fetch')));
  await keyboard.press('Enter');
  await expect(page.locator('.ui-modal').getByLabel(t('customers.details.transaction'))).toHaveValue('TX-1011');
  await keyboard.press('Enter');
  await expect(page.locator('.ui-modal')).toBeHidden();
  await expect(page.locator('[data-record]')).toHaveCount(2);
  await expect(button(t('customers.acts.fetch'))).toBeFocused();
  await tabTo(page.locator('[data-record]').first());
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: t('recordView.face.not-approved.word') })).toBeFocused();
  // On paper the sections are one below the other, whatever its width.
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.rec-sections')).toHaveCSS('column-count', '1');
  await page.emulateMedia({ media: null });

  // The two faces, closely; Escape leaves one thing after the other, each to where it was opened from.
  await tabTo(button(t('recordView.compare.open')));
  await keyboard.press('Enter');
  await expect(page.locator('.ui-modal img')).toHaveCount(2);
  await keyboard.press('+');
  await expect(
    page
      .locator('.ui-modal')
      .getByText(t('pdf.percent', { value: 125 }))
      .first(),
  ).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.locator('.ui-modal')).toBeHidden();
  await expect(button(t('recordView.compare.open'))).toBeFocused();
  await tabTo(page.getByText(t('recordView.pictures.codes.title')));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('cell', { name: 'PRACTICA-0001' })).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.locator('[data-record]').first()).toBeFocused();

  await tabTo(page.getByLabel(t('customers.note.label')));
  await keyboard.type('Came with her mother.');
  await tabTo(button(t('customers.note.save')));
  await keyboard.press('Enter');
  await expect(page.locator('.cust-timeline').getByText('Came with her mother.')).toBeVisible();
  await expect(page.getByLabel(t('customers.note.label'))).toBeFocused();

  // In a field Escape is the field's; from the way back it leads to the row of the visit.
  await keyboard.press('Shift+Tab');
  await keyboard.press('Escape');
  const row = page.getByRole('row', { name: /FABIÁN/ });
  await expect(row).toBeFocused();

  // While a search without a result is being cleared, the list does not say that there are none.
  const emptyTitles = await noteEmptyTitles(page);
  await keyboard.press('Control+f');
  await keyboard.type('zz');
  await tabTo(button(t('customers.list.showAll')));
  await keyboard.press('Enter');
  await expect(row).toBeVisible();
  expect(await emptyTitles()).toEqual([t('customers.list.none')]);
});
