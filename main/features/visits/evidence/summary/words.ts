/** The summary's words, of `shared/i18n/<language>/evidence.json`, and those that other papers and screens have for the same things. */
import type { Language } from '../../../../../shared/domain/settings.ts';
import { textsOf } from '../../../../platform/i18n/texts.ts';
import { createPaperWords, type PaperWords } from '../../../../platform/pdf/paper/words.ts';

export const createSummaryWords = (language: Language): PaperWords =>
  createPaperWords(language, {
    ...textsOf(language, 'evidence'),
    certificate: textsOf(language, 'certificate'),
    record: textsOf(language, 'record'),
    statuses: textsOf(language, 'statuses'),
    verification: textsOf(language, 'verification'),
  });
