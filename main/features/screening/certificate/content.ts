/** The certificate's content in order, from a stored screening. */

import { localTime } from '../../../../shared/domain/local-format.ts';
import type { ScreeningView } from '../../../../shared/domain/screening.ts';
import type { Language } from '../../../../shared/domain/settings.ts';
import { type Block, fact } from '../../../platform/pdf/paper/blocks.ts';
import { treeBlocks } from '../../../platform/pdf/paper/tree.ts';
import type { PaperWords } from '../../../platform/pdf/paper/words.ts';
import { matchBlocks, matchesHeading, searchDecisionBlocks } from './match-blocks.ts';
import { outcomeBlock, outcomeFacts, sourceBlocks } from './outcome-blocks.ts';

/** Facts that the screening itself does not contain. */
export type CertificateFacts = {
  language: Language;
  madeAt: Date;
  /** The clerk or supervisor who has it made. */
  madeBy: string;
  stationVersion: string;
};

/** A block at a time: an answer may have hundreds of matches. */
export function* certificateContent(view: ScreeningView, facts: CertificateFacts, words: PaperWords): Generator<Block> {
  const { say } = words;
  yield { kind: 'title', text: say('title') };
  if (view.connection === null) yield { kind: 'paragraph', text: say('practice.note'), style: 'strong' };
  yield outcomeBlock(view, words);
  yield { kind: 'facts', facts: outcomeFacts(view, words) };
  yield* askedBlocks(view, words);
  yield* sourceBlocks(view, words);
  yield* matchesHeading(view, words);
  for (const match of view.matches) yield* matchBlocks(match, view, words);
  yield* searchDecisionBlocks(view, words);
  yield* otherDataBlocks(view, words);
  yield* evidenceBlocks(view, facts, words);
}

function askedBlocks(view: ScreeningView, { say, language }: PaperWords): Block[] {
  const { query, row } = view;
  const flag = (on: boolean) => say(on ? 'asked.flagOn' : 'asked.flagOff');
  const given = (text: string) => (text.trim() === '' ? say('none') : text);
  return [
    { kind: 'heading', level: 2, text: say('asked.heading') },
    {
      kind: 'facts',
      facts: [
        { label: say('asked.name'), values: [{ text: given(query.name), bold: true }] },
        fact(say('asked.identification'), query.identification.trim() === '' ? say('asked.noIdentification') : query.identification),
        fact(say('asked.judicial'), flag(query.judicial)),
        fact(say('asked.procurator'), flag(query.procurator)),
      ],
    },
    { kind: 'heading', level: 2, text: say('search.heading') },
    {
      kind: 'facts',
      facts: [
        fact(say('search.logNumber'), view.logNumber ?? say(view.sha256 === null ? 'search.notAnswered' : 'search.noLogNumber')),
        fact(say('search.askedAt'), localTime(view.askedAt, language)),
        fact(say('search.answeredAt'), view.answeredAt === null ? say('search.notAnswered') : localTime(view.answeredAt, language)),
        fact(say('search.by'), given(view.by)),
        fact(say('search.profile'), given(view.connection ?? '')),
        fact(
          say('search.providerTime'),
          view.providerTime === null ? say('none') : say('search.providerTimeText', { time: view.providerTime }),
        ),
        fact(say('search.elapsed'), view.elapsed === null ? say('none') : say('search.elapsedText', { seconds: String(view.elapsed) })),
        ...(row === null ? [] : [fact(say('search.row'), say('search.rowText', { number: row.number }))]),
        ...(row === null || row.faults.length === 0
          ? []
          : [fact(say('search.rowFaults'), row.faults.map((fault) => say(`faults.${fault}`)).join(', '))]),
      ],
    },
  ];
}

const isEmpty = (data: unknown): boolean =>
  data === null || data === undefined || (typeof data === 'object' && Object.keys(data).length === 0);

function otherDataBlocks(view: ScreeningView, { say }: PaperWords): Block[] {
  const listing = (text: string, data: unknown): Block[] =>
    isEmpty(data) ? [] : [{ kind: 'heading', level: 2, text }, ...treeBlocks(data)];
  return [
    ...view.sources.flatMap(({ source, data }) => listing(say('sources.data', { source: say(`sources.name.${source}`) }), data)),
    ...listing(say('other.heading'), view.other),
    ...(view.defects.length === 0
      ? []
      : ([
          { kind: 'heading', level: 2, text: say('defects.heading') },
          { kind: 'paragraph', text: say('defects.text') },
          { kind: 'tree', lines: view.defects.map((text) => ({ depth: 0, text })) },
        ] as const)),
  ];
}

function evidenceBlocks(view: ScreeningView, facts: CertificateFacts, { say, language }: PaperWords): Block[] {
  return [
    { kind: 'heading', level: 2, text: say('evidence.heading') },
    {
      kind: 'facts',
      facts: [
        fact(say('evidence.sha256'), view.sha256 ?? say('evidence.noAnswer')),
        fact(say('evidence.id'), view.id),
        fact(say('evidence.madeAt'), localTime(facts.madeAt, language)),
        fact(say('evidence.madeBy'), facts.madeBy.trim() === '' ? say('none') : facts.madeBy),
        fact(say('evidence.station'), say('evidence.stationText', { version: facts.stationVersion })),
      ],
    },
    { kind: 'heading', level: 2, text: say('about.heading') },
    { kind: 'paragraph', text: say('about.text'), style: 'small' },
  ];
}
