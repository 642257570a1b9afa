/** Concludes the report of a check from its findings. */
import {
  type BottomLine,
  type Comparison,
  type FileFault,
  type Finding,
  isRemark,
  type NotChecked,
  type OriginalComparison,
  type Remark,
  type SignatureReport,
  type VerificationReport,
  withheldByDefault,
} from '../../../shared/domain/verification/verification.ts';
import type { Place } from './new-signature.ts';

export type ComparedOriginal = { original: OriginalComparison; comparison: Comparison; findings: Finding[] };

const notCompared: Comparison = { method: 'none', pages: null, differences: [], differingPages: 0, accepted: [] };

export const withoutComparison = (finding: Finding): ComparedOriginal => ({
  original: 'changed',
  comparison: notCompared,
  findings: [finding],
});

/** Makes the report of a file that cannot be checked. @param signatures those that can be, of a file whose content cannot be read */
export function unreadableReport(
  fault: FileFault,
  { hasOriginal, place = null }: { hasOriginal: boolean; place?: Place | null | undefined },
  signatures: SignatureReport[] = [],
): VerificationReport {
  const nothing = { revisions: [], strayObjects: { outside: 0, again: 0 } };
  const compared = hasOriginal ? withoutComparison('original-not-compared') : null;
  const report = { ...nothing, signatures, place: place && { ...place, overlap: null }, fault };
  const isBroken = signatures.some(({ integrity, isEarlier }) => integrity === 'broken' && !isEarlier);
  const findings: Finding[] = isBroken ? ['signature-broken', 'file-unreadable'] : ['file-unreadable'];
  return { ...report, ...conclude(findings, compared, report, withheldByDefault) };
}

/** Concludes a report. @param compared null without an original */
export function conclude(
  findings: readonly Finding[],
  compared: ComparedOriginal | null,
  { signatures, place }: Pick<VerificationReport, 'signatures' | 'place'>,
  withheld: readonly Remark[],
): Pick<VerificationReport, 'original' | 'comparison' | 'bottomLine' | 'findings' | 'notChecked'> {
  const all = [...new Set([...findings, ...(compared?.findings ?? [])])];
  const unseen: NotChecked[] = compared === null ? ['original'] : compared.comparison.method === 'none' ? ['pages'] : [];
  const isUnknown = signatures.length === 0 || signatures.some(({ revocation }) => revocation === 'not-checked');
  return {
    original: compared?.original ?? 'not-given',
    comparison: compared?.comparison ?? null,
    bottomLine: bottomLineOf(all, withheld),
    findings: all,
    notChecked: [...(isUnknown ? (['revocation'] as const) : []), ...(place === null ? (['place'] as const) : []), ...unseen],
  };
}

/** The bottom line of each finding that is not a remark. */
const bottomLines: Readonly<Record<Exclude<Finding, Remark>, 'unverifiable' | 'unacceptable'>> = {
  'no-signature': 'unacceptable',
  'nothing-added': 'unacceptable',
  'signature-broken': 'unacceptable',
  'suspicious-changes': 'unacceptable',
  'certificate-not-valid-then': 'unacceptable',
  'certificate-revoked': 'unacceptable',
  'original-changed': 'unacceptable',
  'earlier-signature-gone': 'unacceptable',
  'signature-large': 'unacceptable',
  'signer-not-expected': 'unacceptable',
  'same-answer': 'unacceptable',

  'file-unreadable': 'unverifiable',
  'signature-unreadable': 'unverifiable',
  'signer-not-proven': 'unverifiable',
  'original-unreadable': 'unverifiable',
  'original-not-compared': 'unverifiable',
};

const fromBest: readonly BottomLine[] = ['signed', 'signed-with-remarks', 'unverifiable', 'unacceptable'];

/** Returns the bottom line of the worst finding. @param withheld remarks that make a document unacceptable; a supervisor may release it */
export function bottomLineOf(findings: readonly Finding[], withheld: readonly Remark[] = withheldByDefault): BottomLine {
  const lines = findings.map((finding): BottomLine => {
    if (!isRemark(finding)) return bottomLines[finding];
    return withheld.includes(finding) ? 'unacceptable' : 'signed-with-remarks';
  });
  const worst = Math.max(0, ...lines.map((line) => fromBest.indexOf(line)));
  return fromBest[worst] ?? 'unacceptable';
}
