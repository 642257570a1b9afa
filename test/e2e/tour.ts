/**
 * Every screen and state of the station, one after the other, on invented documents: for the pictures in
 * `docs/screens` and for the accessibility check. Runs in both languages, so words come from the resource files.
 */
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, type ProfileInput, profileSchema, type StoredProfile } from '../support/doors/domain.ts';
import { type Practice, writeSamples } from '../support/doors/practice.ts';
import { startSwitchedLine } from '../support/network/switched-line.ts';
import { plainPdf, protectedPdf, writeFile } from '../support/pdf/pdfs.ts';
import { areaShown } from './area-shown.ts';
import { banner, openFolder, placeSignature, row, showListed, showSignPane } from './clerk.ts';
import { expect, type PageWithStation, type Running } from './launch.ts';
import { placementTestScenes, placementTestTour } from './placement-test-tour.ts';
import { verifyScenes, verifyTour } from './verify-tour.ts';
import { words } from './words.ts';

/** In the order of the tour. */
export const scenes = [
  'empty',
  'connections',
  'profile',
  'backup',
  'general',
  'about',
  'shortcuts',
  ...placementTestScenes,
  'documents',
  'save-place',
  'protected',
  'faults',
  'sending',
  'signed',
  'rejected',
  'failed',
  'in-doubt',
  'unverified',
  ...verifyScenes,
] as const;
export type Scene = (typeof scenes)[number];

type Tour = {
  station: Running;
  language: Language;
  provider: Practice;
  /** Empty; the contracts are put there. */
  folder: string;
  visit: (scene: Scene) => Promise<void>;
};

const longName = 'Contrato de crédito 2026-0417 – María Fernanda Gutiérrez Peñaloza (versión final ✅).pdf';
/** The last of those that are sent. */
const wrongName = 'Solicitud de otrosí.pdf';
const protectedName = 'Solicitud protegida.pdf';

/** Six contracts: three samples, one with a long name, one for a wrong answer, and one that asks for a password. */
async function writeContracts(folder: string): Promise<string[]> {
  const [first = ''] = await writeSamples(folder);
  await copyFile(first, join(folder, longName));
  await writeFile(folder, wrongName, await plainPdf(2, 'otrosí'));
  await writeFile(folder, protectedName, await protectedPdf());
  return (await readdir(folder)).filter((name) => name !== protectedName).sort();
}

