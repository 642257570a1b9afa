/** Which columns of a list's file are screened: those of the options, else those that the file suggests. Pure. */
import type { ColumnMapping, TablePreview } from '../../../../shared/domain/screening/bulk-screening.ts';
import { WrongUse } from '../../support/wrong-use.ts';

type Columns = Pick<TablePreview, 'columns' | 'mapping' | 'isNameSure'>;
export type ColumnOptions = {
  /** Titles of columns, or their numbers from 1, joined with `+`, as typed; null: as the file suggests. */
  nameColumns: string | null;
  /** Likewise one column; `0` for none. */
  idColumn: string | null;
  /** Null: as the file suggests. */
  surnameFirst: boolean | null;
  surnameFirstWhere: { column: string; value: string } | null;
};

/** @throws WrongUse for a column that the file does not have, or where none clearly holds names: cities would be screened, and be clear */
export function mappingOf(file: Columns, { nameColumns, idColumn, surnameFirst, surnameFirstWhere: where }: ColumnOptions): ColumnMapping {
  const { columns, mapping: guess } = file;
  if (nameColumns === null && !file.isNameSure) throw new WrongUse('name-column-unclear');
  const name = nameColumns === null ? guess.name : namesOf(columns, nameColumns);
  // The options for columns and for the order of names belong together: a guess next to a choice would mix the two.
  const isChosen = nameColumns !== null || surnameFirst !== null;
  return {
    name,
    surnameFirst: surnameFirst ?? (isChosen ? false : guess.surnameFirst),
    surnameFirstWhere: where
      ? { column: placeOf(columns, where.column, '--surname-first-where'), value: where.value }
      : isChosen
        ? null
        : guess.surnameFirstWhere,
    identification: identificationOf(columns, idColumn, name, guess.identification),
    empty: guess.empty,
  };
}

/** A title may contain a plus. */
function namesOf(columns: readonly string[], typed: string): number[] {
  const whole = titled(columns, typed);
  return whole !== null ? [whole] : typed.split('+').map((one) => placeOf(columns, one.trim(), '--name-column'));
}

function identificationOf(columns: readonly string[], typed: string | null, name: readonly number[], guess: number | null): number | null {
  if (typed === null) return guess !== null && name.includes(guess) ? null : guess;
  return typed === '0' && titled(columns, typed) === null ? null : placeOf(columns, typed, '--id-column');
}

function titled(columns: readonly string[], typed: string): number | null {
  const at = columns.findIndex((title) => title !== '' && title.toLowerCase() === typed.toLowerCase());
  return at === -1 ? null : at;
}

function placeOf(columns: readonly string[], typed: string, option: string): number {
  const named = titled(columns, typed);
  if (named !== null) return named;
  const place = /^\d{1,5}$/.test(typed) ? Number(typed) : 0;
  if (place < 1 || place > columns.length) throw new WrongUse('column-unknown', { option });
  return place - 1;
}

/**
 * Whether a table that was read as one column may have more, with an unusual separator: each row is one cell, and all cells have the same
 * sign equally often. Blank rows do not count.
 */
export function mayHaveColumns(rows: readonly (readonly string[])[]): boolean {
  if (rows.some(({ length }) => length > 1)) return false;
  const [first, ...others] = rows.map(([cell = '']) => cell).filter((cell) => cell.trim() !== '');
  if (first === undefined) return false;
  return [...new Set(first.match(signs))].some((sign) => others.every((cell) => times(cell, sign) === times(first, sign)));
}

/** Without the signs of names, which prove nothing. */
const signs = /[^\p{L}\p{M}\p{N}\s.,'’‘`´"()-]/gu;
const times = (cell: string, sign: string): number => cell.split(sign).length - 1;
