/** Finds out whether a signer's certificate was revoked, by the lists and answers in the file itself. Fetches nothing. */
import { hash as digest, type KeyObject, type X509Certificate } from 'node:crypto';
import { GeneralizedTime } from 'asn1js';
import { BasicOCSPResponse, type Certificate, CertificateRevocationList, OCSPResponse } from 'pkijs';
import type { SignatureReport } from '../../../shared/domain/verification/verification.ts';
import { catalogOf } from '../../platform/pdf/file/document.ts';
import type { PdfFile } from '../../platform/pdf/file/pdf-file.ts';
import { unpack } from '../../platform/pdf/file/streams.ts';
import { dictOf, isArray, isStream, PdfFault } from '../../platform/pdf/file/syntax.ts';
import { issuersOf, maxChain, parsedCertificate, x509Of } from './certificates.ts';
import type { Roots } from './roots.ts';
import { algorithmOf, hashNameOf, isSignatureOf } from './signature-algorithm.ts';

/** DER of certificates, revocation lists and answers. */
export type CheckData = { certificates: Buffer[]; lists: Buffer[]; answers: Buffer[] };

/** Reads the document security store (`/DSS`, ISO 32000-2, 12.8.4.3); leaves out unreadable data. */
export function checkDataOf(file: PdfFile): CheckData {
  const store = dictOf(file.follow(catalogOf(file).get('DSS')));
  const streams = (key: string): Buffer[] => {
    const list = file.follow(store?.get(key));
    return (isArray(list) ? list : []).flatMap((item) => {
      try {
        const stream = file.follow(item);
        return isStream(stream) ? [unpack(file.bytes, stream)] : [];
      } catch (thrown) {
        if (thrown instanceof PdfFault) return [];
        throw thrown;
      }
    });
  };
  return { certificates: streams('Certs'), lists: streams('CRLs'), answers: streams('OCSPs') };
}

/** The statement of one list or answer. `until`: the latest time for which it can confirm that a certificate was not revoked. */
type Statement = { revokedAt: Date | null; until: Date | null };

/**
 * Returns the revocation of a certificate. `revoked` also when the certificate of its issuer was revoked by its own issuer; with
 * several issuers, when all of them were revoked.
 * @param at time of the signature; null when unknown
 * @param others certificates that may be the issuer's
 */
export function revocationOf(
  der: Buffer,
  at: Date | null,
  others: readonly Buffer[],
  roots: Roots,
  data: CheckData,
): SignatureReport['revocation'] {
  // By depth and certificate: where several certificates have each name, there are far more chains than certificates.
  const found = new Map<string, boolean>();
  const find = (certificate: Buffer, depth: number): SignatureReport['revocation'] => {
    const issuers = issuersOf(certificate, others, roots);
    const own = ownRevocation(certificate, at, issuers, data);
    return issuers.length > 0 && issuers.every((issuer) => isRevoked(issuer, depth + 1)) ? 'revoked' : own;
  };
  const isRevoked = (issuer: X509Certificate, depth: number): boolean => {
    if (depth > maxChain || issuer.issuer === issuer.subject) return false;
    const key = `${depth} ${issuer.fingerprint256}`;
    const known = found.get(key) ?? find(issuer.raw, depth) === 'revoked';
    found.set(key, known);
    return known;
  };
  return find(der, 0);
}

function ownRevocation(
  der: Buffer,
  at: Date | null,
  issuers: readonly X509Certificate[],
  { lists, answers }: CheckData,
): SignatureReport['revocation'] {
  if (lists.length === 0 && answers.length === 0) return 'not-checked';
  const certificate = parsedCertificate(der);
  const statements = issuers.flatMap((issuer) => [
    ...lists.map((list) => attempt(() => listed(list, certificate, issuer))),
    ...answers.map((answer) => attempt(() => answered(answer, certificate, issuer))),
  ]);
  const heard = statements.filter((statement) => statement !== null);
  if (heard.some(({ revokedAt }) => revokedAt !== null && (at === null || revokedAt <= at))) return 'revoked';
  return heard.some(({ until }) => until !== null && at !== null && at <= until) ? 'not-revoked' : 'not-checked';
}

