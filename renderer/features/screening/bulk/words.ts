/** Numbers and durations for the screen. */
import i18next from 'i18next';

export const amount = (value: number): string => new Intl.NumberFormat(i18next.language).format(value);

/** Formats a duration: "5 s", "12 min", "2 h 5 min", rounded up so that it is not too little. */
export function lengthWords(seconds: number): string {
  const part = (value: number, unit: 'second' | 'minute' | 'hour') =>
    new Intl.NumberFormat(i18next.language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  if (seconds < 60) return part(Math.max(5, Math.ceil(seconds / 5) * 5), 'second');
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return part(minutes, 'minute');
  const rest = minutes % 60;
  return [part(Math.floor(minutes / 60), 'hour'), ...(rest > 0 ? [part(rest, 'minute')] : [])].join(' ');
}
