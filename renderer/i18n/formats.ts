/** Dates, times, numbers, sizes, durations and lists in the language of the screen. */
import i18next from 'i18next';
import { formatTime } from '../../shared/domain/local-format.ts';
import { writtenTimeWords } from '../../shared/domain/records/written-time.ts';

/** Formats a local day. */
export const dayWords = (iso: string): string => formatTime(iso, 'day', i18next.language);

/** Formats a local day without the year, for recent days. */
export const shortDay = (iso: string): string => formatTime(iso, 'dayOfYear', i18next.language);

/** Formats a day (`YYYY-MM-DD`) as a heading, with the day of the week and the year. */
export const dayHeading = (day: string): string => formatTime(`${day}T12:00:00`, 'heading', i18next.language);

/** Formats a local time without its day. */
export const hourWords = (iso: string): string => formatTime(iso, 'time', i18next.language);

/** Formats a local day and time. */
export const fullTime = (moment: string | number): string => formatTime(moment, 'medium', i18next.language);

/** Formats a local day and time for evidence: with the seconds. */
export const exactTime = (iso: string): string => formatTime(iso, 'mediumSeconds', i18next.language);

/** Formats a date and time as the provider wrote it, in the provider's clock; another text is returned as it is. */
export const writtenTime = (text: string): string => writtenTimeWords(text, i18next.language) ?? text;

const isToday = (iso: string): boolean => new Date(iso).toDateString() === new Date().toDateString();

/** Formats the time of day, with the day when it is not today; empty for the unknown time of a damaged row. */
export const timeWords = (iso: string): string => (iso === '' ? '' : formatTime(iso, isToday(iso) ? 'time' : 'short', i18next.language));

/** Formats a time inside a sentence: "at 10:42", "since 4/17 at 10:42", "until 10:45". */
export function momentWords(kind: 'at' | 'since' | 'until', iso: string): string {
  const t = i18next.getFixedT(i18next.language, 'jobs');
  const time = hourWords(iso);
  return isToday(iso) ? t(`moment.${kind}.today`, { time }) : t(`moment.${kind}.otherDay`, { date: shortDay(iso), time });
}

const numberWords = (value: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(i18next.language, options).format(value);

/** Formats a count: "1,234". */
export const amount = (count: number): string => numberWords(count);

/** Formats a number: "36.5". `decimals`: how many it has at most. */
export const decimalWords = (value: number, decimals: number): string => numberWords(value, { maximumFractionDigits: decimals });

/** Formats a measured duration: "1.245 s". */
export const secondWords = (seconds: number): string =>
  numberWords(seconds, { style: 'unit', unit: 'second', unitDisplay: 'short', maximumFractionDigits: 3 });

/** Formats an estimated duration: "5 s", "12 min", "2 h 5 min", rounded up so that it is not too little. */
export function lengthWords(seconds: number): string {
  const part = (value: number, unit: 'second' | 'minute' | 'hour') => numberWords(value, { style: 'unit', unit, unitDisplay: 'short' });
  if (seconds < 60) return part(Math.max(5, Math.ceil(seconds / 5) * 5), 'second');
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return part(minutes, 'minute');
  const rest = minutes % 60;
  return [part(Math.floor(minutes / 60), 'hour'), ...(rest > 0 ? [part(rest, 'minute')] : [])].join(' ');
}

/** Formats a remaining time: "about 2 min". */
export const leftWords = (milliseconds: number): string => i18next.t('left', { ns: 'jobs', amount: lengthWords(milliseconds / 1000) });

/** Formats bytes: "220 kB", "1.4 MB". */
export function sizeWords(bytes: number): string {
  const [unit, value] =
    bytes < 1_000_000 ? (['kilobyte', Math.max(bytes / 1000, bytes === 0 ? 0 : 1)] as const) : (['megabyte', bytes / 1_000_000] as const);
  return numberWords(value, { style: 'unit', unit, maximumFractionDigits: unit === 'megabyte' ? 1 : 0 });
}

/** Joins the parts of a list: "3 signed, 1 rejected and 1 failed". */
export const listWords = (parts: readonly string[]): string => new Intl.ListFormat(i18next.language, { type: 'conjunction' }).format(parts);
