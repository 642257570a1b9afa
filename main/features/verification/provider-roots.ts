/** Reads the provider's roots of a connection profile: consecutive PEM certificates. */
import { X509Certificate } from 'node:crypto';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { certificatesIn, maxRootsLength, type RootFacts } from '../../../shared/domain/verification/verification-settings.ts';
import { StationError } from '../../../shared/errors.ts';
import { assertFile } from '../../platform/files/read-whole-file.ts';
import { certificateReport } from './certificates.ts';
import { noRoots } from './roots.ts';

/** Reads the facts of each certificate, in order and without repetitions; null when one cannot be read. */
export function rootsIn(pem: string): RootFacts[] | null {
  try {
    const facts = certificatesIn(pem).map(factsOf);
    return [...new Map(facts.map((one) => [one.sha256, one])).values()].map(({ sha256: _, ...root }) => root);
  } catch {
    return null;
  }
}

/** Reads the facts of a certificate. @throws Error when it is no certificate */
function factsOf(text: string): RootFacts & { sha256: string } {
  const certificate = new X509Certificate(text);
  const { subject, validFrom, validTo, sha256 } = certificateReport(certificate.raw, null, [], noRoots);
  return { pem: certificate.toString().trim(), name: subject, validFrom, validTo, sha256 };
}

/**
 * Returns the roots of a profile together with those of a file.
 * @throws StationError `roots-unreadable` when the file has no certificate or a damaged one, `roots-too-many`
 */
export async function addRoots(roots: string, path: string): Promise<RootFacts[]> {
  const text = await beginning(path).catch((cause: unknown) => {
    throw new StationError('roots-unreadable', { name: basename(path) }, { cause });
  });
  if (text.length > maxRootsLength) throw new StationError('roots-too-many');
  if (certificatesIn(text).length === 0) throw new StationError('roots-unreadable', { name: basename(path) });
  const all = rootsIn(`${roots}\n${text}`);
  if (all === null) throw new StationError('roots-unreadable', { name: basename(path) });
  if (all.map(({ pem }) => pem).join('\n').length > maxRootsLength) throw new StationError('roots-too-many');
  return all;
}

/** Reads as much of a file as a profile has room for, and one more byte. */
async function beginning(path: string): Promise<string> {
  await assertFile(path);
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(maxRootsLength + 1);
    let length = 0;
    for (let read = 1; read > 0 && length < buffer.length; length += read)
      read = (await file.read(buffer, length, buffer.length - length)).bytesRead;
    return buffer.toString('latin1', 0, length);
  } finally {
    await file.close();
  }
}
