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
  /** SHA-1, or a key under `secure`. */
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
  const { eContent, eContentType: contentType } = encapsulated;
  const content = eContent === undefined ? null : Buffer.from(eContent.getValue());
  const certificate = certificates.find((one) => isNamedBy(signer, one)) ?? Buffer.alloc(0);
  const algorithm = algorithmOf(signer.signatureAlgorithm, hashNameOf(signer.digestAlgorithm.algorithmId));
  const stated = signer.signedAttrs === undefined ? null : statedCertificate(signer.signedAttrs.attributes);
  const signature = Buffer.from(signer.signature.getValue());
  const time = attributeOf(signer.signedAttrs, oid.signingTime);
  const token = attributeOf(signer.unsignedAttrs, oid.timeStamp);
  const archival = attributeOf(signer.signedAttrs, oid.archival);
  const bytes = isOf({ content, contentType });
  const unexpected: Verdict = { fault: 'content', weak: false };
  return {
    certificate,
    certificates,
    signingTime: time instanceof Object && 'toDate' in time && typeof time.toDate === 'function' ? (time.toDate() as Date) : null,
    key: algorithm?.key ?? null,
    hash: algorithm?.hash ?? null,
    namesCertificate: stated !== null,
    lists: [...lists, ...sequencesIn(partsOf(tagged(archival, 0))[0])],
    answers: sequencesIn(partsOf(tagged(archival, 1))[0]),
    timeStamp: token === null ? null : Buffer.from(token.valueBeforeDecodeView),
    signature,
    content,
    ...(bytes === null ? unexpected : verdictOn({ signer, contentType, certificate, algorithm, stated, signature }, bytes)),
  };
}

type Verdict = Pick<SignedCms, 'fault' | 'weak'>;

type Signed = Pick<SignedCms, 'certificate' | 'signature'> & {
  signer: SignerInfo;
  contentType: string;
  algorithm: SignatureAlgorithm | null;
  stated: StatedCertificate | null;
};

/** Verifies the signed bytes, the attributes and the value (RFC 5652, 5.4 and 5.6). */
function verdictOn({ signer, contentType, certificate, algorithm, stated, signature }: Signed, bytes: Parts): Verdict {
  const answer = (fault: CmsFault | null, weak = false): Verdict => ({ fault, weak });
  const { signedAttrs, digestAlgorithm } = signer;
  const digestName = hashNameOf(digestAlgorithm.algorithmId);
  if (digestName === null) return answer('algorithm');
  const broken = signedAttrs === undefined ? null : brokenAttribute(signedAttrs, contentType, () => digestOf(digestName, bytes));
  if (broken !== null) return answer(broken);
  if (certificate.length === 0) return answer('no-certificate');
  const key = publicKeyOf(certificate);
  if (algorithm === null || key === null) return answer('algorithm');
  if (isShorter(key, breakable)) return answer('algorithm');
  const weak = digestName === 'sha1' || algorithm.hash === 'sha1' || isShorter(key, secure);
  const over = signedAttrs === undefined ? joined(bytes) : new Uint8Array(signedAttrs.encodedValue);
  if (!isSignatureOf(over, algorithm, key, signature)) {
    // Without attributes the signature covers the bytes directly.
    return answer(signedAttrs === undefined ? 'digest' : 'signature', weak);
  }
  if (stated !== null && !stated.isOf(certificate)) return answer('certificate', weak);
  return answer(null, weak);
}

/** Returns what the signed attributes contradict; null when they are of this content (RFC 5652, 11.1 and 11.2). */
function brokenAttribute(attributes: Attributes, contentType: string, digestOfBytes: () => Buffer): CmsFault | null {
  const ownDigest = attributeOf(attributes, oid.messageDigest);
  if (ownDigest === null) return 'cms';
  if (!digestOfBytes().equals(octetsOf(ownDigest))) return 'digest';
  const ownType = attributeOf(attributes, oid.contentType);
  return ownType !== null && ownType.valueBlock.toString() !== contentType ? 'content' : null;
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

type Attributes = NonNullable<SignerInfo['signedAttrs']>;

function attributeOf(of: Attributes | undefined, type: string): AsnType | null {
  const found = of?.attributes.filter((attribute) => attribute.type === type) ?? [];
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

/** Bits of an RSA key, and of a curve. `breakable`: under these, a key was found from its certificate in public, so anyone may have signed. */
type Length = { rsa: number; curve: number };
const secure: Length = { rsa: 2048, curve: 224 };
const breakable: Length = { rsa: 1024, curve: 128 };

/** The name of a curve has its number of bits; other names are those of short ones. */
function isShorter({ asymmetricKeyDetails }: KeyObject, { rsa, curve }: Length): boolean {
  const { modulusLength = rsa, namedCurve } = asymmetricKeyDetails ?? {};
  return namedCurve === undefined ? modulusLength < rsa : Number(/\d{3}/.exec(namedCurve)?.[0] ?? 0) < curve;
}

type StatedCertificate = { isOf(certificate: Buffer): boolean };

/** Returns a test for the certificate that the signed attributes name (ESSCertID, ESSCertIDv2: RFC 5035); null without such an attribute. An unreadable attribute matches no certificate. */
function statedCertificate(attributes: readonly Attribute[]): StatedCertificate | null {
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
