/** One customer after the other, counted in real input events: what the main job costs, and that nothing is sent that was not shown. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { connect, openFolder, row } from './clerk.ts';
import { countInputs } from './count-inputs.ts';
import { expect, type Running, test } from './launch.ts';
import { words } from './words.ts';

const t = words('en');

test.use({ language: 'en' });

async function writeContracts(parent: string, customer: string): Promise<string> {
  const folder = join(parent, customer);
  await mkdir(folder);
  for (let number = 1; number <= 5; number++)
    await writeFile(folder, `${customer} ${number}.pdf`, await plainPdf(2, `${customer} ${number}`));
  return folder;
}

const namesOf = (customer: string) => [1, 2, 3, 4, 5].map((number) => `${customer} ${number}`);

/** The documents that are about to be sent: all listed, the first of them on the page, with the rectangle in sight. */
async function expectShown(page: Page, customer: string): Promise<void> {
  for (const name of namesOf(customer)) await expect(row(page, `${name}.pdf`)).toContainText(t('statuses.draft'));
  await expect(page.getByRole('region', { name: t('pdf.viewer', { name: `${customer} 1.pdf` }) })).toBeVisible();
  await expect(page.getByRole('application', { name: t('pdf.rectangle.name') })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: t('signing.send.button', { count: 5 }) })).toBeVisible();
}

async function expectSigned({ page }: Running, customer: string): Promise<void> {
  for (const name of namesOf(customer)) await expect(row(page, `${name}.pdf`)).toContainText(t('statuses.signed'));
}

const pageDrawn = (page: Page) => page.locator('.page[data-loaded] canvas').first().waitFor();
const clientField = (page: Page) => page.getByLabel(t('signing.client.label'));

