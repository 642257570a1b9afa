/** Steps that a clerk does again and again, for the specs. In English where the screen's words are needed. */
import type { Page } from 'playwright/test';
import { type ProfileInput, profileSchema, type SecretName } from '../support/doors/domain.ts';
import type { Practice } from '../support/doors/practice.ts';
import { expect, type PageWithStation, type Running } from './launch.ts';
import { type AllWords, words } from './words.ts';

const t = words('en');

/** A banner of the screen; toasts, which disappear automatically, are alerts too. */
export const banner = (page: Page) => page.locator('.ui-banner').and(page.getByRole('alert'));

export const row = (page: Page, name: string) => page.getByRole('row', { name });

/** Brings a pane of *Sign* into view where a small display shows them one at a time. */
export async function showSignPane(page: Page, pane: 'documents' | 'page'): Promise<void> {
  const tab = page.locator(`.sign-tabs [data-name="${pane}"]`);
  if (await tab.isVisible()) await tab.click();
}

/** Waits until a document is listed, and brings the list into view. */
export async function showListed(page: Page, name: string): Promise<void> {
  await page.locator('.sign-row').filter({ hasText: name }).waitFor({ state: 'attached' });
  await showSignPane(page, 'documents');
}

export async function openFolder({ page, answerDialog }: Running, folder: string): Promise<void> {
  await answerDialog([folder]);
  await page.keyboard.press('Control+Shift+O');
}

/** Places the signature bottom right on the last page. @param say words in the language of the screen */
export async function placeSignature(page: Page, say: AllWords = t): Promise<void> {
  await page.getByRole('button', { name: say('signing.presets.label') }).click();
  await page.getByRole('option', { name: say('signing.presets.builtIn.lastPageBottomRight') }).click();
}

/** Places the signature there and names the client, which is all that the opened documents need. */
export async function placeAndName(page: Page, clientInfo: string, say: AllWords = t): Promise<void> {
  await placeSignature(page, say);
  await page.getByLabel(say('signing.client.label')).fill(clientInfo);
}

/** Opens the one PDF of a folder, places its signature at the usual place, and names the client. */
export async function prepareContract(station: Running, folder: string, name: string): Promise<void> {
  const { page } = station;
  await page.keyboard.press('Control+1');
  await openFolder(station, folder);
  await expect(row(page, name)).toBeVisible();
  await placeAndName(page, 'TRX-0042');
}

/** A profile with its secrets, made the active one over the bridge; one of the same name is replaced. */
export async function activateProfile(page: Page, profile: ProfileInput, secrets: Partial<Record<SecretName, string>>): Promise<void> {
  await page.evaluate(
    async ([input, values]) => {
      const { invoke } = (window as unknown as PageWithStation).station;
      const known = await invoke['profiles.list'](undefined);
      const same = known.ok ? known.value.find(({ profile }) => profile.name === input.name) : undefined;
      const saved = await invoke['profiles.save']({ ...(same && { id: same.profile.id }), profile: input });
      if (!saved.ok) throw new Error(saved.problem.message);
      const { id } = saved.value.profile;
      for (const [name, value] of values) {
        const stored = await invoke['secrets.set']({ profileId: id, name, value });
        if (!stored.ok) throw new Error(stored.problem.message);
      }
      await invoke['settings.set']({ activeProfileId: id });
    },
    [profileSchema.parse(profile), Object.entries(secrets) as [SecretName, string][]] as const,
  );
}

/**
 * Connects to the provider's signing: one document a call, one call at a time, so that each document meets the trouble meant for it.
 * @param origin where the provider is reached, when it is not at its own address
 */
export async function connect({ page }: Running, provider: Practice, origin = provider.origin, network = {}): Promise<void> {
  const { signing: offered } = profileSchema.parse(provider.profile);
  const signing = offered && { ...offered, authUrl: origin, baseUrl: origin, maxDocumentsPerCall: 1, concurrency: 1 };
  await activateProfile(page, { name: 'Main branch', network, signing }, { clientSecret: provider.secrets.clientSecret ?? '' });
  await page.keyboard.press('Control+1');
}

/** The same as a person does it, in the form. */
export async function connectInForm({ page }: Running, provider: Practice): Promise<void> {
  const { signing } = provider.profile;
  await page.keyboard.press('Control+,');
  const begin = page.getByRole('button', { name: t('settings.profiles.new') });
  await begin.click();
  // Escape leaves a form without input, and asks before input is lost.
  await page.keyboard.press('Escape');
  await begin.click();
  // The field has the focus after a click elsewhere too, and shows it.
  await expect(page.locator('input:focus')).toHaveCSS('outline-style', 'solid');
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).and(page.locator('input')).fill(value);
  await fill(t('settings.fields.name.label'), 'Main branch');
  await fill(t('settings.fields.clientId.label'), signing?.clientId ?? '');
  await fill(t('settings.secret.names.clientSecret.label'), provider.secrets.clientSecret ?? '');
  // Another area can be looked at in between.
  await page.keyboard.press('Control+2');
  await page.keyboard.press('Control+,');
  await expect(page.getByLabel(t('settings.secret.names.clientSecret.label'))).toHaveValue(provider.secrets.clientSecret ?? '');
  await fill(t('settings.fields.accountId.label'), signing?.accountId ?? '');
  await fill(t('settings.fields.projectId.label'), signing?.projectId ?? '');
  await fill(t('settings.fields.authUrl.label'), provider.origin);
  await fill(t('settings.fields.baseUrl.label'), provider.origin);
  await page.getByRole('button', { name: t('settings.groups.limits') }).click();
  await fill(t('settings.fields.maxDocumentsPerCall.label'), '1');
  await fill(t('settings.fields.concurrency.label'), '1');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog', { name: t('ui.discard.title') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.getByRole('button', { name: t('settings.profile.save') }).click();
  await expect(page.getByRole('heading', { name: 'Main branch' })).toBeFocused();
  // In its card, with the next step, and not over the result of the test.
  const saved = page.locator('[data-profile]').getByText(t('settings.profile.saved', { name: 'Main branch' }));
  await expect(saved).toBeVisible();
  await expect(page.getByText(t('settings.profile.savedDo'))).toBeVisible();
  await acceptMarks(page, provider);
  await page.getByRole('button', { name: t('settings.profiles.testName', { name: 'Main branch' }) }).click();
  await expect(page.getByText(t('settings.test.good'))).toBeVisible();
  await expect(saved).toHaveCount(0);
  await page.getByRole('button', { name: t('settings.profiles.useName', { name: 'Main branch' }) }).click();
  await expect(page.getByRole('heading', { name: 'Main branch' })).toBeFocused();
  await page.keyboard.press('Control+1');
}

/** What the administrator adds to a new profile for the provider: its roots, and the rule of its mark. */
async function acceptMarks(page: Page, provider: Practice): Promise<void> {
  const { signing } = profileSchema.parse(provider.profile);
  if (!signing) throw new Error('the provider offers no signing');
  const save = () =>
    page.evaluate(async (verification) => {
      const { invoke } = (window as unknown as PageWithStation).station;
      const listed = await invoke['profiles.list'](undefined);
      const found = listed.ok ? listed.value[0]?.profile : undefined;
      if (!found?.signing) return false;
      const { id, ...profile } = { ...found, signing: { ...found.signing, verification } };
      const saved = await invoke['profiles.save']({ id, profile });
      return saved.ok;
    }, signing.verification);
  await expect.poll(save).toBe(true);
}
