/** The states of screening, one after the other, on invented people: for the pictures and for the accessibility check. */
import { join } from 'node:path';
import type { Language } from '../support/doors/domain.ts';
import { writeFile } from '../support/pdf/pdfs.ts';
import { expect, type PageWithStation, type Running } from './launch.ts';
import { words } from './words.ts';

/** In the order of the tour. */
export const screeningScenes = [
  'screen-empty',
  'screen-clear',
  'screen-match',
  'screen-members',
  'screen-decision',
  'screen-link',
  'screen-raw',
  'screen-sources',
  'screen-unavailable',
  'screen-failed',
  'screen-queued',
  'screen-history',
  'lists-empty',
  'lists-columns',
  'lists-rows',
  'lists-row',
  'lists-all',
  'lists-matches',
] as const;
export type ScreeningScene = (typeof screeningScenes)[number];

type ScreeningTour = {
  station: Running;
  language: Language;
  /** Empty; the list is put there. */
  folder: string;
  visit: (scene: ScreeningScene) => Promise<void>;
};

type Outcome = 'clear' | 'match' | 'unavailable' | 'failed' | 'waiting';

const persons = [
  ['Apellidos', 'Nombres', 'Cédula', 'Sucursal'],
  ['Quiroga Beltrán', 'Evaristo', '79555001', 'Centro'],
  ['Muñoz Peña', 'Carlos Andrés', '11222333', 'Centro'],
  ['Peláez Ñungo', 'Ramiro', '', 'Norte'],
  ['', '', '70000001', 'Norte'],
  ['Judicial Parra', 'Silencio', '', 'Norte'],
  ...Array.from({ length: 60 }, (_, n) => [`Sinrastro Número ${n}`, 'Persona', String(50_000_000 + n), 'Sur']),
];

export async function screeningTour({ station, language, folder, visit }: ScreeningTour): Promise<void> {
  const { page } = station;
  const t = words(language);
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
  /** Its name ends with the entry that it acts on. */
  const buttonOf = (name: string) => page.getByRole('button', { name }).first();
  const outcome = (kind: Outcome) => page.getByRole('heading', { level: 2, name: new RegExp(`^${t(`screening.outcome.${kind}.word`)}`) });
  const ask = async (name: string, identification = '') => {
    await page.getByLabel(t('screening.form.name'), { exact: true }).fill(name);
    await page.getByLabel(t('screening.form.identification'), { exact: true }).fill(identification);
    await page.keyboard.press('Enter');
  };
  const visitDialog = async (scene: ScreeningScene) => {
    await expect(page.locator('.ui-modal')).toBeVisible();
    await visit(scene);
    await page.keyboard.press('Escape');
    await expect(page.locator('.ui-modal')).toBeHidden();
  };

  await page.getByRole('heading').first().waitFor();
  await page.keyboard.press('Control+3');
  await expect(page.getByLabel(t('screening.form.name'), { exact: true })).toBeVisible();
  await visit('screen-empty');

  await ask('Ana Clara Sinrastro Pombo', '52111222');
  await expect(outcome('clear')).toBeVisible();
  await visit('screen-clear');

  await ask('Evaristo Quiroga Beltrán', '79555001');
  await expect(outcome('match')).toBeVisible();
  await visit('screen-match');
  const members = page
    .locator('summary')
    .filter({ hasText: t.pattern('screening.match.all') })
    .first();
  await members.click();
  await visit('screen-members');
  await members.click();
  await buttonOf(t('screening.decision.act')).click();
  await visit('screen-decision');
  await button(t('ui.cancel')).click();
  await buttonOf(t('screening.link.open')).click();
  await visitDialog('screen-link');
  await button(t('screening.raw.show')).click();
  await visitDialog('screen-raw');

  for (const flag of ['judicial', 'procurator'] as const)
    await page.getByRole('checkbox', { name: t(`screening.source.${flag}`) }).press('Space');
  await ask('Aurelio Benavides Tocarruncho', '19444555');
  await expect(page.getByRole('heading', { level: 2, name: /Aurelio/ })).toBeVisible();
  await visit('screen-sources');
  await ask('Silencio Judicial Parra');
  await expect(outcome('unavailable')).toBeVisible();
  await visit('screen-unavailable');
  await connectToNobody(station);
  await page.keyboard.press('Control+3');
  await ask('María Fernanda Gutiérrez Peñaloza', '52987654');
  await expect(outcome('failed')).toBeVisible();
  await visit('screen-failed');
  await button(t('screening.failed.keep')).click();
  await expect(outcome('waiting')).toBeVisible();
  await visit('screen-queued');
  await page.getByRole('tab', { name: t('screening.sections.history') }).click();
  await page.getByRole('row', { name: /Evaristo/ }).click();
  await expect(outcome('match')).toBeVisible();
  await visit('screen-history');

  await backToPractice(station);
  await page.keyboard.press('Control+3');
  await page.getByRole('tab', { name: t('screening.sections.bulk') }).click();
  await expect(button(t('bulk.choose'))).toBeVisible();
  await visit('lists-empty');
  const name = 'Vinculados sucursal Centro 2026-11.csv';
  await writeFile(folder, name, Buffer.from(persons.map((cells) => cells.join(';')).join('\r\n')));
  await station.answerDialog([join(folder, name)]);
  await button(t('bulk.choose')).click();
  const start = page.getByRole('button', { name: /\b64\b/ });
  await expect(start).toBeEnabled();
  await visit('lists-columns');
  await start.click();
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', '66');
  await expect(page.getByText(t('bulk.state.done'), { exact: true })).toBeVisible();
  await expect(grid.getByText(/^9\d{5}$/).first()).toBeAttached();
  await visit('lists-rows');
  await grid.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: t('bulk.detail.label') })).toBeVisible();
  await visit('lists-row');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  await visit('lists-all');
  await page.getByRole('button', { name, exact: true }).click();
  await expect(grid.getByRole('row').nth(1)).toContainText(t('screening.outcome.match.word'));
  await visit('lists-matches');
}

/** An invented agreement with a local port as its address, without a listener. */
async function connectToNobody({ page }: Running): Promise<void> {
  await page.evaluate(async () => {
    const { invoke } = (window as unknown as PageWithStation).station;
    const network = {
      transport: 'station',
      proxy: 'none',
      proxyAddress: '',
      caFile: '',
      connectTimeout: 10_000,
      answerTimeout: 10_000,
      silenceTimeout: 10_000,
      callTimeout: 600_000,
    } as const;
    const search = {
      url: 'http://127.0.0.1:9/search',
      projectName: 'p',
      judicialFlag: 'SearchJudicialBranch' as const,
      concurrency: 4,
      perMinute: 0,
      rules: [],
    };
    const saved = await invoke['profiles.save']({ profile: { name: 'Sucursal Centro', network, search } });
    if (!saved.ok) throw new Error(saved.problem.message);
    const { id } = saved.value.profile;
    await invoke['secrets.set']({ profileId: id, name: 'searchApiKey', value: 'invented' });
    await invoke['settings.set']({ activeProfileId: id });
  });
}

async function backToPractice({ page }: Running): Promise<void> {
  await page.evaluate(async () => {
    await (window as unknown as PageWithStation).station.invoke['settings.set']({ activeProfileId: null });
  });
}
