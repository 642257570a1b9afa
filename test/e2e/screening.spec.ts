/** Screening one person in the built application, by the keyboard where a clerk would: query, result, decision, storage. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import { profileSchema } from '../support/doors/domain.ts';
import { brokenRules } from './broken-rules.ts';
import { expect, type PageWithStation, type Running, test } from './launch.ts';
import { recordTranscript } from './transcript.ts';
import { words } from './words.ts';

const t = words('en');

test.use({ language: 'en' });

const run = promisify(execFile);
const heading = (page: Page, word: string, name: string) => page.getByRole('heading', { level: 2, name: `${word}: ${name}` });
const source = (page: Page, name: string) => page.getByRole('row', { name });
const inRail = (page: Page) => page.getByRole('navigation').getByRole('button', { name: t('app.rail.screen') });

const nameField = (page: Page) => page.getByLabel(t('screening.form.name'));

/** As a clerk types: Ctrl+F to the name, Tab to the identification, Enter. */
async function ask(page: Page, name: string, identification = ''): Promise<void> {
  await expect(nameField(page)).toBeVisible();
  await page.keyboard.press('Control+f');
  await expect(nameField(page)).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type(identification);
  await page.keyboard.press('Enter');
}

/** A connection to a port without a listener, below the ports of servers in other tests. */
async function connectToNobody({ page }: Running): Promise<void> {
  const profile = profileSchema.parse({ name: 'Main branch', search: { url: 'http://127.0.0.1:9/search', projectName: 'p' } });
  await page.evaluate(async (input) => {
    const { invoke } = (window as unknown as PageWithStation).station;
    const answer = await invoke['profiles.save']({ profile: input });
    if (!answer.ok) throw new Error(answer.problem.message);
    const { id } = answer.value.profile;
    await invoke['secrets.set']({ profileId: id, name: 'searchApiKey', value: 'invented' });
    await invoke['settings.set']({ activeProfileId: id });
  }, profile);
}

