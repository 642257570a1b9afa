/** Makes the certificate of one screening: a PDF for the customer's file, for clear results and for hits. */

import { localDay } from '../../../../shared/domain/local-format.ts';
import type { ScreeningView } from '../../../../shared/domain/screening.ts';
import type { Language } from '../../../../shared/domain/settings.ts';
import { createDocument } from '../../../platform/pdf/paper/create-document.ts';
import { type CertificateFacts, certificateContent } from './content.ts';
import { createCertificateWords } from './words.ts';

/** The same screening and facts give the same bytes. */
export function makeCertificate(view: ScreeningView, facts: CertificateFacts): Promise<Uint8Array> {
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

/** `constancia-busqueda-2026-11-21-123456.pdf`: the local day it was asked and the log number; nothing of the person. */
export function certificateName(view: ScreeningView, language: Language): string {
  const asked = new Date(view.askedAt);
  const log = (view.logNumber ?? '').replaceAll(/[^0-9A-Za-z]/g, '').slice(0, 30);
  const parts = [createCertificateWords(language).say('fileName'), Number.isNaN(asked.getTime()) ? '' : localDay(asked), log];
  return `${parts.filter((part) => part !== '').join('-')}.pdf`;
}
