/** The check of a PDF in words, for a terminal. */
import type { VerificationReport } from '../../shared/domain/verification.ts';
import { reportText, type SignatureText } from '../../shared/domain/verification-text.ts';
import type { Words } from '../platform/i18n/words.ts';
import { printable } from './table.ts';

export function verificationPage(report: VerificationReport, words: Words): string {
  const say = (key: string, gaps?: Parameters<Words['say']>[1]) => words.say(`verification:${key}`, gaps);
  const shown = reportText(report, { say, moment, day: (iso) => iso.slice(0, 10) });
  const { word, text, findings, signatures, original, comparison, requested, notChecked } = shown;
  const { length } = report.revisions;
  const last = [
    ...[original, ...comparison, ...(requested === null ? [] : [requested])].map((one) => `${one.label}: ${one.text}`),
    ...(length > 0 ? [`${say('revisions')}: ${length}`] : []),
    notChecked.length === 0 ? say('nothingUnchecked') : `${say('notChecked')}: ${notChecked.join('; ')}.`,
  ];
  return [[`${word.toUpperCase()}. ${text}`, ...findings.map((finding) => `  ${finding.text}`)], ...signatures.map(aSignature), last]
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

const moment = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

const aSignature = ({ title, facts, technical }: SignatureText): string[] => [
  title,
  ...[...facts, ...technical].map(({ label, text }) => `  ${label}: ${printable(text)}`),
];
