/** Sets the check of returned documents in the form of a profile: roots, signer, remarks and rules. */
import { profileSchema } from '../support/doors/domain.ts';
import { writeFile } from '../support/pdf/pdfs.ts';
import { announced, brokenRules } from './broken-rules.ts';
import { expect, type PageWithStation, test } from './launch.ts';
import { saveProfile } from './tour.ts';
import { words } from './words.ts';

const t = words('en');

test.use({ language: 'en' });

test('roots, signer, remarks and rules of a profile are set on screen and saved with it', async ({ folder, provider, station }) => {
  const { page } = station;
  const { name, id } = await saveProfile(station, provider, 'en');
  const rule = { kind: 'pages-at-end', count: 2 } as const;
  const withRule = profileSchema.parse({ name, signing: { ...provider.profile.signing, verification: { rules: [rule] } } });
  await page.evaluate(
    async ([profileId, profile]) => {
      const answer = await (window as unknown as PageWithStation).station.invoke['profiles.save']({ id: profileId, profile });
      if (!answer.ok) throw new Error(answer.problem.message);
    },
    [id, withRule] as const,
  );
  // The page read the profile before the rule was saved.
  await page.reload();
  await page.getByRole('heading').first().waitFor();
  await page.keyboard.press('Control+,');
  const region = (key: 'roots' | 'withheld' | 'rules') => page.getByRole('region', { name: t(`settings.verification.${key}.title`) });
  const edit = async () => {
    await page.getByRole('button', { name: t('settings.profiles.editName', { name }) }).click();
    await page.getByRole('button', { name: t('settings.groups.verification') }).press('Enter');
  };
  await edit();

  const add = region('roots').getByRole('button', { name: t('settings.verification.roots.add') });
  await station.answerDialog([await writeFile(folder, 'none.pem', 'no certificate')]);
  await add.press('Enter');
  await expect(page.getByText(t('problems.roots-unreadable.what', { name: 'none.pem' }))).toBeVisible();
  await station.answerDialog([await writeFile(folder, 'root.pem', provider.signerRoot)]);
  await add.press('Enter');
  await expect(region('roots').getByRole('listitem')).toContainText('PRACTICE authority');
  await page.getByLabel(t('settings.fields.expectedSigner.label')).fill('Provider S.A.');
  const remark = (key: 'invisible' | 'signature-moved' | 'signature-over-content') =>
    page.getByRole('checkbox', { name: t(`verification.finding.${key}`) });
  await expect(remark('signature-over-content')).toHaveCount(0);
  await remark('signature-moved').press('Space');
  await region('withheld')
    .getByRole('button', { name: t('settings.verification.withheld.defaults') })
    .press('Enter');
  await expect(remark('signature-moved')).toBeChecked();
  await remark('invisible').press('Space');
  await expect(region('rules').getByRole('listitem')).toContainText(t('verification.rule.pages-at-end', { max: 2 }));
  expect(await brokenRules(page, { passed: announced })).toEqual([]);
  await page.getByRole('button', { name: t('settings.profile.save') }).click();
  await expect(region('roots')).toBeHidden();

  const stored = await page.evaluate(async () => {
    const answer = await (window as unknown as PageWithStation).station.invoke['profiles.list'](undefined);
    return answer.ok ? answer.value[0]?.profile.signing?.verification : undefined;
  });
  expect(stored).toMatchObject({ expectedSigner: 'Provider S.A.', rules: [rule] });
  expect(stored?.withheld).toContain('invisible');
  expect(stored?.roots).toContain('BEGIN CERTIFICATE');

  await edit();
  await region('rules').getByRole('button').press('Enter');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('settings.remove') })
    .press('Enter');
  await expect(region('rules')).toContainText(t('settings.verification.rules.none'));
  await region('roots').getByRole('listitem').getByRole('button').press('Enter');
  await expect(region('roots')).toContainText(t('settings.verification.roots.none'));
});
