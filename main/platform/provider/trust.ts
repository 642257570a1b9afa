/** Reads the certificate authorities that the station trusts. Verification itself is never switched off (`dispatchers.ts`). */
import { X509Certificate } from 'node:crypto';
import { basename } from 'node:path';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { StationError } from '../../../shared/errors.ts';
import { readWholeFile } from '../files/read-whole-file.ts';
import { tlsLimits } from './tls-limits.ts';

const pemBlock = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[\s\S]+?-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g;

/** A context of hundreds of certificates takes tens of milliseconds, so all transports without a CA file share one. */
let machineContext: SecureContext | null = null;

/**
 * Returns a context with Node's bundled authorities, the operating system's (where a company usually has its own), those of
 * NODE_EXTRA_CA_CERTS, and the profile's file.
 * @throws StationError `ca-file-unreadable`
 */
export async function trust(caFile: string): Promise<SecureContext> {
  if (caFile !== '') return contextOf(await certificatesOf(caFile));
  machineContext ??= contextOf([]);
  return machineContext;
}

const contextOf = (extra: readonly string[]): SecureContext =>
  createSecureContext({ ...tlsLimits, ca: [...new Set([...machineAuthorities(), ...extra])] });

let authoritiesOnce: string[] | null = null;
/** PEM: Node's own, the operating system's, and those of NODE_EXTRA_CA_CERTS. Read once, since the system's are slow to read on some systems. */
export function machineAuthorities(): string[] {
  authoritiesOnce ??= [...getCACertificates('default'), ...getCACertificates('system'), ...getCACertificates('extra')];
  return authoritiesOnce;
}

async function certificatesOf(caFile: string): Promise<string[]> {
  try {
    const blocks = (await readWholeFile(caFile)).toString('latin1').match(pemBlock) ?? [];
    if (blocks.length === 0) throw new Error('no certificate in it');
    return blocks.map((block) => new X509Certificate(block).toString());
  } catch (cause) {
    throw new StationError('ca-file-unreadable', { name: basename(caFile) }, { cause });
  }
}
