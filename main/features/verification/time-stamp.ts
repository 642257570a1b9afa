/** Reads time stamps (RFC 3161): of a signature, and of a whole file. */
import { TSTInfo } from 'pkijs';
import type { TimeStampReport } from '../../../shared/domain/verification/verification.ts';
import { certificateReport, mayStampTime } from './certificates.ts';
import { digestOf, type Parts, readCms } from './cms.ts';
import type { Roots } from './roots.ts';
import { hashNameOf } from './signature-algorithm.ts';

export const timeStampContent = '1.2.840.113549.1.9.16.1.4';

/** Returns the time of a time stamp; null when it is for other bytes. @throws Error when it is not a time stamp */
export function stampedTime(content: Buffer, bytes: Parts): Date | null {
  const { messageImprint, genTime } = TSTInfo.fromBER(new Uint8Array(content));
  const name = hashNameOf(messageImprint.hashAlgorithm.algorithmId);
  const isOfThem = name !== null && digestOf(name, bytes).equals(Buffer.from(messageImprint.hashedMessage.getValue()));
  return isOfThem ? genTime : null;
}

/** Makes the report of the time stamp of a signature. */
export function timeStampReport(der: Buffer, signature: Buffer, roots: Roots): TimeStampReport {
  const unreadable: TimeStampReport = { integrity: 'unreadable', time: null, signer: null, trusted: false };
  try {
    let time: Date | null = null;
    const cms = readCms(der, ({ content, contentType }) => {
      if (content === null || contentType !== timeStampContent) return null;
      time = stampedTime(content, [signature]);
      return time === null ? null : [content];
    });
    if (time === null) return { ...unreadable, integrity: 'broken' };
    if (cms.fault === 'algorithm' || cms.fault === 'no-certificate' || cms.fault === 'cms') return unreadable;
    const { subject, trusted, atSigning } = certificateReport(cms.certificate, time, cms.certificates, roots);
    const valid = cms.fault === null && mayStampTime(cms.certificate) && atSigning === 'valid';
    return { integrity: valid ? 'valid' : 'broken', time: (time as Date).toISOString(), signer: subject, trusted: valid && trusted };
  } catch {
    return unreadable;
  }
}
