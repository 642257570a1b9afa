/** The states of the queue, one after the other, on invented documents: for the pictures and for the accessibility check. */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '../support/doors/domain.ts';
import { type Practice, writeSamples } from '../support/doors/practice.ts';
import type { SwitchedLine } from '../support/network/switched-line.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { openFolder, placeAndName, row, showListed } from './clerk.ts';
import { expect, type Running } from './launch.ts';
import { connectProfile, saveProfile } from './tour.ts';
import { type AllWords, type KeyOf, words } from './words.ts';

/** In the order of the tour. */
export const queueScenes = [
  'queue-empty',
  'queue-in-doubt',
  'queue-candidates',
  'queue-take',
  'queue-close',
  'queue-again',
  'queue-removed',
  'queue-offline',
  'queue-paused',
  'queue-several',
  'queue-rule',
  'queue-unverified',
  'queue-no-rule',
  'queue-report',
  'queue-release',
  'queue-released',
] as const;
export type QueueScene = (typeof queueScenes)[number];

type QueueTour = {
  station: Running;
  language: Language;
  provider: Practice;
  /** To that provider. */
  line: SwitchedLine;
  /** Empty; the contracts are put there. */
  folder: string;
  visit: (scene: QueueScene) => Promise<void>;
};

/** Sent while the provider cannot be reached. */
const waiting = ['Contrato de crédito 2026-0417 – María Fernanda Gutiérrez Peñaloza.pdf', 'Pagaré 2026-0418.pdf'] as const;

export async function queueTour({ station, language, provider, line, folder, visit }: QueueTour): Promise<void> {
  const { page } = station;
  const t = words(language);
  const button = (key: KeyOf<'queue'>) => page.getByRole('button', { name: t(`queue.${key}`), exact: true });
  // Its name ends with the file.
  const use = page.getByRole('button', { name: t('queue.candidate.use') });
  const dialog = page.locator('.ui-modal');
  const visitDialog = async (scene: QueueScene) => {
    await expect(dialog).toBeVisible();
    await visit(scene);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };

  await expect(page.getByRole('heading', { name: t('signing.invite.title') })).toBeVisible();
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('heading', { name: t('queue.empty.title') })).toBeVisible();
  await visit('queue-empty');

  const stored = await saveProfile(station, provider, language);
  await expect(page.getByText(stored.name)).toBeVisible();
  await connectProfile(station, stored, provider, line.origin);
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  for (const part of [first, second]) await mkdir(part);
  const names = (await writeSamples(first)).map((path) => path.split(/[\\/]/).at(-1) ?? '').sort();
  // Not a copy of one that is signed: that would be asked about.
  await writeFile(second, waiting[0], await plainPdf(2, 'contrato de crédito'));
  await copyFile(join(first, names[1] ?? ''), join(second, waiting[1]));

  provider.misbehave('sign', {});
  provider.misbehave('sign', { entry: 'fail' });
  provider.misbehave('sign', { drop: 'before-answer' });
  const doubtful = names[2] ?? '';
  await send(station, first, doubtful, t);
  await expect(page.locator('.sign-row .ui-tag.tone-doubt')).toHaveCount(1);
  await page.keyboard.press('Control+2');
  await row(page, doubtful).click();
  await expect(button('doubt.check')).toBeVisible();
  await visit('queue-in-doubt');
  await button('doubt.check').click();
  await expect(use).toBeVisible();
  await visit('queue-candidates');
  await use.click();
  await visitDialog('queue-take');
  await button('doubt.close').click();
  await visitDialog('queue-close');
  await button('doubt.again').click();
  await visitDialog('queue-again');
  await row(page, names[1] ?? '').click();
  await page.keyboard.press('Delete');
  const putBack = page.getByRole('button', { name: t('signing.list.putBack', { count: 1 }) });
  await expect(putBack).toBeVisible();
  await visit('queue-removed');
  await putBack.click();
  await expect(row(page, names[1] ?? '')).toHaveAttribute('aria-selected', 'true');

  await line.down();
  await page.keyboard.press('Control+1');
  await send(station, second, waiting[1], t);
  await page.keyboard.press('Control+2');
  await expect(page.locator('.app-hold.tone-bad')).toBeVisible();
  await row(page, waiting[1]).click();
  await visit('queue-offline');
  await button('pause').click();
  await expect(button('resume')).toBeVisible();
  await visit('queue-paused');
  await row(page, waiting[1]).click();
  await page.keyboard.press('Control+A');
  await expect(page.locator('.queue-card h2')).toContainText('5');
  await visit('queue-several');
  await button('resume').click();
  await line.up();
  // Before they are signed, they would get the wrong answers that are meant for later documents.
  for (const name of waiting) await expect(row(page, name)).toContainText(t('statuses.signed'));
  await page.keyboard.press('Escape');
  await withheldForAddition({ station, language, provider, line, folder, visit });
  await unverified({ station, language, provider, line, folder, visit });
}

