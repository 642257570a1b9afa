/** Stops the browser from retaining the bodies of answers. */
import type { Page } from 'playwright';

/** Parts of Playwright that are not its API: it sends no command of its own with limits. */
type ChromiumSession = {
  send(method: 'Network.enable', limits: { maxTotalBufferSize: number; maxResourceBufferSize: number }): Promise<void>;
};
type Internals = { _connection: { toImpl(page: Page): { delegate: { _mainFrameSession: { _client: ChromiumSession } } } } };

/**
 * The browser retains bodies for each connection of Playwright, which asks for none of ours: the page's process would have every document
 * that it shows in memory, once for each connection. Electron retains none.
 */
export async function retainNoBodies(page: Page): Promise<void> {
  const { delegate } = (page as unknown as Internals)._connection.toImpl(page);
  await delegate._mainFrameSession._client.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 });
}
