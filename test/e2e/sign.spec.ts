/** The main job, as a clerk does it: a folder of contracts in, signed files out, a result for every document. */
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { systemKeychain } from '../support/doors/keychain.ts';
import { namesIn } from '../support/names-in.ts';
import { fiveContracts, plainPdf, shapedPdf, writeFile, xfaPdf } from '../support/pdf/pdfs.ts';
import { pdfsig } from '../support/pdf/pdfsig.ts';
import { type Widget, widgets } from '../support/pdf/widgets.ts';
import { findMarkers } from '../support/storage/markers.ts';
import { banner, connectInForm, openFolder, placeAndName, placeSignature, row } from './clerk.ts';
import { expect, type PageWithStation, type Running, test } from './launch.ts';
import { words } from './words.ts';

const t = words('en');
const es = words('es');

/** Where an element is once it has stopped moving: the page is laid out again when its zoom changes. */
async function settledBox(element: Locator) {
  await element.evaluate(async (moving) => {
    const place = () => JSON.stringify(moving.getBoundingClientRect());
    // In frames, not in time: a busy machine draws fewer of them.
    for (let [before, unchanged] = ['', 0]; unchanged < 10; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      unchanged = place() === before ? unchanged + 1 : 0;
      before = place();
    }
  });
  const box = await element.boundingBox();
  if (!box) throw new Error('the element is not on screen');
  return box;
}

