/** An independent judge of search answers, written without a look at the code under test. */
import type { ScreeningQuery } from '../doors/domain.ts';
import { answer, result } from './search-answer.ts';

export type Json = Record<string, unknown>;
export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const own = (object: Json, name: string): unknown => (Object.hasOwn(object, name) ? object[name] : undefined);
/** A list, or its only element. */
const resultsOf = (parsed: Json): unknown[] => {
  const results = own(parsed, 'results');
  return isJson(results) ? [results] : Array.isArray(results) ? results : [];
};

/** Written without a look at the code under test: the conditions of a clear answer. */
export function mayBeClear(parsed: unknown, asked: ScreeningQuery): boolean {
  if (!isJson(parsed)) return false;
  const results = resultsOf(parsed);
  if (results.length === 0) return false;
  const log = own(parsed, 'id_bitacora');
  if (typeof log !== 'number' && !(typeof log === 'string' && /[^\s\u200b]/.test(log))) return false;
  return results.every((found) => {
    if (!isJson(found)) return false;
    const none = (name: string, missing: boolean): boolean => {
      const value = own(found, name);
      return value === undefined
        ? missing
        : typeof value === 'number' || typeof value === 'boolean' || isNo(value)
          ? false
          : saysNothing(value);
    };
    const said = own(found, 'datos_tsti');
    // The list that a text is.
    const lists = said === '[]' ? [] : said;
    return (
      /^(?:false|no|0)$/i.test(String(own(found, 'block')).trim()) &&
      // A list without entries, or members that say that there are none: an absent list is no answer of the lists.
      (Array.isArray(lists) || (isJson(lists) && Object.keys(lists).length > 0)) &&
      saysNothing(lists) &&
      namesPerson(found, asked) &&
      none('datos_ramajudicial', !asked.judicial) &&
      none('datos_pro', !asked.procurator) &&
      none('datos_amlnews', false) &&
      none('datos_twitter', true) &&
      (sayNothingOrSame(own(found, 'nombre'), asked.name, nameKey) || hasSameLetters(own(found, 'nombre'), asked.name)) &&
      sayNothingOrSame(own(found, 'doc_id'), asked.identification, leavesOutZeros(found, asked) ? numberKey : idKey)
    );
  });
}
/** A name with a letter or digit, or a number that can be compared: signs alone, or a number in place of a name, identify no one. */
const namesPerson = (found: Json, asked: ScreeningQuery): boolean => {
  const [name, id] = [own(found, 'nombre'), own(found, 'doc_id')];
  const key = typeof id === 'number' ? numberKey : idKey;
  const hasId = (typeof id === 'string' || typeof id === 'number') && key(String(id)) !== '' && key(asked.identification) !== '';
  return (typeof name === 'string' && nameKey(name) !== '') || hasId;
};
/** However they are split into words. */
const hasSameLetters = (said: unknown, asked: string): boolean => typeof said === 'string' && idKey(plain(said)) === idKey(plain(asked));
/** A number has no zeros before it, and a register of numbers leaves them out: then the name says who it is. */
const leavesOutZeros = (found: Json, asked: ScreeningQuery): boolean => {
  const [name, id] = [own(found, 'nombre'), own(found, 'doc_id')];
  return typeof id === 'number' || (typeof name === 'string' && nameKey(name) === nameKey(asked.name));
};
/** Only empty structures, null, 0, false, blanks, texts that deny an error, and signs of emptiness, at every depth. */
const saysNothing = (value: unknown, name: unknown = ''): boolean =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).every(([key, inner]) => saysNothing(inner, key))
    : value === null ||
      value === 0 ||
      value === false ||
      (typeof value === 'string' && (value.trim() === '' || denies(name, value) || isNo(value) || signOfEmptiness.test(value)));
