/** `electron.session` and `electron.protocol` on the host: they keep the application's rules, `page.ts` obeys them. */
import { EventEmitter } from 'node:events';
import type { Protocol, Session, WebRequest } from 'electron';
import { resolveProxy } from './system.ts';

type RequestHandler = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
type CheckHandler = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;
type BeforeRequest = (details: { url: string; resourceType: string }, answer: (response: { cancel?: boolean }) => void) => void;

/** What the application laid down. */
export const rules = {
  handlers: new Map<string, (request: Request) => Response | Promise<Response>>(),
  permissionRequest: null as RequestHandler | null,
  permissionCheck: null as CheckHandler | null,
  beforeRequest: null as BeforeRequest | null,
  downloads: new EventEmitter(),
};

export const protocol: Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle'> = {
  registerSchemesAsPrivileged: () => undefined,
  handle: (scheme, handler) => {
    rules.handlers.set(scheme, handler as (request: Request) => Response | Promise<Response>);
  },
};

const webRequest = {
  onBeforeRequest: (...args: unknown[]) => {
    rules.beforeRequest = (args.at(-1) as BeforeRequest | null) ?? null;
  },
} as Pick<WebRequest, 'onBeforeRequest'>;

type Used =
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setSpellCheckerEnabled'
  | 'resolveProxy';

const used: Pick<Session, Used> = {
  setPermissionRequestHandler: (handler) => {
    rules.permissionRequest = handler;
  },
  setPermissionCheckHandler: (handler) => {
    rules.permissionCheck = handler;
  },
  // No device is ever granted to the browser.
  setDevicePermissionHandler: () => undefined,
  setSpellCheckerEnabled: () => undefined,
  resolveProxy: async (url) => resolveProxy(url),
};

const theSession = Object.assign(used, {
  protocol,
  webRequest,
  on: rules.downloads.on.bind(rules.downloads) as unknown as Session['on'],
});

/** There is one window, so there is one session; its profile folder is new at each start and removed at the end. */
export const session = { fromPartition: (_partition: string) => theSession, defaultSession: theSession };

/** Asked before the browser starts, since it cannot hold a download back until it was asked about: the application's answer for all. */
export function downloadsAllowed(): boolean {
  let allowed = true;
  const preventDefault = () => {
    allowed = false;
  };
  rules.downloads.emit('will-download', { preventDefault }, {});
  return allowed;
}
