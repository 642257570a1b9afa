/** Guesses whether names are written "SURNAME, First", in all rows or only in those of persons. Pure. */
import type { ColumnMapping } from '../../../../../shared/domain/bulk-screening.ts';

type Rows = readonly (readonly string[])[];
type Kind = { person: boolean; row: readonly string[] };

/** The end of a company's name after a comma, which is not a first name. */
const companyEnd =
  /,\s*(s\.?\s?a\.?|s\.?\s?l\.?|c\.?\s?a\.?|ltda?|limited|inc|corp|co|llc|l\.l\.c|gmbh|s\.?a\.?s|s\.?r\.?l|s\.? de r\.?l\.?|plc|bv|ag|nv|e\.?u)\b.{0,24}$/i;
const written = /^[\p{L}\p{M}'’\-. ()]{2,80},\s*\p{L}[\p{L}\p{M}'’\-. ()]{0,80}(,\s*(jr|sr|i{1,3}|iv|v|hijo|junior|senior)\.?)?$/iu;

/** Maximum number of values of a column that distinguishes kinds of rows. */
const maxKinds = 12;
const minRows = 3;

export function guessSurnameFirst(name: readonly number[], rows: Rows): Pick<ColumnMapping, 'surnameFirst' | 'surnameFirstWhere'> {
  const kinds = rows.flatMap((row): Kind[] => {
    const cells = name.map((at) => (row[at] ?? '').trim()).filter((cell) => cell !== '');
    return cells.length === 0 ? [] : [{ person: cells.some((cell) => written.test(cell) && !companyEnd.test(cell)), row }];
  });
  const where = kindOfPersons(name, kinds);
  if (where !== null) return { surnameFirst: true, surnameFirstWhere: where };
  return { surnameFirst: kinds.length > 0 && share(kinds) > 0.6, surnameFirstWhere: null };
}

/** Returns a column and a value: nearly all rows with that value have "SURNAME, First", and nearly none of the others. Null for none. */
function kindOfPersons(name: readonly number[], kinds: readonly Kind[]): ColumnMapping['surnameFirstWhere'] {
  const width = Math.max(0, ...kinds.map(({ row }) => row.length));
  for (let column = 0; column < width; column += 1) {
    if (name.includes(column)) continue;
    const groups = Map.groupBy(kinds, ({ row }) => (row[column] ?? '').trim());
    if (groups.size < 2 || groups.size > maxKinds) continue;
    for (const [value, inside] of groups) {
      const outside = kinds.filter((kind) => !inside.includes(kind));
      if (value !== '' && inside.length >= minRows && share(inside) > 0.8 && share(outside) < 0.2) return { column, value };
    }
  }
  return null;
}

const share = (kinds: readonly Kind[]): number => (kinds.length === 0 ? 0 : kinds.filter(({ person }) => person).length / kinds.length);
