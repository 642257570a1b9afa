/** The summary's words, of `shared/i18n/<language>/evidence.json`, and those that other papers and screens have for the same things. */
import type { Language } from '../../../../../shared/domain/settings.ts';
import enCertificate from '../../../../../shared/i18n/en/certificate.json' with { type: 'json' };
import en from '../../../../../shared/i18n/en/evidence.json' with { type: 'json' };
import enRecord from '../../../../../shared/i18n/en/record.json' with { type: 'json' };
import enStatuses from '../../../../../shared/i18n/en/statuses.json' with { type: 'json' };
import enVerification from '../../../../../shared/i18n/en/verification.json' with { type: 'json' };
import esCertificate from '../../../../../shared/i18n/es/certificate.json' with { type: 'json' };
import es from '../../../../../shared/i18n/es/evidence.json' with { type: 'json' };
import esRecord from '../../../../../shared/i18n/es/record.json' with { type: 'json' };
import esStatuses from '../../../../../shared/i18n/es/statuses.json' with { type: 'json' };
import esVerification from '../../../../../shared/i18n/es/verification.json' with { type: 'json' };
import { createPaperWords, type PaperWords } from '../../../../platform/pdf/paper/words.ts';

export const createSummaryWords = (language: Language): PaperWords =>
  createPaperWords(language, {
    es: { ...es, certificate: esCertificate, record: esRecord, statuses: esStatuses, verification: esVerification },
    en: { ...en, certificate: enCertificate, record: enRecord, statuses: enStatuses, verification: enVerification },
  });
