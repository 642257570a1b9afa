/** `electron.session` and `electron.protocol` on the host: they store the application's rules, `page.ts` obeys them. */
import { EventEmitter } from 'node:events';
import type { Protocol, Session, WebContents, WebRequest } from 'electron';
import { type Connections, createConnections } from './net-connections.ts';
import { requireNotReady, requireReady } from './ready.ts';
import { resolveProxy } from './system.ts';

type RequestHandler = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
type CheckHandler = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;
type DeviceHandler = NonNullable<Parameters<Session['setDevicePermissionHandler']>[0]>;
type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0];
type BeforeRequest = (details: { url: string; resourceType: string }, answer: (response: { cancel?: boolean }) => void) => void;

/** The rules that the application set. */
export const rules = {
  handlers: new Map<string, (request: Request) => Response | Promise<Response>>(),
  permissionRequest: null as RequestHandler | null,
  permissionCheck: null as CheckHandler | null,
  devicePermission: null as DeviceHandler | null,
  openWindow: null as OpenHandler | null,
  beforeRequest: null as BeforeRequest | null,
  downloads: new EventEmitter(),
};

/** Schemes that the application registered as standard and secure: pages of others have no origin. */
const privileged = new Set<string>();

export const protocol: Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle'> = {
  registerSchemesAsPrivileged(schemes) {
    requireNotReady('protocol.registerSchemesAsPrivileged()');
    for (const { scheme, privileges } of schemes) if (privileges?.standard && privileges.secure) privileged.add(scheme);
  },
  handle: (scheme, handler) => {
    requireReady('protocol.handle()');
    if (!privileged.has(scheme)) throw new Error(`the scheme ${scheme} is not registered as privileged`);
    rules.handlers.set(scheme, handler as (request: Request) => Response | Promise<Response>);
  },
};

/** Rules on requests by session: `net` obeys those of the session that it is used with. */
const requestRules = new WeakMap<object, BeforeRequest | null>();

const connections = new WeakMap<object, Connections>();

/** The connections of a session: those of one session are not used by another one. */
export function connectionsOf(of: object = theSession): Connections {
  const known = connections.get(of) ?? createConnections();
  connections.set(of, known);
  return known;
}

/** Whether the rules of a session refuse an address. */
export function isBlocked(of: object | undefined, url: string): boolean {
  let cancelled = false;
  requestRules.get(of ?? theSession)?.({ url, resourceType: 'xhr' }, ({ cancel = false }) => {
    cancelled = cancel;
  });
  return cancelled;
}

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
  // Only stored for `askHandlers`: no device is ever granted to the browser.
  setDevicePermissionHandler: (handler) => {
    rules.devicePermission = handler;
  },
  setSpellCheckerEnabled: () => undefined,
  resolveProxy: async (url) => resolveProxy(url),
};

/** There is one window, so the rules of all sessions are one; its profile folder is new at each start and removed at the end. */
function createSession() {
  const made = Object.assign(
    { ...used },
    {
      protocol,
      webRequest: {
        onBeforeRequest: (...args: unknown[]) => {
          rules.beforeRequest = (args.at(-1) as BeforeRequest | null) ?? null;
          requestRules.set(made, rules.beforeRequest);
        },
      } as Pick<WebRequest, 'onBeforeRequest'>,
      closeAllConnections: async () => {
        for (const agent of Object.values(connectionsOf(made))) agent.destroy();
      },
      on: rules.downloads.on.bind(rules.downloads) as unknown as Session['on'],
    },
  );
  return made;
}

const theSession = createSession();
const partitions = new Map<string, typeof theSession>();

export const session = {
  fromPartition(partition: string) {
    requireReady('session.fromPartition()');
    const known = partitions.get(partition) ?? createSession();
    partitions.set(partition, known);
    return known;
  },
  get defaultSession() {
    requireReady('session.defaultSession');
    return theSession;
  },
};

/** Called before the browser starts, since the browser cannot delay a download for an answer: one answer for all. */
export function downloadsAllowed(): boolean {
  let allowed = true;
  const preventDefault = () => {
    allowed = false;
  };
  rules.downloads.emit('will-download', { preventDefault }, {});
  return allowed;
}

/** Returns what the application's own handlers allow: without one, Electron allows everything. */
export type HandlerAnswers = { window: 'allow' | 'deny'; asked: string[]; checked: string[]; devices: string[] };

/**
 * Calls the application's handlers as Electron would if nothing before them had refused; the returned permissions are granted.
 * @param url of the page that asks, and of the window that it asks for
 */
export async function askHandlers(url: string, permissions: readonly string[]): Promise<HandlerAnswers> {
  const details = { isMainFrame: true, requestingUrl: url };
  const asked = async (name: string) =>
    rules.permissionRequest === null ||
    new Promise<boolean>((resolve) => rules.permissionRequest?.(null as never, name as never, resolve, details as never));
  const checked = (name: string) => rules.permissionCheck?.(null, name as never, url, details as never) ?? true;
  const device = (deviceType: string) => rules.devicePermission?.({ deviceType, origin: url, device: {} } as never) ?? true;
  const answers = await Promise.all(permissions.map(asked));
  return {
    window: rules.openWindow?.({ url } as never).action ?? 'allow',
    asked: permissions.filter((_name, index) => answers[index]),
    checked: permissions.filter(checked),
    devices: ['hid', 'serial', 'usb'].filter(device),
  };
}
