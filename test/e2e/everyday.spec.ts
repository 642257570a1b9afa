/** What a clerk does around the main job: references, stored placements and folders, changes of mind, closing. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { languageFacts } from '../support/doors/words.ts';
import { namesIn } from '../support/names-in.ts';
import { startSwitchedLine } from '../support/network/switched-line.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { connect, openFolder, row } from './clerk.ts';
import { expect, type Running, test } from './launch.ts';
import { words } from './words.ts';

const t = words('en');
const es = words('es');

test.use({ language: 'en' });

async function openContracts(station: Running, folder: string, names: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of names) await writeFile(folder, `${name}.pdf`, await plainPdf(1, name));
  await openFolder(station, folder);
  await expect(row(station.page, `${names.at(-1)}.pdf`)).toBeVisible();
}

async function choose({ page }: Running, list: string, option: string): Promise<void> {
  await page.getByRole('button', { name: list }).click();
  await page.getByRole('option', { name: option }).click();
}

test('a clerk reads references from a file, cancels what is unsent, closes, and finds her settings again', async ({
  folder,
  provider,
  launch,
}) => {
  const line = await startSwitchedLine(provider.origin);
  const dataDir = join(folder, 'data');
  const first = await launch({ dataDir });
  const { page } = first;
  try {
    await test.step('references are read from a CSV, and a duplicate is reported before anything is sent', async () => {
      await openContracts(first, join(folder, 'referenced'), ['alpha', 'beta']);
      const csv = await writeFile(folder, 'references.csv', 'file;reference\nalpha.pdf;R-17\nbeta.pdf;R-17\ngamma.pdf;R-19\n');
      await first.answerDialog([csv]);
      await page.getByRole('button', { name: t('signing.references.choose') }).click();
      await expect(row(page, 'alpha.pdf')).toContainText('R-17');
      await expect(page.getByText(/gamma\.pdf/)).toBeVisible();
      await choose(first, t('signing.presets.label'), t('signing.presets.builtIn.lastPageBottomRight'));
      await page.getByLabel(t('signing.client.label')).fill('TRX-0004');
      await page.keyboard.press('Control+Enter');
      const faults = page.getByRole('alert').filter({ hasText: 'R-17' });
      await expect(faults).toContainText(t('problems.reference-repeated.what', { reference: 'R-17' }));

      await row(page, 'beta.pdf').click();
      await page.keyboard.press('F2');
      await page.getByRole('textbox', { name: t('signing.reference.label', { name: 'beta.pdf' }) }).fill('R-18');
      await page.keyboard.press('Enter');
      await expect(faults).toBeHidden();
      await page.keyboard.press('Control+Enter');
      for (const name of ['alpha.pdf', 'beta.pdf']) await expect(row(page, name)).toContainText(t('statuses.signed'));
    });

    await connect(first, provider, line.origin);
    /** The first answer comes when it is released. */
    const sendSlowly = async (names: readonly string[]): Promise<{ release(): void }> => {
      await openContracts(first, join(folder, names.join(' ')), names);
      await page.getByRole('button', { name: t('signing.placement.confirm') }).click();
      await page.getByLabel(t('signing.client.label')).fill('TRX-0005');
      const answers = line.hold();
      await page.keyboard.press('Control+Enter');
      await expect(row(page, `${names[0]}.pdf`)).toContainText(t('statuses.sending'));
      return answers;
    };

    await test.step('unsent documents are cancelled, those in flight finish, and filters separate them', async () => {
      const answers = await sendSlowly(['first', 'second', 'third']);
      await page.getByRole('button', { name: t('signing.progress.cancel', { count: 2 }) }).click();
      for (const name of ['second.pdf', 'third.pdf']) await expect(row(page, name)).toContainText(t('statuses.cancelled'));
      answers.release();
      await expect(row(page, 'first.pdf')).toContainText(t('statuses.signed'));
      const filter = (name: 'signed' | 'all') => page.locator('.sign-documents').getByRole('radio', { name: t(`signing.filter.${name}`) });
      await filter('signed').click();
      await expect(row(page, 'first.pdf')).toBeVisible();
      await expect(row(page, 'second.pdf')).toBeHidden();
      expect(provider.log().filter(({ operation }) => operation === 'sign')).toHaveLength(1);
      await filter('all').click();
    });

    await test.step('closing while a document is in flight asks first, and staying lets it finish', async () => {
      const answers = await sendSlowly(['fourth']);
      await first.answerMessage(0);
      await first.askToQuit();
      answers.release();
      await expect(row(page, 'fourth.pdf')).toContainText(t('statuses.signed'));
    });

    await test.step('a saved placement, the unit, the language and the output folder are restored at the next start', async () => {
      const [contracts, output] = [join(folder, 'contracts'), join(folder, 'out')];
      await mkdir(output);
      await openContracts(first, contracts, ['one']);
      await row(page, 'one.pdf').click();
      await choose(first, t('signing.presets.label'), t('signing.presets.builtIn.lastPageBottomRight'));
      await page.getByRole('textbox', { name: t('pdf.fields.yBottom') }).fill('90');
      await page.keyboard.press('Tab');
      await page.getByRole('button', { name: t('signing.presets.saveTitle') }).click();
      const positionName = page.getByRole('textbox', { name: t('dialogs.position.name') });
      await positionName.fill('Above the stamp');
      // As two presses of Enter before main answers.
      await positionName.evaluate(({ form }: HTMLInputElement) => {
        form?.requestSubmit();
        form?.requestSubmit();
      });
      await expect(page.getByRole('button', { name: t('signing.presets.label') })).toContainText('Above the stamp');
      await page.getByRole('button', { name: t('signing.presets.label') }).press('Enter');
      await expect(page.getByRole('option', { name: 'Above the stamp' })).toHaveCount(1);
      await page.keyboard.press('Escape');
      await page.getByRole('radio', { name: t('pdf.fields.unit.cm') }).click();
      await expect(page.getByRole('textbox', { name: t('pdf.fields.yBottom') })).toHaveValue('3.18');
      await first.answerDialog([output]);
      await page.getByRole('button', { name: t('signing.output.change') }).click();
      await expect(page.getByText(output)).toBeVisible();
      await page.keyboard.press('Control+,');
      await page.getByRole('tab', { name: t('settings.sections.general') }).click();
      await choose(first, t('settings.general.language'), languageFacts.es.name);
      await expect(page.getByRole('tab', { name: es('settings.sections.about') })).toBeVisible();
      await first.quit();

      const second = await launch({ dataDir, language: 'es' });
      await openFolder(second, contracts);
      await row(second.page, 'one.pdf').click();
      await choose(second, es('signing.presets.label'), 'Above the stamp');
      // The measures are still in centimetres, and the stored placement is the same 90 points.
      await expect(second.page.getByRole('textbox', { name: es('pdf.fields.yBottom') })).toHaveValue('3,18');
      await second.page.getByRole('radio', { name: es('pdf.fields.unit.point') }).click();
      await expect(second.page.getByRole('textbox', { name: es('pdf.fields.yBottom') })).toHaveValue('90');
      await second.page.getByLabel(es('signing.client.label')).fill('TRX-0003');
      await second.page.keyboard.press('Control+Enter');
      await expect(row(second.page, 'one.pdf')).toContainText(es('statuses.signed'));
      await expect.poll(() => namesIn(output)).toEqual(['one-signed.pdf']);

      // Without that folder the file goes next to the original, and the screen says so.
      await rm(output, { recursive: true });
      const others = join(folder, 'others');
      await openContracts(second, others, ['two']);
      await second.page.getByRole('button', { name: es('signing.placement.confirm') }).click();
      await second.page.getByRole('button', { name: es('signing.presets.remove', { name: 'Above the stamp' }) }).click();
      await second.page.getByRole('button', { name: es('dialogs.position.removeConfirm'), exact: true }).click();
      // The documents have the place all the same.
      await expect(second.page.getByRole('button', { name: es('signing.presets.label') })).toContainText(es('signing.presets.custom'));
      await second.page.getByLabel(es('signing.client.label')).fill('TRX-0006');
      await second.page.keyboard.press('Control+Enter');
      await expect(second.page.getByText(es('problems.output-folder-missing.what_beside', { name: 'out' })).first()).toBeVisible();
      await expect.poll(() => namesIn(join(others, 'signed'))).toEqual(['two-signed.pdf']);
    });
  } finally {
    await line.close();
  }
});
