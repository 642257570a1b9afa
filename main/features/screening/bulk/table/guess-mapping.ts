/** Guesses the meaning of the columns from their names, in Spanish, Portuguese and English, and from their cells. Pure; a person sees the guess and may change it. */
import type { ColumnMapping } from '../../../../../shared/domain/screening/bulk-screening.ts';
import { foldedText } from '../../../../../shared/domain/text-folding.ts';
import { plainCell } from '../../rules/row-query.ts';

type Rows = readonly (readonly string[])[];

/** Texts of empty cells in some published lists, such as OFAC's. */
const emptyMarks = ['-0-', 'N/A', '#N/A'];

/** Returns true when the first row has the names of the columns. */
export function guessHeader([first, ...others]: Rows): boolean {
  if (first === undefined || others.length === 0) return first?.some(isColumnName) ?? false;
  const repeated = (cell: string, at: number) => others.some((row) => row[at] === cell);
  if (first.some((cell, at) => isColumnName(cell) && !repeated(cell, at))) return true;
  const filled = first.filter((cell) => cell.trim() !== '');
  if (filled.length === 0 || filled.some((cell) => /\d/.test(cell))) return false;
  return first.some((_, at) => share(column(others, at), isNumeric) > 0.8);
}

/** @param columns names; empty for a column without one. @param rows without the header */
export function guessMapping(columns: readonly string[], rows: Rows): ColumnMapping {
  const empty = emptyMarks.filter((mark) => rows.some((row) => row.some((cell) => cell.trim() === mark)));
  const plain = rows.map((row) => row.map((cell) => (empty.includes(cell.trim()) ? '' : cell)));
  const identification = guessIdentification(columns, plain);
  const name = namesByHeader(columns) ?? [nameByContent(columns.length, plain, identification)];
  return { name, identification, empty, ...guessSurnameFirst(name, plain) };
}

/**
 * Returns true where guessed columns hold names: by their titles, or because most cells look like names and no title says otherwise; and
 * no other column has a like title, which may be that of the person who is meant. The only column always does.
 */
export const isNameGuessSure = (columns: readonly string[], rows: Rows, name: readonly number[]): boolean =>
  columns.length === 1 ||
  (!hasSeveralPersons(columns, name) &&
    name.every((at) => {
      const title = columns[at] ?? '';
      if (nameRoles.has(columnRole(title))) return true;
      return !otherWords.test(foldedText(title)) && share(column(rows, at), isNameLike) >= 0.5;
    }));

const nameRoles: ReadonlySet<ColumnRole> = new Set(['full-name', 'given-names', 'surnames']);

/** Returns the roles of columns; none for those of a relative, an agent, … where another column has a name. */
function rolesOf(columns: readonly string[]): ColumnRole[] {
  const isOfAnother = (name: string): boolean => otherPersons.test(foldedText(name));
  const hasOwn = columns.some((name) => nameRoles.has(columnRole(name)) && !isOfAnother(name));
  return columns.map((name) => (hasOwn && isOfAnother(name) ? 'other' : columnRole(name)));
}

/** Whether a column that is not among those of the name has the role of one of them. */
function hasSeveralPersons(columns: readonly string[], name: readonly number[]): boolean {
  const roles = rolesOf(columns);
  return roles.some((role, at) => nameRoles.has(role) && !name.includes(at) && name.some((own) => roles[own] === role));
}

