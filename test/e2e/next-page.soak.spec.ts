/** A page that ended is followed by one with the same area, the same choices and the same input on the screen, without secrets. */
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { openFolder, row } from './clerk.ts';
import { electronBinary } from './electron-binary.ts';
import { expect, type PageWithStation, type Running, test } from './launch.ts';
import { theDialog } from './queue-fixture.ts';
import { words } from './words.ts';

const t = words('en');

test.use({ language: 'en' });
test.skip(electronBinary() !== null, 'the Electron host ends the page');

/** What main has of the page, as text. */
const saved = async ({ page }: Running): Promise<string> =>
  JSON.stringify(await page.evaluate(() => (window as unknown as PageWithStation).station.invoke['app.workspace'](undefined)));

async function endPage({ page, system }: Running): Promise<void> {
  const loaded = page.waitForEvent('load');
  await system?.emit('contents', 'render-process-gone', { reason: 'crashed' });
  await loaded;
  await expect(page.getByText(t('app.loadedAgain'))).toBeVisible();
}

test('the next page has the area, the visit, and the input of dialogs and forms, but no secret', async ({ folder, station }) => {
  const { page } = station;
  const dialog = theDialog(page);
  const name = dialog.getByLabel(t('customers.details.name'));
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
  const secret = 'hidden-8d1f';

  await test.step('the dialog over a visit', async () => {
    await page.keyboard.press('Control+4');
    await page
      .getByRole('button', { name: t('customers.new.title') })
      .first()
      .click();
    await name.fill('Rosa Mora');
    await dialog.getByRole('checkbox', { name: t('customers.new.fetch') }).press('Space');
    await name.press('Enter');
    await page.getByRole('button', { name: t('customers.edit.act') }).click();
    await name.fill('Rosa Mora Paz');
    await expect.poll(() => saved(station)).toContain('Rosa Mora Paz');
    await endPage(station);
    await expect(name).toHaveValue('Rosa Mora Paz');
    await dialog.getByRole('button', { name: t('customers.edit.save') }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Rosa Mora Paz' })).toBeVisible();
    await expect.poll(() => saved(station)).not.toContain('details ');
  });

  await test.step('files about to be published, without their folder', async () => {
    await station.answerDialog([await writeFile(folder, 'contract.pdf', await plainPdf(1, 'contract'))]);
    await page.getByRole('button', { name: t('customers.published.act') }).click();
    await expect(dialog.getByText('contract.pdf')).toBeVisible();
    const customer = dialog.getByLabel(t('service.kinds.customer'), { exact: true });
    await customer.fill('C-4411');
    await expect.poll(() => saved(station)).toContain('C-4411');
    expect(await saved(station)).not.toContain(folder);
    await endPage(station);
    await expect(dialog.getByText('contract.pdf')).toBeVisible();
    await expect(customer).toHaveValue('C-4411');
    await dialog.getByRole('button', { name: t.pattern('inbox.publishing.dialog.publish', { count: 1 }) }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('contract.pdf').first()).toBeVisible();
    await expect.poll(() => saved(station)).not.toContain('C-4411');
  });

  await test.step('a list in preparation, read again from its file', async () => {
    await page.keyboard.press('Control+3');
    await page.getByRole('tab', { name: t('screening.sections.bulk') }).click();
    await station.answerDialog([await writeFile(folder, 'people.csv', 'name;id\nAna Paz;1\nLuis Mora;2\n')]);
    await page.getByRole('button', { name: t('bulk.choose') }).click();
    const empty = page.getByLabel(t('bulk.mapping.empty'));
    await empty.fill('-0-');
    await expect.poll(() => saved(station)).toContain('-0-');
    for (const own of [folder, 'Luis Mora']) expect(await saved(station)).not.toContain(own);
    await endPage(station);
    await expect(empty).toHaveValue('-0-');
    await expect(page.getByRole('button', { name: t('bulk.start.startRows', { count: 2 }) })).toBeEnabled();
    await page.getByRole('button', { name: t('ui.discard.confirm'), exact: true }).press('Enter');
    await dialog.getByRole('button', { name: t('ui.discard.confirm') }).press('Enter');
    await expect.poll(() => saved(station)).not.toContain('people.csv');
  });

  await test.step('the name of a position that is being saved', async () => {
    await page.keyboard.press('Control+1');
    await openFolder(station, folder);
    await expect(row(page, 'contract.pdf')).toBeVisible();
    await page.getByRole('button', { name: t('pdf.fields.placeUsual') }).click();
    await page.getByRole('application').press('ArrowUp');
    await page.getByRole('button', { name: t('signing.presets.saveTitle') }).click();
    const position = dialog.getByLabel(t('dialogs.position.name'));
    await position.fill('Over the stamp');
    await expect.poll(() => saved(station)).toContain('Over the stamp');
    await endPage(station);
    await expect(position).toHaveValue('Over the stamp');
    await position.press('Enter');
    await expect(page.getByRole('button', { name: t('signing.presets.label') })).toContainText('Over the stamp');
  });

  await test.step('the form of a connection, and that of the web service', async () => {
    await page.keyboard.press('Control+,');
    await page.getByRole('tab', { name: t('settings.sections.service') }).click();
    await field(t('service.fields.port.label')).fill('');
    await field(t('service.fields.port.label')).press('Tab');
    await page.getByRole('tab', { name: t('settings.sections.connections') }).click();
    await page.getByRole('button', { name: t('settings.profiles.new') }).click();
    await field(t('settings.fields.name.label')).fill('Branch North');
    await page.getByLabel(t('settings.secret.names.clientSecret.label')).fill(secret);
    await field(t('settings.fields.accountId.label')).fill('ACC-77');
    await expect.poll(() => saved(station)).toContain('ACC-77');
    expect(await saved(station)).not.toContain(secret);
    await endPage(station);
    await expect(field(t('settings.fields.name.label'))).toHaveValue('Branch North');
    await expect(field(t('settings.fields.accountId.label'))).toHaveValue('ACC-77');
    await expect(page.getByLabel(t('settings.secret.names.clientSecret.label'))).toHaveValue('');
  });

  await test.step('a page that ends before a key was pressed is followed by one on Sign; the input stays', async () => {
    await endPage(station);
    await expect(page.getByRole('button', { name: t('app.rail.sign'), exact: true })).toHaveAttribute('aria-current', 'page');
    await page.keyboard.press('Control+,');
    await expect(field(t('settings.fields.name.label'))).toHaveValue('Branch North');
    await page.getByRole('tab', { name: t('settings.sections.service') }).click();
    await expect(field(t('service.fields.port.label'))).toHaveValue('');
    await expect(page.getByRole('form', { name: t('service.form') })).toContainText(t('service.unsaved'));
  });
});
