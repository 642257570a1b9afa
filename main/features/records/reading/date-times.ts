/** Reads date-times as they are written, without conversion to another time zone. Pure. */

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

/** Dates that databases and programs write for "none", such as 0001-01-01 and 1900-01-01, and texts without a date. */
export function isEmptyDate(text: string): boolean {
  const found = dayOf(text.trim());
  if (found !== null) return found <= '1900-01-01';
  return !/[1-9]/.test(text) || /^\s*0?1[/.-]0?1[/.-](0001|1900)(?!\d)/.test(text);
}
