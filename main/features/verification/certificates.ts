/** Certificates of signers: what they say, and whether a chain leads from them to a root that the machine trusts. */
import { hash as digest, type X509Certificate } from 'node:crypto';
import { Certificate, type RelativeDistinguishedNames } from 'pkijs';
import type { CertificateReport } from '../../../shared/domain/verification.ts';
import type { Roots } from './roots.ts';
import { readX509 } from './x509.ts';

/** Longer chains are made to exhaust a reader. */
const maxChain = 8;

/**
 * @param at when it signed; null: unknown, and then validity is not checked
 * @param others that came with it; they are only links, never roots
 * @throws Error when it is no certificate
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
    sha256: digest('sha256', der),
  };
}

/** Common name, else the last part that has a text. */
function nameIn({ typesAndValues }: RelativeDistinguishedNames): string {
  const texts = typesAndValues.map(({ type, value }) => ({ type: String(type), text: String(value.valueBlock.value) }));
  return texts.find(({ type }) => type === '2.5.4.3')?.text ?? texts.at(-1)?.text ?? '';
}

/**
 * Whether an issuer vouches for a certificate: one that came with it (itself, where it is its own issuer) or a root. `forged`: there is
 * one that came with it, and it does not. `unknown`: there is none, so what the certificate says may have been changed.
 */
export function proofOf(der: Buffer, others: readonly Buffer[], roots: Roots): 'verified' | 'forged' | 'unknown' {
  if (issuersOf(der, others, roots).length > 0) return 'verified';
  const certificate = x509Of(der);
  return others.some((other) => certificate !== null && x509Of(other)?.subject === certificate.issuer) ? 'forged' : 'unknown';
}

/** The certificates among these, and the roots, whose keys signed it. */
export function issuersOf(der: Buffer, others: readonly Buffer[], roots: Roots): X509Certificate[] {
  const certificate = x509Of(der);
  if (certificate === null) return [];
  const named = others.map(x509Of).filter((other) => other !== null && other.subject === certificate.issuer);
  return [...named, ...roots.named(certificate.issuer)].filter(
    (issuer) => issuer !== null && isSignedBy(certificate, issuer),
  ) as X509Certificate[];
}

function leadsToRoot(der: Buffer, at: Date | null, others: readonly Buffer[], roots: Roots): boolean {
  const first = x509Of(der);
  const links = others.map(x509Of).filter((link) => link !== null);
  const isValid = ({ validFrom, validTo }: X509Certificate) => at === null || (new Date(validFrom) <= at && at <= new Date(validTo));
  const leads = (certificate: X509Certificate, depth: number): boolean => {
    if (!isValid(certificate) || depth > maxChain) return false;
    const sameSubject = roots.named(certificate.subject);
    if (sameSubject.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256)) return true;
    const issued = (issuer: X509Certificate) => issuer.ca && certificate.checkIssued(issuer) && isSignedBy(certificate, issuer);
    if (roots.named(certificate.issuer).some((root) => isValid(root) && issued(root))) return true;
    return links.some((link) => link.fingerprint256 !== certificate.fingerprint256 && issued(link) && leads(link, depth + 1));
  };
  return first !== null && leads(first, 0);
}

function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.verify(issuer.publicKey);
  } catch {
    // A curve or an algorithm that this machine's library does not know.
    return false;
  }
}

/** A check uses one certificate several times, and parsing it takes longer than using it. */
const parsed = new WeakMap<Buffer, Certificate>();
const x509s = new WeakMap<Buffer, X509Certificate | null>();

/** Parses all members, by pkijs. @throws Error when it is no certificate */
export function parsedCertificate(der: Buffer): Certificate {
  const certificate = parsed.get(der) ?? Certificate.fromBER(new Uint8Array(der));
  parsed.set(der, certificate);
  return certificate;
}

/** Parses by Node, for verifying signatures. Null when Node cannot read it. */
export function x509Of(der: Buffer): X509Certificate | null {
  const known = x509s.get(der);
  if (known !== undefined) return known;
  const certificate = readX509(der);
  x509s.set(der, certificate);
  return certificate;
}

/** Whether it may sign time stamps (RFC 3161, 2.3). */
export const mayStampTime = (der: Buffer): boolean => x509Of(der)?.keyUsage?.includes('1.3.6.1.5.5.7.3.8') ?? false;
