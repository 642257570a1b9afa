/** The database is deleted between two starts: sent documents are in doubt, the screen says so, and no document is sent again without a person. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { banner, openFolder, row } from './clerk.ts';
import { details, expect, test, theDialog, toQueue } from './queue-fixture.ts';
import { words } from './words.ts';

const t = words('en');

test('the database is deleted between two starts', async ({ launch, queue }) => {
  const first = await launch({ dataDir: queue.dataDir });
  await queue.connect(first);
  await queue.send(first, 'one', 'two');
  await queue.expectSigned('one', 'two');
  await first.quit();
  for (const side of ['', '-wal', '-shm']) await rm(join(queue.dataDir, `station.sqlite${side}`), { force: true });

  const second = await launch({ dataDir: queue.dataDir });
  const { page } = second;
  await expect(banner(page).filter({ hasText: t('problems.ledger-ahead.what', { count: 2 }) })).toBeVisible();
  await toQueue(page);
  for (const name of ['one', 'two']) await expect(row(page, `${name}.pdf`)).toContainText(t('statuses.in-doubt'));
  await row(page, 'one.pdf').click();
  await expect(details(page).getByText(t.pattern('problems.sent-unrecorded.why_signed'))).toBeVisible();
  await expect(details(page).getByText(t('queue.doubt.noOriginal'))).toBeVisible();
  await expect(details(page).getByRole('button', { name: t('queue.doubt.again') })).toBeHidden();

  await queue.connect(second);
  await openFolder(second, join(queue.folder, 'contracts of one,two'));
  await expect(row(page, 'two.pdf')).toBeVisible();
  await page.getByRole('button', { name: t('signing.presets.label') }).click();
  await page.getByRole('option', { name: t('signing.presets.builtIn.lastPageBottomRight') }).click();
  await page.getByLabel(t('signing.client.label')).fill('TRX-0042');
  await page.keyboard.press('Control+Enter');
  await expect(theDialog(page)).toContainText(t('jobs.sentBefore.title', { count: 2 }));
  await page.keyboard.press('Escape');
  expect(queue.sent()).toHaveLength(2);
});
