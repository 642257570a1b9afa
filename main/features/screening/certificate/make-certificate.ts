/** Makes the certificate of one screening: a PDF for the customer's file, for clear results and for hits. */

import { localDay, localTime } from '../../../../shared/domain/local-format.ts';
import type { ScreeningView } from '../../../../shared/domain/screening/screening.ts';
import type { Language } from '../../../../shared/domain/settings/settings.ts';
import { textsOf } from '../../../platform/i18n/texts.ts';
import { type Block, fact } from '../../../platform/pdf/paper/blocks.ts';
import { createDocument } from '../../../platform/pdf/paper/create-document.ts';
import { evidenceBlocks, type PaperFacts } from '../../../platform/pdf/paper/evidence-blocks.ts';
import { treeBlocks } from '../../../platform/pdf/paper/tree.ts';
import { createPaperWords, type PaperWords } from '../../../platform/pdf/paper/words.ts';
import { matchBlocks, matchesHeading, screeningDecisionBlocks } from './match-blocks.ts';
import { outcomeBlock, outcomeFacts, sourceBlocks } from './outcome-blocks.ts';

/** Texts of `shared/i18n/<language>/certificate.json`, and those of the screens for the same things. */
const createCertificateWords = (language: Language): PaperWords =>
  createPaperWords(language, {
    ...textsOf(language, 'certificate'),
    screening: textsOf(language, 'screening'),
    results: textsOf(language, 'results'),
  });

/** Makes the PDF. The same screening and facts always make the same bytes. */
export function makeCertificate(view: ScreeningView, facts: PaperFacts): Promise<Uint8Array> {
  const words = createCertificateWords(facts.language);
  return createDocument({
    title: words.say('title'),
    words,
    madeAt: facts.madeAt,
    blocks: certificateContent(view, facts, words),
    frame: {
      practice: view.connection === null,
      foot: view.logNumber === null ? null : `${words.say('search.logNumber')}: ${view.logNumber}`,
    },
  });
}

/** `constancia-consulta-2026-11-21-123456.pdf`: the local day of the request and the log number; nothing of the person. */
export function certificateName(view: ScreeningView, language: Language): string {
  const requested = new Date(view.askedAt);
  const log = (view.logNumber ?? '').replaceAll(/[^0-9A-Za-z]/g, '').slice(0, 30);
  const parts = [createCertificateWords(language).say('fileName'), Number.isNaN(requested.getTime()) ? '' : localDay(requested), log];
  return `${parts.filter((part) => part !== '').join('-')}.pdf`;
}

/** Yields one block at a time: an answer may have hundreds of matches. */
function* certificateContent(view: ScreeningView, facts: PaperFacts, words: PaperWords): Generator<Block> {
  const { say } = words;
  yield { kind: 'title', text: say('title') };
  if (view.connection === null) yield { kind: 'paragraph', text: say('practice.note'), style: 'strong' };
  yield outcomeBlock(view, words);
  yield { kind: 'facts', facts: outcomeFacts(view, words) };
  yield* queryBlocks(view, words);
  yield* sourceBlocks(view, words);
  yield* matchesHeading(view, words);
  for (const match of view.matches) yield* matchBlocks(match, view, words);
  yield* screeningDecisionBlocks(view, words);
  yield* otherDataBlocks(view, words);
  const own = [fact(say('evidence.sha256'), view.sha256 ?? say('evidence.noAnswer')), fact(say('evidence.id'), view.id)];
  yield* evidenceBlocks(own, facts, words);
}

function queryBlocks(view: ScreeningView, { say, language }: PaperWords): Block[] {
  const { query, row } = view;
  const flag = (on: boolean) => say(on ? 'asked.flagOn' : 'asked.flagOff');
  const textOrNone = (text: string) => (text.trim() === '' ? '—' : text);
  return [
    { kind: 'heading', level: 2, text: say('asked.heading') },
    {
      kind: 'facts',
      facts: [
        { label: say('asked.name'), values: [{ text: textOrNone(query.name), bold: true }] },
        fact(say('asked.identification'), query.identification.trim() === '' ? say('asked.noIdentification') : query.identification),
        fact(say('screening.source.judicial'), flag(query.judicial)),
        fact(say('screening.source.procurator'), flag(query.procurator)),
      ],
    },
    { kind: 'heading', level: 2, text: say('search.heading') },
    {
      kind: 'facts',
      facts: [
        fact(say('search.logNumber'), view.logNumber ?? say(view.sha256 === null ? 'search.notAnswered' : 'search.noLogNumber')),
        fact(say('search.askedAt'), localTime(view.askedAt, language)),
        fact(say('search.answeredAt'), view.answeredAt === null ? say('search.notAnswered') : localTime(view.answeredAt, language)),
        fact(say('search.by'), textOrNone(view.by)),
        fact(say('search.profile'), textOrNone(view.connection ?? '')),
        fact(say('search.providerTime'), view.providerTime === null ? '—' : say('search.providerTimeText', { time: view.providerTime })),
        fact(say('search.elapsed'), view.elapsed === null ? '—' : say('search.elapsedText', { seconds: String(view.elapsed) })),
        ...(row === null ? [] : [fact(say('search.row'), say('search.rowText', { number: row.number }))]),
        ...(row === null || row.faults.length === 0
          ? []
          : [fact(say('search.rowFaults'), row.faults.map((fault) => say(`results.fault.${fault}`)).join(', '))]),
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
    ...view.sources.flatMap(({ source, data }) => listing(say('sources.data', { source: say(`screening.source.${source}`) }), data)),
    ...listing(say('other.heading'), view.other),
    ...(view.defects.length === 0
      ? []
      : ([
          { kind: 'heading', level: 2, text: say('paper:defects') },
          { kind: 'paragraph', text: say('defects.text') },
          { kind: 'tree', lines: view.defects.map((text) => ({ depth: 0, text })) },
        ] as const)),
  ];
}
