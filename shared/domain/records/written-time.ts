/** Dates and times as a provider writes them, in words. They stay in the clock in which they are written: never shifted. Pure. */

type WrittenTime = {
  /** The written day and time, as if they were UTC. */
  moment: Date;
  hasTime: boolean;
  /** `Z`, `+05:00`; null when none is written. */
  offset: string | null;
};

const pattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Returns `1980-01-01T00:00:00-05:00` for `/Date(315550800000-0500)/`, which older .NET writes: an instant, and the offset of its clock. */
export function asIso(text: string): string {
  const [, instant, sign, hours = '00', minutes = '00'] = /^\\?\/Date\((-?\d{1,14})(?:([+-])(\d\d)(\d\d))?\)\\?\/$/.exec(text) ?? [];
  if (instant === undefined) return text;
  const ahead = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const written = new Date(Number(instant) + ahead).toISOString().slice(0, 19);
  return written + (sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`);
}

/** Returns null for another format, and for a day or a time that does not exist. */
function parseWrittenTime(text: string): WrittenTime | null {
  const [, day, minute, second = '00', offset = null] = pattern.exec(asIso(text.trim())) ?? [];
  if (day === undefined) return null;
  const moment = new Date(`${day}T${minute ?? '00:00'}:${second}Z`);
  // JavaScript reads February 30 as March 2.
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day) return null;
  return { moment, hasTime: minute !== undefined && `${minute}:${second}` !== '00:00:00', offset };
}

/**
 * "Apr 17, 2026, 10:42:13 AM (UTC-05:00)"; "April 17, 2026" for midnight, by which a provider writes a day. Null for a text that is no date or
 * time.
 */
export function writtenTimeWords(text: string, language: string): string | null {
  const written = parseWrittenTime(text);
  if (!written) return null;
  const style = written.hasTime ? ({ dateStyle: 'medium', timeStyle: 'medium' } as const) : ({ dateStyle: 'long' } as const);
  const words = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }).format(written.moment);
  if (!written.hasTime || written.offset === null) return words;
  return `${words} (UTC${written.offset === 'Z' ? '' : written.offset.replace('-', '−')})`;
}
