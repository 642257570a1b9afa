/** Full dates and times in the language of the screen. */
import i18next from 'i18next';

const format = (iso: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(i18next.language, options).format(new Date(iso));

/** Formats a local day. */
export const dayWords = (iso: string): string => format(iso, { dateStyle: 'medium' });

/** Formats a local day and time. */
export const fullTime = (iso: string): string => format(iso, { dateStyle: 'medium', timeStyle: 'short' });