function namesByHeader(columns: readonly string[]): number[] | null {
  const roles = rolesOf(columns);
  const having = (role: ColumnRole) => roles.flatMap((one, at) => (one === role ? [at] : []));
  const [full] = having('full-name');
  const given = having('given-names');
  const surnames = having('surnames');
  if (given.length > 0 && surnames.length > 0) return [...given, ...surnames].slice(0, 10);
  if (full !== undefined) return surnames.length > 0 ? [full, ...surnames].slice(0, 10) : [full];
  if (given.length + surnames.length === 0) return null;
  // "Nombre del asegurado", "Nombre del tomador": two persons, and not two parts of a name.
  if (surnames.length === 0 && !given.every((at) => ofPart.test(foldedText(spaced(columns[at] ?? ''))))) return given.slice(0, 1);
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
  const roles = rolesOf(columns);
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

const column = (rows: Rows, at: number): string[] => rows.map((row) => plainCell(row[at] ?? '').trim()).filter((cell) => cell !== '');
const share = (cells: readonly string[], test: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
const distinctness = (cells: readonly string[]): number => (cells.length === 0 ? 0 : new Set(cells).size / cells.length);
const isNumeric = (cell: string): boolean => /^[\d.,\- ]+$/.test(cell) && /\d/.test(cell);
const isDate = (cell: string): boolean => /^(\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.]\d\d?[-/.]\d{4})/.test(cell);

function isNameLike(cell: string): boolean {
  const words = foldedText(cell).split(' ').length;
  return words >= 2 && words <= 8 && !/\d/.test(cell);
}

/** Numbers that only increase count the rows. */
const isCounter = (cells: readonly string[]): boolean =>
  cells.length > 2 && cells.every((cell, at) => /^\d+$/.test(cell) && (at === 0 || Number(cell) > Number(cells[at - 1])));

type ColumnRole = 'full-name' | 'given-names' | 'surnames' | 'identification' | 'number' | 'other';

const givenWords = /\b(nombres?|nom|nomes?|given|first|forenames?|middle|second)\b/;
const surnameWords = /\b(apellidos?|ape|sobrenomes?|surnames?|last|family)\b/;
const fullWords = /\b(completo|full|razon social|razao social|titular|persona|pessoa|cliente|person|customer|denominacion)\b/;
const nameWord = /\b(name|names|nombre|nombres|nom|nome|nomes)\b/;
const identificationWords =
  /\b(cedula|identificacion|identificacao|identidad|identidade|documento|nit|dni|nif|rut|ruc|curp|rfc|cuit|cpf|cnpj|rg|pasaporte|passaporte|passport|identification|identity|document|ssn)\b/;
/** Parts of a name. */
const ofPart = /\b(primer|segundo|tercer|otros?|first|second|third|middle|primeiro|[1-4])\b/;
/** "Nombre2" has two words. */
const spaced = (name: string): string => name.replace(/(\p{L})(\d)/gu, '$1 $2');
/** Columns about persons that the list names next to its own. */
const otherPersons =
  /\b(conyuge|espos[oa]|pareja|beneficiari[oa]s?|codeudora?|fiadora?|avalista|referencia|hij[oa]s?|contacto|ejecutiv[oa]|asesora?|vendedora?|agente|acudiente|representante|apoderad[oa]|jefe|funcionari[oa]|analista|gerente|spouse|beneficiary|guarantor|agent|advisor|contact|conjuge)\b/;
/** Columns about a name or a document that are neither. */
const otherWords =
  /\b(tipo|type|kind|fecha|data|date|lugar|place|ciudad|cidade|city|pais|country|expedicion|expedicao|issue|usuario|user|archivo|arquivo|file|lista|list|banco|bank|madre|padre|mae|pai|mother|father)\b/;

/** @param name of a column, as in the header */
function columnRole(name: string): ColumnRole {
  const words = foldedText(spaced(name));
  if (otherWords.test(words)) return 'other';
  const surname = surnameWords.test(words);
  const given = givenWords.test(words);
  // "Cédula del cliente" is no name; "Nombre según documento" is one.
  if (identificationWords.test(words) && !surname && !given && !nameWord.test(words)) return 'identification';
  if (fullWords.test(words) || (surname && /\bnombres?\b|\bnomes?\b|\bgiven\b|\bfirst\b/.test(words))) return 'full-name';
  if (identificationWords.test(words)) return 'identification';
  if (surname) return 'surnames';
  // "first" and "second" are names only together with "name".
  if (given && (nameWord.test(words) || /\b(given|forenames?)\b/.test(words))) return 'given-names';
  if (nameWord.test(words)) return 'full-name';
  return /^(id|cc|ced|no id|id no|id number|numero id|num id|nro id|num doc|no doc|nro doc)$/.test(words) ? 'number' : 'other';
}

/** Whether a cell reads like the name of a column. */
const isColumnName = (cell: string): boolean => cell.length <= 60 && !/\d{3}/.test(cell) && columnRole(cell) !== 'other';

/** The end of a company's name after a comma, which is not a first name. */
const companyEnd =
  /,\s*(s\.?\s?a\.?|s\.?\s?l\.?|c\.?\s?a\.?|ltda?|limited|inc|corp|co|llc|l\.l\.c|gmbh|s\.?a\.?s|s\.?r\.?l|s\.? de r\.?l\.?|plc|bv|ag|nv|e\.?u)\b.{0,24}$/i;
const written = /^[\p{L}\p{M}'’\-. ()]{2,80},\s*\p{L}[\p{L}\p{M}'’\-. ()]{0,80}(,\s*(jr|sr|i{1,3}|iv|v|hijo|junior|senior)\.?)?$/iu;

/** Maximum number of values of a column that distinguishes kinds of rows. */
const maxKinds = 12;
const minRows = 3;

/** A row, and whether a name in it is written "SURNAME, First", as that of a person. */
type Kind = { person: boolean; row: readonly string[] };

/** Guesses whether names are written "SURNAME, First", in all rows or only in those of persons. */
function guessSurnameFirst(name: readonly number[], rows: Rows): Pick<ColumnMapping, 'surnameFirst' | 'surnameFirstWhere'> {
  const kinds = rows.flatMap((row): Kind[] => {
    const cells = name.map((at) => (row[at] ?? '').trim()).filter((cell) => cell !== '');
    return cells.length === 0 ? [] : [{ person: cells.some((cell) => written.test(cell) && !companyEnd.test(cell)), row }];
  });
  const where = kindOfPersons(name, kinds);
  if (where !== null) return { surnameFirst: true, surnameFirstWhere: where };
  return { surnameFirst: kinds.length > 0 && shareOfPersons(kinds) > 0.6, surnameFirstWhere: null };
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
      if (value !== '' && inside.length >= minRows && shareOfPersons(inside) > 0.8 && shareOfPersons(outside) < 0.2)
        return { column, value };
    }
  }
  return null;
}

const shareOfPersons = (kinds: readonly Kind[]): number =>
  kinds.length === 0 ? 0 : kinds.filter(({ person }) => person).length / kinds.length;
