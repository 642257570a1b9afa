/** Makes `summary.pdf`: the visit for a reader, each part in a few lines. */

import type { Language } from '../../../../../shared/domain/settings/settings.ts';
import { textsOf } from '../../../../platform/i18n/texts.ts';
import { createDocument } from '../../../../platform/pdf/paper/create-document.ts';
import { createPaperWords, type PaperWords } from '../../../../platform/pdf/paper/words.ts';
import { summaryBlocks } from './summary-blocks.ts';
import type { SummaryFacts } from './summary-facts.ts';

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

/** The texts of `shared/i18n/<language>/evidence.json`, and those of other papers and screens for the same things. */
const createSummaryWords = (language: Language): PaperWords =>
  createPaperWords(language, {
    ...textsOf(language, 'evidence'),
    certificate: textsOf(language, 'certificate'),
    record: textsOf(language, 'record'),
    settings: textsOf(language, 'settings'),
    statuses: textsOf(language, 'statuses'),
    verification: textsOf(language, 'verification'),
  });
