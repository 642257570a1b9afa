/** The queue without a mouse. */
import { row } from './clerk.ts';
import { details, expect, test, theDialog, toQueue } from './queue-fixture.ts';
import { tabTo } from './tab-to.ts';
import { words } from './words.ts';

const t = words('en');

test('a document in doubt is found, read and settled by keyboard alone', async ({ station, queue }) => {
  const { page } = station;
  await queue.connect(station);
  queue.provider.misbehave('sign', {});
  queue.provider.misbehave('sign', { drop: 'before-answer' });
  await queue.send(station, 'a', 'b');
  await expect(row(page, 'a.pdf')).toContainText(t('statuses.signed'));
  await expect(row(page, 'b.pdf')).toContainText(t('statuses.in-doubt'));
  await page.locator('body').press('Control+2');
  await toQueue(page);
  await tabTo(page.getByRole('grid'));
  await page.keyboard.press('End');
  await expect(row(page, 'a.pdf')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(row(page, 'b.pdf')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(details(page).getByRole('heading', { name: 'b.pdf' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row(page, 'b.pdf')).toBeFocused();
  await page.keyboard.press('Enter');

  await tabTo(page.getByRole('button', { name: t('queue.doubt.close') }));
  await page.keyboard.press('Enter');
  await expect(theDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(theDialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: t('queue.doubt.close') })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Settled by telephone.');
  // What was typed is not lost by a key.
  await page.keyboard.press('Escape');
  const asked = page.getByRole('alertdialog', { name: t('ui.discard.title') });
  await expect(asked.getByRole('button', { name: t('ui.cancel') })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(asked).toBeHidden();
  await expect(page.getByLabel(t('queue.close.note'))).toBeFocused();
  await expect(page.getByLabel(t('queue.close.note'))).toHaveValue('Settled by telephone.');
  await tabTo(page.getByRole('button', { name: t('queue.close.confirm') }));
  await page.keyboard.press('Enter');
  await expect(row(page, 'b.pdf')).toContainText(t('jobs.shown.closed'));

  // Removed documents, also one with a note, come back until the station ends.
  await tabTo(page.getByRole('grid'));
  await page.keyboard.press('End');
  await expect(row(page, 'b.pdf')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Delete');
  await expect(row(page, 'b.pdf')).toBeHidden();
  await expect(row(page, 'a.pdf')).toBeFocused();
  await page.keyboard.press('Control+Z');
  await expect(row(page, 'b.pdf')).toContainText(t('jobs.shown.closed'));
  await expect(row(page, 'b.pdf')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('heading', { name: t('queue.empty.title') })).toBeVisible();
  await expect(page.getByRole('button', { name: t('queue.empty.sign') })).toBeFocused();
  await tabTo(page.getByRole('button', { name: t('signing.list.putBack', { count: 2 }) }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { selected: true })).toHaveCount(2);
  await expect(page.getByRole('row', { selected: true }).first()).toBeFocused();
});