test('a customer takes few actions, by keyboard and by mouse, and the next one begins with nothing of the one before', async ({
  folder,
  provider,
  station,
}) => {
  const sent = () => provider.log().flatMap(({ documents = [] }) => documents.map(({ reference }) => reference));
  const { page } = station;
  await connect(station, provider);
  const folders = new Map<string, string>();
  for (const customer of ['Ana', 'Beto', 'Cora', 'Dina']) folders.set(customer, await writeContracts(folder, customer));
  const open = (customer: string) => station.answerDialog([folders.get(customer) ?? '']);
  const inputs = await countInputs(page);

  await test.step('main job by keyboard: at most 12 keys', async () => {
    await open('Ana');
    await inputs.begin();
    await page.keyboard.press('Control+Shift+O');
    await expect(row(page, 'Ana 1.pdf')).toBeFocused();
    await expect(row(page, 'Ana 5.pdf')).toBeVisible();
    await pageDrawn(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('application', { name: t('pdf.rectangle.name') })).toBeFocused();
    await page.keyboard.press('Control+L');
    await expect(clientField(page)).toBeFocused();
    await page.keyboard.type('TRX-0001');
    await expectShown(page, 'Ana');
    await page.keyboard.press('Control+Enter');
    expect(await inputs.counts()).toEqual({ keys: 12, presses: 0 });
    await expectSigned(station, 'Ana');
    expect(sent()).toEqual(namesOf('Ana'));
  });

  await test.step('the signed file is on the page with its signature in sight, next to its actions', async () => {
    await expect(page.getByRole('img', { name: t('pdf.signed.valid') })).toBeInViewport();
    for (const action of ['open', 'showInFolder'] as const)
      await expect(page.getByRole('button', { name: t(`ui.${action}`), exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: t('signing.customers.next') })).toBeVisible();
  });

  await test.step('second customer by keyboard: at most 14 keys; nothing goes before the position is confirmed', async () => {
    await open('Beto');
    await inputs.begin();
    await page.keyboard.press('Control+N');
    await expect(page.getByRole('button', { name: t('signing.open.folder') }).last()).toBeFocused();
    await expect(page.getByRole('row')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(row(page, 'Beto 1.pdf')).toBeFocused();
    await expect(row(page, 'Beto 5.pdf')).toBeVisible();
    await pageDrawn(page);
    await expect(clientField(page)).toHaveValue('');
    await expect(clientField(page)).toHaveAttribute('autocomplete', 'off');
    const confirm = page.getByRole('button', { name: t('signing.placement.confirm') });
    await expect(confirm).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(confirm).toBeHidden();
    await page.keyboard.press('Control+L');
    await page.keyboard.type('TRX-0002');
    await expectShown(page, 'Beto');
    await page.keyboard.press('Control+Enter');
    expect(await inputs.counts()).toEqual({ keys: 13, presses: 0 });
    await expectSigned(station, 'Beto');
    expect(sent()).toEqual([...namesOf('Ana'), ...namesOf('Beto')]);
  });

  await test.step('next customer by mouse: at most 5 actions', async () => {
    await open('Cora');
    await inputs.begin();
    await page.getByRole('button', { name: t('signing.customers.next') }).click();
    await page
      .getByRole('button', { name: t('signing.open.folder') })
      .last()
      .click();
    await expect(row(page, 'Cora 5.pdf')).toBeVisible();
    await pageDrawn(page);
    await page.getByRole('button', { name: t('signing.placement.confirm') }).click();
    await clientField(page).click();
    await page.keyboard.insertText('TRX-0003');
    await expectShown(page, 'Cora');
    await page.getByRole('button', { name: t('signing.send.button', { count: 5 }) }).click();
    expect(await inputs.counts()).toEqual({ keys: 0, presses: 5 });
    await expectSigned(station, 'Cora');
    await clientField(page).click();
  });

  await test.step('a folder that is opened next begins the next customer; what is not confirmed is not sent', async () => {
    await openFolder(station, folders.get('Dina') ?? '');
    await expect(row(page, 'Dina 5.pdf')).toBeVisible();
    await expect(row(page, 'Cora 1.pdf')).toBeHidden();
    await expect(row(page, 'Dina 1.pdf')).toBeFocused();
    await expect(clientField(page)).toBeInViewport();
    await clientField(page).fill('TRX-0004');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('button', { name: t('signing.placement.confirm') })).toBeFocused();
    expect(sent()).toHaveLength(15);

    // An earlier customer's documents are under the name, and are not sent with the present one's.
    await page.getByRole('button', { name: t('signing.customers.open', { name: 'TRX-0003' }) }).click();
    await row(page, 'Cora 2.pdf').click();
    await expect(page.getByText(t('signing.customers.earlierWhy', { name: 'TRX-0003' }))).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('region', { name: t('pdf.viewer', { name: 'Dina 1.pdf' }) })).toBeVisible();
    expect(sent()).toHaveLength(15);
    await row(page, 'Cora 2.pdf').click();
    await page.getByRole('button', { name: t('signing.customers.resume') }).click();
    await expect(clientField(page)).toHaveValue('TRX-0003');
    await expect(row(page, 'Dina 1.pdf')).toBeHidden();
    await page.getByRole('button', { name: t('signing.customers.open', { name: 'TRX-0004' }) }).click();
    await row(page, 'Dina 1.pdf').click();
    await page.getByRole('button', { name: t('signing.customers.resume') }).click();
    await expect(clientField(page)).toHaveValue('TRX-0004');
  });

  await test.step('a placement is moved for all or for this document, as the switch says', async () => {
    await row(page, 'Dina 2.pdf').click();
    await pageDrawn(page);
    await page.getByRole('radio', { name: t('signing.placement.this') }).click();
    const fromRight = page.getByRole('textbox', { name: t('pdf.fields.xRight') });
    await fromRight.fill('90');
    await expect(row(page, 'Dina 2.pdf')).toContainText(t('signing.row.ownPlacement'));
    await expect(page.getByRole('radio', { name: t('signing.placement.all', { count: 4 }) })).toBeVisible();
    await row(page, 'Dina 1.pdf').click();
    await expect(fromRight).toHaveValue('36');
    await expect(row(page, 'Dina 1.pdf')).not.toContainText(t('signing.row.ownPlacement'));
    // Moved for all, it stays on the last page and at its distance from that corner.
    await pageDrawn(page);
    await page.getByRole('button', { name: t('signing.placement.confirm') }).click();
    await page.keyboard.press('Shift+ArrowUp');
    await expect(page.getByRole('checkbox', { name: t('pdf.fields.lastPage') })).toBeChecked();
    await expect(page.getByRole('textbox', { name: t('pdf.fields.yBottom') })).toHaveValue('46');
    await row(page, 'Dina 3.pdf').click();
    await expect(page.getByRole('textbox', { name: t('pdf.fields.yBottom') })).toHaveValue('46');
  });

  await test.step('main job by mouse, without a placement: at most 4 actions', async () => {
    await page.getByRole('application', { name: t('pdf.rectangle.name') }).press('Delete');
    await page.keyboard.press('Control+N');
    await page
      .locator('.sign-page')
      .getByRole('button', { name: t('signing.open.folder') })
      .waitFor();
    folders.set('Eva', await writeContracts(folder, 'Eva'));
    await open('Eva');
    await inputs.begin();
    await page
      .locator('.sign-page')
      .getByRole('button', { name: t('signing.open.folder') })
      .click();
    await expect(row(page, 'Eva 5.pdf')).toBeVisible();
    await pageDrawn(page);
    await page.getByRole('button', { name: t('pdf.fields.placeUsual') }).click();
    await clientField(page).click();
    await page.keyboard.insertText('TRX-0005');
    await expectShown(page, 'Eva');
    await page.getByRole('button', { name: t('signing.send.button', { count: 5 }) }).click();
    expect(await inputs.counts()).toEqual({ keys: 0, presses: 4 });
    await expectSigned(station, 'Eva');
    expect(sent().slice(15)).toEqual(namesOf('Eva'));
  });
});

