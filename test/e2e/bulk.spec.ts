/** A list of persons, from choosing its file to the exported answers, against the practice provider. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright/test';
import { announced, brokenColours, brokenRules } from './broken-rules.ts';
import { chip, choose, grid, listFile, openLists, persons } from './bulk-list.ts';
import { expect, test } from './launch.ts';
import { tabTo } from './tab-to.ts';
import { words } from './words.ts';

const t = words('en');

test.use({ language: 'en' });

/** 1280 × 800 at 150 %: an opened row covers the list. */
const small = { colorScheme: 'dark', viewport: { width: 853, height: 533 } } as const;
/** At 200 %. */
const narrow = { viewport: { width: 640, height: 400 } } as const;
const wide = { colorScheme: 'light', viewport: { width: 1280, height: 800 } } as const;

const longName = 'Luis Alberto Mora de la Torre Villavicencio y Peñalosa Santamaría';

/** The rules of axe, small and dark, then wide and light. */
async function look(page: Page): Promise<void> {
  for (const [{ colorScheme, viewport }, rules] of [
    [small, brokenColours],
    [wide, brokenRules],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    expect(await rules(page, { passed: announced }), colorScheme).toEqual([]);
  }
}

/** From the lists, where the open one is left. */
async function openAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('screening.sections.bulk'), exact: true }).click();
  await page.getByRole('button', { name: 'customers.csv', exact: true }).click();
}

/** On the first entry of the row that is opened. */
async function decide(page: Page, button: string, verdict: string): Promise<void> {
  const entry = page
    .getByRole('region', { name: t('bulk.detail.label') })
    .getByRole('article')
    .first();
  await entry.getByRole('button', { name: button }).click();
  await entry.getByText(verdict, { exact: true }).last().click();
  await entry.getByRole('textbox', { name: t('screening.decision.reason') }).fill('Compared with the identity card');
  await entry.getByRole('button', { name: t('screening.decision.save') }).click();
  await expect(entry.getByRole('button', { name: t('screening.decision.again') })).toBeVisible();
}

