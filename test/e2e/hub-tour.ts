/** A station at a hub: enrolled on the screen, with pushes and documents, without a connection, revoked. For the spec and for the pictures. */
import { join } from 'node:path';
import { startTestHub, type TestHub } from '../hub/support/test-hub.ts';
import type { Language } from '../support/doors/domain.ts';
import { recordOfTransaction } from '../support/doors/practice.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { expect, type PageWithStation, type Running } from './launch.ts';
import { words } from './words.ts';

/** In the order of the tour. */
export const hubScenes = [
  'hub-none',
  'hub-code-refused',
  'hub-connected',
  'hub-elsewhere',
  'hub-document-waiting',
  'hub-offline',
  'hub-document-offered',
  'hub-document-fetched',
  'hub-revoked',
  'hub-leave',
] as const;
export type HubScene = (typeof hubScenes)[number];

type Tour = { station: Running; language: Language; folder: string; visit: (scene: HubScene) => Promise<void> };

export async function hubTour(tour: Tour): Promise<void> {
  const hub = await startTestHub();
  try {
    await enrol(tour, hub);
    await receive(tour, hub);
    await publish(tour, hub);
    await leave(tour, hub);
  } finally {
    await hub.close();
  }
}

const partsOf = ({ station: { page }, language }: Tour) => {
  const t = words(language);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  return { t, page, button, bar: page.getByRole('banner') };
};

/** The settings take address and code, and say what is wrong with them. */
async function enrol(tour: Tour, hub: TestHub): Promise<void> {
  const { t, page, button, bar } = partsOf(tour);
  await page.keyboard.press('Control+,');
  await page.getByRole('tab', { name: t('settings.sections.hub'), exact: true }).click();
  await expect(button(t('hub.enrol.act'))).toBeVisible();
  await tour.visit('hub-none');
  await button(t('hub.enrol.act')).click();
  await expect(page.getByLabel(t('hub.enrol.address'))).toBeFocused();
  await page.keyboard.type(hub.address);
  await page.keyboard.press('Tab');
  await page.keyboard.type('ABCD-EFGH-JKLM');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(t('hub.enrol.code'))).toHaveAccessibleDescription(new RegExp(t('problems.hub-code-refused.do')));
  await expect(page.getByLabel(t('hub.enrol.code'))).toBeFocused();
  // Another area can be looked at in between.
  await page.keyboard.press('Control+2');
  await page.keyboard.press('Control+,');
  await expect(page.getByLabel(t('hub.enrol.code'))).toHaveValue('ABCD-EFGH-JKLM');
  await page.getByLabel(t('hub.enrol.code')).press('Enter');
  await expect(page.getByText(t('problems.hub-code-refused.what'))).toBeVisible();
  await tour.visit('hub-code-refused');

  await page.getByLabel(t('hub.enrol.code')).fill(hub.code('Sucursal Centro'));
  await page.keyboard.press('Enter');
  const state = page.getByRole('region', { name: t('hub.state.title') });
  await expect(state.getByText(t('hub.state.is.connected'), { exact: true })).toBeVisible();
  await expect(page.getByText('Sucursal Centro', { exact: true })).toBeVisible();
  await expect(bar.getByText(t('hub.bar.is.connected'), { exact: true })).toBeVisible();
  await tour.visit('hub-connected');
}

/** A push arrives at the visit that claims it; another branch has a record of the person. */
async function receive(tour: Tour, hub: TestHub): Promise<void> {
  const { page } = partsOf(tour);
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
  await tour.visit('hub-elsewhere');
}

/** A document waits without a connection, is offered at the hub, and fetched there. */
async function publish(tour: Tour, hub: TestHub): Promise<void> {
  const { t, page, button, bar } = partsOf(tour);
  hub.faults.down = true;
  hub.cutStreams();
  await writeFile(tour.folder, 'Contrato de apertura.pdf', await plainPdf(1, 'contrato'));
  await tour.station.answerDialog([join(tour.folder, 'Contrato de apertura.pdf')]);
  await button(t('customers.published.act')).click();
  await page.locator('.ui-modal').getByText('Contrato de apertura.pdf').waitFor();
  await page.getByRole('button', { name: t.pattern('inbox.publishing.dialog.publish', { count: 1 }) }).click();
  await expect(page.getByText(t('hub.publication.waiting'))).toBeVisible();
  await expect(bar.getByText(t('hub.bar.is.offline'))).toBeVisible();
  await tour.visit('hub-document-waiting');

  await bar.getByText(t('hub.bar.is.offline')).click();
  const again = button(t('hub.state.again'));
  await expect(again).toBeVisible();
  await tour.visit('hub-offline');
  await again.click();
  hub.faults.down = false;
  // The station also tries without being asked, and then there is no button.
  const connected = bar.getByText(t('hub.bar.is.connected'), { exact: true });
  await again.or(connected).first().click();
  await expect(connected).toBeVisible();
  await expect.poll(() => [...hub.offers.values()].map(({ state }) => state)).toEqual(['offered']);
  await page.keyboard.press('Control+4');
  await expect(page.getByText(t('hub.publication.known'))).toBeVisible();
  await tour.visit('hub-document-offered');
  hub.fetch([...hub.offers.keys()][0] ?? '');
  await expect(page.getByText(t.pattern('inbox.publishing.fetched.whole', { count: 1 })).first()).toBeVisible();
  await tour.visit('hub-document-fetched');
}

/** A revoked station says so, and leaving asks what is lost. */
async function leave(tour: Tour, hub: TestHub): Promise<void> {
  const { t, page, button, bar } = partsOf(tour);
  const [enrolled] = hub.stations;
  if (enrolled) enrolled.revoked = true;
  hub.cutStreams();
  await bar.getByText(t('hub.bar.is.revoked')).click();
  await expect(page.getByText(t('problems.hub-revoked.what'))).toBeVisible();
  await tour.visit('hub-revoked');
  await button(t('hub.leave.act')).click();
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: t('hub.leave.confirm') });
  await expect(confirm).toBeVisible();
  await tour.visit('hub-leave');
  await confirm.click();
  await expect(page.getByLabel(t('hub.enrol.address'))).toBeVisible();
  await expect(bar.getByText(t('hub.bar.is.revoked'))).toHaveCount(0);
}
