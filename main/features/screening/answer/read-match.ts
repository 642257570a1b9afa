/**
 * Reads the elements of `datos_tsti` (Resources) as matches, and derives the reasons for each from names and numbers. Nothing is lost:
 * `entry` has what cannot be read. Pure.
 */

import { sameName, similarName } from '../../../../shared/domain/names.ts';
import { listEntrySchema } from '../../../../shared/domain/provider/search.ts';
import { matchReasons } from '../../../../shared/domain/screening/match-reasons.ts';
import type { Match, MatchReason, ScreeningQuery } from '../../../../shared/domain/screening/screening.ts';
import { identificationKey } from '../../../../shared/domain/text-folding.ts';
import type { TextRule } from '../../../../shared/domain/text-rules.ts';
import { isObject, jsonArray, member } from '../../../platform/json/exact-json.ts';
import { createRuleReader, type Reader, readValue } from './read-value.ts';

const described: ReadonlySet<string> = new Set(Object.keys(listEntrySchema.shape));
/** Members that a report has too: they make an entry only together with other members of entries. */
const alsoReports = new Set(['estado', 'estado1', 'estado2', 'estado3', 'detalle', 'id', 'url']);
const onlyEntries: ReadonlySet<string> = described.difference(alsoReports);

const namesPerson = [
  'nombre_apellido',
  'lista',
  'nombre_relacion_lista',
  'alias',
  'pasaporte',
  'pasaporte2',
  'n_identificacion',
  'n_identificacion2',
];
/** Returns true for an object, elsewhere than in the lists, with a member that only an entry of lists has. */
export const isLikeEntry = (value: Record<string, unknown>): boolean => namesPerson.some((name) => !isHollow(value[name] ?? null));

/** Returns true for an object with data in a member of entries, or with other data; a report that a list failed is no entry. */
export function isEntry(value: unknown, index: number, reader: Reader): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const like = Object.keys(value).every((name) => described.has(name) || isBlank(value[name]));
  const around = { record: true, described: like ? described : onlyEntries };
  return readValue(value, '', { key: index, outer: null }, around, reader).said.hit;
}

/** Returns true for null, an empty text, `{}` and `[]`. */
const isBlank = (value: unknown): boolean => value === null || value === '' || (typeof value === 'object' && isEmpty(value));

/** Returns true for `{}` and `[]`. */
export const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** Returns true for an element of lists that holds nothing: empty all the way down, or with only 0 and false in members of entries. */
export const isHollow = (value: unknown, name = ''): boolean => {
  if (Array.isArray(value)) return value.every((element) => isHollow(element, name));
  if (isObject(value)) return Object.entries(value).every(([key, inner]) => isHollow(inner, key));
  if (value === 0 || value === false) return described.has(name);
  return value === null || (typeof value === 'string' && value.trim() === '');
};

type ListElement = { value: unknown; entry: Record<string, unknown> | null };

/** Reads each element of `datos_tsti`. @param lists its value */
export function listElements(lists: unknown, query: ScreeningQuery, rules: readonly TextRule[]): ListElement[] {
  const reader = { rules: createRuleReader(rules, 'lists', new Set()), query };
  return Array.isArray(lists) ? lists.map((value, index) => ({ value, entry: isEntry(value, index, reader) ? value : null })) : [];
}

export const matchesOf = (elements: readonly ListElement[], query: ScreeningQuery): Match[] =>
  elements.flatMap(({ entry }, index) => (entry === null ? [] : [readMatch(entry, index, query)]));

/** Returns the data under `datos_tsti` that is no entry, so that it is shown all the same. */
export function oddLists(lists: unknown, elements: readonly ListElement[], path: string): Record<string, unknown> {
  if (Array.isArray(lists)) {
    const odd = elements.flatMap(({ value, entry }, index) => (entry === null ? [[`${path}datos_tsti[${index}]`, value] as const] : []));
    return Object.fromEntries(odd);
  }
  return lists === undefined || lists === null ? {} : { [`${path}datos_tsti`]: lists };
}

