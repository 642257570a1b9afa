/** Days and moments, as they are read in these settings. */
import i18next from 'i18next';

const format = (iso: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(i18next.language, options).format(new Date(iso));

/** Local day. */
export const dayWords = (iso: string): string => format(iso, { dateStyle: 'medium' });

/** Local day and time. */
export const fullTime = (iso: string): string => format(iso, { dateStyle: 'medium', timeStyle: 'short' });

const daysBefore = 30;

/** A certificate that ends so soon must be seen to. */
export const soon = (iso: string, now = Date.now()): boolean => Date.parse(iso) - now < daysBefore * 24 * 3_600_000;
