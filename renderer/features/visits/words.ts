/** Dates and times of a visit. */
import i18next from 'i18next';

const format = (iso: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(i18next.language, options).format(new Date(iso));

/** Formats a local day of the months around now. */
export const shortDay = (iso: string): string => format(iso, { day: 'numeric', month: 'short' });

/** Formats a local time; its day is already shown. */
export const hourWords = (iso: string): string => format(iso, { timeStyle: 'short' });

/** Formats a heading for a day, `YYYY-MM-DD`: with its day of the week, readable far from today too. */
export const dayHeading = (day: string): string =>
  format(`${day}T12:00:00`, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
