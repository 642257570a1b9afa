/** Makes a verification report as a PDF: what was checked, the findings, and what was not checked. */

import { localCount, localDay, localTime } from '../../../../shared/domain/local-format.ts';
import type { Language } from '../../../../shared/domain/settings/settings.ts';
import type { FileRelease } from '../../../../shared/domain/signing/signing.ts';
import type { CheckedFile, VerifiedFile } from '../../../../shared/domain/verification/verification.ts';
import {
  type ReportText,
  reportText,
  type SignatureText,
  type TextFact,
  type TextTone,
} from '../../../../shared/domain/verification/verification-text.ts';
import { textsOf } from '../../../platform/i18n/texts.ts';
import { type Block, fact } from '../../../platform/pdf/paper/blocks.ts';
import { createDocument } from '../../../platform/pdf/paper/create-document.ts';
import { createPaperWords, type PaperWords } from '../../../platform/pdf/paper/words.ts';

/** Facts that the verification itself does not have. */
export type ReportFacts = {
  language: Language;
  /** The person who requested the check. */
  by: string;
  stationVersion: string;
  /** The file comes from the practice provider. */
  practice: boolean;
  /** The release of an unverified file: by which person, when and why. */
  release?: FileRelease | null;
};

/** Symbols with different shapes, so that they are distinct in black and white. */
const symbols: Readonly<Record<TextTone, string>> = { good: '✓', doubt: '⚠', bad: '✗', quiet: '–' };

/** Makes the PDF. The same report and facts give the same bytes. */
export function makeReport(verified: VerifiedFile, facts: ReportFacts): Promise<Uint8Array> {
  const words = createPaperWords(facts.language, textsOf(facts.language, 'verification'));
  return createDocument({
    title: words.say('report.title'),
    words,
    madeAt: new Date(verified.checkedAt),
    blocks: reportBlocks(verified, facts, words),
    // As much of the hash as fits next to the page number.
    frame: { practice: facts.practice, foot: verified.file.sha256 && `SHA-256: ${verified.file.sha256.slice(0, 32)}…` },
  });
}

/** Returns the file name, such as `informe-de-firmas-2026-11-21.pdf`, without customer data. */
export function reportName({ checkedAt }: VerifiedFile, language: Language): string {
  return `${textsOf(language, 'verification').report.fileName}-${localDay(new Date(checkedAt))}.pdf`;
}

function* reportBlocks(verified: VerifiedFile, facts: ReportFacts, words: PaperWords): Generator<Block> {
  const { say, language } = words;
  const text = reportText(verified.report, {
    say,
    moment: (iso) => localTime(iso, language),
    day: (iso) => iso.slice(0, 10),
  });
  yield { kind: 'title', text: say('report.title') };
  if (facts.practice) yield { kind: 'paragraph', text: say('report.practice'), style: 'strong' };
  yield { kind: 'outcome', symbol: outcomeSymbol(text), word: text.word, lines: [{ text: text.text }] };
  if (facts.release) yield* releaseBlocks(facts.release, words);
  yield* fileBlocks(verified, words);
  yield* findingBlocks(text, words);
  for (const signature of text.signatures) yield* signatureBlocks(signature);
  yield { kind: 'heading', level: 2, text: say('codes') };
  yield { kind: 'tree', lines: text.codes.map((line) => ({ depth: 0, text: line })) };
  yield { kind: 'heading', level: 2, text: say('report.made') };
  yield {
    kind: 'facts',
    facts: [
      fact(say('report.checkedAt'), localTime(verified.checkedAt, language)),
      fact(say('report.checkedBy'), facts.by),
      fact(say('report.station'), say('paper:stationText', { version: facts.stationVersion })),
    ],
  };
  yield { kind: 'paragraph', text: say('report.about'), style: 'small' };
}

const releaseBlocks = ({ at, by, reason }: FileRelease, { say, language }: PaperWords): Block[] => [
  { kind: 'heading', level: 2, text: say('release.title') },
  {
    kind: 'facts',
    facts: [fact(say('release.by'), by), fact(say('release.at'), localTime(at, language)), fact(say('release.reason'), reason)],
  },
];

const outcomeSymbol = ({ bottomLine, tone }: ReportText): string => (bottomLine === 'unverifiable' ? '?' : symbols[tone]);

function fileBlocks({ file, original }: VerifiedFile, { say, language }: PaperWords): Block[] {
  const about = ({ name, size, sha256 }: CheckedFile): string[] => [
    name,
    ...(size === null ? [] : [say('report.bytes', { size: localCount(size, language) })]),
    ...(sha256 === null ? [] : [`SHA-256 ${sha256}`]),
  ];
  return [
    { kind: 'heading', level: 2, text: say('report.file') },
    {
      kind: 'facts',
      facts: [
        fact(say('report.file'), ...about(file)),
        fact(say('report.sent'), ...(original === null ? [say('report.noOriginal')] : about(original))),
      ],
    },
  ];
}

function findingBlocks({ findings, original, comparison, requested, notChecked }: ReportText, { say }: PaperWords): Block[] {
  return [
    { kind: 'heading', level: 2, text: say('remarks') },
    {
      kind: 'facts',
      facts: [
        ...(findings.length === 0 ? [] : [fact(say('remarks'), ...findings.map(({ text }) => text))]),
        marked(original),
        ...comparison.map(marked),
        ...(requested === null ? [] : [marked(requested)]),
        fact(say('notChecked'), ...(notChecked.length === 0 ? [say('nothingUnchecked')] : notChecked)),
      ],
    },
  ];
}

const signatureBlocks = ({ title, facts, technical }: SignatureText): Block[] => [
  { kind: 'heading', level: 2, text: title },
  { kind: 'facts', facts: [...facts, ...technical].map(marked) },
];

/** Returns the fact with the symbol of its tone before the text, unless it is quiet. */
const marked = ({ label, text, tone }: TextFact) => fact(label, tone === 'quiet' ? text : `${symbols[tone]} ${text}`);
