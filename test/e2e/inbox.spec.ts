/** The provider calls in: it pushes, the inbox shows it, the visit opens, and what is published in it is fetched. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { type Caller, createCaller, recordOfTransaction } from '../support/doors/practice.ts';
import { plainPdf, temporaryFolder, writeFile } from '../support/pdfs.ts';
import { expect, type PageWithStation, test } from './launch.ts';

/** Switched on as an administrator would, over the bridge: the settings screen has a spec of its own. */
async function serve(page: Page): Promise<Caller> {
  const { url, password } = await page.evaluate(async () => {
    const { invoke } = (window as unknown as PageWithStation).station;
    await invoke['service.change']({ port: 0, enabled: true });
    const added = await invoke['serviceUsers.add']({ username: 'proveedor' });
    const state = await invoke['service.state'](undefined);
    if (!added.ok || !state.ok) throw new Error('not opened');
    return { url: state.value.urls[0] ?? '', password: added.value.password };
  });
  return createCaller({ url, username: 'proveedor', password });
}

test('pushed, shown, opened, published and fetched', async ({ station }) => {
  const { page } = station;
  const { folder, remove } = await temporaryFolder();
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const row = (name: string | RegExp) => page.getByRole('row', { name }).or(page.getByRole('option', { name })).first();
  await page.getByRole('heading').first().waitFor();
  const caller = await serve(page);
  try {
    const record = recordOfTransaction('TX-1001');
    const someone = String(record.IdNumber);

    // Nothing is published yet, and a wrong password gets nobody in.
    expect((await caller.fetch({ TransactionId: 'TX-1001', IdNumber: someone })).documents).toEqual([]);
    expect(await caller.push(record, { how: { password: 'wrong' } })).toMatchObject({ endpoint: 'token', status: 400 });

    // The push is told in the rail, outside the window, and in the list, unread.
    expect(await caller.push(record)).toMatchObject({ status: 200 });
    await expect(page.getByRole('navigation').getByRole('button', { name: /Bandeja/ })).toContainText('1');
    await expect.poll(() => station.notified()).toEqual(['Estación de firma: Llegó una transacción del proveedor.']);
    await page.keyboard.press('Control+5');
    const first = row(new RegExp(String(record.FirstSurname), 'i'));
    await expect(first).toBeVisible();
    await expect(first).toContainText('Sin leer');

    // The very same again is nothing new; other content of the same Uid is flagged.
    expect(await caller.push(record)).toMatchObject({ status: 200 });
    expect(await caller.push({ ...record, Observation: 'otra cosa' })).toMatchObject({ status: 200 });
    await expect(page.getByText(/Versión 2/).first()).toBeVisible();
    expect(await caller.push(Buffer.from('{"Uid":'))).toMatchObject({ status: 400 });
    await expect(row(/no se pudo leer/)).toContainText('Apartado');

    // From there to the visit, which holds both versions.
    await row(/Versión 2/).click();
    await button('Abrir la visita').click();
    const visit = page.locator('.cust-page');
    await expect(visit.getByText(/versión 2/i).first()).toBeVisible();

    // A document is published for the customer of the visit, and only that customer's transaction gets it.
    const contract = await plainPdf(1, 'contrato');
    await writeFile(folder, 'Contrato de apertura.pdf', contract);
    await station.answerDialog([join(folder, 'Contrato de apertura.pdf')]);
    await button('Publicar para el proveedor…').click();
    const dialog = page.locator('.ui-modal');
    await expect(dialog.getByText('Contrato de apertura.pdf')).toBeVisible();
    await expect(dialog.getByLabel('Identificación', { exact: true })).toHaveValue(someone);
    await dialog.getByRole('radio', { name: 'Una sola vez' }).or(dialog.getByText('Una sola vez')).first().click();
    await dialog.getByRole('button', { name: /^Publicar/ }).click();
    await expect(dialog).toBeHidden();
    await expect(visit.getByText('Contrato de apertura.pdf').first()).toBeVisible();

    expect((await caller.fetch({ TransactionId: 'TX-9999', IdNumber: '1' })).documents).toEqual([]);
    expect((await caller.fetch({ TransactionId: 'TX-1001', IdNumber: '1' })).documents).toEqual([]);
    const { documents } = await caller.fetch({ TransactionId: 'TX-1001', IdNumber: someone });
    expect(documents?.map((bytes) => bytes.equals(readFileSync(join(folder, 'Contrato de apertura.pdf'))))).toEqual([true]);
    expect((await caller.fetch({ TransactionId: 'TX-1001', IdNumber: someone })).documents).toEqual([]);
    await expect(visit.getByText(/el proveedor lo recogió/).first()).toBeVisible();
    await expect(visit.getByText(/Recogido una vez/).first()).toBeVisible();

    // The service tells how it stands, and calls itself as the provider would.
    await page.keyboard.press('Control+5');
    await page.getByRole('tab', { name: /Servicio/ }).click();
    await button('Probar el servicio').click();
    await expect(page.getByRole('region', { name: 'Probar el servicio' }).getByText('Bien')).toHaveCount(6);
  } finally {
    await caller.close();
    await remove();
  }
});
