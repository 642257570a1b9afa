/** One page of the browser as the content of an Electron window: requests, preload, messages, under the application's rules. */
import type { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IpcMainInvokeEvent, WebFrameMain, WebPreferences } from 'electron';
import type { BrowserContext, CDPSession, Frame, Page, Route } from 'playwright';
import { fromPageUrl, pageOrigin, toPageUrl } from './addresses.ts';
import { createBodyStreams, partPath, streamHeader, wholeBytes } from './body-streams.ts';
import { reportRefused } from './control.ts';
import { receiveInvoke } from './ipc.ts';
import { accelerators, menuRoles, pressAccelerator } from './menu.ts';
import { type FromPage, pageScript, type ToPage } from './page-script.ts';
import { retainNoBodies } from './retain-no-bodies.ts';
import { rules } from './session.ts';

const filePrefix = 'electron-host-file:';

/** Permissions that the browser can be given, by the names of both sides. */
const permissions = {
  'clipboard-sanitized-write': 'clipboard-write',
  'clipboard-read': 'clipboard-read',
  geolocation: 'geolocation',
  notifications: 'notifications',
  midi: 'midi',
};

/** Emits the events of Electron's `webContents`. */
export type HostPage = {
  load(url: string): Promise<void>;
  post(message: ToPage): Promise<void>;
  frame(frame: Frame): WebFrameMain;
  page: Page;
  /** Id of the page in the browser, by which another connection finds it. */
  target: string;
};

export async function openPage(context: BrowserContext, preferences: WebPreferences, events: EventEmitter): Promise<HostPage> {
  const page = context.pages()[0] ?? (await context.newPage());
  const binding = `host${crypto.randomUUID().replaceAll('-', '')}`;
  const devtools = await context.newCDPSession(page);
  const { targetInfo } = await devtools.send('Target.getTargetInfo');
  const frames = new WeakMap<Frame, WebFrameMain>();
  const streams = createBodyStreams();
  /** The address that `load` is opening: such a navigation is the application's own and is not announced. */
  let loading: string | null = null;

  function frame(of: Frame): WebFrameMain {
    const known = frames.get(of);
    if (known !== undefined) return known;
    const parent = of.parentFrame();
    const made = {
      get url() {
        return fromPageUrl(of.url());
      },
      parent: parent === null ? null : frame(parent),
    } as WebFrameMain;
    frames.set(of, made);
    return made;
  }

  const post = async (message: ToPage): Promise<void> => {
    if (page.isClosed()) return;
    await page.evaluate(([name, detail]) => void window.dispatchEvent(new CustomEvent(name, { detail })), [binding, message] as const);
  };

  async function receive(source: Frame, message: FromPage): Promise<unknown> {
    if (message.kind === 'accelerators') return { accelerators: accelerators(), roles: menuRoles() };
    if (message.kind === 'accelerator') return pressAccelerator(message.name);
    if (message.kind === 'context-menu') return void events.emit('context-menu', {}, message.place);
    const args = (await resolveFiles(devtools, binding, message.args)) as unknown[];
    const event: Pick<IpcMainInvokeEvent, 'senderFrame'> = { senderFrame: frame(source) };
    return receiveInvoke(event, message.channel, args);
  }

  async function intercept(route: Route): Promise<void> {
    const request = route.request();
    const url = fromPageUrl(request.url());
    if (request.isNavigationRequest() && !navigationAllowed(request.frame(), url)) {
      await route.abort('aborted');
      return reportRefused('navigation', url);
    }
    if (await cancelled(url, request.resourceType())) {
      await route.abort('blockedbyclient');
      return reportRefused('request', url);
    }
    if (request.url().startsWith(pageOrigin + partPath)) return answerPart(route);
    const handler = rules.handlers.get(url.slice(0, url.indexOf(':')));
    if (handler === undefined) return route.continue();
    const { [streamHeader]: inParts, ...asked } = await request.allHeaders();
    const response = await handler(new Request(url, { method: request.method(), headers: asked }));
    const { 'content-length': length, ...headers } = Object.fromEntries(response.headers);
    if (inParts !== undefined && response.body !== null && !(Number(length) <= wholeBytes)) {
      const marks = { [streamHeader]: streams.begin(response.body), ...(length !== undefined && { [`${streamHeader}-length`]: length }) };
      return route.fulfill({ status: response.status, headers: { ...headers, ...marks }, body: '' });
    }
    const body = Buffer.from(await response.arrayBuffer());
    await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body });
  }

  async function answerPart(route: Route): Promise<void> {
    const id = route
      .request()
      .url()
      .slice((pageOrigin + partPath).length);
    await route.fulfill(await (route.request().method() === 'DELETE' ? streams.stop(id) : streams.next(id)));
  }

  function navigationAllowed(of: Frame, url: string): boolean {
    if (of.page() !== page) return false; // another window
    const isMainFrame = of === page.mainFrame();
    if (isMainFrame && loading === url) {
      loading = null;
      return true;
    }
    let allowed = true;
    const details = {
      url,
      isMainFrame,
      preventDefault() {
        allowed = false;
      },
    };
    events.emit('will-frame-navigate', details);
    if (isMainFrame) events.emit('will-navigate', details);
    return allowed;
  }

  page.on('crash', () => events.emit('render-process-gone', {}, { reason: 'crashed' }));
  page.on('domcontentloaded', () => events.emit('dom-ready'));
  page.on('framenavigated', (of) => of === page.mainFrame() && void streams.stopAll());
  page.on('close', () => void streams.stopAll());
  page.on('download', async (download) => {
    if ((await download.failure()) !== null) reportRefused('download', download.url());
  });

  await context.grantPermissions(grantedPermissions(), { origin: pageOrigin });
  await context.route('**/*', (route) => intercept(route).catch(() => route.abort().catch(() => undefined))); // the page may be gone
  await page.exposeBinding(binding, ({ frame: source }, message: FromPage) => receive(source, message));
  const preload = preferences.preload === undefined ? '' : readFileSync(preferences.preload, 'utf8');
  await retainNoBodies(page);
  await page.addInitScript({ content: pageScript({ binding, preload, ownOrigin: pageOrigin, filePrefix, streamHeader, partPath }) });

  return {
    page,
    target: targetInfo.targetId,
    frame,
    post,
    async load(url) {
      loading = url;
      await page.goto(toPageUrl(url));
    },
  };
}

function grantedPermissions(): string[] {
  const details = { isMainFrame: true, requestingUrl: fromPageUrl(`${pageOrigin}/`) };
  const allowed = ([name]: [string, string]) =>
    rules.permissionCheck?.(null, name as never, details.requestingUrl, details as never) ?? true;
  return Object.entries(permissions)
    .filter(allowed)
    .map(([, browserName]) => browserName);
}

async function cancelled(url: string, resourceType: string): Promise<boolean> {
  const { beforeRequest } = rules;
  if (beforeRequest === null) return false;
  return new Promise((resolve) => beforeRequest({ url, resourceType }, ({ cancel }) => resolve(cancel ?? false)));
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
