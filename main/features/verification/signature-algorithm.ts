/** Finds the hash and the algorithm of a signature, in the form that `node:crypto` takes. */
import { constants, type KeyObject, type VerifyKeyObjectInput, verify } from 'node:crypto';
import type { Sequence } from 'asn1js';
import { type AlgorithmIdentifier, RSASSAPSSParams } from 'pkijs';

/** Names in Node of the supported hashes, by their identifiers in CMS structures. */
const hashNames: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.6': 'sha512-256',
};

/** Returns the name of a hash in Node; null when it is not supported. */
export const hashNameOf = (algorithm: string): string | null => hashNames[algorithm] ?? null;

/** `hash`: name in Node; null when the algorithm has no separate hash. */
export type SignatureAlgorithm = {
  key: 'RSA' | 'RSA-PSS' | 'ECDSA' | 'EdDSA';
  hash: string | null;
  options: Omit<VerifyKeyObjectInput, 'key'>;
};

const rsaHashes: Readonly<Record<string, string>> = { 5: 'sha1', 11: 'sha256', 12: 'sha384', 13: 'sha512', 14: 'sha224', 16: 'sha512-256' };
const ecdsaHashes: Readonly<Record<string, string>> = {
  '1.2.840.10045.4.1': 'sha1',
  '1.2.840.10045.4.3.1': 'sha224',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};
/** BSI TR-03111, 5.2.1: both numbers side by side, not as a structure. */
const plainEcdsaHashes: Readonly<Record<string, string>> = {
  '0.4.0.127.0.7.1.1.4.1.1': 'sha1',
  '0.4.0.127.0.7.1.1.4.1.2': 'sha224',
  '0.4.0.127.0.7.1.1.4.1.3': 'sha256',
  '0.4.0.127.0.7.1.1.4.1.4': 'sha384',
  '0.4.0.127.0.7.1.1.4.1.5': 'sha512',
};

/**
 * Returns the algorithm; null when it is not supported.
 * @param stated the hash that is named elsewhere, for algorithms that name none
 */
export function algorithmOf(signatureAlgorithm: AlgorithmIdentifier, stated: string | null): SignatureAlgorithm | null {
  const id = signatureAlgorithm.algorithmId;
  const rsa = /^1\.2\.840\.113549\.1\.1\.(\d+)$/.exec(id)?.[1];
  if (rsa === '10') return pssOf(signatureAlgorithm);
  if (rsa !== undefined) {
    const hash = rsa === '1' ? stated : (rsaHashes[rsa] ?? null);
    return hash === null ? null : { key: 'RSA', hash, options: { padding: constants.RSA_PKCS1_PADDING } };
  }
  const ecdsa = id === '1.2.840.10045.2.1' ? stated : (ecdsaHashes[id] ?? null);
  if (ecdsa !== null) return { key: 'ECDSA', hash: ecdsa, options: { dsaEncoding: 'der' } };
  const plain = plainEcdsaHashes[id];
  if (plain !== undefined) return { key: 'ECDSA', hash: plain, options: { dsaEncoding: 'ieee-p1363' } };
  return id === '1.3.101.112' ? { key: 'EdDSA', hash: null, options: {} } : null;
}

/** Returns the algorithm; null when the mask uses another hash: Node has no option for that. */
function pssOf({ algorithmParams }: AlgorithmIdentifier): SignatureAlgorithm | null {
  const { hashAlgorithm, maskGenAlgorithm, saltLength } = new RSASSAPSSParams({ schema: algorithmParams });
  const hash = hashNameOf(hashAlgorithm.algorithmId);
  const [mask] = (maskGenAlgorithm.algorithmParams as Sequence | undefined)?.valueBlock?.value ?? [];
  const maskHash = mask === undefined ? 'sha1' : hashNameOf(mask.valueBlock.toString());
  if (hash === null || maskHash !== hash) return null;
  return { key: 'RSA-PSS', hash, options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength } };
}

export const isSignatureOf = (bytes: Uint8Array, { hash, options }: SignatureAlgorithm, key: KeyObject, signature: Uint8Array): boolean =>
  verify(hash, bytes, { key, ...options }, signature);
