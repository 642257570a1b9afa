/** Screening one person in the built application, by the keyboard alone where a clerk would: what is asked, shown, decided, kept. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import { profileSchema } from '../support/doors/domain.ts';
import { brokenRules } from './broken-rules.ts';
import { expect, type PageWithStation, type Running, test } from './launch.ts';

test.use({ language: 'en' });

const run = promisify(execFile);
const heading = (page: Page, word: string, name: string) => page.getByRole('heading', { level: 2, name: `${word}: ${name}` });
const source = (page: Page, name: string) => page.getByRole('row', { name });
const inRail = (page: Page) => page.getByRole('navigation').getByRole('button', { name: 'Screen' });

/** As a clerk types: Ctrl+F to the name, Tab to the identification, Enter. */
async function ask(page: Page, name: string, identification = ''): Promise<void> {
  await page.keyboard.press('Control+f');
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type(identification);
  await page.keyboard.press('Enter');
}

test('a clear person: every source that was asked is told, and the certificate says so', async ({ station }) => {
  const { page } = station;
  const folder = await mkdtemp(join(tmpdir(), 'station-certificate-'));
  await page.keyboard.press('Control+3');
  await expect(page.getByLabel('Full name')).toBeFocused();
  await page.keyboard.type('Sinrastro Pombo, Ana Clara');
  await page.getByRole('button', { name: 'Turn around: Ana Clara Sinrastro Pombo' }).press('Enter');
  await expect(page.getByLabel('Full name')).toHaveValue('Ana Clara Sinrastro Pombo');
  await page.getByRole('checkbox', { name: 'Procurator' }).press('Space');
  await page.getByLabel('Full name').press('Enter');

  await expect(heading(page, 'No matches', 'Ana Clara Sinrastro Pombo')).toBeFocused();
  await expect(source(page, 'Risk lists')).toContainText('No results');
  await expect(source(page, 'Procurator')).toContainText('No results');
  await expect(source(page, 'Judicial branch')).toContainText('Not asked');
  await expect(page.getByText('Not blocked')).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);

  const file = join(folder, 'certificate.pdf');
  await station.answerSave(file);
  await page.getByRole('group', { name: 'Save certificate' }).getByRole('button', { name: 'In English' }).press('Enter');
  await page.getByRole('button', { name: 'Open', exact: true }).press('Enter');
  await expect.poll(station.opened).toContainEqual({ kind: 'path', target: file });
  const { stdout } = await run('pdftotext', ['-layout', file, '-']);
  expect(stdout).toContain('NO MATCHES');
  expect(stdout).toContain('Ana Clara Sinrastro Pombo');
  await rm(folder, { recursive: true });
});

test('a blocked one: why each entry is there, and a decision that needs a reason', async ({ station }) => {
  const { page } = station;
  await page.keyboard.press('Control+3');
  await ask(page, 'Evaristo Quiroga Beltrán', '79555001');
  await expect(heading(page, 'Matches found', 'Evaristo Quiroga Beltrán')).toBeFocused();
  await expect(page.getByText('Blocked', { exact: true })).toBeVisible();
  await expect(inRail(page)).toContainText('1 needs you');
  const entry = page.getByRole('region', { name: 'PRACTICA-SANCIONES' }).getByRole('article');
  await expect(entry.getByText('Same identification')).toBeVisible();
  await expect(entry.getByRole('heading').locator('mark')).toHaveText(['QUIROGA', 'BELTRÁN', 'EVARISTO']);

  await entry.getByRole('button', { name: 'Decide…' }).press('Enter');
  await page.keyboard.press('Space');
  await entry.getByRole('button', { name: 'Save the decision' }).press('Enter');
  await expect(entry.getByText('Not saved: without a reason')).toBeVisible();
  await expect(entry.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('Same number on the card that was shown.');
  expect(await brokenRules(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(entry.getByRole('button', { name: 'Change the decision…' })).toBeFocused();
  await expect(entry.getByText('True match')).toBeVisible();

  await entry.getByRole('button', { name: 'Open the link…' }).press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText(/https:\/\/\S+/);
  await page.keyboard.press('Escape');
  expect(await station.opened()).toEqual([]);

  await page.getByRole('tab', { name: 'Search' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('quiroga beltran');
  await expect(page.getByText('1 search', { exact: true })).toBeVisible();
  await page.getByRole('row', { name: 'Evaristo Quiroga Beltrán' }).press('Enter');
  await expect(heading(page, 'Matches found', 'Evaristo Quiroga Beltrán')).toBeFocused();
  await expect(page.getByText('Same number on the card that was shown.')).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
});

test('an alias alone, and a source that does not answer, are told as that', async ({ station }) => {
  const { page } = station;
  await page.keyboard.press('Control+3');
  await ask(page, 'Ramiro Peláez Ñungo');
  await expect(heading(page, 'Matches found', 'Ramiro Peláez Ñungo')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Bartolomé Ocampo Zuluaga' }).getByText('Alias only', { exact: true })).toBeVisible();

  await ask(page, 'Silencio Noticias Parra');
  await expect(heading(page, 'Result not available', 'Silencio Noticias Parra')).toBeVisible();
  await expect(source(page, 'News')).toContainText('No answer');
});

test('Escape stops a search, and what was typed stays', async ({ station }) => {
  const { page } = station;
  await page.keyboard.press('Control+3');
  await ask(page, 'Lenta Espera Robledo');
  await expect(page.getByText('Searching for Lenta Espera Robledo…')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(heading(page, 'Search stopped', 'Lenta Espera Robledo')).toBeVisible();
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Control+3');
  await expect(page.getByLabel('Full name')).toHaveValue('Lenta Espera Robledo');
});

/** A connection to a port where nobody listens. */
async function connectToNobody({ page }: Running): Promise<void> {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
  await new Promise((resolve) => server.close(resolve));
  const profile = profileSchema.parse({ name: 'Main branch', search: { url: `http://127.0.0.1:${port}/search`, projectName: 'p' } });
  await page.evaluate(async (input) => {
    const { invoke } = (window as unknown as PageWithStation).station;
    const answer = await invoke['profiles.save']({ profile: input });
    if (!answer.ok) throw new Error(answer.problem.message);
    const { id } = answer.value.profile;
    await invoke['secrets.set']({ profileId: id, name: 'searchApiKey', value: 'invented' });
    await invoke['settings.set']({ activeProfileId: id });
  }, profile);
}

test('offline: kept for later it stands as not screened, and can be taken back', async ({ station }) => {
  const { page } = station;
  await connectToNobody(station);
  await page.keyboard.press('Control+3');
  await ask(page, 'Ana Clara Sinrastro Pombo');
  await expect(heading(page, 'The search failed', 'Ana Clara Sinrastro Pombo')).toBeVisible();
  await page.getByRole('button', { name: 'Keep and search when the line is back' }).press('Enter');
  await expect(heading(page, 'Not screened', 'Ana Clara Sinrastro Pombo')).toBeVisible();
  await expect(inRail(page)).toContainText('1 under way');
  expect(await brokenRules(page)).toEqual([]);
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('row', { name: 'Ana Clara Sinrastro Pombo, Not screened' }).click();
  // It is asked again by itself every few seconds, and in that moment it cannot be taken back: the station says so.
  await expect(async () => {
    await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Remove the search' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'No searches yet' })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
});
