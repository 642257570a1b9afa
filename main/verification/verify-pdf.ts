/** Checks a PDF as it is, offline: every signature, what came after it, and whether it is the original with a signature added. */
import type { FileFault, Finding, NotChecked, SignatureReport, VerificationReport } from '../../shared/domain/verification.ts';
import { bottomLineOf } from './bottom-line.ts';
import { readRoots } from './certificates.ts';
import { type ComparedOriginal, compareOriginal } from './compare-original.ts';
import { findSignatures } from './find-signatures.ts';
import { openPdfFile, type PdfFile } from './pdf/pdf-file.ts';
import { reachable } from './pdf/reachable.ts';
import { strayObjects } from './pdf/stray-objects.ts';
import { PdfFault } from './pdf/syntax.ts';
import { checkDataOf } from './revocation.ts';
import { signatureReport } from './signature-report.ts';

/**
 * Never throws for what a file is.
 * @param original what was sent; null: not given
 * @param roots PEM certificates that the machine trusts
 */
export function verifyPdf(bytes: Uint8Array, original: Uint8Array | null, roots: readonly string[]): VerificationReport {
  try {
    return readable(openPdfFile(bytes), original, roots);
  } catch (thrown) {
    // Whatever else a file does to the code that checks it: it is not checked then.
    return unreadableReport(thrown instanceof PdfFault ? thrown.code : 'not-understood', original !== null);
  }
}

export function unreadableReport(fault: FileFault, hasOriginal: boolean): VerificationReport {
  const nothing = { signatures: [], revisions: [], strayObjects: { outside: 0, again: 0 } };
  return {
    ...nothing,
    ...concluded(['file-unreadable'], hasOriginal ? { original: 'changed', finding: 'original-not-compared' } : null, []),
    fault,
  };
}

function readable(file: PdfFile, original: Uint8Array | null, roots: readonly string[]): VerificationReport {
  const { signatures: found, damaged } = findSignatures(file);
  const trusted = found.length === 0 ? new Map() : readRoots(roots);
  const data = checkDataOf(file);
  const signatures = found.map((signature) => signatureReport(file, signature, trusted, data));
  let fault: FileFault | null = file.trailer.has('Encrypt') ? 'encrypted' : null;
  reachable(file, new Map(), (_, thrown) => {
    if (!(thrown instanceof PdfFault)) throw thrown;
    fault ??= thrown.code;
  });
  const stray = strayObjects(file);
  const numbers = new Set(file.numbers());
  // Where something cannot be read, there may be one.
  const findings = signatures.length === 0 && fault !== null ? [] : findingsOf(signatures);
  if (fault !== null) findings.push('file-unreadable');
  else if (damaged.size > 0) findings.push('objects-damaged');
  if (stray.length > 0) findings.push('objects-outside-revisions');
  return {
    signatures,
    ...concluded(findings, original && compareOriginal(file, original), signatures),
    fault,
    revisions: file.revisions().map(({ end, objects }) => ({ end, objects: objects.length })),
    strayObjects: { outside: stray.length, again: stray.filter((number) => numbers.has(number)).length },
  };
}

function concluded(
  findings: readonly Finding[],
  compared: ComparedOriginal | null,
  signatures: readonly SignatureReport[],
): Pick<VerificationReport, 'original' | 'bottomLine' | 'findings' | 'notChecked'> {
  const all = compared === null || compared.finding === null ? findings : [...findings, compared.finding];
  const unseen: NotChecked[] = compared === null ? ['original'] : compared.original === 'preserved' ? [] : ['pages'];
  const isUnknown = signatures.length === 0 || signatures.some(({ revocation }) => revocation === 'not-checked');
  return {
    original: compared?.original ?? 'not-given',
    bottomLine: bottomLineOf(all),
    findings: [...new Set(all)],
    notChecked: [...(isUnknown ? (['revocation'] as const) : []), 'place', ...unseen],
  };
}

function findingsOf(signatures: readonly SignatureReport[]): Finding[] {
  const signed = signatures.filter(({ kind }) => kind === 'signature');
  const findings: Finding[] = signatures.flatMap(findingsOfOne);
  if (signed.length === 0) findings.unshift('no-signature');
  else if (!signed.some(isVisible)) findings.push('invisible');
  return findings;
}

const isVisible = ({ page, rect }: SignatureReport): boolean =>
  page !== null && rect !== null && rect.right > rect.left && rect.top > rect.bottom;

function findingsOfOne(signature: SignatureReport): Finding[] {
  const { integrity, kind, certificate, timeStamp, namesCertificate } = signature;
  const when = (is: boolean, finding: Finding): Finding[] => (is ? [finding] : []);
  if (integrity === 'broken') return ['signature-broken'];
  if (integrity === 'unreadable' || certificate === null) return ['signature-unreadable'];
  return [
    ...when(signature.changesAfter === 'suspicious', 'suspicious-changes'),
    ...when(signature.changes.includes('form-filled'), 'form-filled'),
    ...when(certificate.atSigning === 'expired' || certificate.atSigning === 'not-yet-valid', 'certificate-not-valid-then'),
    ...when(signature.revocation === 'revoked', 'certificate-revoked'),
    ...when(signature.signedAt === null, 'signing-time-unknown'),
    ...when(!certificate.proven && !namesCertificate, 'signer-not-proven'),
    ...when(!certificate.trusted, kind === 'signature' ? 'issuer-not-trusted' : 'time-stamp-not-trusted'),
    ...when(signature.weak, 'weak-algorithm'),
    ...when(signature.subFilter === 'ETSI.CAdES.detached' && !namesCertificate, 'certificate-not-named'),
    ...when(timeStamp !== null && timeStamp.integrity !== 'valid', 'time-stamp-not-valid'),
    ...when(timeStamp !== null && timeStamp.integrity === 'valid' && !timeStamp.trusted, 'time-stamp-not-trusted'),
  ];
}
