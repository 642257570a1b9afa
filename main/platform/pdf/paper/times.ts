/** Moments as this machine's clock shows them, with the offset, so that the paper can be read elsewhere. */
import type { Language } from '../../../../shared/domain/settings.ts';

const locale: Record<Language, string> = { es: 'es-419', en: 'en-US' };

/** "21 de noviembre de 2026, 17:29:27 (UTC−05:00)". A text that is no moment is given as it is. */
export function localTime(moment: string | Date, language: Language): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return String(moment);
  const day = new Intl.DateTimeFormat(locale[language], { dateStyle: 'long' }).format(date);
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
  return `${day}, ${time} (${offset(date)})`;
}

/** `2026-11-21`, local. */
export function localDay(date: Date): string {
  return [String(date.getFullYear()).padStart(4, '0'), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
}

/** `2026-11-21 17:29`, local. A text that is no moment is returned as it is. */
export function localMinute(moment: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return moment;
  return `${localDay(date)} ${[date.getHours(), date.getMinutes()].map(twoDigits).join(':')}`;
}

function offset(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const whole = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${twoDigits(Math.floor(whole / 60))}:${twoDigits(Math.floor(whole % 60))}`;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
