/**
 * The fixture of the end-to-end specs. `station` is the built application with a data folder of its own:
 *
 *   import { expect, test } from './launch.ts';
 *   test.use({ language: 'en' });
 *   test('…', async ({ station }) => { await station.answerDialog([folder]); await station.page.click(…) });
 *
 * `launch` starts another, e.g. on the same data folder after `station.quit()`. Each test's annotations say
 * which runtime it ran on (design, section 8).
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { type Practice, startPractice } from '../support/doors/practice.ts';
import { openSettingsRepository } from '../support/doors/settings.ts';
import { openSettingsDatabase } from '../support/doors/storage.ts';
import { areaShown } from './area-shown.ts';
import { electronBinary, repository } from './electron-binary.ts';
import { launchElectron } from './launch-electron.ts';
import { launchHost } from './launch-host.ts';
import type { LaunchOptions, PageWithStation, Running } from './running.ts';
import { test as base, type WorkerBrowser } from './worker-browser.ts';

export { expect } from 'playwright/test';
export { dropFiles } from './drop-files.ts';
export type { PageWithStation, Running } from './running.ts';

/** Of a host that lives for seconds, as of Playwright's own processes (scripts/test.mjs): nearly nothing of what it loads is collected. */
const young = ['--min-semi-space-size=16', '--max-semi-space-size=32'];

/** Starts the built application and waits for its page. The caller ends it with `quit`. */
async function launchStation(options: LaunchOptions, workerBrowser: WorkerBrowser): Promise<Running> {
  if (!existsSync(join(repository, 'dist/main.js'))) throw new Error('dist/ is not built: npm run build');
  const binary = electronBinary();
  // A UTF-8 locale that every machine has; the language comes from LANGUAGE.
  const env = { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', LANGUAGE: options.language, ...options.env };
  const running =
    binary === null
      ? await launchHost({ ...options, env }, await workerBrowser.open(), repository, young)
      : await launchElectron(binary, { ...options, env });
  const { page } = running;
  if (binary !== null) await setScreen(page, options);
  await areaShown(page);
  // Windows and macOS take no language from the environment.
  await page.evaluate(async (language) => {
    const { invoke } = (window as unknown as PageWithStation).station;
    const info = await invoke['app.info'](undefined);
    if (info.ok && info.value.language !== language) await invoke['settings.set']({ language });
  }, options.language);
  return running;
}

/** Prepares a new data folder as that of a clerk who has seen the first steps. */
function markFirstStepsShown(dataDir: string): void {
  if (existsSync(join(dataDir, 'settings.sqlite'))) return;
  const database = openSettingsDatabase(dataDir);
  openSettingsRepository(database, database).change({ firstStepsShown: true });
  database.close();
}

/**
 * What the host's page has from its context. To a page that it did not open, Playwright's `setViewportSize` gives scale 1, and again
 * with each picture.
 */
async function setScreen(page: Page, { viewport, deviceScaleFactor, theme }: LaunchOptions): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  if (deviceScaleFactor === 1) return page.setViewportSize(viewport);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor, mobile: false });
}

/** `viewport` and `deviceScaleFactor` are Playwright's own options, set in `playwright.config.ts`. */
type Settings = Omit<LaunchOptions, 'dataDir' | 'viewport' | 'deviceScaleFactor'> & { dataDir: string | null };
type Fixtures = Settings & {
  /** Whether a new data folder is that of a new clerk, who sees the first steps. */
  isFirstStart: boolean;
  /** Starts an application, by default with the test's options and a new data folder; ended with the test. */
  launch: (changes?: Partial<LaunchOptions>) => Promise<Running>;
  station: Running;
  /** For documents, removed after the test. */
  folder: string;
  /** A practice provider outside the station. */
  provider: Practice;
};

export const test = base.extend<Fixtures>({
  language: ['es', { option: true }],
  theme: ['light', { option: true }],
  env: [{}, { option: true }],
  args: [[], { option: true }],
  dataDir: [null, { option: true }],
  isFirstStart: [false, { option: true }],

  launch: async ({ language, theme, viewport, deviceScaleFactor, env, args, dataDir, isFirstStart, workerBrowser }, use, info) => {
    const running: Running[] = [];
    const folders: string[] = [];
    await use(async (changes = {}) => {
      const folder = changes.dataDir ?? dataDir ?? mkdtempSync(join(tmpdir(), 'station-e2e-'));
      if (changes.dataDir === undefined && dataDir === null) folders.push(folder);
      if (!isFirstStart) markFirstStepsShown(folder);
      const screen = { viewport: viewport ?? { width: 1280, height: 800 }, deviceScaleFactor: deviceScaleFactor ?? 1 };
      const started = await launchStation({ language, theme, ...screen, env, args, ...changes, dataDir: folder }, workerBrowser);
      running.push(started);
      info.annotations.push({ type: 'runtime', description: started.runtime });
      return started;
    });
    for (const started of running) {
      // Documents may wait or be on their way: "close".
      await started.answerMessage(1).catch(() => undefined);
      await started.quit();
    }
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },

  station: async ({ launch }, use) => {
    await use(await launch());
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'station-e2e-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  provider: async ({}, use) => {
    const provider = await startPractice();
    await use(provider);
    await provider.close();
  },
});
