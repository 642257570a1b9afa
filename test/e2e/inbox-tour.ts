/** Shows the states of the inbox in turn, with invented persons: for the screenshots and the accessibility check. */
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import type { Language } from '../support/doors/domain.ts';
import { type Caller, createCaller, recordOfTransaction } from '../support/doors/practice.ts';
import { plainPdf, protectedPdf, writeFile } from '../support/pdf/pdfs.ts';
import { expect, type PageWithStation, type Running } from './launch.ts';
import { words } from './words.ts';

/** In the order of the tour. */
export const inboxScenes = [
  'inbox-off',
  'inbox-service-off',
  'inbox-empty',
  'inbox-published-empty',
  'inbox',
  'inbox-version',
  'inbox-quarantined',
  'inbox-body',
  'inbox-remove',
  'inbox-none',
  'inbox-all-read',
  'inbox-publish',
  'inbox-publish-missing',
  'inbox-published',
  'inbox-withdrawn',
  'inbox-drop',
  'inbox-unlist',
  'inbox-service',
  'inbox-service-tested',
] as const;
export type InboxScene = (typeof inboxScenes)[number];

type InboxTour = {
  station: Running;
  language: Language;
  /** An empty folder; the tour writes the contracts into it. */
  folder: string;
  visit: (scene: InboxScene) => Promise<void>;
};

const user = 'proveedor';
const contracts = ['Contrato de crédito 2026-0417 – Carlos Andrés Muñoz Peña.pdf', 'Pagaré 2026-0417.pdf'] as const;

/** Adds a user and switches the web service on through the bridge, since the settings have a tour of their own. */
export async function openService(page: Page): Promise<Caller> {
  const { url, password } = await page.evaluate(async (username) => {
    const { invoke } = (window as unknown as PageWithStation).station;
    const added = await invoke['serviceUsers.add']({ username });
    await invoke['service.change']({ port: 0, enabled: true });
    const state = await invoke['service.state'](undefined);
    if (!added.ok || !state.ok) throw new Error('the service did not open');
    return { url: state.value.urls[0] ?? '', password: added.value.password };
  }, user);
  return createCaller({ url, username: user, password });
}

/** Pushes records for every mark of the list, and two bodies that are quarantined. */
async function push(caller: Caller): Promise<void> {
  for (const transaction of ['TX-1001', 'TX-1002', 'TX-1003', 'TX-1008', 'TX-1011']) {
    expect((await caller.push(recordOfTransaction(transaction))).status).toBe(200);
  }
  const again = recordOfTransaction('TX-1002');
  expect((await caller.push(again)).status).toBe(200);
  expect((await caller.push(again)).status).toBe(200);
  expect((await caller.push({ ...recordOfTransaction('TX-1003'), CreationDate: '2026-04-17T10:00:00' })).status).toBe(200);
  expect((await caller.push(Buffer.from('{ "IdNumber": "79555001",\n  "IdNumber": "80777123" }'))).status).toBe(400);
  expect((await caller.push(Buffer.from('{ "Saludo": "Buenos días" }'))).status).toBe(400);
}

