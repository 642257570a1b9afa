/** Dates, times, sizes and durations in the language of the screen. */
import i18next from 'i18next';
import { formatTime } from '../../shared/domain/local-format.ts';

/** Formats a local day. */
export const dayWords = (iso: string): string => formatTime(iso, 'day', i18next.language);

/** Formats a local day of the months around now. */
export const shortDay = (iso: string): string => formatTime(iso, 'dayOfYear', i18next.language);

/** Formats a heading for a day, `YYYY-MM-DD`: with its day of the week, readable far from today too. */
export const dayHeading = (day: string): string => formatTime(`${day}T12:00:00`, 'heading', i18next.language);

/** Formats a local time; its day is already shown. */
export const hourWords = (iso: string): string => formatTime(iso, 'time', i18next.language);

/** Formats a local day and time. */
export const fullTime = (iso: string): string => formatTime(iso, 'medium', i18next.language);

/** Formats a local day and time for evidence: with the seconds. */
export const exactTime = (iso: string): string => formatTime(iso, 'mediumSeconds', i18next.language);

const isToday = (iso: string): boolean => new Date(iso).toDateString() === new Date().toDateString();

/** Formats the time of day, with the day when it is not today. */
export const timeWords = (iso: string): string => formatTime(iso, isToday(iso) ? 'time' : 'short', i18next.language);

/** Formats the same inside a sentence: "at 10:42", "since 4/17 at 10:42", "until 10:45". */
export function momentWords(kind: 'at' | 'since' | 'until', iso: string): string {
  const t = i18next.getFixedT(i18next.language, 'jobs');
  const time = hourWords(iso);
  return isToday(iso) ? t(`moment.${kind}.today`, { time }) : t(`moment.${kind}.otherDay`, { date: shortDay(iso), time });
}

/** Formats a remaining time, "about 2 min", rounded up so that it is not too little. */
export function leftWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const [unit, value] = seconds < 60 ? (['second', Math.ceil(seconds / 5) * 5] as const) : (['minute', Math.ceil(seconds / 60)] as const);
  const amount = new Intl.NumberFormat(i18next.language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  return i18next.t('left', { ns: 'jobs', amount });
}

/** Formats bytes: "220 kB", "1.4 MB". */
export function sizeWords(bytes: number): string {
  const [unit, value] =
    bytes < 1_000_000 ? (['kilobyte', Math.max(bytes / 1000, bytes === 0 ? 0 : 1)] as const) : (['megabyte', bytes / 1_000_000] as const);
  return new Intl.NumberFormat(i18next.language, { style: 'unit', unit, maximumFractionDigits: unit === 'megabyte' ? 1 : 0 }).format(value);
}
