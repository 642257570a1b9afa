/** The proxy that the operating system names for an address, PAC files included, as Chromium resolves it. */
import type { Session } from 'electron';

/** First usable entry of a PAC answer such as `PROXY host:8080; DIRECT`; null for a direct connection. SOCKS is passed over. */
export function parseProxy(answer: string): string | null {
  for (const entry of answer.split(';')) {
    const [kind = '', address = ''] = entry.trim().split(/\s+/);
    if (kind === 'DIRECT') return null;
    if (kind === 'PROXY' && address !== '') return `http://${address}`;
    if (kind === 'HTTPS' && address !== '') return `https://${address}`;
  }
  return null;
}

export const systemProxy = (session: Session) => async (url: string) => parseProxy(await session.resolveProxy(url));
