/** `summary.pdf`: the visit for somebody who reads, each part in a few lines. */

import { createDocument } from '../../../paper/create-document.ts';
import type { EvidenceFacts, EvidenceRecord } from '../../evidence-facts.ts';
import type { LeftOut, Missing, Part } from '../parts.ts';
import { summaryBlocks } from './summary-blocks.ts';
import { createSummaryWords } from './words.ts';

export type SummaryFacts = {
  facts: EvidenceFacts;
  /** As they are numbered in the ZIP. */
  records: EvidenceRecord[];
  screenings: EvidenceFacts['screenings'];
  parts: readonly Part[];
  missing: readonly Missing[];
  leftOut: readonly LeftOut[];
  practice: boolean;
};

export function evidenceSummary(summary: SummaryFacts): Promise<Uint8Array> {
  const { language, madeAt } = summary.facts;
  const words = createSummaryWords(language);
  return createDocument({
    title: words.say('title'),
    words,
    madeAt,
    blocks: summaryBlocks(summary, words),
    frame: { practice: summary.practice, foot: `${words.say('visit.id')}: ${summary.facts.view.id}` },
  });
}
