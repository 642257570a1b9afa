/** No form loses what was typed: while it is saved, in an area that was left, and when the window closes. */
import { profileSchema } from '../support/doors/domain.ts';
import { openSettingsDatabase } from '../support/doors/storage.ts';
import { activateProfile } from './clerk.ts';
import { electronBinary } from './electron-binary.ts';
import { expect, type PageWithStation, type Running, test } from './launch.ts';
import { theDialog } from './queue-fixture.ts';
import { systemOf } from './running.ts';
import { words } from './words.ts';

const t = words('en');

test.use({ language: 'en' });
test.skip(electronBinary() !== null, 'the Electron host can be stopped for a while');

const signing = { authUrl: 'https://auth.example', baseUrl: 'https://api.example', clientId: 'c', accountId: 'a', projectId: 'p' };

const storedName = async ({ page }: Running): Promise<string | undefined> => {
  const listed = await page.evaluate(() => (window as unknown as PageWithStation).station.invoke['profiles.list'](undefined));
  return listed.ok ? listed.value[0]?.profile.name : undefined;
};

/** Keeps main from answering while `work` is done. */
async function whileMainIsBusy(station: Running, work: () => Promise<void>): Promise<void> {
  const system = systemOf(station);
  system.signal('SIGSTOP');
  try {
    await work();
  } finally {
    system.signal('SIGCONT');
  }
}

test('what is typed into a form is saved, or stays', async ({ station }) => {
  const { page } = station;
  await activateProfile(page, { name: 'Main branch', signing }, { clientSecret: 'a-secret' });
  const name = page.getByRole('textbox', { name: t('settings.fields.name.label') });
  const form = page.getByRole('form', { name: t('settings.profile.title') });
  const edit = () => page.getByRole('button', { name: t('settings.profiles.editName', { name: 'Main branch' }) }).click();
  await page.keyboard.press('Control+,');
  await edit();

  await test.step('a form shows what is saved while it is saved', async () => {
    await name.fill('Main branch 2');
    await whileMainIsBusy(station, async () => {
      await page.keyboard.press('Control+Enter');
      await expect(form).toHaveAttribute('aria-busy', 'true');
      await page.keyboard.type(' and more');
      await expect(name).toHaveValue('Main branch 2');
      await expect(name).toBeFocused();
    });
    await expect(form).toBeHidden();
    expect(await storedName(station)).toBe('Main branch 2');
  });

  await test.step('a name that another profile has is marked at its field', async () => {
    await page.evaluate(
      (profile) => (window as unknown as PageWithStation).station.invoke['profiles.save']({ profile }),
      profileSchema.parse({ name: 'Sucursal Ñuñoa', signing }),
    );
    await page.getByRole('button', { name: t('settings.profiles.editName', { name: 'Main branch 2' }) }).click();
    await name.fill('sucursal ñuñoa');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(t('settings.faults.named'))).toBeVisible();
    await expect(name).toBeFocused();
    await form.getByRole('button', { name: t('ui.cancel'), exact: true }).click();
    await page.getByRole('button', { name: t('ui.discard.confirm') }).click();
    await expect(form).toBeHidden();
  });

  await test.step('a secret that could not be stored is not discarded without a question', async () => {
    await page.getByRole('button', { name: t('settings.profiles.editName', { name: 'Main branch 2' }) }).click();
    const label = t('settings.secret.names.clientSecret.label');
    await page.getByRole('button', { name: t('settings.secret.replaceName', { name: label }) }).click();
    await page.getByLabel(label).fill('€'.repeat(1_000));
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(t('problems.secret-too-long.what'))).toBeVisible();
    await form.getByRole('button', { name: t('ui.cancel'), exact: true }).click();
    await page.getByRole('button', { name: t('ui.discard.confirm') }).click();
    await expect(form).toBeHidden();
  });

  await test.step('a form that was left and entered again while it was saved stays open with what was typed since', async () => {
    await page.getByRole('button', { name: t('settings.profiles.editName', { name: 'Main branch 2' }) }).click();
    await name.fill('Main branch');
    await whileMainIsBusy(station, async () => {
      await page.keyboard.press('Control+Enter');
      await expect(form).toHaveAttribute('aria-busy', 'true');
      await page.keyboard.press('Control+2');
      await page.keyboard.press('Control+,');
      await name.fill('Main branch 3');
    });
    await expect.poll(() => storedName(station)).toBe('Main branch');
    await expect(name).toHaveValue('Main branch 3');
    await page.keyboard.press('Control+Enter');
    await expect(form).toBeHidden();
    expect(await storedName(station)).toBe('Main branch 3');
  });

  await test.step('a form that was closed while it was saved does not take the place of another', async () => {
    await page.getByRole('button', { name: t('settings.profiles.editName', { name: 'Main branch 3' }) }).click();
    await name.fill('Main branch');
    await whileMainIsBusy(station, async () => {
      await page.keyboard.press('Control+Enter');
      await expect(form).toHaveAttribute('aria-busy', 'true');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: t('ui.discard.confirm') }).click();
      await page.getByRole('button', { name: t('settings.profiles.new') }).click();
      await name.fill('Another');
    });
    await expect.poll(() => storedName(station)).toBe('Main branch');
    await expect(name).toHaveValue('Another');
  });
});

test('a name of the person that could not be saved is still in its field, and is saved when the field is left again', async ({
  station,
}) => {
  const { page } = station;
  const settings = openSettingsDatabase(station.dataDir);
  const general = async () => {
    await page.keyboard.press('Control+,');
    await page.getByRole('tab', { name: t('settings.sections.general') }).click();
  };
  const clerk = page.getByLabel(t('settings.general.clerk'));
  const stored = () =>
    page.evaluate(async () => {
      const answer = await (window as unknown as PageWithStation).station.invoke['app.info'](undefined);
      return answer.ok && answer.value.settings.clerk;
    });
  try {
    settings.sql.exec("CREATE TRIGGER full BEFORE INSERT ON json_row BEGIN SELECT RAISE(ABORT, 'no more'); END");
    await general();
    await clerk.fill('Rosa Mora');
    await page.keyboard.press('Control+2');
    await expect(page.getByText(t('queue.empty.title'))).toBeVisible();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await general();
    await expect(clerk).toHaveValue('Rosa Mora');
    settings.sql.exec('DROP TRIGGER full');
    await clerk.press('Enter');
    await expect.poll(stored).toBe('Rosa Mora');
  } finally {
    settings.close();
  }
});

test('the window asks before it closes with input that is not saved', async ({ station }) => {
  const { page } = station;
  const unsaved = () =>
    page.evaluate(async () => {
      const answer = await (window as unknown as PageWithStation).station.invoke['app.workspace'](undefined);
      return answer.ok && answer.value.unsaved;
    });
  await page.keyboard.press('Control+3');
  await page.getByRole('button', { name: t('screening.clerk.change') }).click();
  const clerk = theDialog(page).getByLabel(t('screening.clerk.name'));
  await clerk.fill('Rosa Mora');
  await expect.poll(unsaved).toBe(true);
  await station.askToQuit();
  // The first button keeps it open.
  await clerk.fill('Rosa Mora Paz');
  await clerk.press('Enter');
  await expect(clerk).toBeHidden();
  await expect.poll(unsaved).toBe(false);
  await station.quit();
});
