/** The application's side of a page, as the content of an Electron window: requests, preload, messages, under the application's rules. */
import type { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IpcMainInvokeEvent, WebFrameMain, WebPreferences } from 'electron';
import { fromPageUrl, pageOrigin, toPageUrl } from './addresses.ts';
import { createBodyStreams, partPath, streamHeader, wholeBytes } from './body-streams.ts';
import { openInBrowser } from './browser.ts';
import { inParent, reportRefused } from './control.ts';
import { receiveInvoke } from './ipc.ts';
import { accelerators, menuRoles, pressAccelerator } from './menu.ts';
import {
  type BrowserPage,
  type FrameState,
  mainFrameId,
  type PageAnswer,
  type PageEvent,
  type PageOwner,
  type PageRequest,
} from './page-parts.ts';
import type { FromPage } from './page-script.ts';
import { openInParent } from './parent-page.ts';
import { downloadsAllowed, rules } from './session.ts';

/** Permissions that the browser can be given, by the names of both sides. */
const permissions = {
  'clipboard-sanitized-write': 'clipboard-write',
  'clipboard-read': 'clipboard-read',
  geolocation: 'geolocation',
  notifications: 'notifications',
  midi: 'midi',
};

export type HostPage = BrowserPage & {
  isClosed(): boolean;
  mainFrame: WebFrameMain;
};

/** @param events emits the events of Electron's `webContents`, and `closed` */
export async function openPage(
  size: { width: number; height: number },
  preferences: WebPreferences,
  events: EventEmitter,
): Promise<HostPage> {
  const frames = new Map<number, { url: string; parent: WebFrameMain | null }>();
  const streams = createBodyStreams();
  /** The address that `load` is opening: such a navigation is the application's own and is not announced. */
  let loading: string | null = null;
  let closed = false;

  function frame({ id, url, parent }: FrameState): WebFrameMain {
    const known = frames.get(id) ?? { url, parent: null };
    frames.set(id, known);
    return Object.assign(known, { url: fromPageUrl(url), parent: parent === null ? null : frame(parent) }) as WebFrameMain;
  }

  async function receive(source: FrameState, message: FromPage): Promise<unknown> {
    if (message.kind === 'accelerators') return { accelerators: accelerators(), roles: menuRoles() };
    if (message.kind === 'accelerator') return pressAccelerator(message.name);
    if (message.kind === 'context-menu') return void events.emit('context-menu', {}, message.place);
    const event: Pick<IpcMainInvokeEvent, 'senderFrame'> = { senderFrame: frame(source) };
    return receiveInvoke(event, message.channel, message.args);
  }

  async function answer({ navigation, resourceType, method, ...request }: PageRequest): Promise<PageAnswer> {
    const url = fromPageUrl(request.url);
    if (navigation !== null && !navigationAllowed(navigation, url)) {
      reportRefused('navigation', url);
      return { refused: 'aborted' };
    }
    if (await cancelled(url, resourceType)) {
      reportRefused('request', url);
      return { refused: 'blockedbyclient' };
    }
    if (request.url.startsWith(pageOrigin + partPath)) {
      const id = request.url.slice((pageOrigin + partPath).length);
      return method === 'DELETE' ? streams.stop(id) : streams.next(id);
    }
    const handler = rules.handlers.get(url.slice(0, url.indexOf(':')));
    if (handler === undefined) return null;
    const { [streamHeader]: inParts, ...asked } = request.headers;
    const response = await handler(new Request(url, { method, headers: asked }));
    const { status, body } = response;
    const { 'content-length': length, ...headers } = Object.fromEntries(response.headers);
    if (inParts !== undefined && body !== null && !(Number(length) <= wholeBytes)) {
      const marks = { [streamHeader]: streams.begin(body), ...(length !== undefined && { [`${streamHeader}-length`]: length }) };
      return { status, headers: { ...headers, ...marks }, body: new Uint8Array() };
    }
    const whole = Object.fromEntries(response.headers);
    return { status, headers: resourceType === 'media' ? asPlayed(whole) : whole, body: new Uint8Array(await response.arrayBuffer()) };
  }

  function navigationAllowed(navigation: 'main' | 'inner' | 'other', url: string): boolean {
    if (navigation === 'other') return false;
    const isMainFrame = navigation === 'main';
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

  function happened(event: PageEvent): void {
    if (event.type === 'refused') reportRefused(event.what, event.url);
    if (event.type === 'crash') events.emit('render-process-gone', {}, { reason: 'crashed' });
    if (event.type === 'dom-ready') events.emit('dom-ready');
    if (event.type === 'navigated' || event.type === 'closed') void streams.stopAll();
    if (event.type !== 'closed') return;
    closed = true;
    events.emit('closed');
  }

  const owner: PageOwner = {
    answer,
    receive,
    happened,
    allowsWindow: (url) => rules.openWindow?.({ url } as never).action === 'allow',
  };
  const setup = {
    size,
    acceptDownloads: downloadsAllowed(),
    permissions: grantedPermissions(),
    preload: preferences.preload === undefined ? '' : readFileSync(preferences.preload, 'utf8'),
  };
  const page = await (inParent ? openInParent : openInBrowser)(setup, owner);
  return {
    ...page,
    isClosed: () => closed,
    mainFrame: frame({ id: mainFrameId, url: '', parent: null }),
    load(url) {
      loading = url;
      return page.load(toPageUrl(url));
    },
    async post(message) {
      if (!closed) await page.post(message);
    },
  };
}

/** For a player of Chromium the file ends with the answer where the scheme is not http, as the application's is not. */
function asPlayed({ 'content-range': range, ...headers }: Record<string, string>): Record<string, string> {
  const [, bytes, last] = /^bytes (\d+-(\d+))\//.exec(range ?? '') ?? [];
  return bytes === undefined ? headers : { ...headers, 'content-range': `bytes ${bytes}/${Number(last) + 1}` };
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
