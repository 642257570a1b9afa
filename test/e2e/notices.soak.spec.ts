/** Several notices about the stored data are read and closed by keyboard alone. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { plainPdf, writeFile as writePdf } from '../support/pdf/pdfs.ts';
import { prepareContract, row } from './clerk.ts';
import { expect, type Running, test } from './launch.ts';
import { tabTo } from './tab-to.ts';
import { words } from './words.ts';

const t = words('en');
test.use({ language: 'en' });

/** A document that waits, and the end of the station. */
async function queueOne(station: Running, folder: string): Promise<void> {
  const { page } = station;
  await writePdf(folder, 'waiting.pdf', await plainPdf(1, 'waiting'));
  await prepareContract(station, folder, 'waiting.pdf');
  await page.keyboard.press('Control+2');
  await page.getByRole('button', { name: t('queue.pause') }).click();
  await page.keyboard.press('Control+1');
  await page.locator('.app-rail [aria-current]').focus();
  // After the rail: that nothing is sent is a notice, too.
  await page.keyboard.press('F6');
  await expect(page.getByRole('button', { name: t('app.hold.resume'), exact: true })).toBeFocused();
  await page.keyboard.press('Control+L');
  await page.keyboard.press('Control+Enter');
  await expect(row(page, 'waiting.pdf')).toContainText(t('statuses.queued'));
  await station.answerMessage(1);
  await station.quit();
}

const focused = (page: Page) => page.locator(':focus');

test('a person reads and closes the notices of a damaged database without a mouse', async ({ folder, launch }) => {
  const [dataDir, papers] = [join(folder, 'data'), join(folder, 'papers')];
  await mkdir(papers);
  await queueOne(await launch({ dataDir }), papers);
  await writeFile(join(dataDir, 'station.sqlite'), 'this is no database at all, but long enough to be read as one'.repeat(40));

  const { page } = await launch({ dataDir });
  const notices = page.getByRole('alert').filter({ hasText: t('app.notices.title', { count: 2 }) });
  await expect(notices).toBeVisible();
  // After the rail.
  await page.keyboard.press('F6');
  await page.keyboard.press('F6');
  await expect(focused(page)).toHaveText(t('problems.database-damaged.what'));
  await page.keyboard.press('Enter');
  await expect(notices.getByText(t('problems.database-damaged.do'))).toBeVisible();
  await tabTo(notices.locator('summary').nth(1));
  await expect(focused(page)).toHaveText(t('problems.queue-incomplete.what', { count: 1 }));
  await page.keyboard.press('Enter');
  await expect(notices.getByText(t('problems.queue-incomplete.do'))).toBeVisible();
  await tabTo(notices.getByRole('button', { name: t('ui.close') }));
  await page.keyboard.press('Enter');
  await expect(notices).toBeHidden();
  // The focus is on an element of the page.
  await expect(focused(page)).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('heading', { name: t('signing.invite.title') })).toBeVisible();
  await expect(notices).toBeHidden();
});
