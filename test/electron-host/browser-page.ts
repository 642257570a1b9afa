/** The browser's side of a page: runs its preload, and passes its requests, messages and events to the application's side. */
import type { BrowserContext, CDPSession, Frame, Request, Route } from 'playwright';
import { pageOrigin } from './addresses.ts';
import { partPath, streamHeader } from './body-streams.ts';
import { type BrowserPage, type FrameState, mainFrameId, type Navigation, type PageOwner, type PageSetup } from './page-parts.ts';
import { type FromPage, pageScript } from './page-script.ts';
import { retainNoBodies } from './retain-no-bodies.ts';

const filePrefix = 'electron-host-file:';

/** Opens the one page of a context. */
export async function openBrowserPage(context: BrowserContext, setup: PageSetup, owner: PageOwner) {
  const page = context.pages()[0] ?? (await context.newPage());
  const binding = `host${crypto.randomUUID().replaceAll('-', '')}`;
  const devtools = await context.newCDPSession(page);
  const ids = new WeakMap<Frame, number>([[page.mainFrame(), mainFrameId]]);
  let lastId = mainFrameId;

  function stateOf(frame: Frame): FrameState {
    const id = ids.get(frame) ?? ++lastId;
    ids.set(frame, id);
    const parent = frame.parentFrame();
    return { id, url: frame.url(), parent: parent === null ? null : stateOf(parent) };
  }

  /** The frame of a navigation; asking for it throws where it is of a window that opens. */
  function navigationOf(request: Request): Navigation | null {
    if (!request.isNavigationRequest()) return null;
    const frame = request.frame();
    if (frame.page() !== page) return 'other';
    return frame === page.mainFrame() ? 'main' : 'inner';
  }

  async function intercept(route: Route): Promise<void> {
    const request = route.request();
    const answer = await owner.answer({
      url: request.url(),
      method: request.method(),
      headers: request.headers(),
      resourceType: request.resourceType(),
      navigation: navigationOf(request),
    });
    if (answer === null) return route.continue();
    if ('refused' in answer) return route.abort(answer.refused);
    await route.fulfill({ ...answer, body: Buffer.from(answer.body) });
  }

  page.on('crash', () => owner.happened({ type: 'crash' }));
  page.on('domcontentloaded', () => owner.happened({ type: 'dom-ready' }));
  page.on('framenavigated', (frame) => frame === page.mainFrame() && owner.happened({ type: 'navigated' }));
  page.once('close', () => owner.happened({ type: 'closed' }));
  page.on('download', async (download) => {
    if ((await download.failure()) !== null) owner.happened({ type: 'refused', what: 'download', url: download.url() });
  });
  // The browser has opened the window already; it can only be closed again.
  context.on('page', async (popup) => {
    if ((await popup.opener()) === null) return;
    const url = popup.url();
    if (await owner.allowsWindow(url)) return;
    await popup.close();
    owner.happened({ type: 'refused', what: 'window', url });
  });

  await context.grantPermissions(setup.permissions, { origin: pageOrigin });
  await context.route('**/*', (route) => intercept(route).catch(() => route.abort().catch(() => undefined))); // the page may be gone
  await page.exposeBinding(binding, async ({ frame }, message: FromPage) => {
    const named =
      message.kind === 'invoke' ? { ...message, args: (await resolveFiles(devtools, binding, message.args)) as unknown[] } : message;
    return owner.receive(stateOf(frame), named);
  });
  await retainNoBodies(page);
  await page.addInitScript({
    content: pageScript({ binding, preload: setup.preload, ownOrigin: pageOrigin, filePrefix, streamHeader, partPath }),
  });

  const does: BrowserPage = {
    load: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    post: (message) =>
      page.evaluate(([name, detail]) => void window.dispatchEvent(new CustomEvent(name, { detail })), [binding, message] as const),
    bringToFront: () => page.bringToFront(),
    text: async () => (await page.textContent('body')) ?? '',
    close: () => page.close(),
  };
  return { page, does };
}

/** Replaces file marks with paths; a file that is on no disk is left out of its list. */
async function resolveFiles(devtools: CDPSession, binding: string, value: unknown): Promise<unknown> {
  if (typeof value === 'string') return value.startsWith(filePrefix) ? pathOf(devtools, binding, value) : value;
  if (Array.isArray(value)) {
    const members = await Promise.all(value.map((member: unknown) => resolveFiles(devtools, binding, member)));
    return members.filter((member, index) => member !== '' || value[index] === '');
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(async ([name, member]) => [name, await resolveFiles(devtools, binding, member)] as const);
    return Object.fromEntries(await Promise.all(members));
  }
  return value;
}

async function pathOf(devtools: CDPSession, binding: string, token: string): Promise<string> {
  const expression = `(() => {
    const event = new CustomEvent(${JSON.stringify(binding)}, { detail: { kind: 'file', token: ${JSON.stringify(token)} } });
    window.dispatchEvent(event);
    return event.detail.file;
  })()`;
  const { result } = await devtools.send('Runtime.evaluate', { expression });
  if (result.objectId === undefined) return '';
  return (await devtools.send('DOM.getFileInfo', { objectId: result.objectId })).path;
}