/** `number`: its position in the answer, from 0. */
function readMatch(entry: Record<string, unknown>, number: number, query: ScreeningQuery): Match {
  const of = (...names: string[]): string[] => names.flatMap((name) => textsOf(member(entry, name)));
  const read = {
    names: of('nombre_apellido'),
    aliases: of('alias'),
    identifications: of('n_identificacion', 'n_identificacion2'),
    passports: of('pasaporte', 'pasaporte2'),
  };
  return {
    number,
    reasons: reasonsOf(query, read),
    ...read,
    lists: of('lista'),
    relatedLists: of('nombre_relacion_lista'),
    categories: of('categoria'),
    countries: of('pais'),
    citizenships: of('ciudadania'),
    statuses: of('estado', 'estado1', 'estado2', 'estado3'),
    details: of('detalle'),
    related: of('relacionado').flatMap(relatedTexts),
    url: of('url')[0] ?? null,
    entry,
  };
}

type Known = { names: string[]; aliases: string[]; identifications: string[]; passports: string[] };

/** Returns all reasons that apply, strongest first; at least one. */
export function reasonsOf(query: Pick<ScreeningQuery, 'name' | 'identification'>, known: Known): MatchReason[] {
  const queried = identificationKey(query.identification);
  const keys = [...known.identifications, ...known.passports].map(identificationKey).filter((key) => key !== '');
  const sameIdentification = queried !== '' && keys.includes(queried);
  const otherIdentification = queried !== '' && keys.length > 0 && !sameIdentification;
  const named = known.names.some((name) => sameName(name, query.name));
  const alias = !named && known.aliases.some((name) => sameName(name, query.name));
  const similar = !named && !alias && [...known.names, ...known.aliases].some((name) => similarName(name, query.name));
  const applies: Record<MatchReason, boolean> = {
    'same-identification': sameIdentification,
    'same-name': named && !otherIdentification,
    'same-name-other-identification': named && otherIdentification,
    'alias-only': alias,
    'similar-name': similar,
    unexplained: !(sameIdentification || named || alias || similar),
  };
  return matchReasons.filter((reason) => applies[reason]);
}

/** Returns the texts of an array; a single text or number is an array of one. Leaves out empty texts and other values. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'string' && value.trim() !== '' ? [value] : [];
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t' };

/** Returns the texts of the array; the text itself when it is none. */
export function relatedTexts(text: string): string[] {
  const elements = jsonArray(text) ?? quotedArray(text);
  if (elements === null) return text.trim() === '' ? [] : [text];
  return elements
    .filter((element) => element !== null && element !== '')
    .map((element) => (typeof element === 'string' ? element : JSON.stringify(element)));
}

/** Reads texts in single or double quotes, numbers and bare words between commas. Null for anything else. */
function quotedArray(text: string): unknown[] | null {
  const whole = text.trim();
  if (whole.length < 2 || !whole.startsWith('[') || !whole.endsWith(']')) return null;
  const found: unknown[] = [];
  const last = whole.length - 1;
  let at = afterBlanks(whole, 1);
  // Python allows a comma after the last element.
  while (at < last) {
    const first = whole[at] ?? '';
    const quoted = first === "'" || first === '"';
    const end = quoted ? closingQuote(whole, at) : endOfBare(whole, at);
    if (end === at || (quoted && end >= last)) return null;
    const element = quoted ? unescaped(whole.slice(at + 1, end)) : whole.slice(at, end);
    if (quoted || element !== 'None') found.push(element);
    at = afterBlanks(whole, quoted ? end + 1 : end);
    if (at < last && whole[at] !== ',') return null;
    at = afterBlanks(whole, at + 1);
  }
  return found;
}

// Character by character: a pattern that matches megabytes throws an error.

function closingQuote(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== text[start]) at += text[at] === '\\' ? 2 : 1;
  return at;
}

const blank = /\s/u;
const notBare = /[\s'"[\]{},]/u;

function afterBlanks(text: string, start: number): number {
  let at = start;
  while (at < text.length && blank.test(text[at] ?? '')) at += 1;
  return at;
}

function endOfBare(text: string, start: number): number {
  let at = start;
  while (at < text.length && !notBare.test(text[at] ?? '')) at += 1;
  return at;
}

const unescaped = (text: string): string =>
  text.replace(/\\(?:x([\da-f]{2})|u([\da-f]{4})|(.))/gisu, (_, two?: string, four?: string, one = '') => {
    const code = two ?? four;
    return code === undefined ? (escapes[one] ?? one) : String.fromCharCode(Number.parseInt(code, 16));
  });
