/**
 * Writes a verification report in words, in reading order: the same content for the window, the PDF and the
 * terminal. The words are in `shared/i18n/<language>/verification.json`.
 */
import type { ProviderRule } from './provider-rule.ts';
import {
  type BottomLine,
  type Comparison,
  type Finding,
  isRemark,
  type PlaceReport,
  type SignatureReport,
  type VerificationReport,
  withheldByDefault,
} from './verification.ts';

/** `good` only for a fact that was checked and is in order. */
export type TextTone = 'good' | 'doubt' | 'bad' | 'quiet';
/** `name`: of the label, the same in every language. */
export type TextFact = { name: string; label: string; text: string; tone: TextTone };
export type SignatureText = { title: string; facts: TextFact[]; technical: TextFact[] };
export type ReportText = {
  bottomLine: BottomLine;
  tone: TextTone;
  word: string;
  text: string;
  findings: { finding: Finding; text: string }[];
  signatures: SignatureText[];
  original: TextFact;
  /** How it was compared with the original, what differs, and what a rule accepts; empty without an original. */
  comparison: TextFact[];
  /** The requested place of the signature; null where unknown. */
  requested: TextFact | null;
  /** Each a part of a sentence; empty when nothing was left out. */
  notChecked: string[];
  /** The report's codes, a line each, the same in every language. */
  codes: string[];
};

export type ReportWords = {
  /** By key of `verification.json`. */
  say(key: string, gaps?: Record<string, string | number>): string;
  /** Formats a moment, ISO 8601 in UTC, for the reader. */
  moment(iso: string): string;
  day(iso: string): string;
};

/** Describes a provider rule in words. */
export const ruleText = (rule: ProviderRule, say: ReportWords['say']): string =>
  rule.kind === 'pages-at-end'
    ? say('rule.pages-at-end', { max: rule.count })
    : say(`rule.area.${rule.edge}`, { percent: rule.depth / 10, pages: say(`rule.pages.${rule.pages}`) });

const tones: Readonly<Record<BottomLine, TextTone>> = {
  signed: 'good',
  'signed-with-remarks': 'doubt',
  unverifiable: 'bad',
  unacceptable: 'bad',
};

/** Returns the one finding to show where there is room for one: an unacceptable one first, then one that usually needs a supervisor. */
export const mainFinding = ({ findings }: Pick<VerificationReport, 'findings'>): Finding | null =>
  findings.find((finding) => !isRemark(finding)) ?? withheldByDefault.find((remark) => findings.includes(remark)) ?? findings[0] ?? null;

/** Writes each finding of a report in words. */
export const findingTexts = (
  { findings, fault }: Pick<VerificationReport, 'findings' | 'fault'>,
  say: ReportWords['say'],
): ReportText['findings'] =>
  findings.map((finding) => {
    const text = say(`finding.${finding}`);
    const isExplained = finding === 'file-unreadable' && fault !== null;
    return { finding, text: isExplained ? `${text.replace(/\.$/, '')}: ${say(`fault.${fault}`)}.` : text };
  });

export function reportText(report: VerificationReport, words: ReportWords): ReportText {
  const { say } = words;
  const { bottomLine, signatures, original, notChecked } = report;
  const counts = { signature: 0, 'time-stamp': 0 };
  return {
    bottomLine,
    tone: tones[bottomLine],
    word: say(`bottomLine.${bottomLine}.word`),
    text: say(`bottomLine.${bottomLine}.text`),
    findings: findingTexts(report, say),
    signatures: signatures.map((signature) => {
      counts[signature.kind] += 1;
      return signatureText(signature, counts[signature.kind], words);
    }),
    original: originalFact(original, report.comparison, words),
    comparison: report.comparison === null ? [] : comparisonFacts(report.comparison, words),
    requested: report.place === null ? null : requestedFact(report.place, words),
    notChecked: notChecked.map((part) => say(`notCheckedPart.${part}`)),
    codes: codesOf(report),
  };
}

const factOf =
  (say: ReportWords['say']) =>
  (name: string, text: string, tone: TextTone): TextFact => ({ name, label: say(`label.${name}`), text, tone });

function originalFact(original: VerificationReport['original'], comparison: Comparison | null, { say }: ReportWords): TextFact {
  const fact = (key: string, tone: TextTone): TextFact => factOf(say)('original', say(`original.${key}`), tone);
  if (original === 'not-given') return fact(original, 'quiet');
  if (original === 'preserved') return fact((comparison?.accepted.length ?? 0) > 0 ? 'accepted' : original, 'good');
  return comparison === null || comparison.method === 'none' ? fact('not-compared', 'doubt') : fact(original, 'bad');
}

function comparisonFacts({ method, pages, differences, differingPages, accepted }: Comparison, { say }: ReportWords): TextFact[] {
  const fact = factOf(say);
  const parts = differences.map(({ what, page }) => say(`difference.${what}`, { page: page ?? '' }));
  const named = new Set(differences.flatMap(({ what, page }) => (page === null ? [] : [`${what === 'page-missing'} ${page}`])));
  if (differingPages > named.size) parts.push(say('difference.more', { count: differingPages }));
  return [
    fact('comparison', say(`comparison.${method}`, pages ?? {}), method === 'none' ? 'doubt' : 'quiet'),
    ...(parts.length > 0 ? [fact('differences', parts.join('; '), 'bad')] : []),
    ...accepted.map(({ rule, pages: on }) =>
      fact('accepted', say('acceptedOn', { rule: ruleText(rule, say), count: on.length, pages: on.join(', ') }), 'quiet'),
    ),
  ];
}