test('a walk-in takes at most 12 actions from the number to the evidence, and a record with alerts asks for a reason, in the queue too', async ({
  folder,
  station,
}) => {
  const { page } = station;
  const contracts = await writeContracts(folder, 'Rosalba');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.locator('.ui-modal');
  const primary = page.locator('.ui-acts[data-pane] .ui-button-primary');
  const begin = async (transaction: string) => {
    await page.keyboard.press('Control+4');
    await button(t('customers.new.title')).first().click();
    await page.keyboard.insertText(transaction);
    await page.keyboard.press('Enter');
  };
  await page.getByRole('heading').first().waitFor();
  const inputs = await countInputs(page);

  await test.step('record, screening, signature and evidence follow each other, each step by the primary button', async () => {
    await inputs.begin();
    await begin('TX-1002');
    await expect(page.getByRole('heading', { level: 1, name: /ROSALBA/i })).toBeFocused();
    await expect(primary).toHaveText(t('customers.acts.screen'));
    await primary.click();
    await expect(page.getByLabel(t('screening.form.identification'))).toHaveValue('52123456');
    await expect(page.locator('.ui-visit')).toContainText('52123456');
    await page.keyboard.press('Enter');
    // The screening is clear, so the visit is back.
    await expect(primary).toHaveText(t('customers.acts.sign'));
    await primary.click();
    await station.answerDialog([contracts]);
    await page
      .locator('.sign-page')
      .getByRole('button', { name: t('signing.open.folder') })
      .click();
    await expect(row(page, 'Rosalba 5.pdf')).toBeVisible();
    await pageDrawn(page);
    await page.getByRole('button', { name: t('pdf.fields.placeUsual') }).click();
    await expect(clientField(page)).toHaveValue('TX-1002');
    await expect(page.locator('.ui-visit')).toContainText('52123456');
    await expectShown(page, 'Rosalba');
    await page.getByRole('button', { name: t('signing.send.button', { count: 5 }) }).click();
    // All are signed, so the visit is back.
    await expect(primary).toHaveText(t('customers.acts.evidence'));
    await station.answerSave(join(folder, 'evidence.zip'));
    await primary.click();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(t('customers.evidence.written'))).toBeVisible();
    const { keys, presses } = await inputs.counts();
    // And the number, which is pasted.
    expect(keys + presses + 1).toBeLessThanOrEqual(12);
    await page.keyboard.press('Escape');
    await expect(primary).toHaveCount(0);
  });

  await test.step('a face that is not approved is to be read first, and signing asks for a reason', async () => {
    await page.keyboard.press('Escape');
    await begin('TX-1011');
    await expect(page.getByRole('heading', { level: 1, name: /FABI/i })).toBeFocused();
    await primary.click();
    await page.keyboard.press('Enter');
    await expect(primary).toHaveText(t('customers.acts.read'));
    await expect(page.getByText(t('customers.findings.warn', { what: t('problems.policy-face-not-approved.what') }))).toBeVisible();
    await button(t('customers.acts.sign')).click();
    await dialog.getByRole('textbox', { name: t('customers.override.reason') }).fill('Compared with the identity card');
    await dialog.getByRole('button', { name: t('customers.override.confirm') }).click();
    await expect(primary).toHaveText(t('customers.acts.sign'));
  });

  await test.step('the queue asks for the reason that a visit needs before a document is sent again', async () => {
    // Back to the list.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+2');
    await button(t('queue.pause')).click();
    await page.keyboard.press('Control+1');
    await openFolder(station, await writeContracts(folder, 'Nicanor'));
    await expect(row(page, 'Nicanor 5.pdf')).toBeVisible();
    await button(t('signing.placement.confirm')).click();
    await clientField(page).fill('TX-1016');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+2');
    await row(page, 'Nicanor 1.pdf').click();
    await button(t('signing.result.cancelThis')).click();
    await expect(row(page, 'Nicanor 1.pdf')).toContainText(t('statuses.cancelled'));

    // The record that arrives after that has an alert.
    await begin('TX-1016');
    await expect(page.getByRole('heading', { level: 1, name: /NICANOR/i })).toBeFocused();
    await page.keyboard.press('Control+2');
    await row(page, 'Nicanor 1.pdf').click();
    await button(t('signing.result.again')).click();
    await expect(dialog).toContainText(t('customers.override.visit', { name: 'NICANOR ABEL ALCÁZAR MONTÚFAR · ' }));
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(row(page, 'Nicanor 1.pdf')).toContainText(t('statuses.cancelled'));
    await button(t('signing.result.again')).click();
    await dialog.getByRole('textbox', { name: t('customers.override.reason') }).fill('The supervisor agreed');
    await dialog.getByRole('button', { name: t('customers.override.confirm') }).click();
    await expect(row(page, 'Nicanor 1.pdf')).toContainText(t('statuses.queued'));
  });
});
