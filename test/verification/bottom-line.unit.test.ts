import { describe, expect, test } from 'vitest';
import { bottomLineOf, type Finding } from '../support/doors/verification.ts';

const unacceptable: Finding[] = [
  'no-signature',
  'nothing-added',
  'signature-broken',
  'suspicious-changes',
  'certificate-not-valid-then',
  'certificate-revoked',
  'original-changed',
];
const unverifiable: Finding[] = [
  'file-unreadable',
  'signature-unreadable',
  'signer-not-proven',
  'original-unreadable',
  'original-not-compared',
];
const remarks: Finding[] = [
  'issuer-not-trusted',
  'weak-algorithm',
  'signing-time-unknown',
  'certificate-not-named',
  'time-stamp-not-valid',
  'time-stamp-not-trusted',
  'invisible',
  'form-filled',
  'objects-outside-revisions',
  'objects-damaged',
];

describe('the bottom line', () => {
  test('is signed where nothing was found', () => expect(bottomLineOf([])).toBe('signed'));

  test.each([
    ...unacceptable.map((finding) => [finding, 'unacceptable'] as const),
    ...unverifiable.map((finding) => [finding, 'unverifiable'] as const),
    ...remarks.map((finding) => [finding, 'signed-with-remarks'] as const),
  ])('of %s alone is %s', (finding, line) => expect(bottomLineOf([finding])).toBe(line));

  test.each([
    [[...remarks, ...unverifiable, ...unacceptable], 'unacceptable'],
    [['original-changed', 'invisible'], 'unacceptable'],
    [['invisible', 'signature-unreadable', 'weak-algorithm'], 'unverifiable'],
    [remarks, 'signed-with-remarks'],
  ] as [Finding[], string][])('is that of the worst finding: %j', (findings, line) => {
    expect(bottomLineOf(findings)).toBe(line);
    expect(bottomLineOf(findings.toReversed())).toBe(line);
  });
});
