/** Reads the certificates of signers, and finds out whether a chain leads from them to a root that the machine trusts. */
import { hash as digest, type X509Certificate } from 'node:crypto';
import { BitString } from 'asn1js';
import { BasicConstraints, Certificate, type RelativeDistinguishedNames } from 'pkijs';
import type { CertificateReport } from '../../../shared/domain/verification/verification.ts';
import type { Roots } from './roots.ts';
import { readX509 } from './x509.ts';

/** Maximum number of links in a chain; longer chains are made to exhaust a reader. */
export const maxChain = 8;

/**
 * Makes the report of a certificate.
 * @param at time of the signature; null when unknown: then validity is not checked
 * @param others certificates next to it in the signature; they are only links, never roots
 * @throws Error when `der` is no certificate
 */
export function certificateReport(der: Buffer, at: Date | null, others: readonly Buffer[], roots: Roots): CertificateReport {
  const { subject, issuer, serialNumber, notBefore, notAfter } = parsedCertificate(der);
  const [from, to] = [notBefore.value, notAfter.value];
  return {
    subject: nameIn(subject),
    issuer: nameIn(issuer),
    serialNumber: Buffer.from(serialNumber.valueBlock.valueHexView).toString('hex'),
    validFrom: from.toISOString(),
    validTo: to.toISOString(),
    atSigning: at === null ? 'unknown' : at < from ? 'not-yet-valid' : at > to ? 'expired' : 'valid',
    trusted: leadsToRoot(der, at, others, roots),
    proven: proofOf(der, others, roots) === 'verified',
    maySign: maySign(der),
    sha256: digest('sha256', der),
  };
}

/** Returns the common name; without one, the last attribute. */
function nameIn({ typesAndValues }: RelativeDistinguishedNames): string {
  const texts = typesAndValues.map(({ type, value }) => ({ type: String(type), text: String(value.valueBlock.value) }));
  return texts.find(({ type }) => type === '2.5.4.3')?.text ?? texts.at(-1)?.text ?? '';
}

/**
 * Returns whether the key of an issuer signed a certificate. Issuers are the roots and the certificates of the signature, including the
 * certificate itself if it is its own issuer. `forged`: the signature has the named issuer, but the key of that issuer did not sign the
 * certificate. `unknown`: the signature does not have the named issuer, and no root signed the certificate, which may thus be altered.
 */
export function proofOf(der: Buffer, others: readonly Buffer[], roots: Roots): 'verified' | 'forged' | 'unknown' {
  if (issuersOf(der, others, roots).length > 0) return 'verified';
  const certificate = x509Of(der);
  return others.some((other) => certificate !== null && x509Of(other)?.subject === certificate.issuer) ? 'forged' : 'unknown';
}

/** Returns those of `others` and of the roots whose keys signed the certificate. */
export function issuersOf(der: Buffer, others: readonly Buffer[], roots: Roots): X509Certificate[] {
  const certificate = x509Of(der);
  if (certificate === null) return [];
  const named = others.flatMap((other) => x509Of(other) ?? []).filter(({ subject }) => subject === certificate.issuer);
  return [...named, ...roots.named(certificate.issuer)].filter((issuer) => isSignedBy(certificate, issuer));
}

/** Purposes of certificates (RFC 5280, 4.2.1.12): those of servers, time stamps and answers about certificates, and those of signers. */
const otherPurposes = ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.9'];
/** Any; mail; code; documents; the same by Adobe and by Microsoft. */
const signingPurposes =
  '2.5.29.37.0 1.3.6.1.5.5.7.3.4 1.3.6.1.5.5.7.3.3 1.3.6.1.5.5.7.3.36 1.2.840.113583.1.1.5 1.3.6.1.4.1.311.10.3.12'.split(' ');

/** Whether the issuer permits signatures with the key: anyone gets a certificate for a server of their own from the roots of a machine. */
function maySign(der: Buffer): boolean {
  const purposes = x509Of(der)?.keyUsage ?? [];
  const usage = parsedCertificate(der).extensions?.find(({ extnID }) => extnID === '2.5.29.15')?.parsedValue;
  // The first two bits: digital signature and non-repudiation.
  const isForSignatures = !(usage instanceof BitString) || ((usage.valueBlock.valueHexView[0] ?? 0) & 0xc0) !== 0;
  const isForOthers = purposes.some((one) => otherPurposes.includes(one)) && !purposes.some((one) => signingPurposes.includes(one));
  return isForSignatures && !isForOthers;
}

