/** Compares the person of an answer with the queried one (interface description, Resources, `nombre` and `doc_id`). Pure. */
import { sameName } from '../../../../shared/domain/names.ts';
import type { AnswerDifference, ScreeningQuery } from '../../../../shared/domain/screening/screening.ts';
import { accentFolded, identificationKey, nameParts } from '../../../../shared/domain/text-folding.ts';
import { membersNamed } from '../../../platform/json/described-names.ts';
import { cleanText, withoutEntities } from '../../../platform/provider/provider-text.ts';
import { isMark } from './vocabulary.ts';

type Person = {
  /** `no-one`: neither name nor number identifies a person. */
  about: 'queried' | 'other' | 'no-one';
  /** Spelled differently from the query, and the same person all the same. */
  differences: AnswerDifference[];
};

type Comparison = 'same' | 'like' | 'other' | 'silent';

/** Checks that a result is about the queried person (Resources, `nombre` and `doc_id`; docs/open-points.md). */
export function comparePerson(result: Record<string, unknown>, query: ScreeningQuery, path: string): Person {
  const names = spelled(result, 'nombre').map((answered) => {
    const is: Comparison = typeof answered === 'string' ? compareNames(answered, query.name) : 'silent';
    return { member: `${path}nombre`, queried: query.name, answered, is };
  });
  const isNamed = names.some(isOfQueried);
  const numbers = spelled(result, 'doc_id').map((answered) => {
    const is = compareNumbers(answered, query.identification, isNamed);
    return { member: `${path}doc_id`, queried: query.identification, answered, is };
  });
  const compared = [...names, ...numbers];
  const differences = compared
    .filter(({ is, answered, queried }) => is === 'like' || (is === 'silent' && queried !== '' && (textOf(answered) ?? '') !== ''))
    .map(({ member: name, queried, answered }) => ({ member: name, asked: queried, answered: cleanText(textOf(answered) ?? '') }));
  if (compared.some(({ is }) => is === 'other')) return { about: 'other', differences };
  return { about: compared.some(isOfQueried) ? 'queried' : 'no-one', differences };
}

const isOfQueried = ({ is }: { is: Comparison }): boolean => is === 'same' || is === 'like';

/** Returns the values of a member in each spelling: one that names another person decides. One undefined value without the member. */
function spelled(result: Record<string, unknown>, name: string): unknown[] {
  const values = membersNamed(result, name);
  return values.length > 0 ? values : [undefined];
}

const titles = new Set(
  'sr sra srta srs senor senora senorita don dona dr dra doctor doctora ing ingeniero ingeniera lic licenciado licenciada abg abogado abogada prof profesor profesora mr mrs ms miss'.split(
    ' ',
  ),
);

/** Removes the titles at both ends; returns the name unchanged where nothing else is left. */
function withoutTitles(name: string): string {
  const parts = nameParts(name).map(({ text }) => text);
  const isTitle = (part: string | undefined): boolean => part !== undefined && titles.has(part);
  let [from, to] = [0, parts.length];
  while (from < to && isTitle(parts[from])) from += 1;
  while (to > from && isTitle(parts[to - 1])) to -= 1;
  return from === to ? name : parts.slice(from, to).join(' ');
}

function compareNames(answered: string, queried: string): Comparison {
  const said = answered.trim();
  if (said === '' || (isMark(said) && /\p{L}/u.test(said) && !sameName(said, queried))) return 'silent';
  if (said === queried.trim() || sameName(said, queried)) return 'same';
  const plain = withoutEntities(said).replaceAll(/[?\ufffd]+/g, '?');
  const isLike = [queried, ...garbled(queried)].some((name) => sameName(withoutTitles(plain), withoutTitles(name)));
  return isLike ? 'like' : 'other';
}

const windows1252 = new TextDecoder('windows-1252');

/** Returns a name as programs write it that take UTF-8 for one byte a character, or have no accents. */
const garbled = (name: string): string[] =>
  [name, name.toUpperCase()].flatMap((one) => {
    const bytes = Buffer.from(one);
    return [bytes.toString('latin1'), windows1252.decode(bytes), one.replaceAll(/[^\0-\x7f]+/g, '?')];
  });

/** Kinds of identification in Colombia, Ecuador and their neighbours, as written before a number. */
const kinds =
  'CC|CE|CI|TI|NIT|PA|PAS|PP|PEP|PPT|RC|NUIP|NUI|DNI|RUC|RUT|RIF|CEDULADECIUDADANIA|CEDULADEEXTRANJERIA|CEDULA|CED|PASAPORTE|TARJETADEIDENTIDAD';
const sameKind: Record<string, string> = {
  CI: 'CC',
  CED: 'CC',
  CEDULA: 'CC',
  CEDULADECIUDADANIA: 'CC',
  CEDULADEEXTRANJERIA: 'CE',
  PA: 'PP',
  PAS: 'PP',
  PASAPORTE: 'PP',
  TARJETADEIDENTIDAD: 'TI',
  RUT: 'NIT',
};
const kindBefore = new RegExp(`^(${kinds})(?:NO|NRO|NUM|NUMERO)?(?=\\d)`);
/** Returns true for a kind of identification alone: "CC", "Cédula de ciudadanía". */
export const isKindOfDocument = (text: string): boolean => onlyKind.test(identificationKey(accentFolded(text)));
const onlyKind = new RegExp(`^(?:${kinds})$`);
const checkDigit = /^(.*\d)\s*-\s*\d\s*$/;

/** @param isNamed whether the name is that of the queried person: a register of numbers has no leading zeros */
function compareNumbers(answered: unknown, queried: string, isNamed: boolean): Comparison {
  const said = textOf(answered) ?? '';
  if (isMark(said)) return 'silent';
  // A JSON number has no leading zeros to compare.
  const key = (text: string): string =>
    typeof answered === 'number' ? identificationKey(text).replace(/^0+/, '') : identificationKey(text);
  const one = key(said);
  const other = said === queried ? one : key(queried);
  if (one === '' || other === '') return 'silent';
  if (one === other) return 'same';
  const bare = (text: string): string => key(text).replace(kindBefore, '');
  const kind = (text: string): string => {
    const named = kindBefore.exec(text)?.[1] ?? '';
    return sameKind[named] ?? named;
  };
  // Two kinds of document may have the same number for two persons.
  if (kind(one) !== '' && kind(other) !== '' && kind(one) !== kind(other)) return 'other';
  const baseOf = (text: string): string | null => {
    const base = checkDigit.exec(text)?.[1];
    return base === undefined ? null : bare(base);
  };
  const [base, queriedBase] = [baseOf(said), baseOf(queried)];
  // A check digit on one side only: two different ones are two numbers.
  const withCheckDigit = (base !== null && queriedBase === null && base === bare(queried)) || (base === null && queriedBase === bare(said));
  const withoutZeros = (text: string): string => bare(text).replace(/^0+/, '');
  const isSame = bare(said) === bare(queried) || (isNamed && withoutZeros(said) === withoutZeros(queried));
  return isSame || withCheckDigit ? 'like' : 'other';
}

/** Returns a text, or a number as text; null for anything else, and for an empty text. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? cleanText(value) || null : null;
}
