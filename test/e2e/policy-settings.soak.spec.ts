/** Rules for signing and the keeping of visits are set in the settings, with the keyboard too, and stay set. */
import type { Page } from 'playwright/test';
import type { Policy } from '../support/doors/domain.ts';
import { brokenColours, brokenRules } from './broken-rules.ts';
import { expect, type PageWithStation, type Running, test } from './launch.ts';
import { words } from './words.ts';

const t = words('en');

test.use({ language: 'en' });

async function openVisits({ page }: Running): Promise<void> {
  await page.keyboard.press('Control+,');
  await page.getByRole('tab', { name: t('settings.sections.visits'), exact: true }).click();
  await expect(page.getByRole('heading', { name: t('settings.policy.title') })).toBeVisible();
}

const storedPolicy = ({ page }: Running) =>
  page.evaluate(async () => {
    const answer = await (window as unknown as PageWithStation).station.invoke['app.info'](undefined);
    if (!answer.ok) throw new Error(answer.problem.message);
    const { policy, retentionDays } = answer.value.settings;
    return { policy, retentionDays };
  });

/** Its steps carry its label too. */
const figure = (page: Page, label: string) => page.getByRole('textbox', { name: label });

const level = ({ page }: Running, rule: string, name: string) =>
  page.getByRole('radiogroup', { name: rule, exact: true }).getByRole('radio', { name, exact: true });

test('policy rules and the retention period take effect at once and survive a restart', async ({ launch }, info) => {
  const dataDir = info.outputPath('data');
  const first = await launch({ dataDir });
  const { page } = first;
  const usual: Policy = (await storedPolicy(first)).policy;
  await openVisits(first);
  await expect(level(first, t('settings.policy.rules.blockedPerson.title'), t('settings.policy.levels.stop'))).toBeChecked();
  await expect(level(first, t('settings.policy.rules.sameIdentification.title'), t('settings.policy.levels.warn'))).toBeChecked();
  await expect(level(first, t('settings.policy.rules.approvedFace.title'), t('settings.policy.levels.off'))).toBeChecked();
  await expect(figure(page, t('settings.policy.hours'))).toHaveCount(0);

  // With the keyboard: the level, then the box that only a stop has.
  await level(first, t('settings.policy.rules.blockedPerson.title'), t('settings.policy.levels.stop')).focus();
  await page.keyboard.press('Tab');
  await expect(
    page.getByRole('checkbox', { name: `${t('settings.policy.override')} · ${t('settings.policy.rules.blockedPerson.title')}` }),
  ).toBeFocused();
  await page.keyboard.press('Space');
  await level(first, t('settings.policy.rules.approvedFace.title'), t('settings.policy.levels.off')).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await level(first, t('settings.policy.rules.clearScreening.title'), t('settings.policy.levels.warn')).click();
  await figure(page, t('settings.policy.hours')).fill('8');
  await figure(page, t('settings.policy.hours')).press('Enter');
  const expected: Policy = {
    ...usual,
    blockedPerson: { level: 'stop', override: false },
    approvedFace: { ...usual.approvedFace, level: 'stop' },
    clearScreening: { ...usual.clearScreening, level: 'warn', hours: 8 },
  };
  await expect.poll(() => storedPolicy(first)).toMatchObject({ policy: expected });

  // Two presses without a wait: neither undoes the other.
  await page.evaluate(() => {
    const boxes = document.querySelectorAll<HTMLInputElement>('.set-rule input[type=checkbox]');
    for (const box of boxes) box.click();
  });
  await expect
    .poll(() => storedPolicy(first))
    .toMatchObject({ policy: { blockedPerson: { override: true }, approvedFace: { override: false } } });

  await figure(page, t('settings.retention.days')).fill('0');
  await figure(page, t('settings.retention.days')).press('Enter');
  await expect(page.getByText(t('settings.retention.forever'))).toBeVisible();
  // Emptied, it returns to the stored value.
  await figure(page, t('settings.retention.days')).fill('');
  await figure(page, t('settings.retention.days')).press('Enter');
  await expect(figure(page, t('settings.retention.days'))).toHaveValue('0');
  await figure(page, t('settings.retention.days')).fill('90');
  await figure(page, t('settings.retention.days')).press('Enter');
  await expect(page.getByText(t('settings.retention.removed', { count: 90 }))).toBeVisible();
  const { policy } = await storedPolicy(first);
  await first.quit();

  const second = await launch({ dataDir });
  await openVisits(second);
  expect(await storedPolicy(second)).toEqual({ policy, retentionDays: 90 });
  await expect(level(second, t('settings.policy.rules.approvedFace.title'), t('settings.policy.levels.stop'))).toBeChecked();

  await test.step('the policy settings break no accessibility rule, wide or narrow, light or dark', async () => {
    await level(second, t('settings.policy.rules.clearScreening.title'), t('settings.policy.levels.stop')).click();
    await expect(figure(second.page, t('settings.policy.hours'))).toBeVisible();
    expect(await brokenRules(second.page), 'light, wide').toEqual([]);
    await second.page.emulateMedia({ colorScheme: 'dark' });
    await second.page.setViewportSize({ width: 900, height: 800 });
    expect(await brokenColours(second.page), 'dark, narrow').toEqual([]);
  });
});
