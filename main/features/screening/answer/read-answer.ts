/**
 * Reads a search answer (interface description, endpoint F and Resources), and whether it is about the queried person: bytes in, reading
 * out. Pure.
 */
import type { z } from 'zod';
import { sameName } from '../../../../shared/domain/names.ts';
import { listEntrySchema, searchAnswerSchema, searchResultSchema } from '../../../../shared/domain/provider/search.ts';
import type {
  AnswerDifference,
  Match,
  OtherData,
  Outcome,
  ScreeningQuery,
  SourceReading,
  SourceResult,
} from '../../../../shared/domain/screening.ts';
import { identificationKey, nameParts } from '../../../../shared/domain/text-folding.ts';
import type { TextRule } from '../../../../shared/domain/text-rules.ts';
import { type Problem, problem } from '../../../../shared/errors.ts';
import { isObject, member, readJson } from '../../../platform/json/exact-json.ts';
import { cleanText } from '../../../platform/provider/provider-text.ts';
import { decideOutcome } from '../rules/source-state.ts';
import { listElements, matchesOf, oddLists } from './read-match.ts';
import { readSources, type SourcesReading, sourceMembers, type Undescribed } from './read-sources.ts';
import type { UnreadPart } from './read-value.ts';
import { isMark } from './vocabulary.ts';

export type AnswerReading = {
  outcome: Outcome;
  /** False only for a trusted answer. */
  block: boolean | null;
  /** `id_bitacora`, with its original digits. */
  logNumber: string | null;
  /** `datetime` as written. */
  providerTime: string | null;
  /** `elapsed_time`, seconds. */
  elapsed: number | null;
  /** All five, in the order of `sourceNames`; with a `problem` none is `clear`. */
  sources: SourceResult[];
  /** Data under members that the description does not list. */
  others: OtherData[];
  matches: Match[];
  defects: string[];
  /** Name and number that the answer spells differently from the query. */
  differences: AnswerDifference[];
  other: Record<string, unknown> | null;
  /** Why the answer has no trusted outcome; null otherwise. */
  problem: Problem | null;
  /** Rules of the profile that read something. */
  used: TextRule[];
  /** Data that no rule read, by source or JSON path. */
  unread: ReadonlyMap<string, UnreadPart[]>;
};

/** Rules of the profile, and meanings that persons gave to data that no rule read. */
export type ReadingRules = { rules: readonly TextRule[]; readings: readonly SourceReading[] };
export const noRules: ReadingRules = { rules: [], readings: [] };

/**
 * Never throws, for any bytes. The outcome is `clear` only for an answer as described, which names the queried person and has a
 * log number, in which `block` is false and every source that was asked says that it has nothing.
 */
export function readAnswer(raw: Uint8Array, query: ScreeningQuery, by: ReadingRules = noRules): AnswerReading {
  const json = readJson(raw);
  if (json === 'not-json') return reading({}, query, problem('search-answer-unreadable'), [], by);
  if (json === 'too-deep') return reading({}, query, notAsDescribed, [], by);
  const { value, repeated, encoded } = json;
  if (!isObject(value)) return reading({}, query, notAsDescribed, [], by);
  // The first of a repeated member is lost, and so is the text of bytes that are not UTF-8.
  const intact = encoded && repeated.length === 0;
  return reading(value, query, intact ? null : notAsDescribed, [...defectsOf(value), ...repeated], by);
}

const notAsDescribed: Problem = problem('search-answer-not-as-described');

function reading(
  answer: Record<string, unknown>,
  query: ScreeningQuery,
  found: Problem | null,
  defects: string[],
  by: ReadingRules,
): AnswerReading {
  const results = resultsOf(member(answer, 'results'));
  const said = blockOf(results.read);
  const persons = results.read.map((result, index) => comparePerson(result, query, `results[${index}].`));
  const logNumber = textOf(member(answer, 'id_bitacora'));
  const why = whyNoOutcome();
  const read = readSources({
    query,
    results: results.read,
    undescribed: undescribedMembers(answer, results.read),
    trusted: why === null,
    ...by,
  });
  const block = why !== null && said === false ? null : said;
  const other = { ...unlisted(answer, searchAnswerSchema, ''), ...results.lost };
  const lists = results.read.map((result) => listElements(member(result, sourceMembers.lists), query, by.rules));
  for (const [index, result] of results.read.entries()) {
    const path = `results[${index}].`;
    Object.assign(
      other,
      unlisted(result, searchResultSchema, path),
      oddLists(member(result, sourceMembers.lists), lists[index] ?? [], path),
    );
  }
  const { sources, others, used, unread } = read;
  return {
    outcome: decideOutcome(
      [...sources, ...others].map(({ state }) => state),
      block,
      why === null,
    ),
    block,
    logNumber,
    providerTime: textOf(member(answer, 'datetime')),
    elapsed: numberOf(member(answer, 'elapsed_time')),
    sources,
    others,
    matches: matchesOf(lists.flat(), query),
    defects: defects.filter((path) => !isReportedAsState(sources, path)),
    differences: persons.flatMap(({ differences }) => differences),
    other: Object.keys(other).length === 0 ? null : other,
    problem: why,
    used,
    unread,
  };

  function whyNoOutcome(): Problem | null {
    if (persons.some(({ about }) => about === 'other')) return problem('answer-other-person');
    if (found !== null || !results.exact || said === null) return found ?? notAsDescribed;
    if (persons.some(({ about }) => about === 'no-one')) return problem('answer-names-no-one');
    return logNumber === null ? problem('answer-without-log-number') : null;
  }
}

type Person = {
  /** `no-one`: neither name nor number identifies a person. */
  about: 'queried' | 'other' | 'no-one';
  /** Spelled differently from the query, and the same person all the same. */
  differences: AnswerDifference[];
};

