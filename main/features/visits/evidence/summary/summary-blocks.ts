/** The content of the summary, in order. */

import { localTime } from '../../../../../shared/domain/local-format.ts';
import type { VisitDocument } from '../../../../../shared/domain/visits/visit.ts';
import { type Block, type Fact, fact } from '../../../../platform/pdf/paper/blocks.ts';
import type { PaperWords } from '../../../../platform/pdf/paper/words.ts';
import { eventText } from './event-text.ts';
import { recordBlocks } from './record-blocks.ts';
import { ruleBlocks } from './rule-blocks.ts';
import { screeningBlocks } from './screening-blocks.ts';
import type { SummaryFacts } from './summary-facts.ts';

export function* summaryBlocks(summary: SummaryFacts, words: PaperWords): Generator<Block> {
  const { say } = words;
  yield { kind: 'title', text: say('title') };
  if (summary.practice) yield { kind: 'paragraph', text: say('practiceNote'), style: 'strong' };
  if (summary.missing.length > 0)
    yield { kind: 'outcome', symbol: say('lacks.symbol'), word: say('lacks.word'), lines: [{ text: say('lacks.text') }] };
  yield* visitBlocks(summary, words);
  yield* recordBlocks(summary, words);
  yield* screeningBlocks(summary, words);
  yield* documentBlocks(summary, words);
  yield* ruleBlocks(summary, words);
  yield* timelineBlocks(summary, words);
  yield* missingBlocks(summary, words);
  yield* aboutBlocks(summary, words);
}

function visitBlocks({ facts: { view } }: SummaryFacts, { say, language }: PaperWords): Block[] {
  const orNone = (text: string) => (text === '' ? '—' : text);
  return [
    { kind: 'heading', level: 2, text: say('visit.heading') },
    {
      kind: 'facts',
      facts: [
        { label: say('visit.name'), values: [{ text: orNone(view.name), bold: true }] },
        fact(say('visit.identification'), orNone(view.identification)),
        fact(say('visit.transaction'), orNone(view.transaction)),
        fact(say('visit.openedAt'), localTime(view.openedAt, language)),
        fact(say('visit.openedBy'), orNone(view.openedBy)),
      ],
    },
  ];
}

/** The check of the signed file, and who released the file despite it. */
function checkFacts({ verification, fileRelease }: VisitDocument, { say, language }: PaperWords): Fact[] {
  return [
    ...(verification === null
      ? []
      : [
          {
            label: say('documents.check'),
            values: [
              { text: say(`verification.bottomLine.${verification.bottomLine}.word`), bold: true },
              ...verification.findings.map((finding) => ({ text: say(`verification.finding.${finding}`) })),
            ],
          },
        ]),
    ...(fileRelease === null
      ? []
      : [fact(say('verification.release.title'), `${fileRelease.by}, ${localTime(fileRelease.at, language)}`, fileRelease.reason)]),
  ];
}

function documentBlocks({ facts: { view } }: SummaryFacts, words: PaperWords): Block[] {
  const { say, language } = words;
  const heading: Block = { kind: 'heading', level: 2, text: say('documents.heading') };
  if (view.documents.length === 0) return [heading, { kind: 'paragraph', text: say('documents.none') }];
  return [
    heading,
    ...view.documents.flatMap((document, at): Block[] => [
      { kind: 'heading', level: 3, text: say('documents.one', { number: at + 1, name: document.name }) },
      {
        kind: 'facts',
        facts: [
          { label: say('documents.status'), values: [{ text: say(`statuses.${document.status}`), bold: true }] },
          ...(document.problem ? [fact(say('documents.problem'), words.problem(document.problem))] : []),
          ...(document.warning ? [fact(say('documents.warning'), words.problem(document.warning))] : []),
          ...checkFacts(document, words),
          fact(say('documents.reference'), document.reference),
          fact(say('documents.queuedAt'), localTime(document.queuedAt, language)),
          fact(say('documents.changedAt'), localTime(document.changedAt, language)),
          fact(say('documents.original'), document.sha256),
          fact(
            say(document.status === 'unverified' ? 'documents.returned' : 'documents.signed'),
            document.signedSha256 ?? say('documents.notSigned'),
          ),
        ],
      },
    ]),
  ];
}

function timelineBlocks({ facts: { audit } }: SummaryFacts, words: PaperWords): Block[] {
  const { say, language } = words;
  const rows = audit.map((entry) => [
    String(entry.number),
    localTime(entry.at, language),
    entry.content === null ? '—' : entry.content.by || say('timeline.station'),
    eventText(entry, words),
  ]);
  const head = [say('timeline.number'), say('timeline.at'), say('timeline.by'), say('timeline.what')];
  return [
    { kind: 'heading', level: 2, text: say('timeline.heading') },
    rows.length === 0 ? { kind: 'paragraph', text: say('timeline.none') } : { kind: 'table', shares: [0.08, 0.26, 0.2, 0.46], head, rows },
  ];
}

function missingBlocks({ missing }: SummaryFacts, { say }: PaperWords): Block[] {
  if (missing.length === 0) return [];
  const rows = missing.map(({ name, reason }) => [name, say(`lacks.${reason}`)]);
  return [
    { kind: 'heading', level: 2, text: say('lacks.heading') },
    { kind: 'table', shares: [0.55, 0.45], head: [say('lacks.part'), say('lacks.reason')], rows },
  ];
}

function aboutBlocks({ facts, parts, leftOut }: SummaryFacts, { say, language }: PaperWords): Block[] {
  return [
    { kind: 'heading', level: 2, text: say('about.heading') },
    {
      kind: 'facts',
      facts: [
        // Including this summary.
        fact(say('about.parts'), say('about.partsText', { count: parts.length + 1 })),
        ...(leftOut.length > 0 ? [fact(say('about.leftOut'), say('about.leftOutText', { count: leftOut.length }))] : []),
        fact(say('about.madeAt'), localTime(facts.madeAt, language)),
        fact(say('about.madeBy'), facts.madeBy === '' ? '—' : facts.madeBy),
        fact(say('paper:station'), say('paper:stationText', { version: facts.stationVersion })),
      ],
    },
    { kind: 'paragraph', text: say('about.text'), style: 'small' },
  ];
}
