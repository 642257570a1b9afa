/** Determines the address that the service listens on, and its base addresses. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { ServiceSettings } from '../../../../shared/domain/web-service.ts';
import { StationError } from '../../../../shared/errors.ts';
import { systemCode } from '../../../platform/files/disk-problem.ts';
import { bareAddress, isLoopback } from './addresses.ts';

/**
 * The address to listen on.
 * @throws StationError `service-address-unusable`; `service-needs-tls` when other machines could read the traffic
 */
export async function addressToListenOn({ host, transport }: Pick<ServiceSettings, 'host' | 'transport'>): Promise<string> {
  const address = bareAddress(host) ?? (await lookup(host).catch(() => null))?.address;
  if (address === undefined) throw new StationError('service-address-unusable', { address: host });
  if (transport === 'none' && !isLoopback(address)) throw new StationError('service-needs-tls');
  return address;
}

/** Maps an error of `listen` to a StationError. */
export function listenProblem(thrown: unknown, { host, port }: Pick<ServiceSettings, 'host' | 'port'>): unknown {
  const code = systemCode(thrown);
  if (code === 'EADDRINUSE' || code === 'EACCES') return new StationError('service-port-taken', { port });
  return code === null ? thrown : new StationError('service-address-unusable', { address: host });
}

/** Base addresses; for a service that listens on all interfaces, loopback first. */
export function urlsOf(scheme: 'http' | 'https', address: string, port: number): string[] {
  const listened = address === '0.0.0.0' || address === '::' ? ownAddresses(address === '::') : [address];
  return listened.map((one) => `${scheme}://${isIP(one) === 6 ? `[${one}]` : one}:${port}`);
}

function ownAddresses(both: boolean): string[] {
  const found = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    // Link-local IPv6 addresses need the name of an interface, which callers do not know.
    .filter(({ family, scopeid }) => (family === 'IPv4' ? true : both && !scopeid))
    .sort((one, other) => Number(other.internal) - Number(one.internal));
  return found.map(({ address }) => address);
}
