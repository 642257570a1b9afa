/** Parts of a CMS signature that it does not cover: taken out, changed, added. */
import { fromBER } from 'asn1js';
import { Attribute, ContentInfo, SignedAndUnsignedAttributes, SignedData } from 'pkijs';

function signedIn(der: Uint8Array): { contentType: string; signed: SignedData } {
  const content = new ContentInfo({ schema: fromBER(new Uint8Array(der)).result });
  return { contentType: content.contentType, signed: new SignedData({ schema: content.content }) };
}

/** The same signature with other parts that it does not cover. */
export function changedCms(der: Uint8Array, change: (signed: SignedData) => void): Uint8Array {
  const { contentType, signed } = signedIn(der);
  change(signed);
  return new Uint8Array(new ContentInfo({ contentType, content: signed.toSchema(true) }).toSchema().toBER());
}

/** The same signature with the token that is made of its value. */
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
