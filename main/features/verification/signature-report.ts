/** Makes the report of one signature, with all facts that can be found offline. */
import type { ProviderRule } from '../../../shared/domain/verification/provider-rule.ts';
import type { SignatureReport, TimeStampReport } from '../../../shared/domain/verification/verification.ts';
import type { PdfFile } from '../../platform/pdf/file/pdf-file.ts';
import { certificateReport, parsedCertificate } from './certificates.ts';
import { changesAfter } from './changes/changes-after.ts';
import { type CheckedSignature, checkSignature } from './check-signature.ts';
import type { FoundSignature } from './find-signatures.ts';
import { type CheckData, revocationOf } from './revocation.ts';
import type { Roots } from './roots.ts';
import { timeStampReport } from './time-stamp.ts';

export type SignatureChecks = {
  roots: Roots;
  /** Data in the file for the check of certificates. */
  data: CheckData;
  /** Rules for additions of the provider after an earlier signature. */
  rules: readonly ProviderRule[];
  /** No signature is older, whatever its signer says; null: unknown. */
  earliest: Date | null;
};

/** Makes the report of one signature of a file, as of one that the original does not have. */
export function signatureReport(file: PdfFile, found: FoundSignature, checks: SignatureChecks): SignatureReport {
  const { roots, data, rules, earliest } = checks;
  const checked = checkSignature(file.bytes, found.value);
  const { integrity, coverage, fault, end, cms } = checked;
  const timeStamp = cms?.timeStamp ? timeStampReport(cms.timeStamp, cms.signature, roots) : null;
  const time = signingTime(checked, timeStamp, found.statedTime);
  const others = [...(cms?.certificates ?? []), ...data.certificates];
  const brought = { ...data, lists: [...data.lists, ...(cms?.lists ?? [])], answers: [...data.answers, ...(cms?.answers ?? [])] };
  const at = cms && attempt(() => momentIn(cms.certificate, time, earliest));
  const certificate = cms && attempt(() => certificateReport(cms.certificate, at, others, roots));
  // Without the end of the covered bytes, later changes cannot be checked.
  const after = end === null ? ({ verdict: 'suspicious', changes: ['unreadable'] } as const) : changesAfter(file, end, found.dict, rules);
  return {
    // Names are encrypted, too.
    field: file.trailer.has('Encrypt') ? '' : found.field,
    page: found.page,
    rect: found.rect,
    integrity,
    coverage,
    kind: found.value.subFilter === 'ETSI.RFC3161' ? 'time-stamp' : 'signature',
    subFilter: found.value.subFilter,
    signer: certificate?.subject ?? null,
    changesAfter: after.verdict,
    changes: [...after.changes],
    fault,
    signedAt: time.at?.toISOString() ?? null,
    signedAtBy: time.by,
    certificate,
    algorithm: cms?.key ?? null,
    hash: cms?.hash ?? null,
    weak: cms?.weak ?? false,
    namesCertificate: cms?.namesCertificate ?? false,
    timeStamp,
    revocation: cms === null || certificate === null ? 'not-checked' : revocationOf(cms.certificate, at, others, roots, brought),
    isEarlier: false,
  };
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    // There is no certificate, or only its key can be read.
    return null;
  }
}

/** `uncertainty`: milliseconds by which the time may be wrong. `isProven`: someone else than the signer vouches for it. */
type SigningTime = { at: Date | null; by: SignatureReport['signedAtBy']; isProven: boolean; uncertainty: number };

/** A signer's clock may differ from that of the issuer, who may issue a certificate for one signature. A time without a zone is of any. */
const [ofClock, ofZone] = [5 * 60_000, 14 * 3_600_000];

/**
 * Returns the time at which the certificate was valid, if the uncertainty has one; else the stated time. A stated time before
 * `earliest` is wrong, and an unknown one is not before it: the certificate then has to be valid at `earliest`, or begin later.
 */
function momentIn(der: Buffer, { at, isProven, uncertainty }: SigningTime, earliest: Date | null): Date | null {
  if (at === null && earliest === null) return null;
  const { notBefore, notAfter } = parsedCertificate(der);
  const [from, to] = [notBefore.value.getTime(), notAfter.value.getTime()];
  const time = at?.getTime() ?? from;
  const nearest = Math.min(Math.max(time, from), to);
  if (Math.abs(nearest - time) > uncertainty) return at;
  return new Date(isProven || earliest === null ? nearest : Math.max(nearest, earliest.getTime()));
}

/** Returns the time of a valid time stamp, else that of the signer's clock: in the signed attributes, or in the dictionary. */
function signingTime({ cms, stamped }: CheckedSignature, timeStamp: TimeStampReport | null, stated: string | null): SigningTime {
  if (stamped !== null) return { at: stamped, by: 'time-stamp', isProven: false, uncertainty: 0 };
  if (timeStamp?.integrity === 'valid' && timeStamp.time !== null)
    return { at: new Date(timeStamp.time), by: 'time-stamp', isProven: timeStamp.trusted, uncertainty: 0 };
  const signed = cms?.signingTime ?? null;
  const at = signed ?? dateOf(stated);
  const hasZone = signed !== null || /^D:\d{4,14}[Z+-]/.test(stated ?? '');
  return { at, by: at === null ? null : 'signer', isProven: false, uncertainty: hasZone ? ofClock : ofZone };
}

/** Parses a date of a PDF (ISO 32000-2, 7.9.4); without a zone it is UTC. */
function dateOf(text: string | null): Date | null {
  const match = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/.exec(text ?? '');
  if (match === null) return null;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, hours = '00', minutes = '00'] = match;
  const zone = sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(date.getTime()) ? null : date;
}
