/** A list of persons and what a person does with it, for the specs. In English. */
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { writeFile } from '../support/pdf/pdfs.ts';
import { expect, type Running } from './launch.ts';
import { words } from './words.ts';

const t = words('en');

/** Thirty persons, in surnames and given names: 25 unknown ones, two on lists, one alias, one with a silent source, one without a name. */
export const persons: [surnames: string, given: string, identification: string][] = [
  ...Array.from({ length: 25 }, (_, row): [string, string, string] => [
    `Tranquila ${'ABCDEFGHIJKLMNOPQRSTUVWXY'[row]}melia`,
    'Persona',
    String(60_000_001 + row),
  ]),
  ['Quiroga Beltrán', 'Evaristo', '79555001'],
  ['Muñoz Peña', 'Carlos Andrés', '11222333'],
  ['Peláez Ñungo', 'Ramiro', ''],
  ['Judicial Parra', 'Silencio', ''],
  ['', '', '70000001'],
];

export const listFile = (): Buffer =>
  Buffer.from(
    `\ufeffapellidos;nombres;documento\r\n${persons.map((cells) => cells.map((cell) => `"${cell}"`).join(';')).join('\r\n')}\r\n`,
  );

/** @param button of the lists, or of the draft that another file takes the place of */
export async function choose(
  { page, answerDialog }: Running,
  folder: string,
  name = 'customers.csv',
  content = listFile(),
  button = t('bulk.choose'),
): Promise<void> {
  await writeFile(folder, name, content);
  await answerDialog([join(folder, name)]);
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

export async function openLists(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  await page.keyboard.press('Control+3');
  await page.getByRole('tab', { name: t('screening.sections.bulk') }).click();
}

export const grid = (page: Page) => page.getByRole('grid', { name: t.pattern('bulk.rows.label') });
export const chip = (page: Page, name: string) =>
  page
    .getByRole('group', { name: t('bulk.filter.label') })
    .or(page.getByRole('radiogroup', { name: t('bulk.filter.label') }))
    .getByText(name);
