/** From the cells of a row to its query and its faults. Pure. */
import { hash } from 'node:crypto';
import type { ColumnMapping } from '../../../../shared/domain/screening/bulk-screening.ts';
import { maxLengths, preventsScreening, type RowFault } from '../../../../shared/domain/screening/screening.ts';
import { foldedText, identificationKey } from '../../../../shared/domain/text-folding.ts';

export type RowQuery = { name: string; identification: string };

/** Builds the query of a row: first names, then surnames (endpoint F, `Name`), with single blanks. Empty where the row has nothing. */
export function queryOfRow(cells: readonly string[], mapping: ColumnMapping): RowQuery {
  const cell = (at: number): string => {
    const text = tidy(plainCell(cells[at] ?? ''));
    return mapping.empty.some((mark) => tidy(mark) === text) ? '' : text;
  };
  const { surnameFirstWhere: where } = mapping;
  const reorder = mapping.surnameFirst && (where === null || tidy(cells[where.column] ?? '') === tidy(where.value));
  const parts = mapping.name.map(cell).map((part) => (reorder ? givenFirst(part) : part));
  return {
    name: tidy(parts.join(' ')),
    identification: mapping.identification === null ? '' : cell(mapping.identification),
  };
}

/** Returns the text of a cell that Excel shows: `="0912345678"` is how a CSV keeps its zero. */
export const plainCell = (cell: string): string => /^\s*=\s*"((?:[^"]|"")*)"\s*$/.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell;

/** "PÉREZ GÓMEZ, Ana, hija" becomes "Ana hija PÉREZ GÓMEZ"; a name without a comma stays unchanged. */
function givenFirst(name: string): string {
  const at = name.indexOf(',');
  return at < 0 ? name : `${name.slice(at + 1).replaceAll(',', ' ')} ${name.slice(0, at)}`;
}

/** Removes invisible characters (a soft hyphen, a byte order mark within a text), which are in no one's name. */
const tidy = (text: string): string =>
  text
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns the faults of a row with that query. Must be called once for each row, in order. */
export type RowChecker = (row: { cells: readonly string[]; expected: number }, query: RowQuery) => RowFault[];

/** Uses about 100 bytes of memory for each row: a hash of the query, never the name. */
export function createRowChecker({ name, identification }: Pick<ColumnMapping, 'name' | 'identification'>): RowChecker {
  const queried = new Set<string>();

  function isDuplicate(query: RowQuery): boolean {
    const key = JSON.stringify([foldedText(query.name), identificationKey(query.identification)]);
    const digest = hash('sha256', key, 'base64').slice(0, 16);
    if (queried.has(digest)) return true;
    queried.add(digest);
    return false;
  }

  return ({ cells, expected }, query) => {
    const faults: RowFault[] = [];
    if (noName.test(query.name) || name.some((at) => isError(cells[at]))) faults.push('name-missing');
    else if (query.name.length > maxLengths.name) faults.push('name-too-long');
    // Several persons screened as one would be clear.
    else if (name.some((at) => hasLines(cells[at]))) faults.push('name-several-lines');
    else if (isDuplicate(query)) faults.push('duplicate');
    if (isOdd(query.identification) || (identification !== null && hasLines(cells[identification]))) faults.push('odd-identification');
    if (cells.length !== expected) faults.push('other-cell-count');
    return faults;
  };
}

export const isScreenable = (faults: readonly RowFault[]): boolean => !faults.some(preventsScreening);

const hasLines = (cell = ''): boolean => /[\r\n\v\f\u0085\u2028\u2029]/.test(cell.trim());

/** Signs alone, or one number; a ship may be called `7-28`. */
const noName = /^(?:[^\p{L}\p{N}]*|[\d.,\s]*)$/u;

/** Whether a cell has the error of a formula, in Spanish or English: `#N/D`, `#¡REF!`, `#NAME?`. */
const isError = (cell = ''): boolean => /^#(?:N\/[AD]|[¡¿]?[\p{L}/0]+[!?])$/u.test(cell.trim());

/** How programs write numbers and dates that they took for such: `1.02E9`, `1020030.0`, `15/01/2020`. Digits may be lost. */
const ofProgram = /^[\d.,]+E\d+$|[.,]\d{1,2}$|^\d{4}-\d\d-\d\d\b|^\d{1,2}\/\d{1,2}\/\d{2,4}$/i;

/** An empty identification is not odd: many lists have none. */
function isOdd(identification: string): boolean {
  if (identification === '') return false;
  const significant = identificationKey(identification).length;
  return (
    !/\d/.test(identification) ||
    significant < 4 ||
    significant > 20 ||
    ofProgram.test(identification) ||
    identification.length > maxLengths.identification ||
    /[^\p{L}\p{N} .,\-–/°º#:]/u.test(identification)
  );
}
