/** The network of the operating system by Electron: its proxies, PAC files included, and requests by Chromium's network stack. */
import { app, net, type Session, session } from 'electron';
import type { SystemNetwork, SystemRequest } from '../platform/provider/account.ts';

const schemes: Record<string, string> = {
  PROXY: 'http',
  HTTPS: 'https',
  // Chromium means version 4 by the first word; servers of version 4 alone have become rare.
  SOCKS: 'socks5',
  SOCKS5: 'socks5',
};

/**
 * Reads a PAC answer such as `PROXY host:8080; SOCKS5 host:1080; DIRECT`: all entries in their order, null for a direct
 * connection. Leaves out kinds that the station does not know.
 */
export function parseProxies(answer: string): (string | null)[] {
  return answer.split(';').flatMap((entry) => {
    const [kind = '', address = ''] = entry.trim().split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return [null];
    const scheme = schemes[kind.toUpperCase()];
    return scheme === undefined || address === '' ? [] : [`${scheme}://${address}`];
  });
}

/** Has to be called before the application is ready. */
export function limitNetwork(): void {
  // Chromium sends a request again on its own when a connection of HTTP/2 breaks, and a document would be signed twice.
  app.commandLine.appendSwitch('disable-http2');
  // Electron gives the first certificate of the system's store to any server that asks for one: it names the person, and a card asks for its
  // PIN.
  app.on('select-client-certificate', (event, _contents, _host, _certificates, answer) => {
    event.preventDefault();
    answer();
  });
}

/** Switches by which Chromium trusts any certificate, or the ones of a list. */
const uncheckingSwitches = ['ignore-certificate-errors', 'ignore-certificate-errors-spki-list'];

/**
 * Switches that open the page to each user of this computer, and that write secrets or addresses of connections to a file. No fuse of
 * Electron turns them off.
 */
const exposingSwitches = ['remote-debugging-port', 'remote-debugging-pipe', 'log-net-log', 'ssl-key-log-file'];

/** Only packaged: elsewhere tests use the port. A person who looks for a fault with invented data sets `STATION_ALLOW_DEBUGGING=1`. */
function exposedBy(environment: NodeJS.ProcessEnv): string | null {
  if (!app.isPackaged || environment.STATION_ALLOW_DEBUGGING === '1') return null;
  const found = exposingSwitches.find((name) => app.commandLine.hasSwitch(name));
  if (found !== undefined) return `--${found}`;
  return environment.SSLKEYLOGFILE ? 'SSLKEYLOGFILE' : null;
}

/** To be used once the application is ready. */
export function systemNetwork(): SystemNetwork {
  const idle: Session[] = [];
  let made = 0;
  // Neither the page's, which refuses every address, nor one on the disk: cookies and answers stay in memory.
  const open = (name: string): Session => session.fromPartition(`provider-${name}`, { cache: false });

  /**
   * When a connection that served another request breaks, Chromium sends the request again. A body in pieces it cannot send again, and
   * Electron then throws where no one catches. So one request at a time has a session, and thus connections, of its own.
   */
  function ownSession(finished: Promise<void>): Session {
    const own = idle.pop() ?? open(String(++made));
    void finished
      .then(() => own.closeAllConnections())
      .then(() => idle.push(own))
      .catch(() => undefined);
    return own;
  }

  return {
    proxies: async (url) => parseProxies(await open('shared').resolveProxy(url)),
    request({ reuse, finished, ...options }) {
      const request = net.request({
        ...options,
        session: reuse ? open('shared') : ownSession(finished),
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'manual',
        priority: 'medium',
      });
      // Its types leave out that it and its answers are streams of Node.
      return request as unknown as SystemRequest;
    },
    isUnchecked: uncheckingSwitches.some((name) => app.commandLine.hasSwitch(name)),
    exposedBy: exposedBy(process.env),
  };
}