type Comparison = 'same' | 'like' | 'other' | 'silent';

/** Checks that a result is about the queried person (Resources, `nombre` and `doc_id`; docs/open-points.md). */
function comparePerson(result: Record<string, unknown>, query: ScreeningQuery, path: string): Person {
  const name = member(result, 'nombre');
  const id = member(result, 'doc_id');
  const compared = [
    {
      member: `${path}nombre`,
      queried: query.name,
      answered: name,
      is: typeof name === 'string' ? compareNames(name, query.name) : 'silent',
    },
    { member: `${path}doc_id`, queried: query.identification, answered: id, is: compareNumbers(id, query.identification) },
  ] as const;
  const differences = compared
    .filter(({ is, answered, queried }) => is === 'like' || (is === 'silent' && queried !== '' && (textOf(answered) ?? '') !== ''))
    .map(({ member: name, queried, answered }) => ({ member: name, asked: queried, answered: cleanText(textOf(answered) ?? '') }));
  if (compared.some(({ is }) => is === 'other')) return { about: 'other', differences };
  return { about: compared.some(({ is }) => is === 'same' || is === 'like') ? 'queried' : 'no-one', differences };
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
  return sameName(withoutTitles(said), withoutTitles(queried)) ? 'like' : 'other';
}

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
const checkDigit = /^(.*\d)\s*-\s*\d\s*$/;

function compareNumbers(answered: unknown, queried: string): Comparison {
  const said = textOf(answered) ?? '';
  if (isMark(said)) return 'silent';
  // A JSON number has no leading zeros to compare.
  const key = (text: string): string =>
    typeof answered === 'number' ? identificationKey(text).replace(/^0+/, '') : identificationKey(text);
  const [one, other] = [key(said), key(queried)];
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
  return bare(said) === bare(queried) || withCheckDigit ? 'like' : 'other';
}

/** Returns a text, or a number as text; null for anything else, and for an empty text. */
function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? cleanText(value) || null : null;
}

/** Returns the members that the description does not list, each with its place in the answer. */
function undescribedMembers(answer: Record<string, unknown>, results: readonly Record<string, unknown>[]): Undescribed[] {
  const of = (
    object: Record<string, unknown>,
    schema: typeof searchAnswerSchema | typeof searchResultSchema,
    outer: Undescribed['outer'],
  ) => Object.entries(unlisted(object, schema, '')).map(([name, value]) => ({ name, value, outer }));
  const place = { key: 'results', outer: null };
  return [
    ...of(answer, searchAnswerSchema, null),
    ...results.flatMap((result, index) => of(result, searchResultSchema, { key: index, outer: place })),
  ];
}

/** The form of a missing answer, and of a finding, is not described: the state of the source reports it, and not a defect. */
function isReportedAsState(sources: SourcesReading['sources'], path: string): boolean {
  const name = /^results\[\d+\]\.(datos_\w+)$/.exec(path)?.[1];
  return sources.some(
    ({ source, state, text }) => (state === 'no-answer' || state === 'unread') && text !== null && sourceMembers[source] === name,
  );
}

/** "One element per query." A single result outside an array is read, but not trusted. */
function resultsOf(value: unknown): { read: Record<string, unknown>[]; exact: boolean; lost: Record<string, unknown> } {
  if (isObject(value)) return { read: [value], exact: false, lost: {} };
  if (!Array.isArray(value)) return { read: [], exact: false, lost: value === undefined ? {} : { results: value } };
  const read = value.filter(isObject);
  const exact = read.length > 0 && read.length === value.length;
  return { read, exact, lost: read.length === value.length ? {} : { results: value.filter((element) => !isObject(element)) } };
}

/** Returns true if one result has a block, false if all have none, null for anything else. */
function blockOf(results: Record<string, unknown>[]): boolean | null {
  const said = results.map((result) => member(result, 'block'));
  if (said.includes(true)) return true;
  return said.length > 0 && said.every((block) => block === false) ? false : null;
}

/** Returns a number, or that of a text which is only a number. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Maximum number of defects that are listed. */
const maxDefects = 200;

/** Paths of the members that the description states and the answer lacks or has in another form: `results[0].block`. */
function defectsOf(answer: unknown): string[] {
  const found: string[] = [];
  for (const defect of allDefects(answer)) if (found.push(defect) === maxDefects) break;
  return found;
}

function* allDefects(answer: unknown): Generator<string> {
  yield* defectsIn(searchAnswerSchema, answer, '');
  for (const [result, path] of elements(answer, 'results', '')) {
    yield* defectsIn(searchResultSchema, result, path);
    for (const [entry, entryPath] of elements(result, 'datos_tsti', `${path}.`)) yield* defectsIn(listEntrySchema, entry, entryPath);
  }
}

function* defectsIn(schema: z.ZodObject, value: unknown, path: string): Generator<string> {
  const { error } = schema.safeParse(value);
  for (const issue of error?.issues ?? []) yield [path, ...issue.path.map(String)].filter((step) => step !== '').join('.');
}

function* elements(value: unknown, name: string, path: string): Generator<[unknown, string]> {
  const array = isObject(value) ? member(value, name) : undefined;
  if (Array.isArray(array)) for (const [index, element] of array.entries()) yield [element, `${path}${name}[${index}]`];
}

/** Returns the members that the schema does not list by their paths, so that those of answer and result differ. */
function unlisted(value: Record<string, unknown>, schema: z.ZodObject, path: string): Record<string, unknown> {
  const members = Object.entries(value).filter(([name]) => !Object.hasOwn(schema.shape, name));
  return Object.fromEntries(members.map(([name, found]) => [`${path}${name}`, found]));
}
