/** Every screen and state against the rules of axe, in both themes; and the main job without a mouse. */
import { join } from 'node:path';
import { startPractice, writeSamples } from '../support/doors/practice.ts';
import { namesIn } from '../support/names-in.ts';
import { temporaryFolder } from '../support/pdfs.ts';
import { brokenRules } from './broken-rules.ts';
import { openFolder, row } from './clerk.ts';
import { controlsCutOff } from './cut-off.ts';
import { expect, test } from './launch.ts';
import { tour } from './tour.ts';

let place: Awaited<ReturnType<typeof temporaryFolder>>;
test.beforeEach(async () => {
  place = await temporaryFolder();
});
test.afterEach(() => place.remove());

for (const [theme, language] of [
  ['light', 'es'],
  ['dark', 'en'],
] as const) {
  test.describe(`${theme}, ${language}`, () => {
    test.use({ theme, language });

    test('no screen breaks a rule', async ({ station }) => {
      test.setTimeout(180_000);
      const provider = await startPractice();
      const broken: Record<string, string[]> = {};
      const seen: string[] = [];
      await tour({
        station,
        language,
        provider,
        folder: place.folder,
        visit: async (scene) => {
          seen.push(scene);
          const found = await brokenRules(station.page);
          if (found.length > 0) broken[scene] = found;
        },
      }).finally(() => provider.close());
      expect(seen).toHaveLength(15);
      expect(broken).toEqual({});
    });
  });
}

test.describe('on a display of 1280 by 800 at 150 %', () => {
  test.use({ viewport: { width: 853, height: 533 }, deviceScaleFactor: 1.5 });

  test('no screen has a control that is cut off at the side or a main button out of sight', async ({ station }) => {
    const provider = await startPractice();
    const cut: Record<string, string[]> = {};
    await tour({
      station,
      language: 'es',
      provider,
      folder: place.folder,
      visit: async (scene) => {
        const found = await controlsCutOff(station.page, {
          panes: '.ui-modal, .viewer-toolbar, .sign-panel, .sign-documents, .set-page',
          // The pages of a document may be wider than their pane.
          passed: '.viewer-scroll, .viewer-desk',
        });
        const more = await station.page.evaluate(() => {
          const names: string[] = [];
          for (const main of document.querySelectorAll('.sign-send > .ui-button, .set-actions > .ui-button')) {
            const { bottom, width } = main.getBoundingClientRect();
            if (width > 1 && bottom > innerHeight) names.push(main.outerHTML.slice(0, 200));
          }
          const toolbar = document.querySelector('.viewer-toolbar');
          if (toolbar && toolbar.clientHeight > 48) names.push('the toolbar takes two lines');
          return names;
        });
        if (found.length + more.length > 0) cut[scene] = [...found, ...more];
      },
    }).finally(() => provider.close());
    expect(await station.page.evaluate(() => devicePixelRatio)).toBe(1.5);
    expect(cut).toEqual({});
  });
});

test.describe('without a mouse', () => {
  test.use({ language: 'en' });

  test('a folder is opened, placed on, given a reference and a client, sent and signed by keyboard alone', async ({ station }) => {
    const { page } = station;
    await writeSamples(place.folder);
    await openFolder(station, place.folder);
    const first = row(page, 'Autorización de consulta de datos.pdf');
    await expect(first).toBeVisible();
    const tabTo = async (target: ReturnType<typeof page.locator>) => {
      for (let steps = 0; steps < 40; steps++) {
        if (await target.evaluate((element) => element === document.activeElement || element.contains(document.activeElement))) return;
        await page.keyboard.press('Tab');
      }
      throw new Error('Tab does not come there');
    };

    await tabTo(first);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect(first).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('F2');
    await page.keyboard.type('R-1');
    await page.keyboard.press('Enter');
    await expect(first).toContainText('R-1');
    await expect(first).toBeFocused();

    await page.locator('.page[data-loaded] canvas').waitFor();
    await tabTo(page.getByLabel('Document pages'));
    await page.keyboard.press('Enter');
    const rectangle = page.getByRole('application');
    await expect(rectangle).toBeFocused();
    await page.keyboard.press('Shift+ArrowUp');

    await tabTo(page.getByLabel('Client data or transaction number'));
    await page.keyboard.type('TRX-0009');
    await page.keyboard.press('Control+Enter');
    await expect(page.locator('.sign-row .ui-tag-good')).toHaveCount(3);
    await expect.poll(() => namesIn(join(place.folder, 'signed'))).toHaveLength(3);
  });

  test('a press anywhere in a row leaves the keys with the row; Escape closes a dialog from its field', async ({ station }) => {
    const { page } = station;
    await writeSamples(place.folder);
    await openFolder(station, place.folder);
    const [first, second] = [row(page, 'Autorización de consulta de datos.pdf'), row(page, 'Contrato de apertura de cuenta.pdf')];
    await second.getByText('Ref.').click();
    await expect(second).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await expect(first).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('F2');
    await expect(page.getByRole('textbox', { name: /Reference of/ })).toBeFocused();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Put at the bottom right' }).click();
    await page.getByRole('textbox', { name: 'From the bottom' }).fill('90');
    await page.getByRole('button', { name: 'Save this place' }).click();
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
