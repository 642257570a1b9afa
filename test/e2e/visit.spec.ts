/** A visit from its transaction number to the evidence for the file: a stop by the rules, a reason, and a change after queueing. */
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright/test';
import yauzl from 'yauzl';
import { type Policy, policySchema } from '../support/doors/domain.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { sha256 } from '../support/sha256.ts';
import { banner, openFolder, placeSignature, row } from './clerk.ts';
import { wrongNow } from './inspector.ts';
import { expect, type PageWithStation, test } from './launch.ts';
import { recordTranscript } from './transcript.ts';
import { words } from './words.ts';

const t = words('es');

const setRules = (page: Page, policy: Policy) =>
  page.evaluate(async (rules) => {
    const { invoke } = (window as unknown as PageWithStation).station;
    await invoke['settings.set']({ policy: rules, clerk: 'Luz Marina' });
  }, policy);

/** The parts of a ZIP, by name. */
async function partsOf(path: string): Promise<Map<string, Buffer>> {
  const zip = await yauzl.openPromise(path);
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return parts;
}

test('a visit leads from transaction number to evidence, through a blocking rule and a record that changes after queueing', async ({
  folder,
  station,
}) => {
  const { page } = station;
  await writeFile(folder, 'Contrato de crédito.pdf', await plainPdf(1, 'contrato'));
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.locator('.ui-modal');
  const visit = page.locator('.cust-page');
  const override = async (rule: 'policy-not-clear' | 'policy-face-not-approved', reason: string) => {
    // Which of several rules, for a screen reader.
    await button(`${t('customers.findings.override')} ${t(`problems.${rule}.what`)}`).click();
    await dialog.getByRole('textbox', { name: t('customers.override.reason') }).fill(reason);
    await dialog.getByRole('button', { name: t('customers.override.confirm') }).click();
    await expect(dialog).toBeHidden();
  };
  await page.getByRole('heading').first().waitFor();
  await setRules(page, policySchema.parse({ clearScreening: { level: 'stop' }, approvedFace: { level: 'stop' } }));

  // The record of this transaction says something else when it is asked for once more.
  await page.keyboard.press('Control+4');
  await expect(page.getByText(t('customers.empty.practice'))).toBeVisible();
  await button(t('customers.new.title')).first().click();
  await dialog.getByLabel(t('customers.details.transaction')).fill('TX-2001');
  await expect(dialog.getByRole('checkbox', { name: t('customers.new.fetch') })).toBeChecked();
  await dialog.getByRole('button', { name: t('customers.new.openAndFetch') }).click();
  await expect(page.getByRole('heading', { level: 1, name: /ROSALBA/ })).toBeFocused();
  await expect(visit.getByText(t('customers.mark.face-approved')).first()).toBeVisible();
  expect(await wrongNow(station, { panes: '.ui-modal, main' })).toEqual({});

  // Signing without a search is stopped, with nothing queued.
  await button(t('customers.acts.sign')).click();
  await openFolder(station, folder);
  await expect(row(page, 'Contrato de crédito.pdf')).toBeVisible();
  await expect(page.getByLabel(t('signing.client.label'))).toHaveValue('TX-2001');
  await placeSignature(page, t);
  await expect(page.getByText(t('customers.findings.stop', { what: t('problems.policy-not-screened.what') }))).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(banner(page).getByRole('button', { name: t('dialogs.signing.rules') })).toBeVisible();
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('heading', { name: t('queue.empty.title') })).toBeVisible();

  // A search from the visit, with the customer filled in; a match without a decision still blocks.
  await page.keyboard.press('Control+4');
  await button(t('customers.acts.screen')).click();
  await expect(page.getByLabel(t('screening.form.identification'))).toHaveValue('52123456');
  await page.getByLabel(t('screening.form.name'), { exact: true }).fill('Silencio Noticias Parra');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: /Silencio/ })).toBeVisible();
  await page.keyboard.press('Control+1');
  await expect(page.getByText(t('problems.policy-not-clear.what')).first()).toBeVisible();
  await override('policy-not-clear', 'Autorizó la gerencia por teléfono');
  await expect(page.getByText(t.pattern('customers.findings.overridden'))).toBeVisible();
  await expect(banner(page)).toBeHidden();

  // Queued while sending is paused; then the record changes, and the document is blocked when it would be sent.
  await page.keyboard.press('Control+2');
  await button(t('queue.pause')).click();
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Control+Enter');
  await expect(row(page, 'Contrato de crédito.pdf')).toContainText(t('statuses.queued'));
  await page.keyboard.press('Control+4');
  await button(t('customers.acts.fetch')).click();
  await dialog.getByRole('button', { name: t('customers.fetch.ask'), exact: true }).click();
  await expect(visit.getByText(t('customers.mark.face-not-approved')).first()).toBeVisible();
  await page.keyboard.press('Control+2');
  await button(t('queue.resume')).click();
  await row(page, 'Contrato de crédito.pdf').click();
  await expect(
    page.getByRole('region', { name: t('queue.details.label') }).getByText(t('problems.policy-face-not-approved.what')),
  ).toBeVisible();
  await expect(row(page, 'Contrato de crédito.pdf')).toContainText(t('jobs.shown.blocked'));
  await button(t('ui.visit.open')).click();
  await override('policy-face-not-approved', 'El cliente está presente y se comparó con su cédula');
  await expect(visit.getByText(t('statuses.signed'), { exact: true }).first()).toBeVisible();

  // The evidence, and every part of it.
  const path = join(folder, 'evidencia.zip');
  await station.answerSave(path);
  const transcript = await recordTranscript(page);
  await button(t('customers.acts.evidence')).click();
  await dialog.getByRole('button', { name: t('customers.evidence.write') }).click();
  await expect(dialog.getByText(t('customers.evidence.written'))).toBeVisible();
  // Over the dialog, too.
  await expect.poll(transcript.said).toContain(t('customers.said.evidence', { name: 'evidencia.zip' }));
  const parts = await partsOf(path);
  await expect(dialog.getByText(t.pattern('customers.evidence.missing'))).toBeHidden();
  const manifest = JSON.parse(String(parts.get('manifest.json'))) as {
    parts: { name: string; sha256: string; bytes: number }[];
    audit: unknown[];
    missing: unknown[];
  };
  expect(manifest.missing).toEqual([]);
  expect(manifest.parts.map(({ name }) => name).toSorted()).toEqual(
    [...parts.keys()].filter((name) => !['manifest.json', 'SHA256SUMS'].includes(name)).toSorted(),
  );
  for (const { name, sha256: promised, bytes } of manifest.parts) {
    expect([name, sha256(parts.get(name) ?? Buffer.alloc(0)), parts.get(name)?.length]).toEqual([name, promised, bytes]);
  }
  for (const line of String(parts.get('SHA256SUMS')).trim().split('\n')) {
    const [, sum, name = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    expect(sha256(parts.get(name) ?? Buffer.alloc(0))).toBe(sum);
  }
  const names = [...parts.keys()].join('\n');
  for (const kind of [
    /^originals\/.+\.pdf$/m,
    /^signed\/.+\.pdf$/m,
    /^screenings\/.+\.pdf$/m,
    /^records\/.+\.json$/m,
    /^summary\.pdf$/m,
    /^decisions\.json$/m,
  ]) {
    expect(names).toMatch(kind);
  }
  expect(String(parts.get('decisions.json'))).toContain('Autorizó la gerencia por teléfono');

  // The dialog is closed before the evidence is written: a message says that it is.
  await page.keyboard.press('Escape');
  await station.answerSave(join(folder, 'otra.zip'));
  await button(t('customers.acts.evidence')).click();
  await dialog.locator('.ui-dialog-actions').evaluate((acts) => {
    // In one task, so that no answer comes between the two.
    for (const act of [...acts.querySelectorAll('button')].reverse()) act.click();
  });
  await expect(page.getByText(t('customers.said.evidence', { name: 'otra.zip' }))).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
