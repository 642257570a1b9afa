/** Shows the states of the view that checks any PDF, in turn: for the screenshots and the accessibility check. */
import { join } from 'node:path';
import type { Language } from '../support/doors/domain.ts';
import { namesIn } from '../support/names-in.ts';
import { expect, type Running } from './launch.ts';
import { words } from './words.ts';

/** In the order of the tour. */
export const verifyScenes = ['verify', 'verify-signed', 'verify-unacceptable'] as const;
export type VerifyScene = (typeof verifyScenes)[number];

type VerifyTour = {
  station: Running;
  language: Language;
  /** Has contracts and, in `signed`, a signed one. */
  folder: string;
  /** Name of a contract that is not the signed one. */
  other: string;
  visit: (scene: VerifyScene) => Promise<void>;
};

export async function verifyTour({ station, language, folder, other, visit }: VerifyTour): Promise<void> {
  const { page } = station;
  const t = words(language);
  const choose = async (key: 'verify.file.choose' | 'verify.original.choose', path: string) => {
    await station.answerDialog([path]);
    await page.getByRole('button', { name: t(key), exact: true }).click();
  };
  const found = (key: 'signed' | 'unacceptable') =>
    expect(page.locator('.vr .ui-outcome-word')).toHaveText(t(`verification.bottomLine.${key}.word`));

  await page.keyboard.press('Control+6');
  await expect(page.getByRole('heading', { name: t('verify.empty.title') })).toBeVisible();
  await visit('verify');
  const [signed = ''] = await namesIn(join(folder, 'signed'));
  await choose('verify.file.choose', join(folder, 'signed', signed));
  await found('signed');
  await visit('verify-signed');
  await choose('verify.original.choose', join(folder, other));
  await found('unacceptable');
  await visit('verify-unacceptable');
}
