/** A queue that is longer than what the window reads of it: scrolled, searched, chosen whole, and opened at a document far down. */
import type { Page } from 'playwright/test';
import { addFinished } from '../support/signing/many-documents.ts';
import { inDatabase, keyInKeychain } from '../support/storage/damaged-database.ts';
import { row } from './clerk.ts';
import { keepVisit } from './keep-visit.ts';
import { details, expect, inRail, test, theDialog, toQueue } from './queue-fixture.ts';
import { words } from './words.ts';

const t = words('en');
const count = 3_000;

const grid = (page: Page) => page.getByRole('grid', { name: t('queue.list.label') });
test('three thousand finished documents', async ({ launch, queue }) => {
  const { dataDir } = queue;
  const first = await launch({ dataDir });
  await queue.connect(first);
  await keepVisit(first.page, { name: 'Ana', transaction: 'TRX-0042', fetch: false });
  await queue.send(first, 'oldest');
  await queue.expectSigned('oldest');
  await expect(row(first.page, 'oldest.pdf')).toContainText(t('statuses.signed'));
  await first.quit();
  inDatabase(dataDir, await keyInKeychain(dataDir), (sql) => {
    const { id } = sql.prepare('SELECT id FROM job').get() ?? {};
    addFinished(sql, { id: String(id), count: count - 1, seconds: 1 });
  });

  const { page, quit } = await launch({ dataDir });
  await toQueue(page);
  // The newest stands first, and is chosen.
  await expect(row(page, `document-${count - 1}.pdf`)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('radio', { name: `${t('queue.filter.all')} 3,000` })).toBeVisible();
  await expect(grid(page).getByRole('rowheader')).toContainText('3,000');
  await expect(row(page, 'oldest.pdf')).toBeHidden();

  // Further rows are read as the list is scrolled.
  await row(page, `document-${count - 1}.pdf`).click();
  for (const last of [count - 200, count - 400]) {
    await page.keyboard.press('End');
    await expect(row(page, `document-${last}.pdf`)).toHaveAttribute('aria-selected', 'true');
    await expect(row(page, `document-${last - 1}.pdf`)).toBeVisible();
  }
  await expect(details(page).getByRole('heading', { name: `document-${count - 400}.pdf` })).toBeVisible();

  // A search finds what no page of the window has; it stays chosen in the whole list, wherever that has it.
  await page.keyboard.press('Control+F');
  await page.keyboard.type('document 1717');
  await expect(row(page, `document-${count - 1}.pdf`)).toBeHidden();
  await row(page, 'document-1717.pdf').click();
  await page.keyboard.press('Control+F');
  await page.keyboard.press('Escape');
  await expect(row(page, `document-${count - 1}.pdf`)).toBeVisible();
  await expect(details(page).getByRole('heading', { name: 'document-1717.pdf' })).toBeVisible();
  // But not under a filter that it does not match.
  await page.keyboard.press('Control+F');
  await page.keyboard.type('document 1818');
  await expect(row(page, 'document-1818.pdf')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(row(page, `document-${count - 1}.pdf`)).toBeVisible();

  // From its visit, the document that is the last of the list is chosen, in view, and has the focus.
  await page.keyboard.press('Control+4');
  await row(page, 'Ana').click();
  await page.getByRole('button', { name: 'oldest.pdf' }).first().click();
  await expect(row(page, 'oldest.pdf')).toBeInViewport();
  await expect(row(page, 'oldest.pdf')).toHaveAttribute('aria-selected', 'true');
  await expect(row(page, 'oldest.pdf')).toBeFocused();
  await expect(details(page).getByRole('heading', { name: 'oldest.pdf' })).toBeVisible();
  const earlier = page.getByRole('button', { name: t.pattern('queue.list.earlier') });
  await expect(earlier).toHaveText(t('queue.list.earlier', { count: count - 101 }));
  await earlier.click();
  await expect(earlier).toHaveText(t('queue.list.earlier', { count: count - 301 }));

  await expect(row(page, 'oldest.pdf')).toBeInViewport();

  // All of them are chosen, also those that were never read, and what is done is done with all.
  await row(page, 'oldest.pdf').click();
  await page.keyboard.press('Control+A');
  await expect(details(page).getByRole('heading', { name: t('queue.several.title', { count }) })).toBeVisible();
  await expect(details(page).getByText(t('queue.several.further', { count: count - 301 }))).toBeVisible();
  await expect(details(page).getByRole('button', { name: t('queue.several.remove', { count }) })).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('heading', { name: t('queue.empty.title') })).toBeVisible();
  await expect(theDialog(page)).toBeHidden();
  await expect(inRail(page)).not.toContainText(/\d/);
  // The key brings them back, although there is no list that has the focus.
  await page.keyboard.press('Control+Z');
  await expect(page.getByRole('radio', { name: `${t('queue.filter.all')} 3,000` })).toBeVisible();
  await quit();
});
