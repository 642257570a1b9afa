/** The states of customers' visits, one after the other, on invented people: for the pictures and for the accessibility check. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '../support/doors/domain.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { banner, openFolder, placeSignature, row, showListed } from './clerk.ts';
import { keepVisit, setRules } from './keep-visit.ts';
import { expect, type Running } from './launch.ts';
import { type KeyOf, words } from './words.ts';

/** In the order of the tour. */
export const visitScenes = [
  'visits-empty',
  'visit-new',
  'visit-fetching',
  'visit-fetched',
  'visits-due',
  'visit-new-same',
  'visit-new-missing',
  'visit-fetch-failed',
  'visit-fetch-failed-behind',
  'visit-stopped',
  'visit-final',
  'visit-override',
  'visit-overridden',
  'visit-screen',
  'visit-sign',
  'visit-sign-refused',
  'visits',
  'visit-blocked',
  'visit-signed',
  'visit-evidence',
  'visit-evidence-written',
  'visit-remove',
  'visit-edit',
  'visit-settings',
] as const;
export type VisitScene = (typeof visitScenes)[number];

type VisitTour = {
  station: Running;
  language: Language;
  /** Empty; the contracts and the evidence are put there. */
  folder: string;
  visit: (scene: VisitScene) => Promise<void>;
};

const contract = 'Contrato de crédito 2026-0417 – Fabián Esteban Rueda Lemos.pdf';
/** What the clerk types; English in a language without a text of its own. */
const reasons: Partial<Record<Language, string>> & { en: string } = {
  es: 'Autorizó la gerente por teléfono; se comparó a la persona con su cédula.',
  en: 'The manager agreed on the phone; the customer was compared with the card.',
  pt: 'A gerente autorizou por telefone; a pessoa foi comparada com seu documento.',
};

