/** Decides who may call: this computer always; others by the list of allowed addresses, behind a proxy by its header. */

import { BlockList, isIP, type Socket } from 'node:net';
import type { ServiceSettings } from '../../../../shared/domain/web-service/web-service.ts';
import { StationError } from '../../../../shared/errors.ts';

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

const mapped = /^::ffff:(?=\d+\.)/i;

/** An address in comparable form: without port, brackets and zone; IPv4 within IPv6 as IPv4. Null for any other text. */
export function bareAddress(text: string): string | null {
  const bracketed = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1];
  const withoutPort = bracketed ?? (/^[\d.]+:\d+$/.test(text) ? text.replace(/:\d+$/, '') : text);
  const address = withoutPort.replace(/%.*$/, '').replace(mapped, '');
  return isIP(address) === 0 ? null : address;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** @throws StationError `service-address-unusable` when one is neither an address nor a range in CIDR notation */
export function readAddresses(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const [first = '', bits, ...rest] = text.trim().split('/');
    const address = bareAddress(first);
    const width = bits === undefined ? null : Number(bits);
    // The length of a range within `::ffff:0:0/96` counts from there; such ranges are not in use.
    const maxWidth = address !== null && isIP(address) === 6 ? 128 : 32;
    if (address === null || rest.length > 0 || (width !== null && !(/^\d{1,3}$/.test(bits ?? '') && width <= maxWidth)))
      throw new StationError('service-address-unusable', { address: text });
    if (width === null) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, width, familyOf(address));
  }
  return list;
}

/** @param text of a socket or a header; a text that is no address is on no list */
export function isListed(list: BlockList, text: string | undefined): boolean {
  const address = bareAddress(text ?? '');
  return address !== null && list.check(address, familyOf(address));
}

const loopback = readAddresses(['127.0.0.0/8', '::1']);
export const isLoopback = (text: string | undefined): boolean => isListed(loopback, text);
