/** The end of a paper that is evidence: time, person and station. */
import { localTime } from '../../../../shared/domain/local-format.ts';
import type { Language } from '../../../../shared/domain/settings/settings.ts';
import { type Block, type Fact, fact } from './blocks.ts';
import type { PaperWords } from './words.ts';

/** Facts that the data of a paper do not contain. */
export type PaperFacts = {
  language: Language;
  madeAt: Date;
  /** The clerk or supervisor who requested it. */
  madeBy: string;
  stationVersion: string;
};

/** @param own facts of this kind of paper, which come first @param words of the paper, with `evidence` and `about` */
export const evidenceBlocks = (own: Fact[], { madeAt, madeBy, stationVersion }: PaperFacts, { say, language }: PaperWords): Block[] => [
  { kind: 'heading', level: 2, text: say('paper:evidence') },
  {
    kind: 'facts',
    facts: [
      ...own,
      fact(say('evidence.madeAt'), localTime(madeAt, language)),
      fact(say('evidence.madeBy'), madeBy.trim() === '' ? '—' : madeBy),
      fact(say('paper:station'), say('paper:stationText', { version: stationVersion })),
    ],
  },
  { kind: 'heading', level: 2, text: say('about.heading') },
  { kind: 'paragraph', text: say('about.text'), style: 'small' },
];