/** A text that is only `false` or 0. */
const isNo = (value: unknown): boolean => typeof value === 'string' && /^\s*(?:false|0+(?:[.,]0+)?)\s*$/i.test(value);
const denies = (name: unknown, value: string): boolean => name === 'error' && /^\s*(?:false|no|0)\s*$/i.test(value);
const signOfEmptiness = /^(?:[-_.,:;/\\|'"()[\]{}\s]+|n\/?a|no aplica|ning[uú]n[oa]?|none|null|s\/?[dn])$/i;
/**
 * A denied error or a sign of emptiness next to data without a finding is clear; alone it is for a person to read. So is an element of the
 * lists that holds nothing, unless something next to it says that nothing was found.
 */
export const leavesDoubt = (value: unknown, name: unknown = ''): boolean =>
  typeof value === 'object' && value !== null
    ? (name === 'datos_tsti' && (Array.isArray(value) ? value.length > 0 : Object.values(value).some(holdsObject))) ||
      Object.entries(value).some(([key, inner]) => leavesDoubt(inner, key))
    : typeof value === 'string' && value.trim() !== '' && (denies(name, value) || signOfEmptiness.test(value));
const holdsObject = (value: unknown): boolean => isJson(value) || (Array.isArray(value) && value.some(holdsObject));
const sayNothingOrSame = (value: unknown, asked: string, key: (text: string) => string): boolean => {
  // An integer with more digits than a number holds is a text.
  const said = typeof value === 'number' && /^-?\d{16,}$/.test(String(value)) ? String(value) : value;
  if (typeof said !== 'string' && !(typeof said === 'number' && key !== nameKey)) return true;
  // A name of signs alone identifies no one, and differs from the searched one.
  if (key === nameKey && key(String(said)) === '') return String(said).trim() === '';
  return key(String(said)) === '' || key(asked) === '' || key(String(said)) === key(asked);
};
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
const nameKey = (text: string): string =>
  plain(text)
    .split(/[^A-Z0-9]+/)
    .filter(Boolean)
    .sort()
    .join(' ');
const idKey = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
const numberKey = (text: string): string => idKey(text).replace(/^0+/, '');

/** Members of the answer and of its results that the description does not list. */
export function extras(parsed: unknown): [string, unknown][] {
  if (!isJson(parsed)) return [];
  const of = (object: Json, described: object): [string, unknown][] =>
    Object.entries(object).filter(([name]) => !Object.keys(described).includes(name));
  return [
    ...of(parsed, answer()),
    ...resultsOf(parsed)
      .filter(isJson)
      .flatMap((found) => of(found, result())),
  ];
}

/** Only the plainest forms; written without a look at the code under test. */
export function tellsOfFailure([name, value]: [string, unknown], under = ''): boolean {
  const names = `${under} ${name}`;
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).some(([key, inner]) => tellsOfFailure([Array.isArray(value) ? name : key, inner], names));
  if (value === null || Number(value) === 0 || value === 'OK' || value === 'Consulta exitosa') return false;
  // A text that denies, or that has no word.
  if (typeof value === 'string' && (/^\s*(?:false|no)\s*$/i.test(value) || !/[\p{L}\p{N}]/u.test(value))) return false;
  // A setting.
  if (name === 'timeout' && typeof value !== 'boolean' && !Number.isNaN(Number(value))) return false;
  const plainest = /error|timeout|no[ _]disponible|sin[ _]respuesta|unavailable/i;
  return (
    plainest.test(names) ||
    (typeof value === 'string' && plainest.test(value)) ||
    (/status|codigo/.test(name) && /^[45]\d\d$/.test(String(value)))
  );
}

/** An entry with a name, at any depth of `datos_tsti`, is found. */
export function hasNamedEntry(parsed: unknown): boolean {
  return (isJson(parsed) ? resultsOf(parsed) : []).filter(isJson).some((found) => {
    const lists = own(found, 'datos_tsti');
    const named = (element: unknown): boolean =>
      isJson(element) && JSON.stringify(own(element, 'nombre_apellido')) === '["PEREZ GOMEZ ANA MARIA"]';
    return own(found, 'block') === true || (Array.isArray(lists) && lists.some(named));
  });
}
