/** Finding out how a provider counts, in the settings: refused, where no setting puts it, found, and used. */
import type { Language, StoredProfile } from '../support/doors/domain.ts';
import type { Practice } from '../support/doors/practice.ts';
import type { SwitchedLine } from '../support/network/switched-line.ts';
import { banner } from './clerk.ts';
import { expect, type PageWithStation, type Running } from './launch.ts';
import { words } from './words.ts';

export const placementTestScenes = [
  'placement-test',
  'placement-test-refused',
  'placement-test-off',
  'placement-test-running',
  'placement-test-found',
] as const;
export type PlacementTestScene = (typeof placementTestScenes)[number];

type TourDeps = {
  station: Running;
  language: Language;
  provider: Practice;
  line: SwitchedLine;
  /** Its setting is not the provider's. */
  profile: StoredProfile;
  visit: (scene: PlacementTestScene) => Promise<void>;
};

/** The connection's setting as main has it. */
const storedPlacement = ({ page }: Running, id: string) =>
  page.evaluate(async (profileId) => {
    const { invoke } = (window as unknown as PageWithStation).station;
    const answer = await invoke['profiles.list'](undefined);
    if (!answer.ok) throw new Error(answer.problem.message);
    return answer.value.find(({ profile }) => profile.id === profileId)?.profile.signing?.placement;
  }, id);

export async function placementTestTour({ station, language, provider, line, profile, visit }: TourDeps): Promise<void> {
  const { page } = station;
  const t = words(language);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const pictures = page.locator('.page-picture[data-loaded] canvas');
  /** Drawn: a canvas that is not drawn yet is 300 pixels wide. */
  const drawn = (count: number) =>
    expect
      .poll(() => pictures.evaluateAll((all) => all.filter((one) => one instanceof HTMLCanvasElement && one.width !== 300).length))
      .toBe(count);

  await page.keyboard.press('Control+,');
  await page.getByRole('tab', { name: t('settings.sections.connections') }).click();
  await page.getByRole('button', { name: t('settings.placementTest.openName', { name: profile.name }) }).click();
  await expect(page.getByRole('heading', { name: t('settings.placementTest.title', { name: profile.name }) })).toBeFocused();
  // Before anything is sent, the page says what it may cost.
  await expect(page.getByText(t('settings.placementTest.cost.what'))).toBeVisible();
  await button(t('settings.placementTest.send')).click();
  await expect(page.getByText(t('settings.placementTest.clientInfoMissing'))).toBeVisible();
  await expect(page.getByLabel(t('settings.placementTest.clientInfo'))).toBeFocused();
  await visit('placement-test');

  provider.misbehave('sign', { status: 400 });
  await page.getByLabel(t('settings.placementTest.clientInfo')).fill('TRX-0001');
  await page.keyboard.press('Enter');
  await expect(banner(page)).toContainText(t('problems.request-refused.do_test'));
  await visit('placement-test-refused');

  provider.misbehave('sign', { entry: 'other-place' });
  await button(t('settings.placementTest.again')).click();
  await button(t('settings.placementTest.send')).click();
  await expect(banner(page)).toContainText(t('problems.test-off-every-convention.what'));
  await drawn(1);
  await visit('placement-test-off');

  const answers = line.hold();
  await button(t('settings.placementTest.again')).click();
  await expect(page.getByLabel(t('settings.placementTest.clientInfo'))).toHaveValue('TRX-0001');
  await button(t('settings.placementTest.send')).click();
  await expect(page.getByText(t('settings.placementTest.hasLeft'))).toBeVisible();
  await visit('placement-test-running');
  answers.release();

  await expect(page.locator('.ui-banner').getByText(t('settings.placementTest.found.what'))).toBeVisible();
  await drawn(2);
  await visit('placement-test-found');
  const before = await storedPlacement(station, profile.id);
  await button(t('settings.placementTest.use')).click();
  await expect(page.getByText(t('settings.placementTest.used', { name: profile.name }))).toBeVisible();
  const { unit, origin, box, rotation, pageBase } = provider.profile.signing?.placement ?? {};
  const counted = { unit, origin, box, rotation, pageBase };
  expect(before).not.toMatchObject(counted);
  expect(await storedPlacement(station, profile.id)).toMatchObject(counted);
  await page.keyboard.press('Control+1');
}
