/** The language changed in Settings: every area, a message, and a paper are in Portuguese at once. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languageFacts } from '../support/doors/words.ts';
import { writeFile } from '../support/pdf/pdfs.ts';
import { readPdf, squeezed } from '../support/pdf/poppler.ts';
import { signedContract } from '../support/pdf/signed-pdf.ts';
import { expect, type PageWithStation, test } from './launch.ts';
import { words } from './words.ts';

const t = words('en');
const pt = words('pt');
const es = words('es');
test.use({ language: 'en' });

test('Portuguese is chosen in the settings, and areas and a paper are in it', async ({ folder, station }) => {
  const { page } = station;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.keyboard.press('Control+,');
  await page.getByRole('tab', { name: t('settings.sections.general') }).click();
  await page.getByRole('button', { name: t('settings.general.language') }).click();
  await page.getByRole('option', { name: languageFacts.pt.name }).click();
  await expect(page.getByRole('tab', { name: pt('settings.sections.visits') })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt');

  // Drawn again, the window is in Portuguese from its first frame on, which waits for no answer of the station.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const frame = document.querySelector('nav');
      if (frame && !('firstFrame' in window)) Object.assign(window, { firstFrame: frame.textContent });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  // In any area: it continues where the page before ended, unless main did not hear of that in time.
  await expect(page.getByRole('heading').first()).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { firstFrame?: string }).firstFrame)).toContain(pt('app.rail.settings'));

  for (const [keys, text] of [
    ['Control+1', pt('signing.invite.title')],
    ['Control+2', pt('queue.empty.title')],
    ['Control+3', pt('screening.empty.title')],
    ['Control+4', pt('customers.empty.title')],
    ['Control+5', pt('inbox.service.state.off')],
    ['Control+6', pt('verify.empty.title')],
  ] as const) {
    await page.keyboard.press(keys);
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }

  const signed = join(folder, 'contrato.pdf');
  await writeFile(folder, 'contrato.pdf', await signedContract());
  await station.answerDialog([signed]);
  await button(pt('verify.file.choose')).click();
  await expect(page.getByText(pt('verification.bottomLine.signed-with-remarks.word'), { exact: true }).first()).toBeVisible();
  const report = join(folder, 'relatorio.pdf');
  await station.answerSave(report);
  await button(pt('dialogs.inLanguage', { language: 'português' })).click();
  await expect(page.getByText(pt('ui.saved', { name: 'relatorio.pdf' }))).toBeVisible();
  const text = squeezed((await readPdf(await readFile(report))).texts.join(''));
  for (const key of ['report.title', 'bottomLine.signed-with-remarks.text', 'label.signer', 'report.about'] as const) {
    expect(text).toContain(squeezed(pt(`verification.${key}`)));
  }
  expect(text).toContain('Página1de');

  // Messages change their language with the window, and what can be undone still can. They stay while the pointer is on them.
  await page.keyboard.press('Control+1');
  await station.answerDialog([signed]);
  await page.keyboard.press('Control+O');
  await page.locator('.sign-row').click();
  await page.keyboard.press('Delete');
  await page.getByText(pt('signing.list.removed', { count: 1 })).hover();
  await page.evaluate(() => (window as unknown as PageWithStation).station.invoke['settings.set']({ language: 'es' }));
  await expect(page.getByText(es('signing.list.removed', { count: 1 }))).toBeVisible();
  await page
    .locator('.ui-toast')
    .getByRole('button', { name: es('ui.undo') })
    .click();
  await expect(page.locator('.sign-row')).toHaveCount(1);
});
