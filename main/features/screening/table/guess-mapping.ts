/** A first guess of what the columns hold, from their names and from what is in them. Pure; a person sees it and changes it. */

import type { ColumnMapping } from '../../../../shared/domain/bulk-screening.ts';
import { foldedText } from '../../../../shared/domain/text-folding.ts';
import { columnRole, isColumnName } from './column-words.ts';
import { guessSurnameFirst } from './guess-surname-first.ts';

type Rows = readonly (readonly string[])[];

/** What some published lists write for nothing, OFAC's first of all. */
const emptyMarks = ['-0-', 'N/A', '#N/A'];

/** Whether the first row holds names of columns. */
export function guessHeader([first, ...others]: Rows): boolean {
  if (first === undefined || others.length === 0) return first?.some(isColumnName) ?? false;
  const repeated = (cell: string, at: number) => others.some((row) => row[at] === cell);
  if (first.some((cell, at) => isColumnName(cell) && !repeated(cell, at))) return true;
  const filled = first.filter((cell) => cell.trim() !== '');
  if (filled.length === 0 || filled.some((cell) => /\d/.test(cell))) return false;
  return first.some((_, at) => share(column(others, at), isNumeric) > 0.8);
}

/** @param columns names, empty ones where there are none. @param rows header left out */
export function guessMapping(columns: readonly string[], rows: Rows): ColumnMapping {
  const empty = emptyMarks.filter((mark) => rows.some((row) => row.some((cell) => cell.trim() === mark)));
  const plain = rows.map((row) => row.map((cell) => (empty.includes(cell.trim()) ? '' : cell)));
  const identification = guessIdentification(columns, plain);
  const name = namesByHeader(columns) ?? [nameByContent(columns.length, plain, identification)];
  return { name, identification, empty, ...guessSurnameFirst(name, plain) };
}

function namesByHeader(columns: readonly string[]): number[] | null {
  const having = (role: string) => columns.flatMap((name, at) => (columnRole(name) === role ? [at] : []));
  const [full] = having('full-name');
  const given = having('given-names');
  const surnames = having('surnames');
  if (given.length > 0 && surnames.length > 0) return [...given, ...surnames].slice(0, 10);
  if (full !== undefined) return surnames.length > 0 ? [full, ...surnames].slice(0, 10) : [full];
  if (given.length + surnames.length === 0) return null;
  return [...given, ...surnames].slice(0, 10);
}

function nameByContent(width: number, rows: Rows, identification: number | null): number {
  const score = (at: number): number => {
    const cells = column(rows, at);
    return share(cells, isNameLike) * distinctness(cells) * (cells.length / Math.max(rows.length, 1));
  };
  const scores = Array.from({ length: width }, (_, at) => ({ at, score: at === identification ? -1 : score(at) }));
  return scores.sort((a, b) => b.score - a.score || a.at - b.at)[0]?.at ?? 0;
}

function guessIdentification(columns: readonly string[], rows: Rows): number | null {
  const roles = columns.map(columnRole);
  for (const role of ['identification', 'number'] as const) {
    const at = roles.indexOf(role);
    if (at >= 0) return at;
  }
  if (columns.some((name) => name !== '')) return null;
  const found = columns.findIndex((_, at) => {
    const cells = column(rows, at);
    return (
      cells.length > 0 &&
      share(cells, (cell) => /^\D{0,4}\d[\d.\- ]{4,18}\w?$/.test(cell)) > 0.8 &&
      distinctness(cells) > 0.8 &&
      !isCounter(cells) &&
      share(cells, isDate) < 0.2
    );
  });
  return found < 0 ? null : found;
}

const column = (rows: Rows, at: number): string[] => rows.map((row) => (row[at] ?? '').trim()).filter((cell) => cell !== '');
const share = (cells: readonly string[], test: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
const distinctness = (cells: readonly string[]): number => (cells.length === 0 ? 0 : new Set(cells).size / cells.length);
const isNumeric = (cell: string): boolean => /^[\d.,\- ]*\d[\d.,\- ]*$/.test(cell);
const isDate = (cell: string): boolean => /^(\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.]\d\d?[-/.]\d{4})/.test(cell);

function isNameLike(cell: string): boolean {
  const words = foldedText(cell).split(' ').length;
  return words >= 2 && words <= 8 && !/\d/.test(cell);
}

/** Numbers that only grow count the rows. */
const isCounter = (cells: readonly string[]): boolean =>
  cells.length > 2 && cells.every((cell, at) => /^\d+$/.test(cell) && (at === 0 || Number(cell) > Number(cells[at - 1])));
