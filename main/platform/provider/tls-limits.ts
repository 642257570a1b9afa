/** The TLS limits of every connection of the station, to the provider and of its own web service. */
import type { SecureContextOptions } from 'node:tls';
import { StationError } from '../../../shared/errors.ts';
import type { SystemNetwork } from './account.ts';

/**
 * TLS 1.3, or TLS 1.2 with forward secrecy and an AEAD cipher. The ciphers of TLS 1.3 are listed too: without one of
 * them Node does not offer that version.
 */
export const tlsLimits = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
  // What both TLS libraries can have. Node 24 ends with a segmentation fault when it reads a peer's key on a Brainpool curve.
  sigalgs: ['ECDSA', 'RSA-PSS', 'RSA'].flatMap((kind) => ['SHA256', 'SHA384', 'SHA512'].map((hash) => `${kind}+${hash}`)).join(':'),
} as const satisfies SecureContextOptions;

/**
 * Refuses an environment in which Node would trust any certificate, a network of the system that does, and a start of the application
 * whose pages or connections others can read.
 * @throws StationError `certificates-unchecked`, `start-exposed`
 */
export function refuseUnsafeStart(environment: NodeJS.ProcessEnv, system?: Pick<SystemNetwork, 'isUnchecked' | 'exposedBy'>): void {
  if (environment.NODE_TLS_REJECT_UNAUTHORIZED === '0' || system?.isUnchecked) throw new StationError('certificates-unchecked');
  if (system && system.exposedBy !== null) throw new StationError('start-exposed', { name: system.exposedBy });
}
