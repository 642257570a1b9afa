/** Reads rows from the XML of a sheet (ECMA-376, part 1, 18.3.1), each cell as the text that is shown. Pure: events in, rows out. */
import type { FileRow } from '../file-row.ts';
import type { XmlHandler } from './xml-events.ts';

export type SheetContext = { texts: readonly string[]; styles: readonly NumberStyle[]; epoch1904: boolean };

type Cell = { column: number; type: string; style: number; value: string; inline: string };

/** Excel's limits; `cell` is in characters, and longer than Excel's, since other programs write longer ones. */
const max = { rows: 1_048_576, cell: 2 ** 20 };

export type SheetReader = {
  /** Throws an Error for an element that no sheet has. */
  handler: XmlHandler;
  /** Returns the rows that were completed since the last call. */
  taken(): FileRow[];
};

export function createSheetReader(context: SheetContext): SheetReader {
  let ready: FileRow[] = [];
  let line = 0;
  let cells: string[] | null = null;
  let cell: Cell | null = null;
  let element = '';
  let inPhonetic = false;
  let width = 0;

  function beginRow(number: string | undefined): void {
    const next = number === undefined ? line + 1 : Number(number);
    if (!Number.isInteger(next) || next <= line || next > max.rows) throw new Error('a row out of place');
    // Empty rows are not stored in the file.
    if (next > line + 1) ready.push({ blank: next - line - 1 });
    line = next;
    cells = [];
  }

  function endRow(): void {
    const row = cells ?? [];
    cells = null;
    while (row.length > 0 && row.at(-1) === '') row.pop();
    if (row.every((text) => text.trim() === '')) {
      ready.push({ blank: 1 });
      return;
    }
    if (width === 0) width = row.length;
    while (row.length < width) row.push('');
    ready.push({ cells: row });
  }

  function endCell(done: Cell): void {
    if (cells === null) return;
    while (cells.length < done.column) cells.push('');
    cells[done.column] = textOf(done, context);
  }

  return {
    handler: {
      open(name, attributes) {
        if (name === 'row') beginRow(attributes['r']);
        else if (name === 'c' && cells !== null) {
          const column = attributes['r'] === undefined ? cells.length : columnOf(attributes['r']);
          if (column === null) throw new Error('a cell out of place');
          cell = { column, type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? -1), value: '', inline: '' };
        } else if (name === 'rPh') inPhonetic = true;
        element = name;
      },
      text(text) {
        if (cell === null || inPhonetic) return;
        if (element === 'v') cell.value += text;
        else if (element === 't') cell.inline += text;
        if (cell.value.length + cell.inline.length > max.cell) throw new Error('a cell that is too long');
      },
      close(name) {
        element = '';
        if (name === 'rPh') inPhonetic = false;
        if (name === 'c' && cell !== null) {
          endCell(cell);
          cell = null;
        } else if (name === 'row') endRow();
      },
    },
    taken() {
      const rows = ready;
      ready = [];
      return rows;
    },
  };
}

/** Returns the text of a cell; of a formula the stored value, or nothing. */
function textOf({ type, style, value, inline }: Cell, { texts, styles, epoch1904 }: SheetContext): string {
  switch (type) {
    case 's': {
      if (value === '') return '';
      const text = texts[Number(value)];
      // A name that cannot be found must not be read as an empty one.
      if (text === undefined) throw new Error('a text that is not there');
      return text;
    }
    case 'inlineStr':
      return unescaped(inline);
    case 'str':
      return unescaped(value);
    case 'b':
      return value === '' ? '' : value === '1' ? 'TRUE' : 'FALSE';
    case 'd':
      return isoDateText(value);
    case 'e':
      return value;
    default:
      return numberText(value, styles[style] ?? 'plain', epoch1904);
  }
}

/** The form in which a number is shown: plain, as a date or time, or with a minimum number of digits (`00000000`). */
export type NumberStyle = 'plain' | 'date' | { digits: number };

/** Built-in formats of dates and times (ECMA-376, part 1, 18.8.30), those of East Asian systems included. */
const builtInDates = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Returns the style of a format. @param code of a format that the workbook defines; undefined for a built-in one */
export function numberStyle(id: number, code: string | undefined): NumberStyle {
  if (code === undefined) return builtInDates(id) ? 'date' : 'plain';
  const bare = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?![hms]+\])[^[\]]*\]/gi, '')
    .split(';', 1)
    .join('');
  if (/^0+$/.test(bare)) return { digits: bare.length };
  if (/general|estándar|[0#?]/i.test(bare.replace(/(s\]?)[.,]0+/gi, '$1'))) return 'plain';
  return /[ymdhs]/i.test(bare) ? 'date' : 'plain';
}

const decimals = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 15 });

/**
 * Formats a number without exponent, with Excel's 15 digits: the file has 0.30000000000000004 for 0.1 + 0.2.
 * @param value as in the file; returned unchanged when it is not a number
 */
export function numberText(value: string, style: NumberStyle, epoch1904: boolean): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  if (style === 'date') return dateText(number, epoch1904) ?? plainText(value, number);
  const text = plainText(value, number);
  return typeof style === 'object' && /^\d+$/.test(text) ? text.padStart(style.digits, '0') : text;
}

/** Returns whole numbers with all of their digits, since they may be identifications. */
function plainText(value: string, number: number): string {
  if (/^-?\d+$/.test(value)) return value;
  return Number.isSafeInteger(number) ? String(number) : decimals.format(number);
}

const day = 86_400;
/** Excel's last day, 9999-12-31. */
const lastSerial = 2_958_465;

/** Returns `YYYY-MM-DD`, with ` HH:MM[:SS]` when there is a time of day; a time alone within the first day; null when it is not a date. */
function dateText(serial: number, epoch1904: boolean): string | null {
  const seconds = Math.round((epoch1904 ? serial + 1462 : serial) * day);
  if (seconds < 0 || seconds >= (lastSerial + 1) * day) return null;
  const iso = new Date(Date.UTC(1899, 11, 30) + (seconds < 60 * day ? seconds + day : seconds) * 1000).toISOString();
  const time = iso.slice(11, 19).replace(/:00$/, '');
  if (Math.floor(seconds / day) === 0 && serial !== 0) return time;
  return seconds % day === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`;
}

/** Returns the text of a cell whose date is stored in ISO 8601. */
export const isoDateText = (value: string): string =>
  value.replace(/T00:00(:00(\.0+)?)?Z?$/, '').replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(:\d\d)?)(\.\d+)?Z?$/, '$1 $2');

/** Decodes `_x000B_`, the form of characters that XML does not have (ECMA-376, part 1, 22.4.2.4); such texts themselves have `_x005F_` before. */
export const unescaped = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Returns the column of a reference, from 0: 2 for `C12`. Null without one, or beyond the last column of a sheet. */
export function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return null;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return column < 16_384 ? column : null;
}