/** Reads a statement; null when it is unreadable, not about the certificate, or not by its issuer. */
function attempt(read: () => Statement | null): Statement | null {
  try {
    return read();
  } catch {
    // pkijs has many errors for malformed data.
    return null;
  }
}

function isBy(
  signed: { tbsView: Uint8Array },
  algorithm: Parameters<typeof algorithmOf>[0],
  signature: Uint8Array,
  key: KeyObject,
): boolean {
  const known = algorithmOf(algorithm, null);
  return known !== null && isSignatureOf(signed.tbsView, known, key, signature);
}

function listed(der: Buffer, certificate: Certificate, issuer: X509Certificate): Statement | null {
  const list = CertificateRevocationList.fromBER(new Uint8Array(der));
  if (!list.issuer.isEqual(certificate.issuer)) return null;
  if (!isBy(list, list.signatureAlgorithm, list.signatureValue.valueBlock.valueHexView, issuer.publicKey)) return null;
  const entry = list.revokedCertificates?.find(({ userCertificate }) => userCertificate.isEqual(certificate.serialNumber));
  if (entry !== undefined) return { revokedAt: entry.revocationDate.value, until: entry.revocationDate.value };
  // A list may cover only a part of the certificates, and expired ones are removed from it.
  const isPartial = list.crlExtensions?.extensions.some(({ critical }) => critical) ?? false;
  const isLate = list.thisUpdate.value > certificate.notAfter.value;
  return { revokedAt: null, until: isPartial || isLate ? null : (list.nextUpdate ?? list.thisUpdate).value };
}

function answered(der: Buffer, certificate: Certificate, issuer: X509Certificate): Statement | null {
  const { responseBytes } = OCSPResponse.fromBER(new Uint8Array(der));
  if (responseBytes === undefined) return null;
  const basic = BasicOCSPResponse.fromBER(new Uint8Array(responseBytes.response.getValue()));
  const keys = [issuer.publicKey, ...(basic.certs ?? []).flatMap((one) => delegateKey(one, issuer))];
  const signature = basic.signature.valueBlock.valueHexView;
  if (!keys.some((key) => isBy(basic.tbsResponseData, basic.signatureAlgorithm, signature, key))) return null;
  const issuerKey = parsedCertificate(issuer.raw).subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView;
  const answer = basic.tbsResponseData.responses.find(({ certID }) => {
    const name = hashNameOf(certID.hashAlgorithm.algorithmId);
    const keyHash = name === null ? null : digest(name, issuerKey, 'buffer');
    return certID.serialNumber.isEqual(certificate.serialNumber) && keyHash?.equals(Buffer.from(certID.issuerKeyHash.getValue()));
  });
  if (answer === undefined) return null;
  const { idBlock, valueBlock } = answer.certStatus;
  if (idBlock.tagNumber === 0) return { revokedAt: null, until: answer.nextUpdate ?? answer.thisUpdate };
  if (idBlock.tagNumber !== 1) return null;
  const [time] = valueBlock.value;
  const revokedAt = time instanceof GeneralizedTime ? time.toDate() : new Date(0);
  return { revokedAt, until: revokedAt };
}

/** Returns the key of a responder that the issuer has authorised to answer (RFC 6960, 4.2.2.2). */
function delegateKey(delegate: Certificate, issuer: X509Certificate): KeyObject[] {
  const certificate = x509Of(Buffer.from(delegate.toSchema().toBER()));
  const mayAnswer = certificate?.keyUsage?.includes('1.3.6.1.5.5.7.3.9') ?? false;
  return certificate !== null && mayAnswer && certificate.verify(issuer.publicKey) ? [certificate.publicKey] : [];
}