test('one person is screened: offline, unread, clear, blocked, unanswered and stopped', async ({ station }) => {
  const { page } = station;

  await test.step('a screening saved for later while offline shows as not screened and can be withdrawn', async () => {
    await page.getByRole('heading').first().waitFor();
    await page.keyboard.press('Control+3');
    await expect(nameField(page)).toBeFocused();
    // In practice mode, someone who is on a list.
    await expect(page.getByText(t('screening.empty.practice'))).toBeVisible();
    await connectToNobody(station);
    await expect(page.getByText(t('screening.empty.practice'))).toBeHidden();
    await ask(page, 'Ana Clara Sinrastro Pombo');
    await expect(heading(page, t('screening.outcome.failed.word'), 'Ana Clara Sinrastro Pombo')).toBeVisible();
    // A code that the clipboard refuses is reported, and not shown as copied.
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    await page.getByRole('button', { name: t.pattern('ui.copyCode') }).press('Enter');
    await expect(page.getByText(t('problems.internal.what'))).toBeVisible();
    await page
      .getByRole('region', { name: t('ui.messages') })
      .getByRole('button', { name: t('ui.close') })
      .press('Enter');
    await page.getByRole('button', { name: t('screening.failed.keep') }).press('Enter');
    await expect(heading(page, t('screening.outcome.waiting.word'), 'Ana Clara Sinrastro Pombo')).toBeVisible();
    await expect(inRail(page)).toContainText(t('app.rail.onTheWay', { count: 1 }));
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole('tab', { name: t('screening.sections.history') }).click();
    await page.getByRole('row', { name: `Ana Clara Sinrastro Pombo, ${t('screening.outcome.waiting.word')}` }).click();
    // It is asked again every few seconds, and in that moment it cannot be taken back.
    const none = page.getByRole('heading', { name: t('screening.history.empty.title') });
    await expect(async () => {
      const soon = { timeout: 5_000 };
      if (await none.isVisible()) return;
      await page.getByRole('button', { name: t('screening.drop.act'), exact: true }).press('Enter', soon);
      await page.getByRole('button', { name: t('screening.drop.confirm') }).press('Enter', soon);
      await expect(none).toBeVisible(soon);
    }).toPass();
    // Back to the practice provider.
    await page.evaluate(() => (window as unknown as PageWithStation).station.invoke['settings.set']({ activeProfileId: null }));
    await page.getByRole('tab', { name: t('screening.sections.single'), exact: true }).click();
  });

  await test.step('a person says what an unread answer means and makes a rule of it', async () => {
    const name = 'Frase Rara Robledo';
    await ask(page, name);
    await expect(heading(page, t('screening.outcome.unread.word'), name)).toBeVisible();
    await expect(source(page, t('screening.source.news'))).toContainText(t('screening.sourceState.unread'));
    await expect(inRail(page)).toContainText(t('app.rail.attention', { count: 1 }));
    expect(await brokenRules(page)).toEqual([]);

    await page.getByRole('button', { name: t('screening.unread.act') }).press('Enter');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: t('screening.unread.save') }).press('Enter');
    await expect(page.getByText(t('screening.unread.reasonMissing'))).toBeVisible();
    await page.keyboard.type('The bulletin names someone else.');
    await page.getByRole('button', { name: t('screening.unread.save') }).press('Enter');
    await expect(heading(page, t('screening.outcome.clear.word'), name)).toBeVisible();
    await expect(page.getByText('The bulletin names someone else.')).toBeVisible();
    await expect(page.getByRole('button', { name: t('screening.unread.again') })).toBeFocused();

    await page.getByRole('button', { name: t('screening.unread.teach') }).press('Enter');
    await expect(page.getByRole('dialog').getByLabel(t('screening.rules.pattern'))).toHaveValue('Consulte el boletín 12');
    expect(await brokenRules(page)).toEqual([]);
    const pattern = page.getByRole('dialog').getByLabel(t('screening.rules.pattern'));
    await pattern.fill('Consulte el boletín 1*');
    // Draws the screen again, with the dialog: what was typed stays.
    await page.evaluate(() => (window as unknown as PageWithStation).station.invoke['settings.set']({ lengthUnit: 'cm' }));
    const transcript = await recordTranscript(page);
    await page.getByRole('button', { name: t('screening.rules.try') }).press('Enter');
    await expect(page.getByRole('dialog').getByText(t('screening.rules.noneChanged', { checked: 1 }))).toBeVisible();
    await expect.poll(transcript.said).toEqual([t('screening.rules.noneChanged', { checked: 1 })]);
    await expect(pattern).toHaveValue('Consulte el boletín 1*');
    await page.getByRole('button', { name: t('screening.rules.add') }).press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await ask(page, name);
    await expect(heading(page, t('screening.outcome.clear.word'), name)).toBeVisible();
    await expect(source(page, t('screening.source.news'))).toContainText(t('screening.sourceState.clear'));
  });

  await test.step('a clear person shows every source that was asked, on the screen and on the certificate', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'station-certificate-'));
    await page.keyboard.press('Control+f');
    await page.keyboard.type('Sinrastro Pombo, Ana Clara');
    await page.getByRole('button', { name: t('screening.form.turn', { name: 'Ana Clara Sinrastro Pombo' }) }).press('Enter');
    await expect(nameField(page)).toHaveValue('Ana Clara Sinrastro Pombo');
    await page.getByRole('checkbox', { name: t('screening.source.procurator') }).press('Space');
    await nameField(page).press('Enter');

    await expect(heading(page, t('screening.outcome.clear.word'), 'Ana Clara Sinrastro Pombo')).toBeFocused();
    await expect(source(page, t('screening.source.lists'))).toContainText(t('screening.sourceState.clear'));
    await expect(source(page, t('screening.source.procurator'))).toContainText(t('screening.sourceState.clear'));
    await expect(source(page, t('screening.source.judicial'))).toContainText(t('screening.sourceState.not-asked'));
    await expect(page.getByText(t('screening.block.no'))).toBeVisible();
    expect(await brokenRules(page)).toEqual([]);

    const file = join(folder, 'certificate.pdf');
    await station.answerSave(file);
    await page
      .getByRole('group', { name: t('screening.certificate.label') })
      .getByRole('button', { name: t('dialogs.inLanguage', { language: 'English' }) })
      .press('Enter');
    await page.getByRole('button', { name: t('ui.open'), exact: true }).press('Enter');
    await expect.poll(station.opened).toContainEqual({ kind: 'path', target: file });
    const { stdout } = await run('pdftotext', ['-layout', file, '-']);
    expect(stdout).toContain('NO MATCHES');
    expect(stdout).toContain('Ana Clara Sinrastro Pombo');
    await rm(folder, { recursive: true });
  });

  await test.step('a blocked person shows why each entry matched, and a decision needs a reason', async () => {
    const [name = '', identification] = /Evaristo.*\d/.exec(t('screening.empty.practice'))?.[0].split(', ') ?? [];
    await ask(page, name, identification);
    await expect(heading(page, t('screening.outcome.match.word'), 'Evaristo Quiroga Beltrán')).toBeFocused();
    // What needs a person comes before the mark of practice, and two entries need no filters.
    await expect(page.locator('.scr-marks > *')).toHaveText([
      t('screening.block.yes'),
      t('screening.decision.open', { count: 2 }),
      t('screening.practice.long'),
    ]);
    await expect(page.getByRole('button', { name: t('screening.matches.filter.list') })).toHaveCount(0);
    await expect(page.getByText(t('screening.block.yes'), { exact: true })).toBeVisible();
    await expect(inRail(page)).toContainText(t('app.rail.attention', { count: 1 }));
    const entry = page.getByRole('region', { name: 'PRACTICA-SANCIONES' }).getByRole('article');
    await expect(entry.getByText(t('screening.reason.same-identification.word'))).toBeVisible();
    await expect(entry.getByRole('heading').locator('mark')).toHaveText(['QUIROGA', 'BELTRÁN', 'EVARISTO']);

    await entry.getByRole('button', { name: t('screening.decision.act') }).press('Enter');
    await page.keyboard.press('Space');
    await entry.getByRole('button', { name: t('screening.decision.save') }).press('Enter');
    await expect(entry.getByText(t('screening.decision.reasonMissing'))).toBeVisible();
    await expect(entry.getByLabel(t('screening.decision.reason'))).toBeFocused();
    await page.keyboard.type('Same number on the card');
    // Escape leaves the form, and what was typed stays.
    await page.keyboard.press('Escape');
    await expect(entry.getByRole('button', { name: t('screening.decision.continue') })).toBeFocused();
    await page.keyboard.press('Enter');
    await entry.getByLabel(t('screening.decision.reason')).press('End');
    await page.keyboard.type(' that was shown.');
    expect(await brokenRules(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(entry.getByRole('button', { name: t('screening.decision.again') })).toBeFocused();
    await expect(entry.getByText(t('screening.verdict.true-match'))).toBeVisible();

    const openedBefore = await station.opened();
    await entry.getByRole('button', { name: t('screening.link.open') }).press('Enter');
    await expect(page.locator('.ui-modal')).toContainText(/https:\/\/\S+/);
    await page.keyboard.press('Escape');
    expect(await station.opened()).toEqual(openedBefore);

    await page.getByRole('tab', { name: t('screening.sections.single'), exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+f');
    await page.keyboard.type('quiroga beltran');
    await expect(page.locator('.scr-history-total')).toHaveText(t('screening.history.total', { count: 1 }));
    // Said when a filter is answered.
    await expect(page.getByRole('status').filter({ hasText: t('screening.history.total', { count: 1 }) })).toHaveCount(1);
    await page.getByRole('row', { name: 'Evaristo Quiroga Beltrán' }).press('Enter');
    await expect(heading(page, t('screening.outcome.match.word'), 'Evaristo Quiroga Beltrán')).toBeFocused();
    await expect(page.getByText('Same number on the card that was shown.')).toBeVisible();
    expect(await brokenRules(page)).toEqual([]);
  });

  await test.step('a match by alias and a source without an answer are shown as such', async () => {
    await page.getByRole('tab', { name: t('screening.sections.single'), exact: true }).click();
    await ask(page, 'Ramiro Peláez Ñungo');
    await expect(heading(page, t('screening.outcome.match.word'), 'Ramiro Peláez Ñungo')).toBeVisible();
    await expect(
      page.getByRole('article', { name: 'Bartolomé Ocampo Zuluaga' }).getByText(t('screening.reason.alias-only.word'), { exact: true }),
    ).toBeVisible();

    await ask(page, 'Silencio Noticias Parra');
    await expect(heading(page, t('screening.outcome.unavailable.word'), 'Silencio Noticias Parra')).toBeVisible();
    await expect(source(page, t('screening.source.news'))).toContainText(t('screening.sourceState.no-answer'));
  });

  await test.step('Escape stops a screening and leaves the form filled in', async () => {
    await ask(page, 'Lenta Espera Robledo');
    await expect(page.locator('.scr-running').getByText(t('screening.running.words', { name: 'Lenta Espera Robledo' }))).toBeVisible();
    // As of a key that is held down since it closed a dialog.
    const repeated = { key: 'Escape', repeat: true, cancelable: true };
    expect(await page.evaluate((keys) => window.dispatchEvent(new KeyboardEvent('keydown', keys)), repeated)).toBe(true);
    await page.keyboard.press('Escape');
    await expect(heading(page, t('screening.outcome.stopped.word'), 'Lenta Espera Robledo')).toBeVisible();
    await page.keyboard.press('Control+1');
    await page.keyboard.press('Control+3');
    await expect(nameField(page)).toHaveValue('Lenta Espera Robledo');
  });
});
