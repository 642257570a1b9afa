/** The network of the system, as the Electron host plays it. */
import { vi } from 'vitest';
import { systemNetwork } from '../doors/desktop.ts';
import type { SystemNetwork } from '../doors/provider.ts';

/** @param proxies those of the system, in place of the host's */
export const systemOf = (proxies?: SystemNetwork['proxies']): SystemNetwork => ({ ...systemNetwork(), ...(proxies && { proxies }) });

/** Sets what the system has until the end of the test: a PAC answer, and a PEM file with authorities. */
export function systemHas({ proxy = '', roots = '' }: { proxy?: string; roots?: string }): void {
  vi.stubEnv('ELECTRON_HOST_PROXY', proxy);
  vi.stubEnv('ELECTRON_HOST_ROOTS', roots);
}

/** Both transports, for what is the same by both. */
export const transports = ['station', 'system'] as const;

/** Settings of the network by one of the transports, without a proxy. */
export const networkOf = (transport: (typeof transports)[number], network: object = {}): object =>
  transport === 'system' ? { ...network, transport, proxy: 'system' } : network;
