/** The station is enrolled at a hub on the screen; a push arrives at its visit, and a published document is fetched there. */
import { join } from 'node:path';
import { startTestHub, type TestHub } from '../hub/support/test-hub.ts';
import { recordOfTransaction } from '../support/doors/practice.ts';
import { plainPdf, temporaryFolder, writeFile } from '../support/pdfs.ts';
import { brokenRules } from './broken-rules.ts';
import { expect, type PageWithStation, test } from './launch.ts';
import { words } from './words.ts';

const t = words('es');

let hub: TestHub;
test.beforeEach(async () => {
  hub = await startTestHub();
});
test.afterEach(() => hub.close());

test('a station is enrolled by a code, receives a push, and offers a document', async ({ station }) => {
  const { page } = station;
  const { folder, remove } = await temporaryFolder();
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const bar = page.getByRole('banner');

  await test.step('the settings take address and code, and say what is wrong with them', async () => {
    await page.keyboard.press('Control+,');
    await page.getByRole('tab', { name: t('settings.sections.hub'), exact: true }).click();
    await button(t('hub.enrol.act')).click();
    await expect(page.getByLabel(t('hub.enrol.address'))).toBeFocused();
    await page.keyboard.type(hub.address);
    await page.keyboard.press('Tab');
    await page.keyboard.type('ABCD-EFGH-JKLM');
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('problems.hub-code-refused.what'))).toBeVisible();
    expect(await brokenRules(page)).toEqual([]);

    await page.getByLabel(t('hub.enrol.code')).fill(hub.code('Sucursal Centro'));
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('region', { name: t('hub.state.title') }).getByText(t('hub.state.is.connected'), { exact: true }),
    ).toBeVisible();
    await expect(page.getByText('Sucursal Centro', { exact: true })).toBeVisible();
    await expect(bar.getByText(t('hub.bar.is.connected'), { exact: true })).toBeVisible();
    expect(await brokenRules(page)).toEqual([]);
  });

  await test.step('a push arrives at the visit that claims it', async () => {
    hub.elsewhere = [{ station: 'Sucursal Norte', receivedAt: '2026-11-20T15:00:00.000Z' }];
    const record = recordOfTransaction('TX-1001');
    const visit = await page.evaluate(async () => {
      const { invoke } = (window as unknown as PageWithStation).station;
      const made = await invoke['visits.create']({ name: '', identification: '', transaction: 'TX-1001' });
      return made.ok ? made.value.id : '';
    });
    await expect.poll(() => hub.stations[0]?.claims.get(visit)?.claims[0]?.kind).toBe('transaction');
    hub.push(JSON.stringify(record));
    await expect.poll(() => hub.waiting.size).toBe(0);
    await page.keyboard.press('Control+4');
    await page
      .getByText(new RegExp(String(record.FirstSurname), 'i'))
      .first()
      .click();
    await expect(page.getByText(/Sucursal Norte/)).toBeVisible();
    expect(await brokenRules(page)).toEqual([]);
  });

  await test.step('a document waits without a connection, is offered at the hub, and fetched there', async () => {
    hub.faults.down = true;
    hub.cutStreams();
    await writeFile(folder, 'Contrato de apertura.pdf', await plainPdf(1, 'contrato'));
    await station.answerDialog([join(folder, 'Contrato de apertura.pdf')]);
    await button(t('customers.published.act')).click();
    await page.locator('.ui-modal').getByText('Contrato de apertura.pdf').waitFor();
    await button(t.pattern('inbox.publishing.dialog.publish', { count: 1 })).click();
    await expect(page.getByText(t('hub.publication.waiting'))).toBeVisible();
    await expect(bar.getByText(t('hub.bar.is.offline'))).toBeVisible();

    await bar.getByText(t('hub.bar.is.offline')).click();
    const again = button(t('hub.state.again'));
    await again.click();
    hub.faults.down = false;
    // The station also tries without being asked, and then there is no button.
    const connected = bar.getByText(t('hub.bar.is.connected'), { exact: true });
    await again.or(connected).first().click();
    await expect(connected).toBeVisible();
    await expect.poll(() => [...hub.offers.values()].map(({ state }) => state)).toEqual(['offered']);
    await page.keyboard.press('Control+4');
    await expect(page.getByText(t('hub.publication.known'))).toBeVisible();
    hub.fetch([...hub.offers.keys()][0] ?? '');
    await expect(page.getByText(t.pattern('inbox.publishing.fetched.whole', { count: 1 })).first()).toBeVisible();
  });

  await test.step('a revoked station says so, and leaving asks what is lost', async () => {
    const [enrolled] = hub.stations;
    if (enrolled) enrolled.revoked = true;
    hub.cutStreams();
    await bar.getByText(t('hub.bar.is.revoked')).click();
    await expect(page.getByText(t('problems.hub-revoked.what'))).toBeVisible();
    await button(t('hub.leave.act')).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('hub.leave.confirm') })
      .click();
    await expect(page.getByLabel(t('hub.enrol.address'))).toBeVisible();
    await expect(bar.getByText(t('hub.bar.is.revoked'))).toHaveCount(0);
  });
  await remove();
});
