/** What single findings amount to together: the worst of them decides. */
import type { BottomLine, Finding } from '../../shared/domain/verification.ts';

const table: Readonly<Record<Finding, Exclude<BottomLine, 'signed'>>> = {
  'no-signature': 'unacceptable',
  'nothing-added': 'unacceptable',
  'signature-broken': 'unacceptable',
  'suspicious-changes': 'unacceptable',
  'certificate-not-valid-then': 'unacceptable',
  'certificate-revoked': 'unacceptable',
  'original-changed': 'unacceptable',

  'file-unreadable': 'unverifiable',
  'signature-unreadable': 'unverifiable',
  'signer-not-proven': 'unverifiable',
  'original-unreadable': 'unverifiable',
  'original-not-compared': 'unverifiable',

  'issuer-not-trusted': 'signed-with-remarks',
  'weak-algorithm': 'signed-with-remarks',
  'signing-time-unknown': 'signed-with-remarks',
  'certificate-not-named': 'signed-with-remarks',
  'time-stamp-not-valid': 'signed-with-remarks',
  'time-stamp-not-trusted': 'signed-with-remarks',
  invisible: 'signed-with-remarks',
  'form-filled': 'signed-with-remarks',
  'objects-outside-revisions': 'signed-with-remarks',
  'objects-damaged': 'signed-with-remarks',
};

const fromBest: readonly BottomLine[] = ['signed', 'signed-with-remarks', 'unverifiable', 'unacceptable'];

export function bottomLineOf(findings: readonly Finding[]): BottomLine {
  const worst = Math.max(0, ...findings.map((finding) => fromBest.indexOf(table[finding])));
  return fromBest[worst] ?? 'unacceptable';
}