/** The rectangle drawn on a page by mouse, corners as shares of the page from its top left. */
async function draw(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const box = await settledBox(page.locator('.page[data-page-number="1"]'));
  const at = ([x, y]: [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([(from[0] + to[0]) / 2, to[1]]), { steps: 4 });
  await page.mouse.move(...at(to), { steps: 4 });
  await page.mouse.up();
}

/** `pdfsig` finds one valid signature, and it is where hand computation says, within a point. */
async function expectSignedAt(path: string, expected: Pick<Widget, 'page' | 'rect'>): Promise<void> {
  expect(await pdfsig(path)).toEqual({ signatures: 1, valid: 1 });
  const [widget, ...others] = await widgets(await readFile(path));
  expect(others).toEqual([]);
  expect(widget?.page).toBe(expected.page);
  for (const [index, edge] of expected.rect.entries()) {
    expect(Math.abs((widget?.rect[index] ?? Number.NaN) - edge), `edge ${index} of ${widget?.rect}`).toBeLessThanOrEqual(1.5);
  }
}

test('five contracts of a folder are placed by mouse, keyboard and preset, and signed at those positions', async ({ folder, station }) => {
  const { page } = station;
  await fiveContracts(folder);
  await writeFile(folder, '6 form.pdf', xfaPdf('dynamic', 'El comprador paga el primero de cada mes.'));
  await writeFile(folder, '7 small.pdf', await shapedPdf([{ mediaBox: { left: 0, bottom: 0, right: 150, top: 90 } }]));
  await openFolder(station, folder);
  await expect(row(page, '10 fourteen pages.pdf')).toContainText(es('signing.row.pages', { count: 14 }));
  await expect(row(page, '3 protected.pdf')).toContainText(es('problems.pdf-password.what'));
  await expect(row(page, '4 corrupted.pdf')).toContainText(es('problems.pdf-damaged.what'));

  // By keyboard, for all: Enter puts it bottom right, arrows move it 1 point left and 10 up.
  await row(page, '2 cropped.pdf').click();
  await page.locator('.page[data-page-number="1"] canvas').waitFor();
  await page.getByLabel(es('pdf.pages')).press('Enter');
  const rectangle = page.getByRole('application', { name: es('pdf.rectangle.name') });
  await expect(rectangle).toBeFocused();
  const margin = 36;
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowUp');

  // By mouse, for one document only: turned by 90, so 842 × 595 as displayed. The whole page in view, so that the drag reaches.
  await row(page, '1 rotated.pdf').click();
  await page.locator('.page[data-page-number="1"] canvas').waitFor();
  await page.getByRole('radio', { name: es('signing.placement.this') }).press('Space');
  await page.getByRole('button', { name: es('pdf.zoom') }).click();
  await page.getByRole('option', { name: es('pdf.fitPage') }).click();
  await page.getByRole('button', { name: es('pdf.place') }).click();
  await draw(page, [0.5, 0.7], [0.8, 0.85]);
  await expect(rectangle).toHaveAccessibleName(es.pattern('pdf.rectangle.announced.point', { x: 421 }));

  // By preset, for one document only.
  await row(page, '10 fourteen pages.pdf').click();
  await page.getByRole('radio', { name: es('signing.placement.this') }).press('Space');
  await placeSignature(page, es);

  // Nothing leaves without client info, and the fault is named. While the documents are checked, the button says so.
  await page.evaluate(() => {
    const labels: string[] = [];
    Object.assign(window, { labels });
    const note = () => labels.push(document.querySelector('.sign-send > .ui-button')?.textContent ?? '');
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.keyboard.press('Control+Enter');
  await expect(banner(page)).toContainText(es('problems.client-info-missing.what'));
  // The list reads itself, with that nothing was sent: no other words say it as well.
  await expect(page.getByRole('status').filter({ hasText: es('signing.send.checking') })).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: es('signing.send.nothingSent') })).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: es.pattern('signing.faults.announced', { count: 1 }) })).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as { labels: string[] }).labels.join())).toContain(es('signing.send.checking'));
  await page.getByLabel(es('signing.client.label')).fill('TRX-0001');
  await page.getByRole('button', { name: es('signing.send.button', { count: 5 }) }).click();

  // What several may have alike is put right for all: the placement is moved, the form is read and accepted.
  const alert = page.getByRole('region', { name: es('signing.panel.label') }).getByRole('alert');
  await expect(alert).toContainText(es('signing.faults.alike.placement-outside-page', { count: 1 }));
  await expect(alert.getByRole('button', { name: es('signing.faults.sendOthers', { count: 3 }) })).toBeVisible();
  await alert.getByRole('button', { name: es('signing.faults.fit', { count: 1 }) }).click();
  await expect(alert).not.toContainText(es('signing.faults.alike.placement-outside-page', { count: 1 }));
  await row(page, '6 form.pdf').click();
  await expect(page.locator('.xfaLayer')).toContainText('El comprador paga el primero de cada mes.');
  await expect(page.getByRole('region', { name: es('signing.page.label'), exact: true })).toContainText(es('problems.pdf-form.what'));
  await alert.getByRole('button', { name: es('signing.faults.accept', { count: 1 }) }).click();

  for (const name of ['1 rotated.pdf', '2 cropped.pdf', '6 form.pdf', '7 small.pdf', '10 fourteen pages.pdf'])
    await expect(row(page, name)).toContainText(es('statuses.signed'));
  await expect(row(page, '3 protected.pdf')).toContainText(es('signing.shown.unusable'));
  await expect(row(page, '4 corrupted.pdf')).toContainText(es('signing.shown.unusable'));

  const signed = join(folder, 'signed');
  // Signed is what is encrypted here; its file is delivered a moment later.
  await expect
    .poll(() => namesIn(signed))
    .toEqual(['1 rotated-signed.pdf', '10 fourteen pages-signed.pdf', '2 cropped-signed.pdf', '6 form-signed.pdf', '7 small-signed.pdf']);
  // Displayed x 421..673.6 and y 89.25..178.5 from the bottom of 842 × 595; turned back by 90: x = 595 − y, y = x.
  await expectSignedAt(join(signed, '1 rotated-signed.pdf'), { page: 1, rect: [595 - 178.5, 421, 595 - 89.25, 673.6] });
  // Crop box 30,60 to 600,800; 200 × 60 with the margin, then 1 to the left and 10 up.
  await expectSignedAt(join(signed, '2 cropped-signed.pdf'), {
    page: 1,
    rect: [600 - margin - 200 - 1, 60 + margin + 10, 600 - margin - 1, 60 + margin + 60 + 10],
  });
  await expectSignedAt(join(signed, '10 fourteen pages-signed.pdf'), { page: 14, rect: [595 - 36 - 200, 36, 595 - 36, 36 + 60] });

  // One that asks for a password can be read with it; its permissions keep it from being sent.
  await row(page, '3 protected.pdf').click();
  const password = page.getByLabel(es('pdf.password.label'));
  await password.fill('wrong');
  await password.press('Enter');
  await expect(page.getByText(es('pdf.password.wrong'))).toBeVisible();
  // What was typed can be seen and corrected.
  await page.getByText(es('dialogs.password.show')).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue('wrong');
  await password.fill('secret');
  await password.press('Enter');
  await page.locator('.page[data-page-number="1"] canvas').waitFor();
  await expect(row(page, '3 protected.pdf')).toContainText(es('problems.pdf-no-changes.what'));
  await expect(row(page, '3 protected.pdf')).toBeFocused();
  // From another area the keys go on from the same document.
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('grid', { name: es('queue.list.label') })).toBeVisible();
  await page.keyboard.press('Control+1');
  await expect(row(page, '3 protected.pdf')).toBeFocused();

  // The result of a document, and its file.
  await row(page, '2 cropped.pdf').click();
  await page.getByRole('button', { name: es('ui.showInFolder') }).click();
  await expect.poll(() => station.opened()).toEqual([{ kind: 'folder', target: join(signed, '2 cropped-signed.pdf') }]);
});

