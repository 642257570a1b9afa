/** The certificate's words, of `shared/i18n/<language>/certificate.json`. */
import type { Language } from '../../../../shared/domain/settings.ts';
import { textsOf } from '../../../platform/i18n/texts.ts';
import { createPaperWords, type PaperWords } from '../../../platform/pdf/paper/words.ts';

export const createCertificateWords = (language: Language): PaperWords => createPaperWords(language, textsOf(language, 'certificate'));
