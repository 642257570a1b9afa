/** A SUCCESS of the provider that the check does not confirm: unverified with the right words, released with a reason, shown as returned. */
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { namesIn } from '../support/names-in.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { readPdf } from '../support/pdf/poppler.ts';
import { connect, openFolder, placeAndName, row } from './clerk.ts';
import { expect, test } from './launch.ts';
import { words } from './words.ts';

const t = words('en');
test.use({ language: 'en' });

const wrongAnswers = [
  ['b unsigned', 'unsigned-pdf', 'no-signature'],
  ['c other', 'other-pdf', 'original-changed'],
  ['d page', 'other-page', 'signature-on-other-page'],
  ['e moved', 'other-place', 'signature-moved'],
  ['f dropped', 'dropped-page', 'original-changed'],
] as const;

test('wrong files are held back with their reason, and one is released with a name and a reason', async ({ folder, provider, station }) => {
  const { page } = station;
  await connect(station, provider);
  const names = ['a good', ...wrongAnswers.map(([name]) => name)];
  for (const name of names) await writeFile(folder, `${name}.pdf`, await plainPdf(3, name));
  await openFolder(station, folder);
  await expect(row(page, 'f dropped.pdf')).toBeVisible();
  await placeAndName(page, 'TRX-0002');
  provider.misbehave('sign', {});
  for (const [, entry] of wrongAnswers) provider.misbehave('sign', { entry });
  await page.keyboard.press('Control+Enter');

  for (const [name, , finding] of wrongAnswers) {
    await expect(row(page, `${name}.pdf`)).toContainText(t('statuses.unverified'));
    await expect(row(page, `${name}.pdf`)).toContainText(t(`verification.finding.${finding}`));
  }
  await expect.poll(() => namesIn(join(folder, 'signed'))).toEqual(['a good-signed.pdf']);

  // The page pane shows the returned file with its signature marked, and the original on request.
  await row(page, 'a good.pdf').click();
  await expect(page.locator('.viewer-signed')).toHaveCount(1);
  await expect(page.locator('.viewer-signed')).toBeInViewport();
  await page.getByRole('radio', { name: t('signing.page.original'), exact: true }).click();
  await expect(page.locator('.viewer-signed')).toHaveCount(0);

  const result = page.getByRole('region', { name: t('signing.result.title') });
  for (const [name, difference] of [
    ['c other', t('verification.difference.text', { page: 1 })],
    ['f dropped', t('verification.difference.page-missing', { page: 2 })],
  ] as const) {
    await row(page, `${name}.pdf`).click();
    await result.getByRole('button', { name: t('verification.see') }).click();
    await expect(page.getByRole('dialog', { name: t('verification.dialog', { name: `${name}.pdf` }) })).toContainText(difference);
    await page.keyboard.press('Escape');
  }

  await row(page, 'e moved.pdf').click();
  await result.getByRole('button', { name: t('verification.see') }).click();
  const report = page.getByRole('dialog', { name: t('verification.dialog', { name: 'e moved.pdf' }) });
  await expect(report.getByRole('heading', { name: t('verification.bottomLine.unacceptable.word') })).toBeVisible();
  const pdf = join(folder, 'report.pdf');
  await station.answerSave(pdf);
  await report.getByRole('button', { name: t('dialogs.inLanguage', { language: 'English' }) }).click();
  await expect(page.getByText(t('ui.saved', { name: 'report.pdf' }))).toBeVisible();
  expect((await readPdf(await readFile(pdf))).texts.join('')).toContain(t('verification.bottomLine.unacceptable.word'));
  await page.keyboard.press('Escape');

  await result.getByRole('button', { name: t('verification.release.open') }).click();
  const release = page.getByRole('dialog', { name: t('verification.release.dialog', { name: 'e moved.pdf' }) });
  await release.getByRole('button', { name: t('verification.release.act') }).click();
  await expect(release.getByText(t('verification.release.missing'))).toBeVisible();
  await release.getByRole('textbox').fill('Confirmed by phone');
  await release.getByRole('button', { name: t('verification.release.act') }).click();
  await expect(result.getByText('Confirmed by phone')).toBeVisible();
  await expect(result.getByText(t('jobs.facts.releasedName'))).toBeVisible();
  await expect(result.getByText(t.pattern('verification.release.said', { by: userInfo().username }))).toBeVisible();
  await expect(row(page, 'e moved.pdf')).toContainText(t('jobs.shown.released'));
  await expect.poll(() => namesIn(join(folder, 'signed'))).toEqual(['a good-signed.pdf', 'e moved-released.pdf']);

  // The queue says the same, and settles another one with a note.
  await row(page, 'b unsigned.pdf').click();
  await result.getByRole('button', { name: t('signing.result.settle') }).click();
  await expect(page.getByText(t('signing.result.unverifiedWhy'))).toBeVisible();
  await page.getByRole('button', { name: t('queue.doubt.close') }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Signed on paper');
  await page.getByRole('button', { name: t('queue.close.confirm') }).click();
  await expect(row(page, 'b unsigned.pdf')).toContainText(t('jobs.shown.closed'));
  await row(page, 'e moved.pdf').click();
  await expect(page.getByText('Confirmed by phone').last()).toBeVisible();

  // A file that was saved, and then comes for a second document, is where it was saved.
  const signedDocument = await readFile(join(folder, 'signed', 'a good-signed.pdf'), 'base64');
  const entry = { referenceNumber: 'g again', documentId: 'd', signedDocument, status: 'SUCCESS', errorReason: null };
  provider.misbehave('sign', { status: 200, body: JSON.stringify({ signedDocuments: [entry] }) });
  await page.keyboard.press('Control+1');
  await station.answerDialog([await writeFile(folder, 'g again.pdf', await plainPdf(3, 'g again'))]);
  await page.keyboard.press('Control+O');
  await page.getByRole('button', { name: t('signing.placement.confirm') }).click();
  await page.getByLabel(t('signing.client.label')).fill('TRX-0003');
  await page.keyboard.press('Control+Enter');
  await expect(row(page, 'g again.pdf')).toContainText(t('statuses.unverified'));
  await page.keyboard.press('Control+2');
  await row(page, 'a good.pdf').click();
  await expect(page.getByText(t('signing.result.unverifiedSavedWhy'))).toBeVisible();
  await row(page, 'g again.pdf').click();
  await expect(page.getByText(t('signing.result.unverifiedWhy'))).toBeVisible();
});
