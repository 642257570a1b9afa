/** Reads one CMS signature (RFC 5652) with `pkijs`, and verifies it with `node:crypto`, which knows more curves than Web Crypto. */
import { createHash, createPublicKey, hash as digest, type KeyObject } from 'node:crypto';
import { Set as AsnSet, type AsnType, fromBER, Integer, OctetString, Sequence } from 'asn1js';
import { type Attribute, ContentInfo, EncapsulatedContentInfo, IssuerAndSerialNumber, SignerInfo } from 'pkijs';
import { parsedCertificate, remembered } from './certificates.ts';
import { algorithmOf, hashNameOf, isSignatureOf, type SignatureAlgorithm } from './signature-algorithm.ts';
import { splitSignedData } from './signed-data.ts';

export type CmsFault =
  /** No CMS, or not exactly one signer. */
  | 'cms'
  | 'algorithm'
  | 'no-certificate'
  /** The bytes are not the signed ones. */
  | 'digest'
  /** The content is not the expected one. */
  | 'content'
  | 'signature'
  /** Not the certificate that signed. */
  | 'certificate';

export type SignedCms = {
  fault: CmsFault | null;
  /** DER of the signer's certificate (empty if not found), and of all certificates of the signature. */
  certificate: Buffer;
  certificates: Buffer[];
  /** Time by the signer's own clock. */
  signingTime: Date | null;
  key: SignatureAlgorithm['key'] | null;
  /** Name in Node; null when the algorithm has no separate hash. */
  hash: string | null;
  /** SHA-1, or an RSA key of under 2048 bits. */
  weak: boolean;
  /** Whether the signed attributes name the certificate (ESSCertID, RFC 5035). */
  namesCertificate: boolean;
  /** DER of revocation lists and answers about certificates: next to the certificates (RFC 5652, 5.1) and in RevocationInfoArchival. */
  lists: Buffer[];
  answers: Buffer[];
  /** DER of the time stamp of the signature. */
  timeStamp: Buffer | null;
  signature: Buffer;
  content: Buffer | null;
};

const oid = {
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  timeStamp: '1.2.840.113549.1.9.16.2.14',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  /** RevocationInfoArchival (ISO 32000-2, 12.8.3.3.2). */
  archival: '1.2.840.113583.1.1.8',
};

/** Consecutive parts of bytes, so that a large file with a gap is not copied. A part is valid until the next one is requested. */
export type Parts = Iterable<Uint8Array> & { /** Digests them with less work. */ digest?(name: string): Buffer };

