/** Times and durations for evidence: with the day and the seconds. */
import i18next from 'i18next';
import { timeWords } from '../../i18n/formats.ts';

/** Formats a time, with the day when it is not today; empty for a damaged row, since its time is unknown. */
export const shortTime = (iso: string): string => (iso === '' ? '' : timeWords(iso));

/** "1.245 s" */
export const seconds = (value: number): string =>
  new Intl.NumberFormat(i18next.language, { style: 'unit', unit: 'second', unitDisplay: 'short', maximumFractionDigits: 3 }).format(value);