function requestedFact({ page, overlap }: PlaceReport, { say }: ReportWords): TextFact {
  const text =
    overlap === null ? say('requested.not-there', { page }) : say('requested.there', { page, percent: Math.round(overlap * 100) });
  return factOf(say)('requested', text, overlap !== null && overlap >= 0.5 ? 'good' : 'doubt');
}

function signatureText(signature: SignatureReport, number: number, words: ReportWords): SignatureText {
  const { say } = words;
  const { kind, field, certificate, page, subFilter } = signature;
  const fact = factOf(say);
  const checked = signature.integrity === 'valid' ? checkedFacts(signature, words) : [];
  const technical = [
    fact('field', field === '' ? say('noField') : field, 'quiet'),
    fact('kind', subFilter, 'quiet'),
    ...(certificate === null ? [] : [fact('serial', certificate.serialNumber, 'quiet'), fact('sha256', certificate.sha256, 'quiet')]),
  ];
  const name = kind === 'signature' ? 'signer' : 'authority';
  const fault = signature.fault === null ? null : say(`signatureFault.${signature.fault}`);
  return {
    title: say(kind, { number }),
    facts: [
      fact(name, certificate?.subject ?? say('unknown'), certificate === null ? 'doubt' : 'quiet'),
      ...(kind === 'time-stamp' && page === null
        ? []
        : [page === null ? fact('place', say('noPlace'), 'doubt') : fact('place', say('place', { page }), 'quiet')]),
      fact(
        'integrity',
        fault === null
          ? say(`integrity.${signature.integrity === 'valid' ? 'valid' : 'unexplained'}`)
          : say(`integrity.${signature.integrity}`, { fault }),
        ({ valid: 'good', broken: 'bad', unreadable: 'doubt' } as const)[signature.integrity],
      ),
      fact(
        'coverage',
        say(`coverage.${signature.coverage}`),
        signature.coverage === 'whole-file' && signature.integrity === 'valid' ? 'good' : 'quiet',
      ),
      ...checked,
    ],
    technical,
  };
}

/** Only valid for a signature with a correct value: without it, the rest is a claim. */
function checkedFacts(signature: SignatureReport, words: ReportWords): TextFact[] {
  const { say, moment, day } = words;
  const fact = factOf(say);
  const { certificate, changesAfter, changes, signedAt, signedAtBy, algorithm, hash, weak, revocation } = signature;
  const changed = changes.map((change) => say(`change.${change}`)).join('; ');
  const changesTone = changesAfter === 'suspicious' ? 'bad' : changes.includes('form-filled') ? 'doubt' : 'good';
  const facts = [
    fact('changes', say(`changesAfter.${changesAfter}`, { changes: changed }), changesTone),
    fact(
      'time',
      signedAt === null ? say('time.unknown') : say(`time.${signedAtBy ?? 'signer'}`, { time: moment(signedAt) }),
      signedAt === null ? 'doubt' : 'quiet',
    ),
  ];
  if (certificate !== null) {
    const { atSigning, validFrom, validTo, trusted, proven, issuer } = certificate;
    const isNamed = proven || signature.namesCertificate;
    facts.push(
      fact('issuer', issuer, 'quiet'),
      fact('trust', say(isNamed ? `trust.${trusted}` : 'trust.unproven'), trusted && isNamed ? 'good' : 'doubt'),
      fact(
        'certificate',
        say(`certificate.${atSigning}`, { from: day(validFrom), to: day(validTo) }),
        ({ valid: 'good', expired: 'bad', 'not-yet-valid': 'bad', unknown: 'doubt' } as const)[atSigning],
      ),
      fact(
        'revocation',
        say(`revocation.${revocation}`),
        ({ 'not-checked': 'quiet', 'not-revoked': 'good', revoked: 'bad' } as const)[revocation],
      ),
    );
  }
  const stamp = timeStampFact(signature, words);
  if (stamp !== null) facts.push(stamp);
  if (algorithm !== null && hash !== null) {
    facts.push(fact('algorithm', say(`algorithm.${weak ? 'weak' : 'usual'}`, { algorithm, hash }), weak ? 'doubt' : 'quiet'));
  }
  return facts;
}

function timeStampFact({ timeStamp }: SignatureReport, { say, moment }: ReportWords): TextFact | null {
  if (timeStamp === null) return null;
  const fact = factOf(say);
  const { integrity, time, signer, trusted } = timeStamp;
  if (integrity !== 'valid') return fact('timeStamp', say(`timeStamp.${integrity}`), 'doubt');
  const gaps = { time: time === null ? say('unknown') : moment(time), signer: signer ?? say('unknown') };
  return fact('timeStamp', say(`timeStamp.${trusted ? 'trusted' : 'valid'}`, gaps), trusted ? 'good' : 'doubt');
}

function codesOf(report: VerificationReport): string[] {
  const { bottomLine, findings, notChecked, fault, original, comparison, revisions, strayObjects, signatures } = report;
  return [
    `bottomLine=${bottomLine}`,
    `findings=${findings.join(',') || '-'}`,
    `notChecked=${notChecked.join(',') || '-'}`,
    `original=${original} method=${comparison?.method ?? '-'}`,
    `fault=${fault ?? '-'}`,
    `revisions=${revisions.length} strayObjects=${strayObjects.outside}`,
    ...signatures.map(({ kind, integrity, fault: why, coverage, changesAfter, changes, revocation }, index) =>
      [
        `${index + 1}:${kind}`,
        `integrity=${integrity}`,
        `fault=${why ?? '-'}`,
        `coverage=${coverage}`,
        `changesAfter=${changesAfter}`,
        `changes=${changes.join(',') || '-'}`,
        `revocation=${revocation}`,
      ].join(' '),
    ),
  ];
}
