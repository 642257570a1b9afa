/**
 * Checks one signature of a PDF: that its byte range is the file around its own value, and that its CMS signature matches those
 * bytes. `changes/changes-after.ts` checks later changes.
 */
import type { SignatureCheck } from '../../../shared/domain/documents/document.ts';
import type { SignatureFault } from '../../../shared/domain/verification/verification.ts';
import { type ByteSource, sourceOf } from '../../platform/files/byte-source.ts';
import { digestOfRanges } from '../../platform/files/range-digest.ts';
import { proofOf } from './certificates.ts';
import { digestOf, joined, type Parts, readCms, type SignedCms } from './cms.ts';
import { noRoots } from './roots.ts';
import { stampedTime, timeStampContent } from './time-stamp.ts';

export type SignatureValue = {
  /** The numbers in the file; NaN for any other value. */
  byteRange: readonly number[];
  /** `/SubFilter`, without the slash. */
  subFilter: string;
};

export type CheckedSignature = SignatureCheck & {
  fault: SignatureFault | null;
  /** End of the covered bytes; null when the byte range is invalid. */
  end: number | null;
  cms: SignedCms | null;
  /** The time of a time stamp; null for other signatures. */
  stamped: Date | null;
};

/** Faults that make a signature `broken`; the others make it `unreadable`. */
const broken: ReadonlySet<SignatureFault> = new Set(['byte-range', 'digest', 'content', 'signature', 'certificate', 'certificate-forged']);

/** Checks a signature. Never throws: a signature that cannot be read is `unreadable`. */
export function checkSignature(bytes: Uint8Array | ByteSource, value: SignatureValue): CheckedSignature {
  const file = sourceOf(bytes);
  const covered = coveredBytes(file, value.byteRange);
  const nothing = { fault: null, end: null, cms: null, stamped: null };
  if (covered === null) return { ...nothing, integrity: 'broken', coverage: 'partial', fault: 'byte-range' };
  const { parts, end } = covered;
  const coverage = end === file.length ? 'whole-file' : 'partial';
  try {
    let stamped: Date | null = null;
    const cms = readCms(covered.cms, ({ content, contentType }) => {
      // A time stamp of the bytes is by no signer.
      if ((value.subFilter === 'ETSI.RFC3161') !== (contentType === timeStampContent)) return null;
      if (contentType === timeStampContent) {
        stamped = content === null ? null : stampedTime(content, parts);
        return stamped === null || content === null ? null : [content];
      }
      if (content === null) return value.subFilter === 'adbe.pkcs7.sha1' ? null : parts;
      // The content of the CMS must be the covered bytes, or their hash: the CMS alone is valid with any content.
      const expected = value.subFilter === 'adbe.pkcs7.sha1' ? digestOf('sha1', parts) : joined(parts);
      return content.equals(expected) ? [content] : null;
    });
    const fault = cms.fault ?? (proofOf(cms.certificate, cms.certificates, noRoots) === 'forged' ? 'certificate-forged' : null);
    const integrity = fault === null ? 'valid' : broken.has(fault) ? 'broken' : 'unreadable';
    // This kind signs the SHA-1 of the bytes, whatever the CMS uses.
    const weak = cms.weak || value.subFilter === 'adbe.pkcs7.sha1';
    return { integrity, coverage, fault, end, cms: { ...cms, weak }, stamped };
  } catch {
    // pkijs has many errors for unknown and malformed data; for the caller they are one fault.
    return { ...nothing, integrity: 'unreadable', coverage, fault: 'cms', end };
  }
}

type Covered = { parts: Parts; cms: Uint8Array<ArrayBuffer>; end: number };

/** Returns the covered bytes; null unless two ranges begin at the file's start with exactly one hexadecimal string between them. */
function coveredBytes(file: ByteSource, byteRange: readonly number[]): Covered | null {
  const [start, length, next, rest] = byteRange;
  if (byteRange.length !== 4 || start !== 0 || length === undefined || next === undefined || rest === undefined) return null;
  if (![length, next, rest].every((number) => Number.isSafeInteger(number) && number >= 0)) return null;
  const end = next + rest;
  if (next < length + 2 || end > file.length) return null;
  const gap = file.range(length, next).toString('latin1');
  if (!/^<[0-9a-fA-F\s]*>$/.test(gap)) return null;
  return {
    parts: {
      *[Symbol.iterator]() {
        yield* file.pieces(0, length);
        yield* file.pieces(next, end);
      },
      digest: (name) =>
        digestOfRanges(file, name, [
          [0, length],
          [next, end],
        ]),
    },
    cms: new Uint8Array(Buffer.from(gap.slice(1, -1).replace(/\s/g, ''), 'hex')),
    end,
  };
}
