/** Removes, changes or adds parts of a CMS signature that it does not cover. */
import { type KeyObject, sign } from 'node:crypto';
import { Constructed, fromBER, OctetString, Sequence } from 'asn1js';
import { Attribute, CertificateRevocationList, ContentInfo, SignedAndUnsignedAttributes, SignedData } from 'pkijs';

function signedIn(der: Uint8Array): { contentType: string; signed: SignedData } {
  const content = new ContentInfo({ schema: fromBER(new Uint8Array(der)).result });
  return { contentType: content.contentType, signed: new SignedData({ schema: content.content }) };
}

/** The same signature with other uncovered parts. */
export function changedCms(der: Uint8Array, change: (signed: SignedData) => void): Uint8Array {
  const { contentType, signed } = signedIn(der);
  change(signed);
  return new Uint8Array(new ContentInfo({ contentType, content: signed.toSchema(true) }).toSchema().toBER());
}

/** The same signature with the token that is made for its value. */
export async function withTimeStamp(der: Uint8Array, stamp: (signature: Uint8Array) => Promise<Uint8Array>): Promise<Uint8Array> {
  const [info] = signedIn(der).signed.signerInfos;
  const token = await stamp(new Uint8Array(info?.signature.getValue() ?? []));
  return changedCms(der, ({ signerInfos: [one] }) => {
    const values = [fromBER(new Uint8Array(token)).result];
    if (!one) throw new Error('no signer');
    const attributes = [new Attribute({ type: '1.2.840.113549.1.9.16.2.14', values })];
    one.unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes });
  });
}

/** Adds a revocation list next to the certificates, where no signature covers it. */
export const withList = (der: Uint8Array, list: Uint8Array): Uint8Array =>
  changedCms(der, (signed) => {
    signed.crls = [CertificateRevocationList.fromBER(new Uint8Array(list))];
  });

/** Signs again with Acrobat's RevocationInfoArchival: lists as 0, answers as 1. */
export const withArchival = (der: Uint8Array, key: KeyObject, number: 0 | 1, spoken: Uint8Array): Uint8Array =>
  changedCms(der, ({ signerInfos: [one] }) => {
    if (!one?.signedAttrs) throw new Error('no signed attributes');
    const list = new Sequence({ value: [fromBER(new Uint8Array(spoken)).result] });
    const value = new Sequence({ value: [new Constructed({ idBlock: { tagClass: 3, tagNumber: number }, value: [list] })] });
    const { attributes } = one.signedAttrs;
    const all = [...attributes, new Attribute({ type: '1.2.840.113583.1.1.8', values: [value] })];
    one.signedAttrs = new SignedAndUnsignedAttributes({ type: 0, attributes: all });
    const bytes = new Uint8Array(one.signedAttrs.toSchema().toBER());
    // The signature is over a plain SET (RFC 5652, 5.4).
    bytes[0] = 0x31;
    one.signature = new OctetString({ valueHex: new Uint8Array(sign('sha256', bytes, key)) });
  });
