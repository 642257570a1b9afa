/** The inbox with the keys alone. */
import { recordOfTransaction } from '../support/doors/practice.ts';
import { openService } from './inbox-tour.ts';
import { expect, test } from './launch.ts';
import { words } from './words.ts';

const t = words('es');

test('Tab moves to the selected row, even after it was scrolled out of view', async ({ station }) => {
  const { page } = station;
  await page.getByRole('heading').first().waitFor();
  const caller = await openService(page);
  try {
    const person = recordOfTransaction('TX-1001');
    await caller.push(person);
    for (let other = 0; other < 30; other++) await caller.push(Buffer.from(`{"other":${other}}`));
    await page.keyboard.press('Control+5');
    const search = page.getByRole('searchbox');
    await search.fill(String(person.IdNumber));
    const row = page.getByRole('row', { name: new RegExp(String(person.FirstSurname), 'i') });
    await expect(page.getByRole('row')).toHaveCount(1);
    await row.click();
    // A search without a result keeps its field until the list is there again.
    await search.fill('zz');
    await expect(page.getByText(t('inbox.list.none'), { exact: true })).toBeVisible();
    await search.press('Backspace');
    await search.press('Backspace');
    await expect(page.locator('.inbox-total').getByText(t('inbox.received.total', { count: 31 }))).toBeVisible();
    await expect(search).toBeFocused();
    await expect(row).toHaveCount(0);
    await page.getByRole('button', { name: t('inbox.received.markAll') }).focus();
    // Once the list has found out that its row is out of sight.
    await expect(page.getByRole('grid')).toHaveAttribute('tabindex', '0');
    await page.keyboard.press('Tab');
    await expect(row).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.locator('[role="row"]:focus')).toHaveAttribute('aria-rowindex', '30');
    // A screen reader hears the row once, not with each change of the list.
    await expect(page.locator('[role="row"]:focus .inbox-row-unread')).toHaveCount(0);
    await expect(
      page.locator('[data-live-announcer] [role="log"] > div').filter({ hasText: t('inbox.item.mark.quarantined') }),
    ).toHaveCount(1);
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: t('inbox.received.markAll') })).toBeFocused();

    // F6 leads to what a message offers.
    await page.keyboard.press('Enter');
    const undo = page.locator('.ui-toasts').getByRole('button', { name: t('ui.undo') });
    await expect(undo).toBeVisible();
    // The button is disabled now.
    await expect(page.locator('[role="row"]:focus')).toHaveAttribute('aria-selected', 'true');
    await expect(async () => {
      await page.keyboard.press('F6');
      await expect(undo).toBeFocused({ timeout: 500 });
    }).toPass();

    // The record is fetched in the visit, where the focus is on the person afterwards.
    await search.fill(String(person.IdNumber));
    await expect(page.getByRole('row')).toHaveCount(1);
    await row.click();
    await page.getByRole('button', { name: t('inbox.item.acts.fetch') }).press('Enter');
    await expect(page.locator('.ui-modal').getByLabel(t('customers.details.transaction'))).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-record]')).toHaveCount(2);
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(String(person.FirstSurname), 'i') })).toBeFocused();
  } finally {
    await caller.close();
  }
});
