/** Reads rows from the XML of a sheet (ECMA-376, part 1, 18.3.1). Pure: events in, rows out. */
import type { FileRow } from '../file-row.ts';
import { columnOf, isoDateText, type NumberStyle, numberText, unescaped } from './cell-text.ts';
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
    if (next > line + 1) ready.push({ line: line + 1, blank: next - line - 1 });
    line = next;
    cells = [];
  }

  function endRow(): void {
    const row = cells ?? [];
    cells = null;
    while (row.length > 0 && row.at(-1) === '') row.pop();
    if (row.every((text) => text.trim() === '')) {
      ready.push({ line, blank: 1 });
      return;
    }
    if (width === 0) width = row.length;
    while (row.length < width) row.push('');
    ready.push({ line, cells: row });
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
