/** One browser for each Playwright worker, started with the first test that needs it; each test opens contexts of its own in it. */
import { type Browser, test as base, chromium } from 'playwright/test';
import { browserOptions } from '../electron-host/browser.ts';

export type WorkerBrowser = {
  /** Started with the first call. */
  open(): Promise<Browser>;
};

/** Of pages that live for seconds: what V8's two optimizing compilers make of their code is used too seldom to be worth its making. */
const unoptimized = '--js-flags=--no-opt --no-maglev';

/**
 * Outside of Playwright's runner, whoever starts it closes it.
 * @param more arguments of its own; none where its speed is measured
 */
export function startBrowser(whole: boolean, more: readonly string[] = []): Promise<Browser> {
  const options = browserOptions({ headless: true, whole });
  return chromium.launch({ ...options, args: [...options.args, ...more] });
}

export const test = base.extend<object, { wholeBrowser: boolean; workerBrowser: WorkerBrowser }>({
  /** True where the browser around the engine has a part in what is tested, as in refusals of downloads and permissions. */
  wholeBrowser: [false, { option: true, scope: 'worker' }],
  workerBrowser: [
    async ({ wholeBrowser }, use) => {
      let started: Promise<Browser> | undefined;
      await use({ open: () => (started ??= startBrowser(wholeBrowser, [unoptimized])) });
      await (await started)?.close();
    },
    { scope: 'worker' },
  ],
});