test('a list is chosen, mapped, checked, screened, reviewed and exported, and breaks no accessibility rule', async ({
  folder,
  station,
}) => {
  const { page } = station;
  await openLists(page);
  await test.step('an unreadable file says what to do', async () => {
    await choose(station, folder, 'open.csv', Buffer.from(`name,id\n"Ana Paz,1\n${longName},2\n`));
    await expect(page.getByText(t('problems.table-quote-open.what')).first()).toBeVisible();
    await expect(page.getByRole('button', { name: t('bulk.start.start') })).toBeDisabled();
    await page.getByRole('button', { name: t('bulk.reading.quote') }).click();
    await page.getByRole('option', { name: t('bulk.reading.characters.none') }).click();
    await expect(page.getByRole('button', { name: t('bulk.start.startRows', { count: 2 }) })).toBeEnabled();
    // Each cell is read whole.
    const cells = page.getByRole('cell', { name: longName });
    await expect(cells.first()).toBeVisible();
    for (const cell of await cells.all())
      expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  });
  await test.step('a list of two persons a row says so until its columns are chosen', async () => {
    const rows = 'Nombre del asegurado,Nombre del tomador,Documento\nAna Paz,Luis Mora,1020304050\n';
    await choose(station, folder, 'policies.csv', Buffer.from(rows), t('bulk.draft.other'));
    await expect(page.getByText(t('bulk.mapping.unsure'))).toBeVisible();
    await page.getByRole('button', { name: t.pattern('bulk.mapping.part', { number: 1 }) }).click();
    await page.getByRole('option', { name: 'Nombre del tomador' }).click();
    await expect(page.getByText(t('bulk.mapping.unsure'))).toBeHidden();
    await expect(page.getByRole('region', { name: t('bulk.asked.title') }).getByRole('cell', { name: 'Luis Mora' })).toBeVisible();
  });
  await choose(station, folder, 'customers.csv', listFile(), t('bulk.draft.other'));

  // Surnames come first in this file: put right with the keyboard.
  const asked = page.getByRole('region', { name: t('bulk.asked.title') });
  const evaristo = () => asked.getByRole('cell', { name: 'Persona Tranquila Amelia' });
  await expect(asked).toBeVisible();
  const first = page.getByRole('button', { name: t.pattern('bulk.mapping.part', { number: 1 }) });
  if ((await first.textContent())?.includes('apellidos')) {
    await page.getByRole('button', { name: t('bulk.mapping.up', { column: '2 · nombres' }) }).press('Enter');
    await expect(page.getByRole('button', { name: t('bulk.mapping.down', { column: '2 · nombres' }) })).toBeFocused();
  }
  await expect(evaristo()).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: t('bulk.rows.found', { count: 30 }) })).toBeVisible();
  await expect(
    page.getByRole('region', { name: t('bulk.check.faulty') }).getByRole('row', { name: t('results.fault.name-missing') }),
  ).toContainText('30');

  await test.step('a draft stays while another view is open', async () => {
    const empty = page.getByLabel(t('bulk.mapping.empty'));
    await empty.fill('-0-\nN/A');
    await page.keyboard.press('Control+1');
    await page.keyboard.press('Control+3');
    await expect(empty).toHaveValue('-0-\nN/A');
    await page.getByRole('button', { name: t('screening.sections.bulk'), exact: true }).click();
    await page.getByRole('button', { name: t('bulk.draft.goOn') }).click();
    await expect(empty).toHaveValue('-0-\nN/A');
  });

  await expect(page.getByRole('button', { name: t('bulk.start.startRows', { count: 29 }) })).toBeEnabled();
  await look(page);
  await page.getByText(t('screening.source.judicial')).click();
  await page.getByRole('button', { name: t('bulk.start.startRows', { count: 29 }) }).click();

  await expect(page.getByRole('heading', { name: 'customers.csv' })).toBeVisible();
  await expect(page.getByText(t('bulk.state.done'), { exact: true })).toBeVisible();
  const ended = t('bulk.said.state', { state: t('bulk.state.done'), name: 'customers.csv' });
  await expect(page.getByRole('status').filter({ hasText: ended })).toHaveCount(1);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '31');
  const filterList = page.getByRole('button', { name: t('bulk.filter.label') });
  for (const { viewport } of [small, wide]) {
    await page.setViewportSize(viewport);
    // Only those in sight are drawn, and the page itself is not scrolled.
    expect(await grid(page).getByRole('row').count()).toBeLessThan(31);
    expect(await page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight)).toBe(true);
    await expect(chip(page, t('bulk.filter.open')).first()).toBeVisible({ visible: viewport === wide.viewport });
    await expect(filterList).toBeVisible({ visible: viewport !== wide.viewport });
  }
  await look(page);
  await expect(chip(page, t('bulk.filter.match')).first()).toContainText('3');

  // Matches first; then a row with the keys, and back.
  await openAgain(page);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '4');
  const rows = grid(page).getByRole('row');
  await expect(rows.nth(1)).toContainText(t('results.match.same-identification'));
  await expect(rows.nth(2)).toContainText(t('results.match.same-name-other-identification'));
  await expect(rows.nth(3)).toContainText(t('results.match.alias-only'));
  await test.step('at 150 % names and reasons have room', async () => {
    await page.setViewportSize(small.viewport);
    await expect(page.getByRole('columnheader', { name: t('results.column.logNumber') })).toBeHidden();
    // A screen reader counts the hidden one, too.
    await expect(page.getByRole('columnheader', { name: t('results.column.reason') })).toHaveAttribute('aria-colindex', '5');
    const cut = () =>
      [...document.querySelectorAll('.bulk-row :is(.bulk-cell-name, .bulk-cell-reason) > span')]
        .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth > clientWidth || scrollHeight > clientHeight)
        .map(({ textContent }) => textContent);
    expect(await page.evaluate(cut)).toEqual([]);
    await page.setViewportSize(wide.viewport);
  });
  await grid(page).focus();
  await page.keyboard.press('End');
  await expect(grid(page)).toHaveAttribute('aria-activedescendant', (await rows.nth(3).getAttribute('id')) ?? '');
  await page.keyboard.press('Enter');
  const detail = page.getByRole('region', { name: t('bulk.detail.label') });
  await expect(detail.getByRole('heading', { name: '3 of 3: Ramiro Peláez Ñungo' })).toBeFocused();
  await expect(detail).toContainText('Bartolomé Ocampo Zuluaga');
  await look(page);
  await detail.getByRole('button', { name: t('bulk.detail.before') }).click();
  await expect(detail).toContainText('2 of 3');

  // What was decided is in the list at once, and so is what was decided after it.
  await page.keyboard.press('Escape');
  await rows.nth(3).click();
  await expect(detail).toContainText('Bartolomé Ocampo Zuluaga');
  await expect(rows.nth(3)).toContainText(t('screening.outcome.match.word'));
  await decide(page, t('screening.decision.act'), t('screening.verdict.false-positive'));
  await expect(rows.nth(3)).toContainText(t('screening.verdict.false-positive'));
  await decide(page, t('screening.decision.again'), t('screening.verdict.true-match'));
  await expect(rows.nth(3)).toContainText(t('screening.verdict.true-match'));
  await expect(rows.nth(2)).toContainText(t('screening.outcome.match.word'));
  // Held down, the key closes the row and not the run.
  for (let count = 0; count < 3; count++) await page.keyboard.down('Escape');
  await page.keyboard.up('Escape');
  await expect(detail).toBeHidden();
  await expect(grid(page)).toBeFocused();

  // A source without an answer is neither clear nor a match.
  await chip(page, t('bulk.filter.unavailable')).first().click();
  await expect(grid(page).getByRole('row').nth(1)).toContainText('No answer from: judicial branch');
  await chip(page, t('bulk.filter.any')).first().click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '31');
  // The rows that a person chose stay chosen.
  await openAgain(page);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '31');
  await test.step('on a small display the filters are one list, of one line whatever they count', async () => {
    for (const { viewport } of [narrow, small]) {
      await page.setViewportSize(viewport);
      expect(await page.locator('.bulk-filters').evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(48);
    }
    await filterList.click();
    await page.getByRole('option', { name: `${t('bulk.filter.match')} · 3` }).click();
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '4');
    await filterList.press('Enter');
    await page.getByRole('option', { name: t('bulk.filter.any') }).press('Enter');
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '31');
    await page.setViewportSize(wide.viewport);
  });
  await page.getByRole('searchbox').fill('60000007');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  await expect(grid(page).getByRole('row').nth(1)).toContainText('Persona Tranquila Gmelia');

  await station.answerSave(join(folder, 'answers.csv'));
  await page.getByRole('button', { name: t.pattern('bulk.acts.csvName') }).click();
  await expect(page.getByText(t('bulk.export.done', { count: 30, name: 'answers.csv' }))).toBeVisible();
  await page.getByRole('button', { name: t('ui.showInFolder') }).press('Enter');
  await expect.poll(station.opened).toContainEqual({ kind: 'folder', target: join(folder, 'answers.csv') });
  const table: string[][] = parse(await readFile(join(folder, 'answers.csv')), { bom: true, delimiter: ';' });
  expect(table.slice(1).map((cells) => cells.slice(0, 3))).toEqual(persons);

  await grid(page).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'customers.csv', exact: true })).toBeVisible();
  await look(page);

  await test.step('rows without an answer are screened again by keyboard alone, and the focus is not lost', async () => {
    const retry = page.getByRole('button', { name: t('bulk.acts.retryName', { name: 'customers.csv' }) });
    await tabTo(retry);
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: t('bulk.retry.title') });
    await tabTo(question.getByRole('button', { name: t('bulk.retry.confirm', { count: 1 }) }));
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    await expect(page.getByText(t('bulk.state.done'), { exact: true })).toBeVisible();
    await expect(retry).toBeVisible();
    await expect(page.locator('main :focus')).toBeVisible();
  });

  await test.step('a file that is exported before the end says that rows are missing', async () => {
    await choose(station, folder, 'slow.csv');
    await page.getByRole('textbox', { name: t('bulk.start.perMinute') }).fill('1');
    await page.getByRole('button', { name: t('bulk.start.startRows', { count: 29 }) }).click();
    await page.getByRole('button', { name: t('bulk.acts.pauseName', { name: 'slow.csv' }) }).click();
    await expect(page.getByRole('button', { name: t('bulk.acts.resumeName', { name: 'slow.csv' }) })).toBeVisible();
    await station.answerSave(join(folder, 'part.csv'));
    await page.getByRole('button', { name: t('bulk.acts.csvName', { name: 'slow.csv' }) }).click();
    await expect(page.getByText(t.pattern('bulk.export.open'))).toContainText('part.csv');
  });
});
