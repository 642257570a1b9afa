/** Which columns of a list's file are asked for: what the options say, else what the file suggests. Pure. */
import type { ColumnMapping, TablePreview } from '../../shared/domain/bulk-screening.ts';
import type { ListOptions } from './screen-options.ts';
import { WrongUse } from './wrong-use.ts';

type Columns = Pick<TablePreview, 'columns' | 'mapping'>;
type Choice = Pick<ListOptions, 'nameColumns' | 'idColumn' | 'surnameFirst' | 'surnameFirstWhere'>;

/** @throws WrongUse for a column that the file does not have */
export function mappingOf(file: Columns, { nameColumns, idColumn, surnameFirst, surnameFirstWhere: where }: Choice): ColumnMapping {
  const { columns, mapping: guess } = file;
  const name = nameColumns === null ? guess.name : namesOf(columns, nameColumns);
  // How the names of these columns are written is told together with them: a guess beside a choice would mix the two.
  const told = nameColumns !== null || surnameFirst !== null;
  return {
    name,
    surnameFirst: surnameFirst ?? (told ? false : guess.surnameFirst),
    surnameFirstWhere: where
      ? { column: placeOf(columns, where.column, '--surname-first-where'), value: where.value }
      : told
        ? null
        : guess.surnameFirstWhere,
    identification: identificationOf(columns, idColumn, name, guess.identification),
    empty: guess.empty,
  };
}

/** A title may hold a plus itself. */
function namesOf(columns: readonly string[], given: string): number[] {
  const whole = titled(columns, given);
  return whole !== null ? [whole] : given.split('+').map((one) => placeOf(columns, one.trim(), '--name-column'));
}

function identificationOf(columns: readonly string[], given: string | null, name: readonly number[], guess: number | null): number | null {
  if (given === null) return guess !== null && name.includes(guess) ? null : guess;
  return given === '0' && titled(columns, given) === null ? null : placeOf(columns, given, '--id-column');
}

function titled(columns: readonly string[], given: string): number | null {
  const at = columns.findIndex((title) => title !== '' && title.toLowerCase() === given.toLowerCase());
  return at === -1 ? null : at;
}

function placeOf(columns: readonly string[], given: string, option: string): number {
  const named = titled(columns, given);
  if (named !== null) return named;
  const place = /^\d{1,5}$/.test(given) ? Number(given) : 0;
  if (place < 1 || place > columns.length) throw new WrongUse('column-unknown', { option });
  return place - 1;
}