export async function visitTour({ station, language, folder, visit }: VisitTour): Promise<void> {
  const { page } = station;
  const t = words(language);
  const c = t.in('customers');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.locator('.ui-modal');
  const inDialog = (key: KeyOf<'customers'>) => dialog.getByRole('button', { name: c(key), exact: true });
  const heading = (name: string | RegExp) => page.locator('.cust-page').getByRole('heading', { level: 1, name });
  const openVisit = async (name: string) => {
    // A click would come in the frame in which a row below is scrolled to, before the list knows of it.
    await page.getByRole('row', { name: new RegExp(name, 'i') }).press('Enter');
    await expect(heading(new RegExp(name, 'i'))).toBeVisible();
  };
  const toList = async () => {
    await button(c('back')).click();
    await expect(page.getByRole('grid')).toBeVisible();
  };
  const closeDialog = async () => {
    await dialog.getByRole('button', { name: t('ui.cancel'), exact: true }).click();
    await expect(dialog).toBeHidden();
  };

  /** Rules are set in another area, and a visit is evaluated again when it comes into view. */
  const withRules = async (...set: Tail<Parameters<typeof setRules>>) => {
    await page.keyboard.press('Control+,');
    await expect(page.getByRole('tab', { name: t('settings.sections.visits') })).toBeVisible();
    await setRules(page, ...set);
    await page.keyboard.press('Control+4');
  };

  await page.getByRole('heading').first().waitFor();
  await page.keyboard.press('Control+4');
  await expect(page.getByRole('heading', { name: c('empty.title') })).toBeVisible();
  await visit('visits-empty');

  // The first one, from its number to its record.
  await button(c('new.title')).first().click();
  await dialog.getByLabel(c('details.transaction')).fill('TX-2003');
  await visit('visit-new');
  await inDialog('new.openAndFetch').click();
  await expect(page.locator('.cust-fetching').getByText(c('fetch.running'))).toBeVisible();
  await visit('visit-fetching');
  await expect(heading(/ROSALBA/)).toBeVisible();
  await visit('visit-fetched');

  await keepAFew(station);
  await toList();
  await expect(page.getByRole('row')).toHaveCount(9);
  await withRules(rules, { retentionDays: 3 });
  await button(c('retention.show')).click();
  await expect(page.getByText(c('retention.show'))).toBeHidden();
  await visit('visits-due');
  await withRules(rules);
  await page.getByRole('radio', { name: c('filter.all') }).click();

  await button(c('new.title')).first().click();
  await dialog.getByLabel(c('details.identification')).fill('79.555.001');
  await expect(dialog.getByRole('button', { name: c('new.openSame') }).first()).toBeVisible();
  await visit('visit-new-same');
  await inDialog('new.openAndFetch').click();
  await expect(dialog.locator('[aria-invalid="true"]')).toBeFocused();
  await visit('visit-new-missing');
  await dialog.getByLabel(c('details.identification')).fill('');
  await closeDialog();

  await openVisit('Hernán');
  await button(c('acts.fetch')).click();
  await expect(dialog.getByLabel(c('details.transaction'))).toHaveValue('TX-2500');
  await inDialog('fetch.ask').click();
  await expect(inDialog('fetch.again')).toBeVisible();
  await expect(dialog.getByLabel(c('details.transaction'))).toBeFocused();
  await visit('visit-fetch-failed');
  await closeDialog();
  await visit('visit-fetch-failed-behind');
  await toList();

  await openVisit('Evaristo');
  await visit('visit-stopped');
  await withRules({ ...rules, blockedPerson: { level: 'stop', override: false }, approvedFace: { level: 'warn' } });
  await expect(page.getByText(c('findings.final'))).toBeVisible();
  await visit('visit-final');
  await withRules(rules);
  await toList();

  await openVisit('Yolima');
  await page
    .getByRole('button', { name: c('findings.override') })
    .first()
    .click();
  await dialog.getByRole('textbox', { name: c('override.reason') }).fill(reasons[language] ?? reasons.en);
  await visit('visit-override');
  await inDialog('override.confirm').click();
  await expect(dialog).toBeHidden();
  await visit('visit-overridden');
  await button(c('acts.screen')).click();
  await expect(page.getByLabel(t('screening.form.identification'), { exact: true })).toHaveValue('32777111');
  await visit('visit-screen');

  // From the visit that a rule stops: refused at once, and blocked when the rule came later.
  await page.keyboard.press('Control+4');
  await toList();
  await openVisit('Fabián');
  await button(c('acts.sign')).click();
  const contracts = join(folder, 'contracts');
  await mkdir(contracts);
  await writeFile(contracts, contract, await plainPdf(2, 'contrato'));
  await openFolder(station, contracts);
  await showListed(page, contract);
  await placeSignature(page, t);
  await page.locator('.page[data-loaded] canvas').last().waitFor();
  await expect(page.getByRole('button', { name: c('findings.override') }).first()).toBeVisible();
  await visit('visit-sign');
  await page.keyboard.press('Control+Enter');
  await expect(banner(page)).toBeVisible();
  await visit('visit-sign-refused');
  // The panel says which rule it is, and what to do; the list of what prevents sending leads there.
  await expect(page.locator('.sign-panel').getByText(t('problems.policy-face-not-approved.what'))).toHaveCount(1);
  await button(t('dialogs.signing.rules')).click();
  await expect(page.locator('.sign-panel .cust-findings')).toBeFocused();
  // The record warns of the face, which would ask for a reason.
  await setRules(page, { recordAlerts: { level: 'off' } });
  await page.keyboard.press('Control+2');
  await button(t('queue.pause')).click();
  await page.keyboard.press('Control+1');
  await expect(page.getByRole('button', { name: c('findings.override') })).toHaveCount(0);
  await page.keyboard.press('Control+Enter');
  await expect(row(page, contract)).toContainText(t('statuses.queued'));
  await page.keyboard.press('Control+4');
  await toList();
  await visit('visits');
  await setRules(page, rules);
  await page.keyboard.press('Control+2');
  await button(t('queue.resume')).click();
  await expect(row(page, contract)).toContainText(t('jobs.shown.blocked'));
  await row(page, contract).click();
  await expect(page.getByRole('region', { name: t('queue.details.label') })).toBeVisible();
  await visit('visit-blocked');
  await page
    .getByRole('region', { name: t('queue.details.label') })
    .getByRole('button', { name: t('ui.visit.open') })
    .click();
  await setRules(page, {});
  await expect(page.locator('.cust-page .cust-entry').filter({ hasText: contract })).toContainText(/-signed/);
  await visit('visit-signed');

  await station.answerSave(join(folder, 'Evidencia Fabián Rueda.zip'));
  await button(c('acts.evidence')).click();
  await visit('visit-evidence');
  await inDialog('evidence.write').click();
  await expect(page.getByRole('dialog').getByRole('button', { name: t('ui.showInFolder') })).toBeVisible();
  await visit('visit-evidence-written');
  await inDialog('evidence.done').click();
  await button(c('acts.remove')).click();
  await expect(inDialog('acts.remove')).toBeVisible();
  await visit('visit-remove');
  await closeDialog();
  await button(c('edit.act')).click();
  await visit('visit-edit');
  await closeDialog();

  await setRules(page, rules);
  await page.keyboard.press('Control+,');
  await page.getByRole('tab', { name: t('settings.sections.visits') }).click();
  await expect(page.getByRole('heading', { name: t('settings.policy.title') })).toBeVisible();
  await visit('visit-settings');
}

type Tail<Parameters> = Parameters extends [unknown, ...infer Rest] ? Rest : never;

const rules = { clearScreening: { level: 'stop' }, approvedFace: { level: 'stop' } } as const;

/** Visits of every mark that the list has. */
async function keepAFew({ page }: Running): Promise<void> {
  const person = (name: string, identification: string) => ({ name, identification, search: { name, identification } });
  await setRules(page, rules);
  await keepVisit(page, { name: 'Hernán Darío Lozano Prieto', identification: '71333222', transaction: 'TX-2500', fetch: false });
  await keepVisit(page, { transaction: 'TRX-20260417-0093', fetch: false });
  await keepVisit(page, { ...person('Domitila Vacío Cifuentes', '41222333') });
  await keepVisit(page, { ...person('Silencio Noticias Parra', '') });
  await keepVisit(page, { ...person('Evaristo José Quiroga Beltrán', '79555001'), transaction: 'TX-1001', wish: { documents: true } });
  await keepVisit(page, { ...person('Carlos Andrés Muñoz Peña', '1032456789'), transaction: 'TX-1003' });
  await keepVisit(page, { ...person('Fabián Esteban Rueda Lemos', '80777123'), transaction: 'TX-1011' });
  await keepVisit(page, {
    name: 'Yolima Esther Barrios Cuesta',
    identification: '32777111',
    transaction: 'TX-1008',
    wish: { documents: true, video: true },
  });
}