/** A page at the end, which no rule accepts yet. */
async function withheldForAddition({ station, language, provider, folder, visit }: QueueTour): Promise<void> {
  const { page } = station;
  const t = words(language);
  const dialog = page.locator('.ui-modal');
  const own = join(folder, 'with-page');
  const name = 'Poder 2026-0420 – Eulalia Robles Inventada.pdf';
  await mkdir(own);
  await writeFile(own, name, await plainPdf(1, 'poder'));
  provider.misbehave('sign', { style: { addition: 'certificate-page' } });
  await page.keyboard.press('Control+1');
  await send(station, own, name, t);
  await page.keyboard.press('Control+2');
  await row(page, name).click();
  await page.getByRole('button', { name: t('queue.rule.make') }).click();
  await expect(dialog.getByRole('listitem')).toHaveText(t('verification.rule.pages-at-end', { max: 1 }));
  await visit('queue-rule');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** A document that lacks a page, returned as SUCCESS. */
async function unverified({ station, language, provider, folder, visit }: QueueTour): Promise<void> {
  const { page } = station;
  const t = words(language);
  const v = t.in('verification');
  const dialog = page.locator('.ui-modal');
  const details = page.getByRole('region', { name: t('queue.details.label') });
  const third = join(folder, 'third');
  const name = 'Otrosí 2026-0419 – Domitila Vacío Cifuentes.pdf';
  await mkdir(third);
  await writeFile(third, name, await plainPdf(3, 'otrosí'));
  provider.misbehave('sign', { entry: 'dropped-page' });
  await page.keyboard.press('Control+1');
  await send(station, third, name, t);
  await page.keyboard.press('Control+2');
  await expect(row(page, name)).toContainText(t('statuses.unverified'));
  await row(page, name).click();
  await expect(details.getByText(v('finding.original-changed'))).toBeVisible();
  await visit('queue-unverified');
  await details.getByRole('button', { name: t('queue.rule.make') }).click();
  await expect(details.getByText(t('problems.no-rule-fits.what'))).toBeVisible();
  await visit('queue-no-rule');
  await details.getByRole('button', { name: v('see') }).click();
  await expect(dialog.getByRole('heading', { name: v('bottomLine.unacceptable.word') })).toBeVisible();
  await visit('queue-report');
  await page.keyboard.press('Escape');
  await details.getByRole('button', { name: v('release.open') }).click();
  await dialog.getByRole('button', { name: v('release.act') }).click();
  await expect(dialog.getByText(v('release.missing'))).toBeVisible();
  await visit('queue-release');
  await dialog.getByRole('textbox').fill(reasons[language] ?? reasons.en);
  await dialog.getByRole('button', { name: v('release.act') }).click();
  await expect(details.getByText(reasons[language] ?? reasons.en)).toBeVisible();
  await expect(row(page, name)).toContainText(t('jobs.shown.released'));
  await visit('queue-released');
}

/** What the clerk types; English in a language without a text of its own. */
const reasons: Partial<Record<Language, string>> & { en: string } = {
  es: 'Autorizó la gerente por teléfono: la última página es el anexo que el cliente ya firmó en papel.',
  en: 'The manager agreed on the phone: the last page is the annex that the customer has signed on paper.',
  pt: 'A gerente autorizou por telefone: a última página é o anexo que o cliente já assinou em papel.',
};

/** @param last the name of one of them */
async function send(station: Running, folder: string, last: string, t: AllWords): Promise<void> {
  const { page } = station;
  await openFolder(station, folder);
  await showListed(page, last);
  await placeAndName(page, 'TRX-20260417-0093', t);
  await page.keyboard.press('Control+Enter');
}