test.describe('with its own provider', () => {
  test.use({ language: 'en' });

  test('one batch has four outcomes, each document is sent again alone, and the secret is only in the keychain', async ({
    folder,
    provider,
    station,
  }) => {
    const { page } = station;
    await connectInForm(station, provider);
    await expect(page.getByRole('banner')).toContainText('Main branch');

    const names = ['a good', 'b refused', 'c broken', 'd silent'] as const;
    for (const name of names) await writeFile(folder, `${name}.pdf`, await plainPdf(1, name));
    await openFolder(station, folder);
    await expect(row(page, 'd silent.pdf')).toBeVisible();
    await placeAndName(page, 'TRX-0002');

    provider.misbehave('sign', {});
    provider.misbehave('sign', { entry: 'fail' });
    provider.misbehave('sign', { status: 400 });
    provider.misbehave('sign', { drop: 'before-answer' });
    await page.keyboard.press('Control+Enter');
    const status = (name: string, word: string) => expect(row(page, `${name}.pdf`)).toContainText(word);
    await status('a good', t('statuses.signed'));
    await status('b refused', t('statuses.rejected'));
    await status('c broken', t('statuses.failed'));
    await status('d silent', t('statuses.in-doubt'));

    // What failed goes again with a press; what is in doubt only knowingly.
    await row(page, 'c broken.pdf').click();
    // The facts come last: on a small display the actions are in view.
    await expect(page.locator('.sign-result > :last-child')).toHaveClass('sign-facts');
    await page.getByRole('button', { name: t('signing.result.again') }).click();
    await status('c broken', t('statuses.signed'));
    await row(page, 'd silent.pdf').click();
    const result = page.getByRole('region', { name: t('signing.result.title') });
    await expect(result.getByText(t.pattern('jobs.inDoubt.noAnswer'))).toBeVisible();
    await result.getByRole('button', { name: t('signing.result.settle') }).click();
    await page.getByRole('button', { name: t('queue.doubt.again') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('signing.result.again') })
      .click();
    await expect(row(page, 'd silent.pdf')).toContainText(t('statuses.signed'));

    // Signed is what is encrypted here; its file is delivered a moment later.
    await expect.poll(() => namesIn(join(folder, 'signed'))).toEqual(['a good-signed.pdf', 'c broken-signed.pdf', 'd silent-signed.pdf']);
    const calls = provider.log().filter(({ operation }) => operation === 'sign');
    expect(calls.map(({ documents }) => documents?.map(({ reference }) => reference).join())).toEqual([...names, 'c broken', 'd silent']);

    // The same content under another name goes again only when the clerk says so.
    const other = join(folder, 'other');
    await mkdir(other);
    await copyFile(join(folder, 'a good.pdf'), join(other, 'e copy.pdf'));
    await writeFile(other, 'f new.pdf', await plainPdf(1, 'f new'));
    await page.keyboard.press('Control+1');
    await openFolder(station, other);
    await expect(row(page, 'f new.pdf')).toBeVisible();
    await page.getByRole('button', { name: t('signing.placement.confirm') }).click();
    await page.getByLabel(t('signing.client.label')).fill('TRX-0002');
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('alertdialog', { name: t('dialogs.sentBefore.title', { count: 1 }) });
    await expect(dialog).toContainText('a good-signed.pdf');
    await dialog.getByRole('button', { name: t('dialogs.sentBefore.others', { count: 1 }) }).click();
    await status('f new', t('statuses.signed'));
    await page.keyboard.press('Control+Enter');
    await dialog.getByRole('button', { name: t('dialogs.sentBefore.again', { count: 1 }) }).click();
    await status('e copy', t('statuses.signed'));

    await expectOnlyInKeychain(provider.secrets.clientSecret ?? '', station);
  });
});

/** The real Secret Service (scripts/test.mjs unlocks one), and every file under the data folder, in every usual spelling. */
async function expectOnlyInKeychain(secret: string, { page, dataDir }: Running): Promise<void> {
  expect(secret.length).toBeGreaterThan(10);
  const profiles = await page.evaluate(() => (window as unknown as PageWithStation).station.invoke['profiles.list'](undefined));
  const id = profiles.ok ? profiles.value[0]?.profile.id : undefined;
  // Behind the addresses that it was typed for.
  expect((await systemKeychain().get(`${id}/clientSecret`))?.split('\n').at(-1)).toBe(secret);
  expect(await findMarkers(dataDir, { secret })).toEqual([]);
  expect(await readdir(dataDir)).toContain('station.sqlite');
  // The same way a person takes it out again.
  await page.keyboard.press('Control+,');
  await page.getByRole('button', { name: t('settings.profiles.removeName', { name: 'Main branch' }) }).click();
  await page.getByRole('button', { name: t('settings.profiles.removeConfirm') }).click();
  await expect.poll(() => systemKeychain().get(`${id}/clientSecret`)).toBeNull();
}
