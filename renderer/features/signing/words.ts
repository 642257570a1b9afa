/** Sentences and figures of this area that are composed of parts. */
import i18next from 'i18next';
import { listWords } from '../../i18n/formats.ts';
import type { Outcome } from './derive.ts';

/** Texts of this area, for code outside of rendering. */
export const words = i18next.getFixedT(null, 'signing');

/** "3 signed, 1 rejected and 1 failed". */
export function summarySentence(summary: readonly { outcome: Outcome; count: number }[]): string {
  return listWords(summary.map(({ outcome, count }) => words(`summary.${outcome}`, { count })));
}
