import { X509Certificate } from 'node:crypto';

/** Parses a certificate in DER or PEM, for verifying signatures by Node; null when Node cannot read it. */
export function readX509(certificate: string | Buffer): X509Certificate | null {
  try {
    return new X509Certificate(certificate);
  } catch {
    return null;
  }
}
