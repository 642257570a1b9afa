/** The provider calls in: it pushes, the inbox shows it, the visit opens, and what is published in it is fetched. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { type Caller, createCaller, recordOfTransaction } from '../support/doors/practice.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { wrongNow } from './inspector.ts';
import { expect, type PageWithStation, test } from './launch.ts';
import { words } from './words.ts';

const t = words('es');

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

test('a pushed record is shown and opened, and a published document is fetched', async ({ folder, station }) => {
  const { page } = station;
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const row = (name: string | RegExp) => page.getByRole('row', { name }).or(page.getByRole('option', { name })).first();
  await page.getByRole('heading').first().waitFor();
  const caller = await serve(page);
  try {
    const record = recordOfTransaction('TX-1001');
    const someone = String(record.IdNumber);

    // Nothing is published yet, and a wrong password is refused.
    expect((await caller.fetch({ TransactionId: 'TX-1001', IdNumber: someone })).documents).toEqual([]);
    expect(await caller.push(record, { how: { password: 'wrong' } })).toMatchObject({ endpoint: 'token', status: 400 });

    // The push shows in the rail, outside the window, and in the list, unread.
    expect(await caller.push(record)).toMatchObject({ status: 200 });
    await expect(page.getByRole('navigation').getByRole('button', { name: t('app.rail.inbox') })).toContainText('1');
    await expect.poll(() => station.notified()).toEqual([`${t('shell.arrived.title')}: ${t('shell.arrived.one')}`]);
    // A click on the notification opens the inbox; the real binary's cannot be clicked by a test.
    if (station.system) expect(await station.system.clickNotification()).toBe(true);
    else await page.keyboard.press('Control+5');
    const first = row(new RegExp(String(record.FirstSurname), 'i'));
    await expect(first).toBeVisible();
    await expect(first).toContainText(t('inbox.item.unread'));

    // The very same again is nothing new; other content of the same Uid is flagged.
    expect(await caller.push(record)).toMatchObject({ status: 200 });
    expect(await caller.push({ ...record, Observation: 'otra cosa' })).toMatchObject({ status: 200 });
    await expect(page.getByText(t.pattern('inbox.item.mark.version', { count: 2 })).first()).toBeVisible();
    expect(await caller.push(Buffer.from('{"Uid":'))).toMatchObject({ status: 400 });
    await expect(row(t.pattern('problems.body-not-json.what'))).toContainText(t('inbox.item.mark.quarantined'));

    // Of a body over the limit there is nothing to show or save.
    expect(await caller.push(Buffer.alloc(9 * 1024 * 1024, ' '))).toMatchObject({ status: 413 });
    await row(t.pattern('problems.body-too-large.what')).click();
    await expect(page.getByText(t('inbox.item.acts.noContents'))).toBeVisible();
    for (const act of ['look', 'save'] as const) await expect(button(t(`inbox.item.acts.${act}`))).toHaveCount(0);

    // The new pushes are announced, and their total is not said as well.
    await expect(page.locator('.inbox-total')).toHaveText(t('inbox.received.total', { count: 4 }));
    await expect(page.getByRole('status').filter({ hasText: t('inbox.received.total', { count: 4 }) })).toHaveCount(0);

    // From there to the visit, which holds both versions.
    await row(t.pattern('inbox.item.mark.version', { count: 2 })).click();
    expect(await wrongNow(station, { panes: '.ui-modal, main' })).toEqual({});
    await button(t('ui.visit.open')).click();
    const visit = page.locator('.cust-page');
    await expect(visit.getByText(t.pattern('customers.records.version', { version: 2 }, 'i')).first()).toBeVisible();

    // A document is published for the customer of the visit, and only that customer's transaction gets it.
    const contract = await plainPdf(1, 'contrato');
    await writeFile(folder, 'Contrato de apertura.pdf', contract);
    await station.answerDialog([join(folder, 'Contrato de apertura.pdf')]);
    await button(t('customers.published.act')).click();
    const dialog = page.locator('.ui-modal');
    await expect(dialog.getByText('Contrato de apertura.pdf')).toBeVisible();
    await expect(dialog.getByLabel(t('service.kinds.identification'), { exact: true })).toHaveValue(someone);
    await dialog
      .getByRole('radio', { name: t('inbox.publishing.dialog.hows.once') })
      .or(dialog.getByText(t('inbox.publishing.dialog.hows.once')))
      .first()
      .click();
    await dialog.getByRole('button', { name: t.pattern('inbox.publishing.dialog.publish') }).click();
    await expect(dialog).toBeHidden();
    await expect(visit.getByText('Contrato de apertura.pdf').first()).toBeVisible();

    expect((await caller.fetch({ TransactionId: 'TX-9999', IdNumber: '1' })).documents).toEqual([]);
    expect((await caller.fetch({ TransactionId: 'TX-1001', IdNumber: '1' })).documents).toEqual([]);
    const { documents } = await caller.fetch({ TransactionId: 'TX-1001', IdNumber: someone });
    expect(documents?.map((bytes) => bytes.equals(readFileSync(join(folder, 'Contrato de apertura.pdf'))))).toEqual([true]);
    expect((await caller.fetch({ TransactionId: 'TX-1001', IdNumber: someone })).documents).toEqual([]);
    await expect(visit.getByText(t.pattern('customers.timeline.document-fetched')).first()).toBeVisible();
    await expect(visit.getByText(t.pattern('inbox.publishing.fetched.whole', { count: 1 })).first()).toBeVisible();

    // The service tells how it stands, and calls itself as the provider would.
    await page.keyboard.press('Control+5');
    await page.getByRole('tab', { name: t('inbox.tabs.service') }).click();
    await button(t('inbox.service.test.title')).click();
    await expect(
      page.getByRole('region', { name: t('inbox.service.test.title') }).getByText(t('inbox.service.test.ok'), { exact: true }),
    ).toHaveCount(6);
  } finally {
    await caller.close();
  }
});
