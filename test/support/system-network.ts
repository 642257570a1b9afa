/** The network of the system for tests: the proxies that they name, and requests by the Electron host's `net`. */
import { createNet } from '../electron-host/net.ts';
import type { SystemNetwork } from './doors/provider.ts';

/** @param roots a PEM file with authorities that the system trusts */
export function systemOf(proxies: SystemNetwork['proxies'] = async () => [], answer = 'DIRECT', roots?: string): SystemNetwork {
  const net = createNet({ proxies: () => answer, roots });
  return {
    proxies,
    request: (options) =>
      net.request({ ...options, credentials: 'omit', cache: 'no-store', redirect: 'manual' }) as unknown as ReturnType<
        SystemNetwork['request']
      >,
  };
}

/** Both transports, for what is the same by both. */
export const transports = ['station', 'system'] as const;

/** Settings of the network by one of the transports, without a proxy. */
export const networkOf = (transport: (typeof transports)[number], network: object = {}): object =>
  transport === 'system' ? { ...network, transport, proxy: 'system' } : network;
