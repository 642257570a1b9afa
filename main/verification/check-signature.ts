/**
 * Checks one signature of a PDF: that its byte range is the file around its own value, and that its CMS signature is of those
 * bytes. Whom the certificate belongs to, and what was changed later, is not looked at yet.
 */
import { createHash, hash } from 'node:crypto';
import { fromBER } from 'asn1js';
import { ContentInfo, SignedData, type SignerInfo, TSTInfo } from 'pkijs';
import type { SignatureCheck } from '../../shared/domain/document.ts';

export type SignatureValue = {
  /** As the file has it; whatever is no number is NaN. */
  byteRange: readonly number[];
  /** `/SubFilter`, without the slash. */
  subFilter: string;
};

const oid = {
  signedData: '1.2.840.113549.1.7.2',
  messageDigest: '1.2.840.113549.1.9.4',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
};

/** By their names in Node. */
const hashNames: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/** Never throws: a signature that cannot be read is `unreadable`. */
export async function checkSignature(file: Uint8Array, value: SignatureValue): Promise<SignatureCheck> {
  const covered = coveredBytes(file, value.byteRange);
  if (covered === null) return { integrity: 'broken', coverage: 'partial' };
  const coverage = covered.end === file.length ? 'whole-file' : 'partial';
  try {
    return { integrity: await integrityOf(covered, value.subFilter), coverage };
  } catch {
    // pkijs names what it does not know and what is malformed in many ways; for whoever asks it is one.
    return { integrity: 'unreadable', coverage };
  }
}

type Covered = { bytes: Uint8Array<ArrayBuffer>; cms: Uint8Array<ArrayBuffer>; end: number };

/** Null unless two ranges begin at the file's start and leave out one hexadecimal string, and nothing else, between them. */
function coveredBytes(file: Uint8Array, byteRange: readonly number[]): Covered | null {
  const [start, length, next, rest] = byteRange;
  if (byteRange.length !== 4 || start !== 0 || length === undefined || next === undefined || rest === undefined) return null;
  if (![length, next, rest].every((number) => Number.isSafeInteger(number) && number >= 0)) return null;
  const end = next + rest;
  if (next < length + 2 || end > file.length) return null;
  const gap = Buffer.from(file.subarray(length, next)).toString('latin1');
  if (!/^<[0-9a-fA-F\s]*>$/.test(gap)) return null;
  const bytes = new Uint8Array(length + rest);
  bytes.set(file.subarray(0, length));
  bytes.set(file.subarray(next, end), length);
  return { bytes, cms: new Uint8Array(Buffer.from(gap.slice(1, -1).replace(/\s/g, ''), 'hex')), end };
}

async function integrityOf({ bytes, cms }: Covered, subFilter: string): Promise<SignatureCheck['integrity']> {
  // What follows the value is padding with zeros.
  const { result, offset } = fromBER(cms);
  if (offset <= 0) return 'unreadable';
  const content = new ContentInfo({ schema: result });
  if (content.contentType !== oid.signedData) return 'unreadable';
  const signed = new SignedData({ schema: content.content });
  const [signer, ...others] = signed.signerInfos;
  if (signer === undefined || others.length > 0) return 'unreadable';

  const attached = attachedBytes(signed);
  if (!speaksOf(bytes, attached, subFilter, signed)) return 'broken';
  if (!digestFits(signer, attached ?? bytes)) return 'broken';
  return (await signed.verify({ signer: 0, data: bytes.buffer, checkChain: false })) ? 'valid' : 'broken';
}

function attachedBytes(signed: SignedData): Uint8Array<ArrayBuffer> | null {
  const content = signed.encapContentInfo.eContent;
  return content === undefined ? null : new Uint8Array(content.getValue());
}

/** Whether the content of the CMS, if any, corresponds to the covered bytes: pkijs verifies the content, whatever it is. */
function speaksOf(bytes: Uint8Array, attached: Uint8Array<ArrayBuffer> | null, subFilter: string, signed: SignedData): boolean {
  if (subFilter === 'ETSI.RFC3161' || signed.encapContentInfo.eContentType === oid.timeStampInfo) {
    if (attached === null) return false;
    const { hashAlgorithm, hashedMessage } = TSTInfo.fromBER(attached).messageImprint;
    const name = hashNames[hashAlgorithm.algorithmId];
    return name !== undefined && hash(name, bytes, 'buffer').equals(Buffer.from(hashedMessage.getValue()));
  }
  if (subFilter === 'adbe.pkcs7.sha1') return attached !== null && hash('sha1', bytes, 'buffer').equals(attached);
  return attached === null || Buffer.from(attached).equals(bytes);
}

/** True also where there are no attributes: then the signature itself is of the content. */
function digestFits({ digestAlgorithm, signedAttrs }: SignerInfo, content: Uint8Array): boolean {
  const name = hashNames[digestAlgorithm.algorithmId];
  const attribute = signedAttrs?.attributes.find(({ type }) => type === oid.messageDigest);
  if (name === undefined || attribute === undefined) return true;
  const stated: ArrayBuffer = attribute.values[0].valueBlock.valueHexView;
  return createHash(name).update(content).digest().equals(Buffer.from(stated));
}
