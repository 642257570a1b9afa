/** One browser for each Playwright worker, started with the first test that needs it; each test opens contexts of its own in it. */
import { type Browser, test as base, chromium } from 'playwright/test';
import { browserOptions, debuggingAddress } from '../electron-host/browser.ts';

type Opened = {
  browser: Browser;
  /** Where an Electron host connects to it, on loopback. */
  address: string;
};

export type WorkerBrowser = { open(): Promise<Opened> };

async function startBrowser(): Promise<Opened> {
  const browser = await chromium.launch(browserOptions({ headless: true, debug: true }));
  const devtools = await browser.newBrowserCDPSession();
  const { commandLine } = await devtools.send('SystemInfo.getInfo');
  await devtools.detach();
  // Playwright names the profile's folder to the browser only.
  const [, quoted, plain] = /--user-data-dir=(?:"([^"]+)"|(\S+))/.exec(commandLine) ?? [];
  return { browser, address: debuggingAddress(quoted ?? plain ?? '') };
}

export const test = base.extend<object, { workerBrowser: WorkerBrowser }>({
  workerBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      let opened: Promise<Opened> | null = null;
      await use({
        open: () => {
          opened ??= startBrowser();
          return opened;
        },
      });
      if (opened !== null) await (await (opened as Promise<Opened>)).browser.close();
    },
    { scope: 'worker' },
  ],
});
