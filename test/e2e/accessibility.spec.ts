/** Every screen and state against the rules of axe, in both themes and on a small display; and the main job without a mouse. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright/test';
import { writeSamples } from '../support/doors/practice.ts';
import { namesIn } from '../support/names-in.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { brokenRules } from './broken-rules.ts';
import { openFolder, row } from './clerk.ts';
import { inspector } from './inspector.ts';
import { expect, test } from './launch.ts';
import { tabTo } from './tab-to.ts';
import { scenes, tour } from './tour.ts';
import { words } from './words.ts';

const t = words('en');

test('no screen breaks an accessibility rule in either theme, cuts off a control or hides its main button', async ({
  folder,
  provider,
  station,
}) => {
  const { wrong, seen, visit } = await inspector(station, {
    scenes,
    clip: {
      panes: '.ui-modal, .viewer-toolbar, .sign-panel, .sign-documents, .set-page',
      // The pages of a document may be wider than their pane.
      passed: '.viewer-scroll, .viewer-backdrop',
    },
    alsoSmall: () => {
      const names: string[] = [];
      for (const main of document.querySelectorAll('.sign-send > .ui-button, .set-actions > .ui-button')) {
        const { bottom, width } = main.getBoundingClientRect();
        if (width > 1 && bottom > innerHeight) names.push(main.outerHTML.slice(0, 200));
      }
      // Messages never lie over the main button; where there is none, its place stays free all the same.
      const main = document.querySelector('.sign-send > .ui-button')?.getBoundingClientRect();
      const message = document.querySelector('.ui-toasts')?.getBoundingClientRect();
      if (main && message && message.right > main.left && message.bottom > main.top) names.push('a message covers the main button');
      const toolbar = document.querySelector('.viewer-toolbar');
      if (toolbar && toolbar.clientHeight > 48) names.push('the toolbar takes two lines');
      // The border of a filter is seen in forced colours, and where it is chosen.
      for (const filter of document.querySelectorAll('.sign-filters > .ui-filter')) {
        const words = document.createRange();
        words.selectNodeContents(filter);
        const [inner, outer] = [words.getBoundingClientRect(), filter.getBoundingClientRect()];
        if (inner.left < outer.left + 3 || inner.right > outer.right - 3) names.push(`${filter.textContent} touches its border`);
      }
      return names;
    },
  });
  await tour({ station, language: 'es', provider, folder, visit });
  expect(seen).toEqual(scenes);
  expect(wrong).toEqual({});
});

test.describe('without a mouse', () => {
  test.use({ language: 'en' });

  test('documents are signed and a person is screened by keyboard alone, and the focus is never lost', async ({ folder, station }) => {
    const { page } = station;
    await test.step('a folder is opened, placed, given references and client info, and signed', async () => {
      for (const name of ['one', 'three', 'two']) await writeFile(folder, `${name}.pdf`, await plainPdf(1, name));
      await openFolder(station, folder);
      const first = row(page, 'one.pdf');
      await expect(first).toBeVisible();
      // Until then the page pane takes part in the order of Tab with what says that it loads.
      const loaded = () => page.locator('.page[data-loaded] canvas').first().waitFor();
      await loaded();

      await tabTo(first);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      await expect(first).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('F2');
      await page.keyboard.type('R-1');
      await page.keyboard.press('Enter');
      await expect(first).toContainText('R-1');
      await expect(first).toBeFocused();

      // What is missing gets the focus.
      await page.keyboard.press('Control+L');
      await page.keyboard.type('TRX-0009');
      await page.keyboard.press('Control+Enter');
      await expect(page.getByRole('button', { name: t('pdf.fields.placeUsual') })).toBeFocused();

      await loaded();
      await tabTo(page.getByLabel(t('pdf.pages')));
      await page.keyboard.press('Enter');
      const rectangle = page.getByRole('application');
      await expect(rectangle).toBeFocused();
      await page.keyboard.press('Shift+ArrowUp');

      await tabTo(page.getByLabel(t('signing.client.label')));
      await page.keyboard.press('Control+Enter');
      await expect(page.locator('.sign-row .ui-tag.tone-good')).toHaveCount(3);
      await expect.poll(() => namesIn(join(folder, 'signed'))).toHaveLength(3);
    });

    await test.step('in forced colours the focus shows also on what is chosen, and the frame of a signature keeps its colour on the paper', async () => {
      await page.emulateMedia({ forcedColors: 'active' });
      const ring = (chosen: Locator) => chosen.evaluate((element) => getComputedStyle(element).outlineStyle);
      await expect(page.locator('.viewer-signed').first()).toHaveCSS('border-top-color', 'rgb(107, 114, 128)');
      const chosenOnes = ['.app-rail [aria-current]', '.sign-filters > [data-selected]', '.ui-rows-item[data-selected]'];
      for (const chosen of chosenOnes.map((selector) => page.locator(selector).first())) {
        expect(await ring(chosen)).toBe('none');
        await tabTo(chosen);
        await expect.poll(() => ring(chosen)).toBe('solid');
      }
      await page.emulateMedia({ forcedColors: 'none' });
    });

    await test.step('a click anywhere in a row leaves the focus on the row, Escape closes a dialog from its field, and a button disabled for a moment keeps the focus', async () => {
      const next = join(folder, 'next customer');
      await mkdir(next);
      await writeSamples(next);
      await openFolder(station, next);
      const [first, second] = [row(page, 'Autorización de consulta de datos.pdf'), row(page, 'Contrato de apertura de cuenta.pdf')];
      // The document that is read first is the one shown, whichever it is.
      await first.click();
      await expect(first).toHaveAttribute('aria-selected', 'true');
      await second.getByText(t('signing.reference.short')).click();
      await expect(second).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('ArrowUp');
      await expect(first).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('F2');
      await expect(page.getByRole('textbox', { name: t.pattern('signing.reference.label') })).toBeFocused();
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: t('signing.placement.confirm') }).click();
      await expect(page.getByRole('application')).toBeFocused();
      await page.getByRole('textbox', { name: t('pdf.fields.yBottom') }).fill('90');
      await page.getByRole('button', { name: t('signing.presets.saveTitle') }).click();
      await expect(page.getByRole('textbox', { name: t('dialogs.position.name') })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);

      // A button that is disabled for a moment, as by work that ends soon, has the focus again.
      const act = page.getByRole('button', { name: t('signing.presets.saveTitle') });
      await act.focus();
      await act.evaluate(async (button: HTMLButtonElement) => {
        button.disabled = true;
        while (document.activeElement === button) await new Promise(requestAnimationFrame);
        button.disabled = false;
      });
      await expect(act).toBeFocused();

      // F6 goes from pane to pane, and returns to where the focus was; the list and the document are one Tab stop each.
      await first.click();
      await page.keyboard.press('F6');
      await expect(page.getByRole('application')).toBeFocused();
      await page.keyboard.press('F6');
      await expect(page.getByRole('region', { name: t('signing.panel.label') }).locator(':focus')).toBeVisible();
      await page.keyboard.press('Shift+F6');
      await page.keyboard.press('Shift+F6');
      await expect(first).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('grid').locator(':focus')).toHaveCount(0);
      await page.getByLabel(t('pdf.pages')).focus();
      await page.keyboard.press('Tab');
      await expect(page.locator('.pdfViewer .page :focus')).toHaveCount(0);

      // Ctrl+K finds documents, actions and settings.
      const palette = page.getByRole('dialog', { name: t('dialogs.palette.title') });
      await page.keyboard.press('Control+K');
      await page.keyboard.type('apertura');
      await expect(palette.getByRole('option')).toHaveText([/Contrato de apertura/]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(second).toHaveAttribute('aria-selected', 'true');
      await expect(second).toBeFocused();
      await page.keyboard.press('Control+K');
      expect(await brokenRules(page)).toEqual([]);
      await page.keyboard.type(t('settings.sections.about'));
      await expect(palette.getByRole('option')).toHaveCount(1);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('tab', { name: t('settings.sections.about') })).toHaveAttribute('aria-selected', 'true');
    });

    await test.step('a person is screened, the answer read and decided on, and the screening found in the history', async () => {
      const { keyboard } = page;
      await keyboard.press('Control+3');
      await expect(page.getByLabel(t('screening.form.name'))).toBeFocused();
      await keyboard.type('Evaristo Quiroga Beltrán');
      await keyboard.press('Tab');
      await keyboard.type('79555001');
      await keyboard.press('Tab');
      await keyboard.press('Space');
      await expect(page.getByRole('checkbox', { name: t('screening.source.judicial') })).toBeChecked();
      await keyboard.press('Shift+Tab');
      await keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 2, name: /Evaristo Quiroga Beltrán/ })).toBeFocused();

      await keyboard.press('Shift+F6');
      await expect(page.getByLabel(t('screening.form.identification'))).toBeFocused();
      await keyboard.press('F6');
      await expect(page.getByRole('heading', { level: 2, name: /Evaristo Quiroga Beltrán/ })).toBeFocused();

      await tabTo(page.getByRole('button', { name: t('screening.decision.act') }).first());
      await keyboard.press('Enter');
      await keyboard.press('ArrowDown');
      await expect(page.getByRole('radio', { name: t('screening.verdict.false-positive') })).toBeChecked();
      await keyboard.press('Tab');
      await expect(page.getByLabel(t('screening.decision.reason'))).toBeFocused();
      await keyboard.type('Another person of the same name.');
      await keyboard.press('Tab');
      await keyboard.press('Enter');
      await expect(page.getByText('Another person of the same name.')).toBeVisible();
      await expect(page.getByRole('button', { name: t('screening.decision.again') }).first()).toBeFocused();

      // The tabs are before the name, where Ctrl+F goes.
      await keyboard.press('Control+f');
      await expect(page.getByLabel(t('screening.form.name'))).toBeFocused();
      await keyboard.press('Shift+Tab');
      await expect(page.getByRole('tab', { name: t('screening.sections.single'), exact: true })).toBeFocused();
      await keyboard.press('ArrowRight');
      await tabTo(page.getByRole('grid').or(page.getByRole('listbox')).first());
      await keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 2, name: /Evaristo Quiroga Beltrán/ })).toBeVisible();
      await expect(page.getByText('Another person of the same name.')).toBeVisible();
    });
  });
});
