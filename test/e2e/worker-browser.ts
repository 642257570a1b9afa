/** One browser for each Playwright worker, started with the first test that needs it; each test opens contexts of its own in it. */
import { type Browser, test as base, chromium } from 'playwright/test';
import { browserOptions } from '../electron-host/browser.ts';

export type WorkerBrowser = {
  /** Started with the first call; another one for another scale, which only the pictures of the screens ask for. */
  open(deviceScaleFactor?: number): Promise<Browser>;
};

/** Of pages that live for seconds: what V8's two optimizing compilers make of their code is used too seldom to be worth its making. */
const unoptimized = '--js-flags=--no-opt --no-maglev';

/**
 * Outside of Playwright's runner, whoever starts it closes it.
 * @param more arguments of its own; none where its speed is measured
 */
export function startBrowser(deviceScaleFactor: number, whole: boolean, more: readonly string[] = []): Promise<Browser> {
  const options = browserOptions({ headless: true, whole });
  return chromium.launch({ ...options, args: [...options.args, ...more, `--force-device-scale-factor=${deviceScaleFactor}`] });
}

export const test = base.extend<object, { wholeBrowser: boolean; workerBrowser: WorkerBrowser }>({
  /** True where the browser around the engine has a part in what is tested, as in refusals of downloads and permissions. */
  wholeBrowser: [false, { option: true, scope: 'worker' }],
  workerBrowser: [
    async ({ wholeBrowser }, use) => {
      const opened = new Map<number, Promise<Browser>>();
      await use({
        open(deviceScaleFactor = 1) {
          const started = opened.get(deviceScaleFactor) ?? startBrowser(deviceScaleFactor, wholeBrowser, [unoptimized]);
          opened.set(deviceScaleFactor, started);
          return started;
        },
      });
      for (const started of opened.values()) await (await started).close();
    },
    { scope: 'worker' },
  ],
});
