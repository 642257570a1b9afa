/** Selects the transport of a profile: undici, which every program has, or the network of the system, which only Electron reaches. */
import type { Network } from '../../../shared/domain/settings/profile.ts';
import { problem } from '../../../shared/errors.ts';
import type { SystemNetwork } from './account.ts';
import { createDirectTransport } from './direct-transport.ts';
import { ConnectionError, type Transport } from './http-request.ts';
import { createSystemTransport } from './system-transport.ts';

/**
 * @param system undefined in a program without Electron, where every request fails with `system-transport-missing` when the profile
 * asks for the system's network
 * @param options `reuse`: connections outlive a call; only for calls that may be made again (see `createDispatchers`)
 */
export function createTransport(network: Network, system: SystemNetwork | undefined, { reuse }: { reuse: boolean }): Transport {
  if (network.transport === 'station') return createDirectTransport(network, system, reuse);
  return system === undefined ? missingTransport : createSystemTransport(network, system, reuse);
}

const missingTransport: Transport = {
  send: () => Promise.reject(new ConnectionError(problem('system-transport-missing'), false, undefined)),
  close: async () => undefined,
};
