/** The database is deleted between two starts: sent documents are in doubt, the screen says so, and no document is sent again without a person. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { brokenRules } from './broken-rules.ts';
import { banner, openFolder, placeAndName, row } from './clerk.ts';
import { details, expect, test, theDialog, toQueue } from './queue-fixture.ts';
import { words } from './words.ts';

const t = words('en');

test('the database is deleted between two starts', async ({ launch, queue }) => {
  const first = await launch({ dataDir: queue.dataDir });
  await queue.connect(first);
  await queue.send(first, 'one', 'two');
  await queue.expectSigned('one', 'two');
  await queue.line.down();
  await queue.send(first, 'three');
  await expect(row(first.page, 'three.pdf')).toContainText(t('statuses.queued'));
  await first.answerMessage(1);
  await first.quit();
  for (const side of ['', '-wal', '-shm']) await rm(join(queue.dataDir, `station.sqlite${side}`), { force: true });

  const second = await launch({ dataDir: queue.dataDir });
  const { page } = second;
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect(banner(page).filter({ hasText: t('problems.ledger-ahead.what', { count: 2 }) })).toBeVisible();
  await expect(banner(page).filter({ hasText: t('problems.queue-incomplete.what', { count: 1 }) })).toBeVisible();
  // Several are folded in one banner: each says what to do when it is opened.
  await page.getByText(t('problems.queue-incomplete.what', { count: 1 })).click();
  await expect(banner(page)).toContainText(t('problems.queue-incomplete.do'));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await brokenRules(page), colorScheme).toEqual([]);
  }
  await toQueue(page);
  for (const name of ['one', 'two']) await expect(row(page, `${name}.pdf`)).toContainText(t('statuses.in-doubt'));
  await row(page, 'one.pdf').click();
  await expect(details(page).getByText(t.pattern('problems.sent-unrecorded.why_signed'))).toBeVisible();
  await expect(details(page).getByText(t('queue.doubt.noOriginal'))).toBeVisible();
  await expect(details(page).getByRole('button', { name: t('queue.doubt.again') })).toBeHidden();

  await queue.line.up();
  await queue.connect(second);
  await openFolder(second, join(queue.folder, 'contracts of one,two'));
  await expect(row(page, 'two.pdf')).toBeVisible();
  await placeAndName(page, 'TRX-0042');
  await page.keyboard.press('Control+Enter');
  await expect(theDialog(page)).toContainText(t('dialogs.sentBefore.title', { count: 2 }));
  await page.keyboard.press('Escape');
  expect(queue.sent()).toHaveLength(2);
});
