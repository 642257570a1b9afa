/** Sentences and figures of this area that are put together from parts. */
import i18next from 'i18next';
import type { Outcome } from './derive.ts';

/** "3 signed, 1 rejected and 1 failed". */
export function summarySentence(summary: readonly { outcome: Outcome; count: number }[]): string {
  const parts = summary.map(({ outcome, count }) => i18next.t(`summary.${outcome}`, { ns: 'signing', count }));
  return new Intl.ListFormat(i18next.language, { type: 'conjunction' }).format(parts);
}

/** Bytes as a clerk reads them: "220 kB", "1.4 MB". */
export function sizeWords(bytes: number): string {
  const [unit, value] =
    bytes < 1_000_000 ? (['kilobyte', Math.max(bytes / 1000, bytes === 0 ? 0 : 1)] as const) : (['megabyte', bytes / 1_000_000] as const);
  return new Intl.NumberFormat(i18next.language, { style: 'unit', unit, maximumFractionDigits: unit === 'megabyte' ? 1 : 0 }).format(value);
}

/** The hour, with the day when it is another one. */
export function timeWords(iso: string): string {
  const at = new Date(iso);
  const today = at.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(i18next.language, today ? { timeStyle: 'short' } : { dateStyle: 'short', timeStyle: 'short' }).format(at);
}

/** "about 2 min", rounded up so that it is not too little. */
export function leftWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const [unit, value] = seconds < 60 ? (['second', Math.ceil(seconds / 5) * 5] as const) : (['minute', Math.ceil(seconds / 60)] as const);
  const amount = new Intl.NumberFormat(i18next.language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  return i18next.t('progress.left', { ns: 'signing', amount });
}