export function digestOf(name: string, parts: Parts): Buffer {
  if (parts.digest !== undefined) return parts.digest(name);
  const hash = createHash(name);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Returns all parts in memory. */
export const joined = (parts: Parts): Buffer => Buffer.concat(Array.from(parts, (part) => Buffer.from(part)));

/** Reads and verifies a CMS signature; `isOf` returns the bytes that must be signed. @throws various errors when it is no CMS */
export function readCms(der: Uint8Array, isOf: (cms: { content: Buffer | null; contentType: string }) => Parts | null): SignedCms {
  const { rest, certificates, lists } = splitSignedData(Buffer.from(der.buffer, der.byteOffset, der.byteLength));
  const { result, offset } = fromBER(new Uint8Array(rest));
  if (offset <= 0) throw new Error('no BER');
  const info = new ContentInfo({ schema: result });
  if (info.contentType !== oid.signedData) throw new Error('no signed data');
  const { signer, encapsulated } = signedDataIn(info.content);
  const { eContent, eContentType } = encapsulated;
  const content = eContent === undefined ? null : Buffer.from(eContent.getValue());
  const certificate = certificates.find((one) => isNamedBy(signer, one)) ?? Buffer.alloc(0);
  const algorithm = algorithmOf(signer.signatureAlgorithm, hashNameOf(signer.digestAlgorithm.algorithmId));
  const attribute = (type: string, of: SignerInfo['signedAttrs'] = signer.signedAttrs) => attributeOf(of?.attributes, type);
  const stated = signer.signedAttrs === undefined ? null : statedCertificate(signer.signedAttrs.attributes);
  const time = attribute(oid.signingTime);
  const token = attribute(oid.timeStamp, signer.unsignedAttrs);
  const archival = attribute(oid.archival);
  const common = {
    certificate,
    certificates,
    signingTime: time instanceof Object && 'toDate' in time && typeof time.toDate === 'function' ? (time.toDate() as Date) : null,
    key: algorithm?.key ?? null,
    hash: algorithm?.hash ?? null,
    namesCertificate: stated !== null,
    lists: [...lists, ...sequencesIn(partsOf(tagged(archival, 0))[0])],
    answers: sequencesIn(partsOf(tagged(archival, 1))[0]),
    timeStamp: token === null ? null : Buffer.from(token.valueBeforeDecodeView),
    signature: Buffer.from(signer.signature.getValue()),
    content,
  };
  const answer = (fault: CmsFault | null, weak = false): SignedCms => ({ ...common, fault, weak });

  const bytes = isOf({ content, contentType: eContentType });
  if (bytes === null) return answer('content');
  const digestName = hashNameOf(signer.digestAlgorithm.algorithmId);
  if (digestName === null) return answer('algorithm');
  if (signer.signedAttrs !== undefined) {
    const ownDigest = attribute(oid.messageDigest);
    if (ownDigest === null) return answer('cms');
    if (!digestOf(digestName, bytes).equals(octetsOf(ownDigest))) return answer('digest');
    const ownType = attribute(oid.contentType);
    if (ownType !== null && ownType.valueBlock.toString() !== eContentType) return answer('content');
  }
  if (certificate.length === 0) return answer('no-certificate');
  if (algorithm === null) return answer('algorithm');
  const key = publicKeyOf(certificate);
  if (key === null) return answer('algorithm');
  const weak = digestName === 'sha1' || algorithm.hash === 'sha1' || (key.asymmetricKeyDetails?.modulusLength ?? 2048) < 2048;
  const over = signer.signedAttrs === undefined ? joined(bytes) : new Uint8Array(signer.signedAttrs.encodedValue);
  if (!isSignatureOf(over, algorithm, key, common.signature)) {
    // Without attributes the signature covers the bytes directly.
    return answer(signer.signedAttrs === undefined ? 'digest' : 'signature', weak);
  }
  if (stated !== null && !stated.isOf(certificate)) return answer('certificate', weak);
  return answer(null, weak);
}

/** Parses SignedData (RFC 5652, 5.1) without its certificates and lists. */
function signedDataIn(content: unknown): { signer: SignerInfo; encapsulated: EncapsulatedContentInfo } {
  const [version, digestAlgorithms, encapsulated, signers, ...rest] = partsOf(content instanceof Sequence ? content : null);
  const isSignedData = version instanceof Integer && digestAlgorithms instanceof AsnSet && signers instanceof AsnSet && rest.length === 0;
  if (!isSignedData) throw new Error('no signed data');
  const [signer, ...others] = signers.valueBlock.value;
  if (signer === undefined || others.length > 0) throw new Error('not one signer');
  return { signer: new SignerInfo({ schema: signer }), encapsulated: new EncapsulatedContentInfo({ schema: encapsulated }) };
}

function attributeOf(attributes: readonly Attribute[] | undefined, type: string): AsnType | null {
  const found = attributes?.filter((attribute) => attribute.type === type) ?? [];
  return found.length === 1 ? ((found[0]?.values[0] as AsnType | undefined) ?? null) : null;
}

function octetsOf(value: AsnType): Uint8Array {
  const { valueBlock } = value;
  return 'valueHexView' in valueBlock && valueBlock.valueHexView instanceof Uint8Array ? valueBlock.valueHexView : new Uint8Array();
}

const partsOf = (value: unknown): AsnType[] => {
  const parts = value instanceof Object && 'valueBlock' in value ? (value.valueBlock as { value?: unknown }).value : undefined;
  return Array.isArray(parts) ? parts : [];
};

/** Returns the member of a sequence with this context tag. */
const tagged = (sequence: unknown, number: number): AsnType | undefined =>
  partsOf(sequence).find(({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === number);

/** Returns the original bytes: encoding them again could change the hashed bytes. */
const sequencesIn = (list: unknown): Buffer[] =>
  partsOf(list)
    .filter((item) => item instanceof Sequence)
    .map((item) => Buffer.from(item.valueBeforeDecodeView));

function isNamedBy({ sid }: SignerInfo, der: Buffer): boolean {
  const certificate = parsedCertificate(der);
  if (sid instanceof IssuerAndSerialNumber) {
    return sid.issuer.isEqual(certificate.issuer) && sid.serialNumber.isEqual(certificate.serialNumber);
  }
  const identifier = certificate.extensions?.find(({ extnID }) => extnID === '2.5.29.14')?.parsedValue as AsnType | undefined;
  return identifier !== undefined && Buffer.from(octetsOf(identifier)).equals(octetsOf(sid as AsnType));
}

const publicKeyOf = remembered((certificate): KeyObject | null => {
  try {
    const { subjectPublicKeyInfo } = parsedCertificate(certificate);
    return createPublicKey({ key: Buffer.from(subjectPublicKeyInfo.toSchema().toBER()), format: 'der', type: 'spki' });
  } catch {
    // The library of this machine does not know the curve.
    return null;
  }
});

/** Returns a test for the certificate that the signed attributes name (ESSCertID, ESSCertIDv2: RFC 5035); null without such an attribute. An unreadable attribute matches no certificate. */
function statedCertificate(attributes: readonly Attribute[]): { isOf(certificate: Buffer): boolean } | null {
  const stated = attributes.filter(({ type }) => type === oid.signingCertificate || type === oid.signingCertificateV2);
  if (stated.length === 0) return null;
  return { isOf: (certificate) => stated.every((attribute) => isNamedIn(attribute, certificate)) };
}

/** Whether an attribute names a certificate. The first of its list is the signer's; the others limit the chain. */
function isNamedIn({ type, values }: Attribute, certificate: Buffer): boolean {
  const [list] = sequenceParts(values[0]);
  const parts = sequenceParts(sequenceParts(list)[0]);
  const [algorithm] = parts[0] instanceof Sequence ? sequenceParts(parts[0]) : [];
  const hash = parts.find((part) => part instanceof OctetString);
  const byDefault = type === oid.signingCertificate ? 'sha1' : 'sha256';
  const name = algorithm === undefined ? byDefault : hashNameOf(algorithm.valueBlock.toString());
  return hash !== undefined && name !== null && digest(name, certificate, 'buffer').equals(Buffer.from(hash.getValue()));
}

const sequenceParts = (value: unknown) => (value instanceof Sequence ? value.valueBlock.value : []);
