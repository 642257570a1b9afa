/** The check of a PDF in words, for a terminal. */
import type { SignatureReport, VerificationReport } from '../../shared/domain/verification.ts';
import type { Words } from '../words.ts';
import { printable } from './table.ts';

export function verificationPage(report: VerificationReport, words: Words): string {
  const { bottomLine, findings, fault, signatures, original, revisions, notChecked } = report;
  const say = (key: string, gaps?: Parameters<Words['say']>[1]) => words.say(`verify.${key}`, gaps);
  const remarks = findings.map((finding) => {
    const text = say(`finding.${finding}`);
    return finding === 'file-unreadable' && fault !== null ? `${text.replace(/\.$/, '')}: ${say(`fault.${fault}`)}.` : text;
  });
  const parts = signatures.map((signature, index) => aSignature(signature, index + 1, say));
  const last = [
    say(`original.${original}`),
    ...(revisions.length > 0 ? [say('revisions', { count: revisions.length })] : []),
    say('notChecked', { what: notChecked.map((part) => say(`notCheckedPart.${part}`)).join('; ') }),
  ];
  return [[say(`bottomLine.${bottomLine}`), ...remarks.map((remark) => `  ${remark}`)], ...parts, last]
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

type Say = (key: string, gaps?: Parameters<Words['say']>[1]) => string;

function aSignature(signature: SignatureReport, number: number, say: Say): string[] {
  const { kind, field, certificate, page, integrity, fault, coverage, changesAfter, changes, signedAt, signedAtBy } = signature;
  const changed = changes.length === 0 ? say('change.nothing') : changes.map((change) => say(`change.${change}`)).join('; ');
  const time = signedAt === null ? '' : `${signedAt.slice(0, 16).replace('T', ' ')} UTC`;
  const lines = [
    certificate === null
      ? say('signer-unknown')
      : say('signer', { signer: printable(certificate.subject), issuer: printable(certificate.issuer) }),
    page === null ? say('no-place') : say('place', { page }),
    say(`integrity.${integrity}`, { fault: fault === null ? '' : say(`signature-fault.${fault}`) }),
    `${say(`coverage.${coverage}`)} ${integrity === 'valid' ? say(`changesAfter.${changesAfter}`, { changes: changed }) : ''}`.trimEnd(),
    ...(integrity === 'valid' ? [say(`signedAt.${signedAtBy ?? 'unknown'}`, { time })] : []),
    ...(certificate === null || integrity !== 'valid'
      ? []
      : [
          `${say(`atSigning.${certificate.atSigning}`)} ${say(`trusted.${certificate.trusted}`)}`,
          say(`revocation.${signature.revocation}`),
        ]),
  ];
  return [say(kind, { number, field: field === '' ? say('no-field') : printable(field) }), ...lines.map((line) => `  ${line}`)];
}
