/** The states of a transaction record, one after the other, on invented people: for the pictures and for the accessibility check. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '../support/doors/domain.ts';
import { keepVisit } from './keep-visit.ts';
import { expect, type Running } from './launch.ts';
import { words } from './words.ts';

/** Each with what there is to see of it. */
const shown = {
  'record-face': 'TX-1011',
  'record-document-face': 'TX-1012',
  'record-identification': 'TX-1013',
  'record-expired': 'TX-1014',
  'record-death': 'TX-1015',
  'record-alert': 'TX-1016',
  'record-ani': 'TX-1017',
  'record-names': 'TX-1018',
  'record-scores': 'TX-1019',
  'record-nulls': 'TX-1005',
  'record-minimal': 'TX-1004',
  'record-odd': 'TX-1021',
  'record-odd-pictures': 'TX-1007',
  'record-more': 'TX-1010',
} as const;
type Shown = keyof typeof shown;

/** Its pictures are damaged before anybody looked at them: the page keeps what it has drawn. */
const unseen = 'TX-1002';

/** In the order of the tour. */
export const recordScenes = [
  'record',
  'record-pictures',
  'record-media',
  'record-fields',
  'record-rest',
  'record-picture',
  'record-side-by-side',
  'record-document',
  'record-export',
  ...(Object.keys(shown) as Shown[]),
  'record-damaged',
] as const;
export type RecordScene = (typeof recordScenes)[number];

type RecordTour = {
  station: Running;
  language: Language;
  /** Which records of others are looked at; all, where it is not said. */
  only?: readonly RecordScene[];
  visit: (scene: RecordScene) => Promise<void>;
};

export async function recordTour({ station, language, only = recordScenes, visit }: RecordTour): Promise<void> {
  const { page } = station;
  const r = words(language).in('recordView');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const record = page.locator('.rec');
  const dialog = page.locator('.ui-modal');
  const openRecord = async (transaction: string) => {
    await page.getByRole('searchbox').first().fill(transaction);
    await expect(page.getByRole('row')).toHaveCount(1);
    await page.getByRole('row', { name: transaction }).click();
    await page.locator('[data-record]').first().click();
    await expect(record).toBeVisible();
  };
  const toList = async () => {
    await page.keyboard.press('Escape');
    await expect(record).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('grid')).toBeVisible();
  };
  const drawn = (selector: string) =>
    expect
      .poll(() => page.locator(`${selector} img`).evaluateAll((all) => all.every((img) => (img as HTMLImageElement).complete)))
      .toBe(true);
  const part = async (name: string) => {
    await record.getByRole('heading', { level: 2, name, exact: true }).evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await drawn('.rec');
  };
  const visitDialog = async (scene: RecordScene) => {
    await expect(dialog).toBeVisible();
    await drawn('.ui-modal');
    await visit(scene);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };

  await page.getByRole('heading').first().waitFor();
  // The name of a visit is its number, so that each is found in the list by it.
  await keepVisit(page, { name: 'TX-1008', transaction: 'TX-1008', wish: { documents: true, video: true } });
  const looked = Object.entries(shown).filter(([scene]) => only.includes(scene as Shown));
  await keepVisit(page, { name: unseen, transaction: unseen });
  for (const [, transaction] of looked) await keepVisit(page, { name: transaction, transaction });
  await page.keyboard.press('Control+4');
  await openRecord('TX-1008');
  await drawn('.rec');
  await visit('record');
  await part(r('pictures.title'));
  await visit('record-pictures');
  await part(r('video.title'));
  await visit('record-media');
  await record.locator('.rec-sections').evaluate((element) => element.scrollIntoView({ block: 'start' }));
  expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
  await visit('record-fields');
  await record.evaluate((element) => element.querySelector('.rec-content')?.lastElementChild?.scrollIntoView({ block: 'end' }));
  await visit('record-rest');
  await page.locator('.rec-gallery button.rec-thumb').nth(3).click();
  await visitDialog('record-picture');
  await button(r('compare.open')).first().click();
  await visitDialog('record-side-by-side');
  await record
    .locator('.rec-documents')
    .getByRole('button', { name: r.pattern('documents.openName') })
    .first()
    .click();
  await page.locator('.page[data-loaded] canvas').first().waitFor();
  await visitDialog('record-document');
  await button(r('export.open')).click();
  await visitDialog('record-export');
  await toList();

  for (const [scene, transaction] of looked) {
    await openRecord(transaction);
    await expect(record.getByRole('heading', { level: 1 })).toBeVisible();
    await drawn('.rec');
    if (scene === 'record-scores') await part(r('scores.title'));
    if (scene === 'record-more') await part(r('other.title'));
    if (scene === 'record-odd-pictures') await part(r('pictures.title'));
    await visit(scene as Shown);
    await toList();
  }

  await damageFiles(join(station.dataDir, 'encrypted'));
  await openRecord(unseen);
  await expect(record.getByText(r('pictures.failed')).first()).toBeVisible();
  await visit('record-damaged');
  await toList();
}

/** As a failing disk would: what is encrypted there is something else now. */
async function damageFiles(folder: string): Promise<void> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
  for (const { parentPath, name } of files) if (name.startsWith('record.')) await writeFile(join(parentPath, name), 'damaged');
}
