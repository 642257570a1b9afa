/** Small and enlarged displays: panes fold before they are too narrow to read, and messages never lie over a primary button. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { openFolder, row } from './clerk.ts';
import { keepVisit } from './keep-visit.ts';
import { expect, test } from './launch.ts';
import { words } from './words.ts';

const t = words('en');

test.use({ language: 'en' });

/** 1280 by 800 at 150 % and at 200 %, and the smallest display. */
const displays = [
  { width: 853, height: 533, deviceScaleFactor: 1.5 },
  { width: 640, height: 400, deviceScaleFactor: 2 },
  { width: 1024, height: 640, deviceScaleFactor: 1 },
];

/** In the page: what a message covers of these, and panes in view that are narrower than 240 pixels. */
function found(keptClear: string): string[] {
  const message = document.querySelector('.ui-toasts')?.getBoundingClientRect();
  if (!message || message.height === 0) return ['no message'];
  const inView = (element: HTMLElement) => {
    const box = element.getBoundingClientRect();
    return element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]') && box.right > 0 && box.width > 1;
  };
  const covered = [...document.querySelectorAll<HTMLElement>(keptClear)].filter((button) => {
    const box = button.getBoundingClientRect();
    return inView(button) && message.left < box.right && message.right > box.left && message.top < box.bottom && message.bottom > box.top;
  });
  const panes = '.sign-documents, .sign-page, .sign-panel, .queue-listed, .queue-details, .scr-side, .scr-answer, .cust-inside, .set-page';
  const narrow = [...document.querySelectorAll<HTMLElement>(panes)].filter((pane) => inView(pane) && pane.clientWidth < 240);
  return [
    ...covered.map(({ outerHTML }) => `covered: ${outerHTML.slice(0, 150)}`),
    ...narrow.map(({ className }) => `narrow: ${className}`),
  ];
}

/** In the page, with these styles: labels that leave the rail or their filter, and the practice mark outside its bar. */
function withoutRoom(styles: string): string[] {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [sheet];
  const textOf = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const isInside = (inner: DOMRect, outer: DOMRect) =>
    inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;
  // The edge of a label in the rail may be that of its button, which has no border.
  const areas = [...document.querySelectorAll('.app-rail button')].filter(
    (button) => !isInside(textOf(button), (button.parentElement ?? button).getBoundingClientRect()),
  );
  const filters = [...document.querySelectorAll('.sign-filters > *')].filter(
    (filter) => !isInside(textOf(filter), filter.getBoundingClientRect()),
  );
  const [mark, bar] = ['.app-practice', '.app-bar'].map((selector) => document.querySelector(selector)?.getBoundingClientRect());
  document.adoptedStyleSheets = [];
  return [
    ...[...areas, ...filters].map(({ textContent }) => textContent),
    ...(mark && bar && isInside(mark, bar) ? [] : ['practice mark']),
  ];
}

/** In the page: counts the intervals in which messages look at what they cover, from now on. */
function countLooks(): void {
  const looking = new Set<unknown>();
  const { setInterval: begin, clearInterval: end } = window;
  const counted = (run: () => void, delay: number) => {
    const id = begin(run, delay);
    if (delay === 200) looking.add(id);
    return id;
  };
  Object.assign(window, {
    looking,
    setInterval: counted,
    clearInterval: (id: number) => {
      looking.delete(id);
      end(id);
    },
  });
}

const looks = (): number => (window as unknown as { looking: Set<unknown> }).looking.size;

