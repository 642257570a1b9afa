/** Reads the certificate that the signed attributes name: ESSCertID and ESSCertIDv2 (RFC 5035). */
import { hash as digest } from 'node:crypto';
import { OctetString, Sequence } from 'asn1js';
import type { Attribute } from 'pkijs';
import { hashNameOf } from './hash-names.ts';

const oid = { signingCertificate: '1.2.840.113549.1.9.16.2.12', signingCertificateV2: '1.2.840.113549.1.9.16.2.47' };

/** Returns a test for the named certificate; null without such an attribute. An unreadable attribute matches no certificate. */
export function statedCertificate(attributes: readonly Attribute[]): { isOf(certificate: Buffer): boolean } | null {
  const stated = attributes.filter(({ type }) => type === oid.signingCertificate || type === oid.signingCertificateV2);
  if (stated.length === 0) return null;
  return { isOf: (certificate) => stated.every((attribute) => isOf(attribute, certificate)) };
}

/** Whether an attribute names a certificate. The first of its list is the signer's; the others limit the chain. */
function isOf({ type, values }: Attribute, certificate: Buffer): boolean {
  const [list] = partsOf(values[0]);
  const parts = partsOf(partsOf(list)[0]);
  const [algorithm] = parts[0] instanceof Sequence ? partsOf(parts[0]) : [];
  const hash = parts.find((part) => part instanceof OctetString);
  const byDefault = type === oid.signingCertificate ? 'sha1' : 'sha256';
  const name = algorithm === undefined ? byDefault : hashNameOf(algorithm.valueBlock.toString());
  return hash !== undefined && name !== null && digest(name, certificate, 'buffer').equals(Buffer.from(hash.getValue()));
}

const partsOf = (value: unknown) => (value instanceof Sequence ? value.valueBlock.value : []);
