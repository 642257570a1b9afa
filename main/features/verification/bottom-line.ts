/** Computes the bottom line of several findings: the worst one decides. */
import { type BottomLine, type Finding, type Remark, remarkSchema, withheldByDefault } from '../../../shared/domain/verification.ts';

const table: Readonly<Record<Exclude<Finding, Remark>, 'unverifiable' | 'unacceptable'>> = {
  'no-signature': 'unacceptable',
  'nothing-added': 'unacceptable',
  'signature-broken': 'unacceptable',
  'suspicious-changes': 'unacceptable',
  'certificate-not-valid-then': 'unacceptable',
  'certificate-revoked': 'unacceptable',
  'original-changed': 'unacceptable',
  'earlier-signature-gone': 'unacceptable',
  'signer-not-expected': 'unacceptable',
  'same-answer': 'unacceptable',

  'file-unreadable': 'unverifiable',
  'signature-unreadable': 'unverifiable',
  'signer-not-proven': 'unverifiable',
  'original-unreadable': 'unverifiable',
  'original-not-compared': 'unverifiable',
};

const fromBest: readonly BottomLine[] = ['signed', 'signed-with-remarks', 'unverifiable', 'unacceptable'];

/** Returns the worst bottom line. @param heldBack remarks with which a document is not accepted unless a supervisor releases it */
export function bottomLineOf(findings: readonly Finding[], heldBack: readonly Remark[] = withheldByDefault): BottomLine {
  const lines = findings.map((finding): BottomLine => {
    const remark = remarkSchema.safeParse(finding).data;
    if (remark === undefined) return table[finding as keyof typeof table];
    return heldBack.includes(remark) ? 'unacceptable' : 'signed-with-remarks';
  });
  const worst = Math.max(0, ...lines.map((line) => fromBest.indexOf(line)));
  return fromBest[worst] ?? 'unacceptable';
}
