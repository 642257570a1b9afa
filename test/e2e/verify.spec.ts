/** Any PDF checked in the window: chosen, dropped, with its original; the report on screen and as a PDF. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFile } from '../support/pdf/pdfs.ts';
import { readPdf } from '../support/pdf/poppler.ts';
import { contract, pageContent, signedContract, updated } from '../support/pdf/signed-pdf.ts';
import { dropFiles, expect, test } from './launch.ts';
import { recordTranscript } from './transcript.ts';
import { words } from './words.ts';

const t = words('en');
test.use({ language: 'en' });

test('a PDF is checked by keyboard, dropped files and with its original, and its report saved', async ({ folder, station }) => {
  const { page } = station;
  const signed = await signedContract();
  await writeFile(folder, 'signed.pdf', signed);
  await writeFile(folder, 'original.pdf', contract());
  await writeFile(folder, 'altered.pdf', updated(signed, { 4: pageContent('Other') }));
  await writeFile(folder, 'hostile.pdf', Buffer.from(`%PDF-1.7\n${'['.repeat(200_000)}`));
  const heading = page.locator('.vr .ui-outcome-word');
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  const transcript = await recordTranscript(page);
  await page.keyboard.press('Control+6');
  await station.answerDialog([join(folder, 'signed.pdf')]);
  await button(t('verify.file.choose')).press('Enter');
  await expect(heading).toHaveText(t('verification.bottomLine.signed-with-remarks.word'));
  await expect(heading).toBeFocused();
  // The heading is read with the focus.
  await expect.poll(transcript.said).toEqual([t('verify.running.words')]);
  await expect(page.getByText(t('verification.finding.issuer-not-trusted'))).toBeVisible();
  await expect(page.getByText(t('verification.notCheckedPart.original'))).toBeVisible();
  await station.answerDialog([join(folder, 'original.pdf')]);
  await button(t('verify.original.choose')).click();
  await expect(page.getByText(t('verification.original.preserved'))).toBeVisible();

  // Dropped anywhere in the view it is the file, and stays in this view.
  await dropFiles(page, [join(folder, 'altered.pdf')], { x: 700, y: 600 });
  await expect(heading).toHaveText(t('verification.bottomLine.unacceptable.word'));
  await expect(page.getByText(t('verification.finding.suspicious-changes'))).toBeVisible();
  await station.answerSave(join(folder, 'report.pdf'));
  await button(t('dialogs.inLanguage', { language: 'Spanish' })).click();
  await expect(page.getByText(t('ui.saved', { name: 'report.pdf' }))).toBeVisible();
  const { texts } = await readPdf(await readFile(join(folder, 'report.pdf')));
  expect(texts.join('')).toContain(words('es')('verification.bottomLine.unacceptable.word'));

  await dropFiles(page, [join(folder, 'hostile.pdf')], { x: 700, y: 600 });
  await expect(heading).toHaveText(t('verification.bottomLine.unverifiable.word'));
  expect(await page.content()).not.toContain(folder);
});
