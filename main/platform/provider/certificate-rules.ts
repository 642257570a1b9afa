/**
 * Certificates and keys that one of the two TLS libraries of the station refuses. The application has BoringSSL (Electron), the command
 * line and `serve` have OpenSSL (Node). What works in one and not in the other is refused in both, each for one reason.
 *
 * Read in BoringSSL's sources of August 2026 (`ssl/ssl_cert.cc`, `ssl/ssl_privkey.cc`, `ssl/extensions.cc`, `crypto/pkcs8`, `crypto/cipher`), and
 * tried with OpenSSL 3.5 of Node 24. Not among the rules, because both do the same here: versions and ciphers of TLS, which `tls-limits.ts` sets;
 * renegotiation, which Electron's Node accepts as a client, as OpenSSL does.
 */
import type { X509Certificate } from 'node:crypto';
import { type BaseBlock, BitString, fromBER, ObjectIdentifier, OctetString } from 'asn1js';

/** Each has its words in `causes.json`. */
export const certificateRules = {
  /** Its `keyUsage` leaves out `digitalSignature`. BoringSSL refuses it at both ends; OpenSSL also takes other bits. */
  CERT_KEY_USAGE: 'BoringSSL',
  /** Neither RSA nor EC: BoringSSL has no RSA-PSS keys, Ed448 and DSA in TLS, and accepts Ed25519 from no server unless it is asked to. */
  CERT_KEY_TYPE: 'BoringSSL',
  /** None of P-256, P-384 and P-521: BoringSSL has no other curve of OpenSSL for TLS. */
  CERT_CURVE: 'BoringSSL',
  /** RSA of less than 2048 bits: OpenSSL refuses it (security level 2), BoringSSL does not. */
  CERT_RSA_SIZE: 'OpenSSL',
  /** An RSA exponent of more than 33 bits. */
  CERT_RSA_EXPONENT: 'BoringSSL',
  /** Signed by its issuer with SHA-1 or MD5: OpenSSL refuses both (security level 2), BoringSSL only MD5. */
  CERT_OLD_SIGNATURE: 'OpenSSL',
  /** A PKCS#12 that is encrypted with another method than 3DES or AES: each library refuses some of them. */
  PKCS12_ENCRYPTION: 'both',
  /** A private key that is encrypted with a method that BoringSSL does not have, such as scrypt, SHA-512 as PRF, or Camellia. */
  KEY_ENCRYPTION: 'BoringSSL',
} as const;
export type CertificateRule = keyof typeof certificateRules;

const curves = new Set(['prime256v1', 'secp384r1', 'secp521r1']);
const minRsaBits = 2048;
const maxExponentBits = 33;
/** MD2, MD4, MD5 and SHA-1 with RSA; SHA-1 with ECDSA and DSA. */
const oldSignatures = /^1\.2\.840\.113549\.1\.1\.[2-5]$|^1\.2\.840\.10045\.4\.1$|^1\.2\.840\.10040\.4\.3$/;

/** Returns the rule that a certificate of a server breaks, its own or the provider's; null for none. */
export function brokenRule(certificate: X509Certificate): CertificateRule | null {
  const key = publicKeyOf(certificate);
  if (key?.asymmetricKeyType === 'rsa') {
    const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
    if (modulusLength < minRsaBits) return 'CERT_RSA_SIZE';
    if (publicExponent >> BigInt(maxExponentBits) > 0n) return 'CERT_RSA_EXPONENT';
  } else if (key?.asymmetricKeyType === 'ec') {
    if (!curves.has(key.asymmetricKeyDetails?.namedCurve ?? '')) return 'CERT_CURVE';
  } else return 'CERT_KEY_TYPE';
  // The signature of a root proves nothing, and no library checks it.
  if (certificate.subject !== certificate.issuer && oldSignatures.test(certificate.signatureAlgorithmOid ?? ''))
    return 'CERT_OLD_SIGNATURE';
  return mayNotSign(certificate.raw) ? 'CERT_KEY_USAGE' : null;
}

/** Null for a key that the library itself does not know. */
function publicKeyOf(certificate: X509Certificate) {
  try {
    return certificate.publicKey;
  } catch {
    return null;
  }
}

/** The OID of `keyUsage`; `digitalSignature` is its first bit. */
const keyUsage = '2.5.29.15';

function mayNotSign(raw: Buffer): boolean {
  for (const members of sequences(fromBER(Uint8Array.from(raw)).result)) {
    if (!(members[0] instanceof ObjectIdentifier) || members[0].getValue() !== keyUsage) continue;
    const value = members.at(-1);
    const bits = value instanceof OctetString ? fromBER(value.getValue()).result : null;
    return !(bits instanceof BitString && ((bits.valueBlock.valueHexView[0] ?? 0) & 0x80) !== 0);
  }
  return false;
}

