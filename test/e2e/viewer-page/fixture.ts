/** The viewer's page for specs: each Playwright worker builds it once. */
import { expect } from 'playwright/test';
import { test as base } from '../worker-browser.ts';
import { type Host, type Opened, type OpenOptions, startHost } from './open.ts';

/** Opens the page for `use`; the page may complain of nothing but `expected`. */
type WithPage = (options: OpenOptions, use: (opened: Opened) => Promise<void>, expected?: RegExp) => Promise<void>;

export const test = base.extend<{ withPage: WithPage }, { viewerHost: Host }>({
  viewerHost: [
    async ({ workerBrowser }, use) => {
      const host = await startHost(await workerBrowser.open());
      await use(host);
      await host.close();
    },
    { scope: 'worker' },
  ],
  withPage: async ({ viewerHost }, use) => {
    await use(async (options, onPage, expected) => {
      const opened = await viewerHost.open(options);
      await onPage(opened);
      expect(opened.complaints.filter((complaint) => !expected?.test(complaint))).toEqual([]);
      await opened.close();
    });
  },
});