/** Whether an authority may issue, with `below` authorities between it and the signer. One whose names are limited is not followed. */
function mayIssue(authority: X509Certificate, below: number): boolean {
  const extensions = parsedCertificate(authority.raw).extensions ?? [];
  const constraints = extensions.find(({ extnID }) => extnID === '2.5.29.19')?.parsedValue;
  const most = constraints instanceof BasicConstraints ? constraints.pathLenConstraint : undefined;
  return !(typeof most === 'number' && most < below) && !extensions.some(({ extnID }) => extnID === '2.5.29.30');
}

function leadsToRoot(der: Buffer, at: Date | null, others: readonly Buffer[], roots: Roots): boolean {
  const first = x509Of(der);
  const links = others.map(x509Of).filter((link) => link !== null);
  const isValid = ({ validFrom, validTo }: X509Certificate) => at === null || (new Date(validFrom) <= at && at <= new Date(validTo));
  const seen = new Set<string>();
  let level = first === null ? [] : [first];
  // Level by level, so that each certificate is followed once: equal authorities make a number of chains that is exponential.
  for (let depth = 0; level.length > 0 && depth <= maxChain; depth += 1) {
    const next: X509Certificate[] = [];
    for (const certificate of level) {
      if (seen.has(certificate.fingerprint256) || !isValid(certificate)) continue;
      seen.add(certificate.fingerprint256);
      const sameSubject = roots.named(certificate.subject);
      if (sameSubject.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256)) return true;
      const issued = (issuer: X509Certificate) =>
        issuer.ca && mayIssue(issuer, depth) && certificate.checkIssued(issuer) && isSignedBy(certificate, issuer);
      if (roots.named(certificate.issuer).some((root) => isValid(root) && issued(root))) return true;
      next.push(...links.filter((link) => !seen.has(link.fingerprint256) && issued(link)));
    }
    level = next;
  }
  return false;
}

/** Results by certificate and issuer, since the documents of a batch have the same ones. */
const signedBy = new WeakMap<X509Certificate, WeakMap<X509Certificate, boolean>>();

function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  const known = signedBy.get(certificate) ?? new WeakMap<X509Certificate, boolean>();
  signedBy.set(certificate, known);
  const is = known.get(issuer) ?? verifies(certificate, issuer);
  known.set(issuer, is);
  return is;
}

function verifies(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.verify(issuer.publicKey);
  } catch {
    // The library of this machine does not know the curve or the algorithm.
    return false;
  }
}

/** Maximum number of remembered certificates, and of bytes in each: more than a provider and its issuers have. */
const maxRemembered = 100;
const maxRememberedBytes = 16 * 1024;

/**
 * Returns a function that runs `make` once for each remembered certificate: a check uses a certificate several times, the documents of
 * a batch have the same certificates, and parsing takes longer than use.
 */
export function remembered<T>(make: (der: Buffer) => T): (der: Buffer) => T {
  const made = new Map<string, { value: T }>();
  return (der) => {
    if (der.length > maxRememberedBytes) return make(der);
    const key = der.toString('latin1');
    const known = made.get(key);
    if (known !== undefined) return known.value;
    const value = make(der);
    if (made.size >= maxRemembered) made.clear();
    made.set(key, { value });
    return value;
  };
}

/** Parses all members with pkijs. @throws Error when the bytes are no certificate */
export const parsedCertificate = remembered((der): Certificate => Certificate.fromBER(new Uint8Array(der)));

/** Parses with Node, for verifying signatures. Returns null when Node cannot read the certificate. */
export const x509Of = remembered((der): X509Certificate | null => readX509(der));

/** Whether a certificate may sign time stamps (RFC 3161, 2.3). */
export const mayStampTime = (der: Buffer): boolean => x509Of(der)?.keyUsage?.includes('1.3.6.1.5.5.7.3.8') ?? false;
