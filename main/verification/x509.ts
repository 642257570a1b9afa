import { X509Certificate } from 'node:crypto';

/** A certificate in DER or PEM as Node has it, for its arithmetic; null for what Node cannot read. */
export function readX509(certificate: string | Buffer): X509Certificate | null {
  try {
    return new X509Certificate(certificate);
  } catch {
    return null;
  }
}