/** Kinds of algorithms that encrypt or derive a key, and those of each that both libraries have. */
const encryption: readonly [prefix: string, allowed: readonly string[]][] = [
  // PKCS#12's own: 3DES with three keys; not RC2 and RC4.
  ['1.2.840.113549.1.12.1.', ['3']],
  // PKCS#5: PBKDF2 and PBES2; not PBES1, and not PBMAC1.
  ['1.2.840.113549.1.5.', ['12', '13']],
  // PRF of PBKDF2: HMAC with SHA-1 and SHA-256.
  ['1.2.840.113549.2.', ['2', '5', '7', '9']],
  // RSA's ciphers: 3DES.
  ['1.2.840.113549.3.', ['7']],
  // AES in CBC.
  ['2.16.840.1.101.3.4.1.', ['2', '22', '42']],
  // scrypt; Camellia; ARIA; SEED; DES.
  ['1.3.6.1.4.1.11591.4.', []],
  ['1.2.392.200011.61.1.1.', []],
  ['1.2.410.200046.1.1.', []],
  ['1.2.410.200004.1.', []],
  ['1.3.14.3.2.7', []],
];

const isForeign = (oid: string): boolean =>
  encryption.some(([prefix, allowed]) => oid.startsWith(prefix) && !allowed.includes(oid.slice(prefix.length)));

/** Returns the rule that the encryption of a PKCS#12 file breaks; null for none, and for what is no PKCS#12, which the library reports. */
export const pkcs12Rule = (der: Uint8Array): CertificateRule | null => (hasForeign(der) ? 'PKCS12_ENCRYPTION' : null);

/** The ciphers of the older form of an encrypted key that both libraries have. */
const pemCiphers = /^(AES-(128|192|256)-CBC|DES-EDE3-CBC)$/;

/** The same of a private key as PEM. */
export function keyRule(pem: string): CertificateRule | null {
  const [, cipher] = /^DEK-Info: *([^,\s]+)/m.exec(pem) ?? [];
  if (cipher !== undefined) return pemCiphers.test(cipher.toUpperCase()) ? null : 'KEY_ENCRYPTION';
  const [, body] = /-----BEGIN ENCRYPTED PRIVATE KEY-----([^-]+)-----END/.exec(pem) ?? [];
  return body !== undefined && hasForeign(Buffer.from(body, 'base64')) ? 'KEY_ENCRYPTION' : null;
}

function hasForeign(der: Uint8Array): boolean {
  const root = parsed(Uint8Array.from(der));
  return root !== null && [...sequences(root)].some(([first]) => first instanceof ObjectIdentifier && isForeign(first.getValue()));
}

/** Yields the members of every sequence, also of those in octet strings, which PKCS#12 nests. */
function* sequences(block: BaseBlock): Generator<BaseBlock[]> {
  // The parser leaves blocks without a value in octet strings that are no ASN.1.
  const { value } = (block.valueBlock ?? {}) as { value?: unknown };
  const members = Array.isArray(value) ? (value as BaseBlock[]) : [];
  if (members.length > 0) yield members;
  for (const member of members) yield* sequences(member);
  if (!(block instanceof OctetString) || members.length > 0) return;
  const inner = parsed(new Uint8Array(block.getValue()));
  if (inner !== null && Array.isArray((inner.valueBlock as { value?: unknown }).value)) yield* sequences(inner);
}

/** Returns null for bytes that are no ASN.1. The parser throws for some of these, such as random ones that begin like a time. */
function parsed(der: Uint8Array<ArrayBuffer>): BaseBlock | null {
  try {
    const { offset, result } = fromBER(der);
    return offset === -1 ? null : result;
  } catch {
    return null;
  }
}

/** Codes by which the libraries refuse what a rule refuses, where they come first. */
const codes: Readonly<Record<string, CertificateRule>> = {
  ERR_SSL_EE_KEY_TOO_SMALL: 'CERT_RSA_SIZE',
  ERR_SSL_CA_KEY_TOO_SMALL: 'CERT_RSA_SIZE',
  EE_KEY_TOO_SMALL: 'CERT_RSA_SIZE',
  CA_KEY_TOO_SMALL: 'CERT_RSA_SIZE',
  ERR_SSL_CA_MD_TOO_WEAK: 'CERT_OLD_SIGNATURE',
  CA_MD_TOO_WEAK: 'CERT_OLD_SIGNATURE',
  ERR_SSL_KEY_USAGE_BIT_INCORRECT: 'CERT_KEY_USAGE',
  ERR_SSL_UNKNOWN_CERTIFICATE_TYPE: 'CERT_KEY_TYPE',
  // Chromium's.
  ERR_CERT_WEAK_KEY: 'CERT_RSA_SIZE',
  ERR_CERT_WEAK_SIGNATURE_ALGORITHM: 'CERT_OLD_SIGNATURE',
  ERR_SSL_KEY_USAGE_INCOMPATIBLE: 'CERT_KEY_USAGE',
};

/** Returns the rule for a code of either library; the code itself for any other. */
export const ruleOfCode = (code: string): string => codes[code] ?? code;
