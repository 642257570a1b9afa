/** Makes the detached CMS signature for `/Contents` of a signature dictionary, with a time stamp (RFC 3161) where requested. */
import { randomBytes } from 'node:crypto';
import { type AsnType, Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  MessageImprint,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TSTInfo,
} from 'pkijs';
import type { SigningStyle } from '../behaviour.ts';
import { type Signer, timeOf, timeStamperOfProcess } from './certificate.ts';

const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  stampedContent: '1.2.840.113549.1.9.16.1.4',
  timeStamp: '1.2.840.113549.1.9.16.2.14',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  /** An invented policy of no authority: the field is required. */
  policy: '1.3.6.1.4.1.99999.1',
};

type Style = Pick<SigningStyle, 'subFilter' | 'timeStamp'>;

/** Makes DER of a CMS SignedData over `data`, which is not included. */
export async function detachedSignature(data: Uint8Array<ArrayBuffer>, signer: Signer, time: Date, style: Style = {}): Promise<Uint8Array> {
  const pades = style.subFilter === 'ETSI.CAdES.detached';
  // PAdES has the time in the dictionary only (EN 319 142-1, 6.3).
  const attribute = pades
    ? await signingCertificate(signer)
    : new Attribute({ type: oid.signingTime, values: [timeOf(time.getTime()).toSchema()] });
  const signed = await signedData(data, signer, oid.data, attribute);
  const [info] = signed.signerInfos;
  if (style.timeStamp && info) {
    const token = await timeStamp(new Uint8Array(info.signature.getValue()), time);
    info.unsignedAttrs = new SignedAndUnsignedAttributes({
      type: 1,
      attributes: [new Attribute({ type: oid.timeStamp, values: [token] })],
    });
  }
  return new Uint8Array(contentInfo(signed).toBER());
}

async function timeStamp(bytes: Uint8Array<ArrayBuffer>, time: Date): Promise<AsnType> {
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  const content = new TSTInfo({
    version: 1,
    policy: oid.policy,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: oid.sha256 }),
      hashedMessage: new OctetString({ valueHex: hash }),
    }),
    serialNumber: new Integer({ valueHex: new Uint8Array([1, ...randomBytes(15)]).buffer }),
    genTime: time,
  });
  const stamper = await timeStamperOfProcess();
  const der = new Uint8Array(content.toSchema().toBER());
  const signed = await signedData(der, stamper, oid.stampedContent, await signingCertificate(stamper));
  signed.version = 3;
  signed.encapContentInfo = new EncapsulatedContentInfo({
    eContentType: oid.stampedContent,
    eContent: new OctetString({ valueHex: der.buffer }),
  });
  return contentInfo(signed);
}

async function signedData(data: Uint8Array<ArrayBuffer>, signer: Signer, type: string, attribute: Attribute): Promise<SignedData> {
  const { certificate, issuer } = signer;
  const digest = await crypto.subtle.digest('SHA-256', data);
  const attributes = [
    new Attribute({ type: oid.contentType, values: [new ObjectIdentifier({ value: type })] }),
    attribute,
    new Attribute({ type: oid.messageDigest, values: [new OctetString({ valueHex: digest })] }),
  ];
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: type }),
    certificates: [certificate, issuer],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
      }),
    ],
  });
  await signed.sign(signer.key, 0, 'SHA-256', data);
  return signed;
}

/** Names the signing certificate by its hash (RFC 5035, 3); SHA-256 is the default. */
async function signingCertificate({ certificate }: Signer): Promise<Attribute> {
  const hash = await crypto.subtle.digest('SHA-256', certificate.toSchema().toBER());
  const one = new Sequence({ value: [new OctetString({ valueHex: hash })] });
  return new Attribute({ type: oid.signingCertificateV2, values: [new Sequence({ value: [new Sequence({ value: [one] })] })] });
}

const contentInfo = (signed: SignedData): Sequence =>
  new ContentInfo({ contentType: oid.signedData, content: signed.toSchema(true) }).toSchema();
