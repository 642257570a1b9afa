/** Who may call: this very machine always; others by the list of allowed addresses, behind a proxy by what the proxy says. */
import type { Socket } from 'node:net';
import type { ServiceSettings } from '../../../../shared/domain/web-service.ts';
import { bareAddress, isListed, isLoopback, readAddresses } from './addresses.ts';

export type Gate = {
  /** Checked before the first byte is read and before TLS. */
  mayConnect(socket: Socket): boolean;
  /** Whether `X-Forwarded-For` of this peer is believed. */
  trusts(address: string): boolean;
  /** @param address the caller's own, once headers were read */
  mayCall(address: string): boolean;
  /** Behind a proxy all callers share its address. */
  sharesAddress: boolean;
};

/** @throws StationError `service-address-unusable` */
export function createGate(settings: Pick<ServiceSettings, 'transport' | 'allowed' | 'proxies'>): Gate {
  const allowed = readAddresses(settings.allowed);
  const proxies = readAddresses(settings.proxies);
  const proxied = settings.transport === 'proxy';
  const trusts = (address: string | undefined): boolean => proxied && (isLoopback(address) || isListed(proxies, address));
  const mayCall = (address: string | undefined): boolean =>
    settings.allowed.length === 0 || isLoopback(address) || isListed(allowed, address);
  return {
    // Calls of this machine to its own network address come from that address.
    mayConnect: ({ remoteAddress, localAddress }) =>
      proxied ? trusts(remoteAddress) : mayCall(remoteAddress) || (remoteAddress !== undefined && remoteAddress === localAddress),
    trusts,
    mayCall: (address) => !proxied || mayCall(address),
    sharesAddress: proxied,
  };
}

/** For the login throttle: what a header says instead of an address is not believed. */
export const callerAddress = (told: string, peer: string | undefined): string => bareAddress(told) ?? bareAddress(peer ?? '') ?? '';
