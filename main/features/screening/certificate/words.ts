/** The certificate's words, of `shared/i18n/<language>/certificate.json`. */
import type { Language } from '../../../../shared/domain/settings.ts';
import en from '../../../../shared/i18n/en/certificate.json' with { type: 'json' };
import es from '../../../../shared/i18n/es/certificate.json' with { type: 'json' };
import { createPaperWords, type PaperWords } from '../../../platform/pdf/paper/words.ts';

export const createCertificateWords = (language: Language): PaperWords => createPaperWords(language, { es, en });
