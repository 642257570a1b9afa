/** Takes the first steps of a new clerk with the sample contracts and calls `visit` at each scene: for the spec and the screenshots. */
import type { Language } from '../support/doors/domain.ts';
import { expect, type Running } from './launch.ts';
import { words } from './words.ts';

/** In the order of the tour. */
export const firstStepScenes = ['first-open', 'first-place', 'first-client', 'first-send', 'first-done'] as const;
export type FirstStepScene = (typeof firstStepScenes)[number];

type Tour = { station: Running; language: Language; visit: (scene: FirstStepScene) => Promise<void> };

export async function firstStepsTour({ station, language, visit }: Tour): Promise<void> {
  const { page } = station;
  const t = words(language);
  const mark = (number: number) => page.getByRole('region', { name: t('signing.firstSteps.step', { number, total: 3 }) });

  await expect(mark(1)).toBeVisible();
  await visit('first-open');
  await page.getByRole('button', { name: t('signing.open.samples') }).click();
  await page.locator('.page[data-loaded] canvas').first().waitFor();
  await expect(mark(2)).toBeVisible();
  await visit('first-place');
  await page.getByRole('group', { name: t('pdf.pages') }).focus();
  await page.keyboard.press('Enter');
  await expect(mark(3)).toBeVisible();
  await visit('first-client');
  await page.keyboard.press('Control+L');
  await page.keyboard.type('TRX-0001');
  await visit('first-send');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('region', { name: t('signing.firstSteps.label'), exact: true })).toBeVisible();
  await expect(page.locator('.sign-row .ui-tag.tone-good')).toHaveCount(3);
  await page.locator('.page[data-loaded] canvas').first().waitFor();
  await visit('first-done');
}
