/** The first steps of a new clerk: once without being asked, next to the controls that they are about, and again on request. */
import { brokenColours, brokenRules } from './broken-rules.ts';
import { activateProfile } from './clerk.ts';
import { firstStepScenes, firstStepsTour } from './first-steps-tour.ts';
import { expect, test } from './launch.ts';
import { words } from './words.ts';

const t = words('en');
test.use({ language: 'en', isFirstStart: true });

test('a new clerk is led from the sample contracts to their signatures, once, and again on request', async ({ launch }, info) => {
  const dataDir = info.outputPath('data');
  const first = await launch({ dataDir });
  const { page } = first;
  const mark = page.locator('.sign-step');
  const wrong: string[] = [];
  const seen: string[] = [];
  const visit = async (scene: string) => {
    seen.push(scene);
    wrong.push(...(await brokenRules(page)));
    await page.emulateMedia({ colorScheme: 'dark' });
    wrong.push(...(await brokenColours(page)));
    await page.emulateMedia({ colorScheme: 'light' });
    // In every size the mark is in view next to the button that it is about, and has not taken the focus.
    for (const size of [
      { width: 1024, height: 640 },
      { width: 853, height: 533 },
      { width: 640, height: 400 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size);
      await expect(mark).toBeInViewport({ ratio: 1 });
      await expect(page.locator('.sign-send > .ui-button')).toBeInViewport({ ratio: 1 });
    }
    await expect(mark.locator(':focus')).toHaveCount(0);
    const title = (await mark.locator('.sign-step-title').textContent()) ?? '—';
    // With its capitals: another status says that documents are being sent.
    await expect(page.getByRole('status').filter({ hasText: new RegExp(title) })).toHaveCount(1);
  };
  await firstStepsTour({ station: first, language: 'en', visit });
  expect(seen).toEqual(firstStepScenes);
  expect(wrong).toEqual([]);
  await page.keyboard.press('Control+N');
  await expect(mark).toHaveCount(0);
  await first.quit();

  const again = await launch({ dataDir });
  const { page: later, system } = again;
  await expect(later.getByRole('button', { name: t('signing.open.samples') })).toBeVisible();
  await expect(later.locator('.sign-step')).toHaveCount(0);
  await later.keyboard.press('Control+2');
  await later.keyboard.press('Control+K');
  await later.getByRole('dialog').locator('input').fill(t('signing.firstSteps.label'));
  await expect(later.getByRole('option')).toHaveText([t('signing.firstSteps.label')]);
  await later.keyboard.press('ArrowDown');
  await later.keyboard.press('Enter');
  await expect(later.locator('.sign-step')).toBeVisible();
  // What says the step to a screen reader also hears the key, and may be there a moment after the mark.
  await expect(later.getByRole('status').filter({ hasText: t('signing.firstSteps.open.title') })).toHaveCount(1);
  await later.keyboard.press('Escape');
  await expect(later.locator('.sign-step')).toHaveCount(0);
  await expect(later.getByText(t('signing.firstSteps.left', { palette: 'Ctrl+K' }))).toBeVisible();
  if (system !== null) {
    await system.clickMenu(t('shell.menu.firstSteps'));
    await later.getByRole('button', { name: t('signing.firstSteps.leave') }).press('Enter');
    await expect(later.locator('.sign-step')).toHaveCount(0);
  }
  // Another provider would get the sample contracts.
  await activateProfile(later, { name: 'Main branch' }, {});
  await expect(later.getByRole('button', { name: t('signing.open.samples') })).toHaveCount(0);
  if (system !== null) {
    await system.clickMenu(t('shell.menu.firstSteps'));
    await expect(later.getByText(t('signing.firstSteps.onlyPractice'))).toBeVisible();
    await expect(later.locator('.sign-step')).toHaveCount(0);
  }
});
