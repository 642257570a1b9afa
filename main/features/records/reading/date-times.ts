/** Reads date-times as they are written, without conversion to another time zone. Pure. */
import { asIso } from '../../../../shared/domain/records/written-time.ts';
import { foldedText } from '../../../../shared/domain/text-folding.ts';

const written = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/;
const day = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/;

/** Whether it is ISO 8601, with or without seconds, fraction and offset, on an existing day. */
export function isDateTime(text: string): boolean {
  const [, , , , hour, minute, second = '0'] = written.exec(text) ?? [];
  // 24:00 is the end of a day, and second 60 a leap second.
  return hour !== undefined && Number(hour) <= 24 && Number(minute) < 60 && Number(second) <= 60 && dayOf(text) !== null;
}

/** Returns `2026-11-21`, the calendar day that a text begins with; null for none, or for a day that does not exist. */
export function dayOf(text: string): string | null {
  const [found, year, month, date] = day.exec(text) ?? [];
  if (found === undefined) return null;
  return Number(month) >= 1 && Number(month) <= 12 && Number(date) >= 1 && Number(date) <= lastDay(Number(year), Number(month))
    ? found
    : null;
}

function lastDay(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Prefixes of the months' names in Spanish, English and Portuguese. */
const months = ['ene jan', 'feb fev', 'mar', 'abr apr', 'may mai', 'jun', 'jul', 'ago aug', 'sep set', 'oct out', 'nov', 'dic dez dec'];

const yearFirst = /^(\d{4})([/.]?)(\d{2})\2(\d{2})(?:\d{4}(?:\d{2})?)?(?!\d)/;
const yearLast = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?!\d)/;
const named = /^(?:\p{L}{3},\s+)?(\d{1,2})[\s/.-]+(?:de\s+)?(\p{L}{3,10})\.?[\s/.-]+(?:de\s+|del\s+)?(\d{4})(?!\d)/iu;
/** As Java, SQL Server and people who write English do: `Thu Dec 31 00:00:00 COT 2020`, `Dec 31 2020 12:00AM`, `December 31, 2020`. */
const monthFirst = /^(?:\p{L}{3}\.?,? )?(\p{L}{3,10})\.? {1,2}(\d{1,2}),?(?: [\d:]{8} \S+)? (\d{4})(?!\d)/u;
/** Milliseconds since 1970, from 2001 on. */
const instant = /^\d{13}$/;

/**
 * Returns the days that a text may begin with, as `2020-12-31`: `2020-12-31`, `2020/12/31`, `20201231`, `31/12/2020`, `12/31/2020`,
 * `31-DIC-2020`, `31 de diciembre de 2020`, `Thu, 31 Dec 2020 00:00:00 GMT`, `Thu Dec 31 00:00:00 COT 2020`, `Dec 31 2020 12:00AM`,
 * `/Date(1609372800000)/`, `1609372800000`. Two of `03/04/2020`, since it does not say which number is the month; none of anything else.
 */
export function daysOf(text: string): readonly string[] {
  const trimmed = text.trim();
  const start = instant.test(trimmed) ? new Date(Number(trimmed)).toISOString() : asIso(trimmed);
  const iso = dayOf(start);
  if (iso !== null) return [iso];
  const first = yearFirst.exec(start);
  if (first) return existing([first[1], first[3], first[4]]);
  const last = yearLast.exec(start);
  if (last) return existing([last[4], last[3], last[1]], [last[4], last[1], last[3]]);
  const [, date, name = '', year] = named.exec(start.replace(monthFirst, '$2 $1 $3')) ?? [];
  const prefix = name.slice(0, 3).toLowerCase();
  const month = months.findIndex((names) => names.split(' ').includes(prefix)) + 1;
  return month === 0 ? [] : existing([year, String(month), date]);
}

/** @param dates year, month and day of each @returns those that exist, each once */
const existing = (...dates: (string | undefined)[][]): string[] => [
  ...new Set(dates.flatMap((parts) => dayOf(parts.map((part = '') => part.padStart(2, '0')).join('-')) ?? [])),
];

/** Folded texts that people and programs write in place of a date. */
const noDate = new Set([
  ...['', 'na', 'n a', 'no', 'no aplica', 'nao se aplica', 'none', 'null', 'ninguna', 'ninguno', 'sin fecha', 'sin vencimiento'],
  ...['no vence', 'no expira', 'no caduca', 'indefinida', 'indefinido', 'indeterminada', 'vitalicia', 'vitalicio', 'permanente'],
]);

/** Dates that databases and programs write for "none", such as 0001-01-01, 1900-01-01 and 9999-12-31, and texts for it. */
export function isEmptyDate(text: string): boolean {
  const days = daysOf(text);
  if (days.length > 0) return days.every((one) => one <= '1900-01-01' || one >= '9999');
  return noDate.has(foldedText(text)) || !/[1-9\p{L}]/u.test(text);
}