test('at 150 %, at 200 % and on 1024 by 640 panes stay wide enough, and a message covers no primary button', async ({
  folder,
  station,
}) => {
  const { page } = station;
  await writeFile(folder, 'first.pdf', await plainPdf(1, 'first'));
  await page.getByRole('heading').first().waitFor();
  const devtools = await page.context().newCDPSession(page);
  const tab = (pane: 'documents' | 'page') => page.getByRole('radio', { name: t(`signing.panes.${pane}`), exact: true });

  await test.step('without a document nothing on the page changes with its size; the focus leaves the folded pane, too', async () => {
    // A field, which has no tooltip that would go.
    await page.getByLabel(t('signing.client.label')).focus();
    await devtools.send('Emulation.setDeviceMetricsOverride', { width: 640, height: 400, deviceScaleFactor: 2, mobile: false });
    await expect(tab('page')).toBeFocused();
    await devtools.send('Emulation.setDeviceMetricsOverride', { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false });
  });
  await keepVisit(page, { transaction: 'TX-1002' });
  await openFolder(station, folder);
  await expect(row(page, 'first.pdf')).toBeVisible();
  await page.getByRole('button', { name: t('pdf.fields.placeUsual') }).click();
  await page.getByLabel(t('signing.client.label')).fill('TRX-0001');
  await page.keyboard.press('Control+Enter');
  await expect(row(page, 'first.pdf')).toContainText(t('statuses.signed'));
  // Its message stays, since the import can be undone.
  await page.evaluate(countLooks);
  await station.answerDialog([await writeFile(folder, 'references.csv', 'file;reference\nfirst.pdf;R-1\nother.pdf;R-2\n')]);
  await page.getByRole('button', { name: t('signing.references.choose') }).click();
  await expect(page.getByText(t.pattern('signing.references.unmatched', { count: 1 }))).toBeVisible();

  const areas: Record<string, () => Promise<void>> = {
    sign: () => page.keyboard.press('Control+1'),
    'next customer': () => page.keyboard.press('Control+N'),
    queue: () => page.keyboard.press('Control+2'),
    screening: () => page.keyboard.press('Control+3'),
    customers: () => page.keyboard.press('Control+4'),
    visit: () => page.getByRole('row').first().press('Enter'),
    inbox: () => page.keyboard.press('Control+5'),
    settings: () => page.keyboard.press('Control+,'),
  };
  const controls = '.ui-button-primary, [role="tab"], .sign-tabs [role="radio"], .sign-documents-foot button';
  for (const [area, go] of Object.entries(areas)) {
    await devtools.send('Emulation.setDeviceMetricsOverride', { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false });
    await go();
    // Where there is room, a message covers no tab either, and none of the buttons under the document list.
    await expect.poll(() => page.evaluate(found, controls), { message: area, timeout: 15_000 }).toEqual([]);
    for (const display of displays) {
      await devtools.send('Emulation.setDeviceMetricsOverride', { ...display, mobile: false });
      await expect
        .poll(() => page.evaluate(found, area === 'sign' ? controls : '.ui-button-primary'), {
          message: `${area} at ${display.width}`,
          timeout: 15_000,
        })
        .toEqual([]);
    }
  }

  await test.step('a message covers no signature', async () => {
    await page.keyboard.press('Control+1');
    await devtools.send('Emulation.setDeviceMetricsOverride', { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false });
    const next = join(folder, 'next');
    await mkdir(next);
    await writeFile(next, 'second.pdf', await plainPdf(1, 'second'));
    await openFolder(station, next);
    await page.getByRole('button', { name: t('signing.placement.confirm') }).click();
    const box = page.getByLabel(t('pdf.fields.xRight'));
    await box.fill('380');
    await box.press('Enter');
    await page.locator('.viewer-rectangle').scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(found, `${controls}, .viewer-rectangle`), { timeout: 15_000 }).toEqual([]);
  });

  await test.step('the button that sends shows all of its text, also with the letter spacing of WCAG 1.4.12', async () => {
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }');
      document.adoptedStyleSheets = [sheet];
    });
    const isWhole = await page.locator('.sign-send > .ui-button-primary').evaluate((button) => {
      const range = document.createRange();
      range.selectNodeContents(button);
      const [text, box] = [range.getBoundingClientRect(), button.getBoundingClientRect()];
      return text.left >= box.left && text.right <= box.right && text.top >= box.top && text.bottom <= box.bottom;
    });
    expect(isWhole).toBe(true);
    await page.evaluate(() => {
      document.adoptedStyleSheets = [];
    });
  });

  await test.step('labels and the practice mark have room with the spacing of WCAG 1.4.12 and with large letters', async () => {
    const spacing = '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }';
    for (const styles of [spacing, ':root { font-size: 32px; }']) {
      for (const width of [1280, 1024]) {
        await devtools.send('Emulation.setDeviceMetricsOverride', { width, height: 800, deviceScaleFactor: 1, mobile: false });
        expect(await page.evaluate(withoutRoom, styles), `${width}: ${styles}`).toEqual([]);
      }
    }
  });

  await test.step('messages look at what they cover only while there are any', async () => {
    expect(await page.evaluate(looks)).toBe(1);
    await page
      .locator('.ui-toast')
      .getByRole('button', { name: t('ui.close') })
      .click();
    await expect.poll(() => page.evaluate(looks)).toBe(0);
  });

  await test.step('from a pane that folds the focus goes to the tab of the pane in its place', async () => {
    await page.keyboard.press('Control+1');
    await devtools.send('Emulation.setDeviceMetricsOverride', { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false });
    await page.getByLabel(t('signing.open.files'), { exact: true }).focus();
    await devtools.send('Emulation.setDeviceMetricsOverride', { width: 853, height: 533, deviceScaleFactor: 1.5, mobile: false });
    await expect(tab('page')).toBeFocused();
    await page.getByLabel(t('signing.client.label')).focus();
    await tab('documents').press('Space');
    await page.getByLabel(t('signing.client.label')).focus();
    await devtools.send('Emulation.setDeviceMetricsOverride', { width: 640, height: 400, deviceScaleFactor: 2, mobile: false });
    await expect(tab('documents')).toBeFocused();
  });

  await test.step('folded, the pane with the focus is in view, and a clicked row shows its details', async () => {
    await page.keyboard.press('Control+2');
    await devtools.send('Emulation.setDeviceMetricsOverride', { width: 640, height: 400, deviceScaleFactor: 2, mobile: false });
    const details = page.getByRole('region', { name: t('queue.details.label') });
    await expect(details).not.toBeInViewport();
    await row(page, 'first.pdf').click();
    await expect(details).toBeInViewport();
    await page.getByRole('radio', { name: t('queue.list.label'), exact: true }).click();
    await expect(details).not.toBeInViewport();
    await row(page, 'first.pdf').press('Enter');
    await expect(details).toBeInViewport();
    await expect(details.getByRole('heading', { name: 'first.pdf' })).toBeFocused();
  });
  await test.step('at 200 % the notice of a visit with the same data is in view, over the buttons of the form', async () => {
    await page.keyboard.press('Control+4');
    await page.getByRole('button', { name: t('customers.back') }).click();
    await page.getByRole('button', { name: t('customers.new.title') }).click();
    const form = page.locator('.ui-modal');
    await form.getByLabel(t('customers.details.transaction')).fill('TX-1002');
    const open = form.getByRole('button', { name: t('customers.new.openSame') });
    await expect
      .poll(() =>
        open.evaluate((button) => {
          const { x, y, width, height } = button.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height - 2)?.closest('button') === button;
        }),
      )
      .toBe(true);
  });
});

test('a name without a space stays inside its dialog', async ({ station: { page } }) => {
  const name = 'A'.repeat(180);
  await keepVisit(page, { name, fetch: false });
  await page.keyboard.press('Control+4');
  await row(page, name).click();
  await page.getByRole('button', { name: t('customers.acts.remove') }).click();
  const title = page.getByRole('alertdialog').getByRole('heading');
  await expect(title).toContainText(name);
  expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
});
