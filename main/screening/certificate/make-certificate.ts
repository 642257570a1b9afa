/** The certificate of one search: a PDF for the customer's file, for clear results as much as for hits. */
import { setImmediate } from 'node:timers/promises';
import type { ScreeningView } from '../../../shared/domain/screening.ts';
import type { Language } from '../../../shared/domain/settings.ts';
import { type CertificateFacts, certificateContent } from './content.ts';
import { drawBlock } from './draw-block.ts';
import { drawFrame } from './draw-frame.ts';
import { certificateFonts } from './fonts.ts';
import { createPaper } from './paper.ts';
import { localDay } from './times.ts';
import { createCertificateWords } from './words.ts';

/** Longest stretch of work in ms before other work of the process has its turn. */
const stretch = 25;

/** The same search and facts give the same bytes. Long answers are drawn in stretches, so that nothing else has to wait. */
export async function makeCertificate(view: ScreeningView, facts: CertificateFacts): Promise<Uint8Array> {
  const words = createCertificateWords(facts.language);
  const paper = createPaper({ fonts: certificateFonts(), language: facts.language, title: words.say('title'), madeAt: facts.madeAt });
  let begun = performance.now();
  for (const block of certificateContent(view, facts, words)) {
    drawBlock(paper, block);
    if (performance.now() - begun < stretch) continue;
    await setImmediate();
    begun = performance.now();
  }
  if (paper.coded) drawBlock(paper, { kind: 'paragraph', text: words.say('about.codes'), style: 'small' });
  return paper.finish((number, pages) =>
    drawFrame(paper, { number, pages, practice: view.connection === null, logNumber: view.logNumber, words }),
  );
}

/** `constancia-busqueda-2026-11-21-123456.pdf`: the local day it was asked and the log number; nothing of the person. */
export function certificateName(view: ScreeningView, language: Language): string {
  const asked = new Date(view.askedAt);
  const log = (view.logNumber ?? '').replaceAll(/[^0-9A-Za-z]/g, '').slice(0, 30);
  const parts = [createCertificateWords(language).say('fileName'), Number.isNaN(asked.getTime()) ? '' : localDay(asked), log];
  return `${parts.filter((part) => part !== '').join('-')}.pdf`;
}
