/**
 * A page in the browser of the process that started the host, a test: it drives its browser anyway, and the host need not load
 * what drives one.
 */
import type { ChildProcess } from 'node:child_process';
import type { BrowserContext, Page } from 'playwright';
import { openBrowserPage } from './browser-page.ts';
import { connectCalls } from './calls.ts';
import type { BrowserPage, PageOwner, PageSetup } from './page-parts.ts';

type Opener = BrowserPage & { open(setup: PageSetup): Promise<void> };

/** The host's end. */
export async function openInParent(setup: PageSetup, owner: PageOwner): Promise<BrowserPage> {
  const call = connectCalls<Opener>(process, owner);
  await call('open', setup);
  return {
    load: (url) => call('load', url),
    reload: () => call('reload'),
    post: (message) => call('post', message),
    bringToFront: () => call('bringToFront'),
    text: () => call('text'),
    close: () => call('close'),
  };
}

/** The test's end. @param opened called with the page before it loads anything */
export function openForHost(
  host: ChildProcess,
  newContext: (setup: PageSetup) => Promise<BrowserContext>,
  opened: (page: Page) => void,
): void {
  const ours: Record<string, (...args: never[]) => unknown> = {
    async open(setup: PageSetup) {
      const { page, does } = await openBrowserPage(await newContext(setup), setup, {
        answer: (request) => call('answer', request),
        receive: (source, message) => call('receive', source, message),
        allowsWindow: (url) => call('allowsWindow', url),
        happened: (event) => void call('happened', event).catch(() => undefined), // it may be ending
      });
      Object.assign(ours, does);
      opened(page);
    },
  };
  const call = connectCalls<PageOwner>(host, ours);
}