export async function inboxTour({ station, language, folder, visit }: InboxTour): Promise<void> {
  const { page } = station;
  const t = words(language);
  const i = t.in('inbox');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  /** Its name ends with the document that it acts on. */
  const buttonOf = (name: string) => page.getByRole('button', { name });
  const tab = (name: 'received' | 'published' | 'service') => page.getByRole('tab', { name: i(`tabs.${name}`) });
  const row = (text: string | RegExp) => page.getByRole('row', { name: text });
  const dialog = page.locator('.ui-modal');
  const details = page.locator('.inbox-details');
  const inDialog = (name: string | RegExp) => dialog.getByRole('button', { name });
  const closeDialog = async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };

  await page.getByRole('heading').first().waitFor();
  await page.keyboard.press('Control+5');
  await expect(page.getByRole('heading', { name: i('service.state.off') })).toBeVisible();
  await visit('inbox-off');
  await tab('service').click();
  await expect(page.getByRole('heading', { name: i('service.state.off') })).toBeVisible();
  await visit('inbox-service-off');

  const caller = await openService(page);
  try {
    await tab('received').click();
    await expect(page.getByRole('heading', { name: i('received.empty.title') })).toBeVisible();
    await visit('inbox-empty');
    await tab('published').click();
    await expect(page.getByRole('heading', { name: i('published.empty.title') })).toBeVisible();
    await visit('inbox-published-empty');

    await tab('received').click();
    await push(caller);
    await expect(page.getByRole('row')).toHaveCount(8);
    await visit('inbox');
    await row(i.pattern('item.mark.version', { count: 2 })).click();
    await expect(details.getByRole('heading', { name: i('item.versions') })).toBeVisible();
    await visit('inbox-version');
    const quarantined = row(new RegExp(i('item.mark.quarantined')));
    await quarantined.last().click();
    await expect(button(i('item.acts.look'))).toBeVisible();
    await visit('inbox-quarantined');
    await button(i('item.acts.look')).click();
    await expect(dialog.locator('pre')).toContainText('80777123');
    await visit('inbox-body');
    await closeDialog();
    await quarantined.first().click();
    await page.keyboard.press('Delete');
    await expect(inDialog(i('item.remove.confirm'))).toBeVisible();
    await visit('inbox-remove');
    await inDialog(i('item.remove.confirm')).click();
    await expect(page.getByRole('row')).toHaveCount(7);
    await page.getByLabel(i('received.search')).fill('nadie así');
    await expect(page.getByRole('heading', { name: i('list.none') })).toBeVisible();
    await visit('inbox-none');
    await button(i('list.showAll')).click();
    await expect(page.getByRole('row')).toHaveCount(7);
    await button(i('received.markAll')).click();
    // A toast closes after eight seconds unless it has the focus.
    await button(t('ui.undo')).focus();
    await visit('inbox-all-read');
    await button(t('ui.undo')).click();
    await expect(page.locator('.inbox-row-unread').first()).toBeVisible();

    await tab('published').click();
    const paths = contracts.map((name) => join(folder, name));
    for (const name of contracts) await writeFile(folder, name, await plainPdf(2, name));
    await writeFile(folder, 'Anexo.pdf', await protectedPdf());
    await station.answerDialog([...paths, join(folder, 'Anexo.pdf')]);
    await button(i('published.publish')).click();
    await expect(dialog.getByRole('listitem')).toHaveCount(3);
    await visit('inbox-publish');
    const publish = dialog.locator('button[type="submit"]');
    await publish.click();
    await expect(dialog.locator('[aria-invalid="true"]')).toBeVisible();
    await visit('inbox-publish-missing');
    const person = recordOfTransaction('TX-1003');
    const asked = { TransactionId: 'TX-1003', IdNumber: String(person.IdNumber) };
    await dialog.getByRole('textbox', { name: t('service.kinds.identification'), exact: true }).fill(asked.IdNumber);
    await dialog.getByRole('radio', { name: i('publishing.dialog.hows.once') }).click();
    await publish.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row')).toHaveCount(2);
    expect((await caller.fetch(asked)).documents).toHaveLength(2);
    await station.answerDialog([paths[0] ?? '']);
    await button(i('published.publish')).click();
    await dialog.getByRole('textbox', { name: t('service.kinds.transaction'), exact: true }).fill('TX-1008');
    await publish.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row')).toHaveCount(3);
    await row(new RegExp(`${i('publishing.state.fetched')}.*`))
      .first()
      .click();
    await expect(details.getByRole('heading', { name: i('published.fetches') })).toBeVisible();
    await visit('inbox-published');
    await row(new RegExp(i('publishing.state.offered'))).click();
    await buttonOf(i('publishing.acts.withdraw')).click();
    await expect(buttonOf(i('publishing.acts.offer'))).toBeVisible();
    await button(t('ui.undo')).focus();
    await visit('inbox-withdrawn');
    await page
      .locator('.ui-toast')
      .getByRole('button', { name: t('ui.close') })
      .click();

    const devtools = await page.context().newCDPSession(page);
    const drag = { x: 400, y: 300, data: { items: [], files: [paths[0] ?? ''], dragOperationsMask: 1 } };
    for (const type of ['dragEnter', 'dragOver'] as const) await devtools.send('Input.dispatchDragEvent', { type, ...drag });
    await expect(page.getByText(i('published.drop'))).toBeVisible();
    await visit('inbox-drop');
    await devtools.send('Input.dispatchDragEvent', { type: 'drop', ...drag });
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    await closeDialog();
    await devtools.detach();
    await buttonOf(i('publishing.acts.remove')).click();
    await expect(inDialog(i('publishing.remove.confirm'))).toBeVisible();
    await visit('inbox-unlist');
    await closeDialog();

    await tab('service').click();
    await expect(page.getByRole('heading', { name: i('service.state.running') })).toBeVisible();
    await visit('inbox-service');
    await button(i('service.test.title')).click();
    await expect(page.getByText(i('service.test.passed')).first()).toBeVisible();
    await visit('inbox-service-tested');
  } finally {
    await caller.close();
  }
}
