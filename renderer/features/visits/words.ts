/** Days and moments of a visit, as they are read. */
import i18next from 'i18next';

const format = (iso: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(i18next.language, options).format(new Date(iso));

/** Local day of the months around now. */
export const shortDay = (iso: string): string => format(iso, { day: 'numeric', month: 'short' });

/** Local time of a day that is told already. */
export const hourWords = (iso: string): string => format(iso, { timeStyle: 'short' });

/** A heading over a day, `YYYY-MM-DD`: with its day of the week, as it is read far from today too. */
export const dayHeading = (day: string): string =>
  format(`${day}T12:00:00`, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
