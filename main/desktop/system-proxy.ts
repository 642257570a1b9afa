/** The proxies that the operating system names for an address, PAC files included, as Chromium resolves them. */
import type { Session } from 'electron';

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

export const systemProxy = (session: Session) => async (url: string) => parseProxies(await session.resolveProxy(url));
