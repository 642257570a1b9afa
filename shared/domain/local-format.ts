/** Formats dates, times and counts for people: in their language and in the time zone of this machine. Pure. */
import type { Language } from '../i18n/languages.ts';

const styles = {
  /** A day of the months around now. */
  dayOfYear: { day: 'numeric', month: 'short' },
  day: { dateStyle: 'medium' },
  /** With its day of the week. */
  heading: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  time: { timeStyle: 'short' },
  short: { dateStyle: 'short', timeStyle: 'short' },
  shortSeconds: { dateStyle: 'short', timeStyle: 'medium' },
  medium: { dateStyle: 'medium', timeStyle: 'short' },
  mediumSeconds: { dateStyle: 'medium', timeStyle: 'medium' },
  long: { dateStyle: 'long', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
type TimeStyle = keyof typeof styles;

/** @param language a language tag, with or without a region */
export const formatTime = (moment: string | number | Date, style: TimeStyle, language: string): string =>
  new Intl.DateTimeFormat(language, styles[style]).format(new Date(moment));

/** "21 de noviembre de 2026, 17:29:27 (UTC−05:00)": with the offset, so that it can be read elsewhere. Returns a text that is no moment as it is. */
export function localTime(moment: string | Date, language: Language): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return String(moment);
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(date);
  return `${day}, ${timeOfDay(date)} (UTC${offset(date, '−')})`;
}

/** `2026-11-21`. */
export const localDay = (date: Date): string =>
  [String(date.getFullYear()).padStart(4, '0'), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');

/** `2026-11-21 17:29:27 -05:00`: sorts, and can be read elsewhere. Returns a text that is no moment as it is. */
export function localMoment(moment: string | Date): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return String(moment);
  return `${localDay(date)} ${timeOfDay(date)} ${offset(date, '-')}`;
}

/** "1,234,567": with the separators of the language. */
export const localCount = (count: number, language: Language): string => new Intl.NumberFormat(language).format(count);

const timeOfDay = (date: Date): string => [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');

function offset(date: Date, minus: '-' | '−'): string {
  const minutes = -date.getTimezoneOffset();
  const whole = Math.abs(minutes);
  return `${minutes < 0 ? minus : '+'}${twoDigits(Math.floor(whole / 60))}:${twoDigits(Math.floor(whole % 60))}`;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
