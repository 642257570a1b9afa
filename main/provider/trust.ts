/** Which certificate authorities the station believes. Verification itself is never switched off (`dispatchers.ts`). */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { StationError } from '../../shared/errors.ts';
import { tlsLimits } from '../tls-limits.ts';

const pemBlock = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[\s\S]+?-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g;

/**
 * Node's bundled authorities, the operating system's (a company's own usually stands there), those of
 * NODE_EXTRA_CA_CERTS, and the profile's file. Built once a transport: a context of hundreds of
 * certificates takes tens of milliseconds.
 * @throws StationError `ca-file-unreadable`
 */
export async function trust(caFile: string): Promise<SecureContext> {
  const extra = caFile === '' ? [] : await certificatesOf(caFile);
  return createSecureContext({ ...tlsLimits, ca: [...new Set([...known(), ...extra])] });
}

let knownOnce: string[] | null = null;
/** The machine's authorities; asked for once, since the system's are slow to read on some systems. */
function known(): string[] {
  knownOnce ??= [...getCACertificates('default'), ...getCACertificates('system'), ...getCACertificates('extra')];
  return knownOnce;
}

async function certificatesOf(caFile: string): Promise<string[]> {
  try {
    const blocks = (await readFile(caFile, 'latin1')).match(pemBlock) ?? [];
    if (blocks.length === 0) throw new Error('no certificate in it');
    return blocks.map((block) => new X509Certificate(block).toString());
  } catch (cause) {
    throw new StationError('ca-file-unreadable', { name: basename(caFile) }, { cause });
  }
}