export async function tour({ station, language, provider, folder, visit }: Tour): Promise<void> {
  const { page } = station;
  const t = words(language);
  const tag = (tone: string) => page.locator(`.sign-row .ui-tag.tone-${tone}`);
  const opened = async () => {
    await showSignPane(page, 'page');
    await page.locator('.page[data-loaded] canvas').first().waitFor();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const clickRow = async (name: string) => {
    await showSignPane(page, 'documents');
    await row(page, name).click();
  };
  const typeReference = async (name: string, reference: string) => {
    await clickRow(name);
    await showSignPane(page, 'documents');
    await row(page, name).press('F2');
    await page.keyboard.type(reference);
    await page.keyboard.press('Enter');
  };

  await expect(page.getByRole('heading', { name: t('signing.invite.title') })).toBeVisible();
  await visit('empty');

  const stored = await saveProfile(station, provider, language);
  await expect(page.getByText(stored.name)).toBeVisible();
  await page.keyboard.press('Control+,');
  await expect(page.getByRole('heading', { name: stored.name })).toBeVisible();
  await visit('connections');
  await page.getByRole('button', { name: t('settings.profiles.editName', { name: stored.name }) }).click();
  await expect(page.getByRole('heading', { name: t('settings.profile.title') })).toBeVisible();
  await visit('profile');
  await button(t('ui.cancel')).click();
  await page.getByRole('tab', { name: t('settings.sections.backup') }).click();
  await expect(page.getByRole('heading', { name: t('backup.write.title') })).toBeVisible();
  await visit('backup');
  await page.getByRole('tab', { name: t('settings.sections.general') }).click();
  await visit('general');
  await page.getByRole('tab', { name: t('settings.sections.about') }).click();
  await visit('about');
  await page.keyboard.press('Control+1');
  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog')).toBeVisible();
  await visit('shortcuts');
  await page.keyboard.press('Escape');

  const line = await startSwitchedLine(provider.origin);
  // With a setting that is not the provider's, until it is found out.
  await connectProfile(station, stored, provider, line.origin, { unit: 'permille', origin: 'top-left' });
  await placementTestTour({ station, language, provider, line, profile: stored, visit });
  const names = await writeContracts(folder);
  await openFolder(station, folder);
  await showListed(page, protectedName);
  await clickRow(names[1] ?? '');
  await opened();
  await placeSignature(page, t);
  const rectangle = page.getByRole('application');
  await expect(rectangle).toBeFocused();
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  // The last page is drawn once it is in sight.
  await page.locator('.page[data-loaded] canvas').last().waitFor();
  await visit('documents');
  await button(t('signing.presets.saveTitle')).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await visit('save-place');
  await page.keyboard.press('Escape');
  await clickRow(protectedName);
  await visit('protected');

  // Two documents with one reference, and no client.
  const [first = '', second = ''] = names;
  for (const name of [first, second]) await typeReference(name, '2026-0417');
  await page.keyboard.press('Control+Enter');
  await expect(banner(page)).toBeVisible();
  await opened();
  await visit('faults');

  await typeReference(second, '2026-0418');
  await page.getByLabel(t('signing.client.label')).fill('TRX-20260417-0093');
  provider.misbehave('sign', {});
  provider.misbehave('sign', { entry: 'fail' });
  provider.misbehave('sign', { status: 400 });
  provider.misbehave('sign', { drop: 'before-answer' });
  provider.misbehave('sign', { entry: 'other-place' });
  const answers = line.hold(1);
  await page.keyboard.press('Control+Enter');
  await expect(tag('good')).toHaveCount(1);
  await visit('sending');
  answers.release();

  await expect(tag('doubt')).toHaveCount(1);
  await showSignPane(page, 'documents');
  await expect(row(page, wrongName)).toContainText(t('statuses.unverified'));
  for (const [index, scene] of (['signed', 'rejected', 'failed', 'in-doubt', 'unverified'] as const).entries()) {
    await showSignPane(page, 'documents');
    await page.getByRole('row').nth(index).click();
    await expect(page.getByRole('heading', { name: t('signing.result.title') })).toBeVisible();
    await opened();
    await visit(scene);
  }
  await line.close();
  await verifyTour({ station, language, folder, other: wrongName, visit });
}

/** As a clerk would fill it in: an invented agreement. */
const agreement = {
  authUrl: 'https://auth.provider.example',
  baseUrl: 'https://sign.provider.example',
  clientId: 'cooperativa-el-ejemplo',
  accountId: 'cuenta-0001',
  projectId: 'contratos',
};

export async function saveProfile({ page }: Running, provider: Practice, language: Language): Promise<StoredProfile> {
  const profile = profileSchema.parse({ name: language === 'es' ? 'Sucursal Centro' : 'Downtown branch', signing: agreement });
  const saved = await page.evaluate(
    async ([input, secret, apiKey]) => {
      const { invoke } = (window as unknown as PageWithStation).station;
      const answer = await invoke['profiles.save']({ profile: input });
      if (!answer.ok) throw new Error(answer.problem.message);
      const { id } = answer.value.profile;
      await invoke['secrets.set']({ profileId: id, name: 'clientSecret', value: secret });
      await invoke['secrets.set']({ profileId: id, name: 'validationApiKey', value: apiKey });
      await invoke['settings.set']({ activeProfileId: id });
      return answer.value.profile;
    },
    [profile, provider.secrets.clientSecret ?? '', provider.secrets.validationApiKey ?? ''] as const,
  );
  const leavesParts = await page.evaluate(async () => {
    const left = await (window as unknown as PageWithStation).station.invoke['app.workspace'](undefined);
    return left.ok && left.value.page !== null;
  });
  // The page hears only of profiles that it saved itself.
  await page.reload();
  await areaShown(page);
  // The next page says that it continues with what this one left, which belongs to no picture.
  if (leavesParts) await page.locator('.ui-toast').getByRole('button').click();
  return saved;
}

/**
 * From the invented agreement to the practice provider; one document a call, so that each meets the trouble meant for it.
 * @param origin where the provider is reached, when it is not at its own address
 */
export async function connectProfile(
  { page }: Running,
  { id, name }: StoredProfile,
  { profile: { signing, validation }, secrets, origin: own }: Practice,
  origin = own,
  placement: NonNullable<ProfileInput['signing']>['placement'] = signing?.placement,
): Promise<void> {
  const profile = profileSchema.parse({
    name,
    signing: { ...signing, authUrl: origin, baseUrl: origin, maxDocumentsPerCall: 1, concurrency: 1, placement },
    validation,
  });
  await page.evaluate(
    async ([input, secret, apiKey]) => {
      const { invoke } = (window as unknown as PageWithStation).station;
      const answer = await invoke['profiles.save'](input);
      if (!answer.ok) throw new Error(answer.problem.message);
      await invoke['secrets.set']({ profileId: input.id, name: 'clientSecret', value: secret });
      await invoke['secrets.set']({ profileId: input.id, name: 'validationApiKey', value: apiKey });
    },
    [{ id, profile }, secrets.clientSecret ?? '', secrets.validationApiKey ?? ''] as const,
  );
}
