/** Makes `summary.pdf`: the visit for a reader, each part in a few lines. */

import { createDocument } from '../../../../platform/pdf/paper/create-document.ts';
import { summaryBlocks } from './summary-blocks.ts';
import type { SummaryFacts } from './summary-facts.ts';
import { createSummaryWords } from './words.ts';

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
