/** Decides who may call: this computer always; others by the list of allowed addresses, behind a proxy by its header. */
import type { Socket } from 'node:net';
import type { ServiceSettings } from '../../../../shared/domain/web-service.ts';
import { bareAddress, isListed, isLoopback, readAddresses } from './addresses.ts';

export type Gate = {
  /** True for a connection that is accepted; checked before the first byte is read and before TLS. */
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
    // Calls of this computer to its own network address come from that address.
    mayConnect: ({ remoteAddress, localAddress }) =>
      proxied ? trusts(remoteAddress) : mayCall(remoteAddress) || (remoteAddress !== undefined && remoteAddress === localAddress),
    trusts,
    mayCall: (address) => !proxied || mayCall(address),
    sharesAddress: proxied,
  };
}

/** The address for the login throttle; the peer's when the header has none. */
export const callerAddress = (stated: string, peer: string | undefined): string => bareAddress(stated) ?? bareAddress(peer ?? '') ?? '';
