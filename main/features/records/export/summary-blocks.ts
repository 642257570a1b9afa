/** The head of a record's paper: its mismatches, the person, and its origin. */

import { localCount, localTime } from '../../../../shared/domain/local-format.ts';
import type { RecordView } from '../../../../shared/domain/records/record.ts';
import { type Block, type Fact, fact, factIfAny } from '../../../platform/pdf/paper/blocks.ts';
import type { PaperWords } from '../../../platform/pdf/paper/words.ts';
import { labelOf } from './words.ts';

/** Has only the station's own words, so that it fits a page for any record. */
export function outcomeBlock(view: RecordView, { say, problem }: PaperWords): Block {
  if (view.problem !== null) return { kind: 'outcome', symbol: '✗', word: say('summary.unread'), lines: [{ text: problem(view.problem) }] };
  const { mismatches } = view;
  const face = { text: say(`summary.face.${view.face}`) };
  // Otherwise it is among the mismatches.
  const faceToo = mismatches.some(({ kind }) => kind === 'face-not-approved') ? [] : [face];
  return mismatches.length === 0
    ? { kind: 'outcome', symbol: '–', word: say('summary.noMismatch'), lines: [{ text: say('summary.noMismatchText') }, face] }
    : {
        kind: 'outcome',
        symbol: '⚠',
        word: say('summary.mismatches', { count: mismatches.length }),
        lines: [...mismatches.map(({ kind }) => ({ text: `• ${say(`record.mismatches.${kind}.what`)}`, bold: true })), ...faceToo],
      };
}

const spoken = (text: string, { say }: PaperWords): string =>
  text === 'true' || text === 'false' ? say(`record.values.${text === 'true' ? 'yes' : 'no'}`) : text;

/** Each mismatch with its members, as written. */
export function mismatchBlocks({ mismatches }: RecordView, words: PaperWords): Block[] {
  const { say } = words;
  if (mismatches.length === 0) return [];
  return [
    { kind: 'heading', level: 2, text: say('recordView.mismatches') },
    ...mismatches.flatMap(({ kind, fields, texts }): Block[] => [
      { kind: 'heading', level: 3, text: say(`record.mismatches.${kind}.what`) },
      {
        kind: 'facts',
        facts: texts.map((text, at): Fact => {
          const name = fields[at];
          const values = [{ text: spoken(text, words), bold: true }];
          return name === undefined ? { label: say('mismatches.against'), values } : { label: labelOf(words, name), note: name, values };
        }),
      },
    ]),
  ];
}

export function whoBlocks(view: RecordView, { say }: PaperWords): Block[] {
  const orNone = (text: string | null) => (text === null || text.trim() === '' ? '—' : text);
  return [
    { kind: 'heading', level: 2, text: say('who.heading') },
    {
      kind: 'facts',
      facts: [
        { label: say('who.name'), values: [{ text: orNone(view.name), bold: true }] },
        { label: say('recordView.identificationLabel'), values: [{ text: orNone(view.identification), bold: true }] },
        fact(say('who.transaction'), orNone(view.transaction)),
      ],
    },
  ];
}

export function cameBlocks(view: RecordView, { say, language }: PaperWords): Block[] {
  const fetched = view.source === 'fetched';
  const wished = (['images', 'documents', 'video'] as const)
    .filter((part) => view.wish[part])
    .map((part) => say(`recordView.facts.along.${part}`));
  return [
    { kind: 'heading', level: 2, text: say('received.heading') },
    {
      kind: 'facts',
      facts: [
        fact(say('recordView.facts.title'), say(`received.${view.source}`)),
        fact(say('received.receivedAt'), localTime(view.receivedAt, language)),
        ...factIfAny(say('received.by'), view.by.trim() === '' ? [] : [view.by]),
        ...factIfAny(say('received.profile'), view.profile === null ? [] : [view.profile]),
        ...factIfAny(say('recordView.facts.caller'), view.caller === null ? [] : [view.caller]),
        ...factIfAny(say('recordView.facts.parts'), fetched ? view.parts : []),
        ...(fetched
          ? [fact(say('recordView.facts.wish'), wished.length > 0 ? wished.join(', ') : say('recordView.facts.along.nothing'))]
          : []),
        fact(say('received.size'), `${localCount(view.size, language)} bytes`),
        fact(say('recordView.facts.sha256'), view.sha256),
      ],
    },
  ];
}
