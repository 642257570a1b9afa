/** Sentences and figures of this area that are composed of parts. */
import i18next from 'i18next';
import type { Outcome } from './derive.ts';

/** "3 signed, 1 rejected and 1 failed". */
export function summarySentence(summary: readonly { outcome: Outcome; count: number }[]): string {
  const parts = summary.map(({ outcome, count }) => i18next.t(`summary.${outcome}`, { ns: 'signing', count }));
  return new Intl.ListFormat(i18next.language, { type: 'conjunction' }).format(parts);
}
