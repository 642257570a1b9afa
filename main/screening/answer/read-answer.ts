/** The whole of a search answer (interface description, endpoint F and Resources): bytes in, reading out. Pure. */
import { identificationKey, sameName } from '../../../shared/domain/names.ts';
import { type Match, type Outcome, type ScreeningQuery, type SourceResult, sourceNames } from '../../../shared/domain/screening.ts';
import { type Problem, problem } from '../../../shared/errors.ts';
import { searchAnswerSchema, searchResultSchema } from '../../../shared/provider/search.ts';
import { isObject, member, readJson } from '../../json/exact-json.ts';
import { defectsOf, numberOf, textOf, unlisted } from './described.ts';
import { isEntry, readEntry } from './entry.ts';
import type { AnswerReading } from './reading.ts';
import { mergedSource, sourceMembers, sourceState } from './source-state.ts';
import { withToldBeside } from './told-beside.ts';

/**
 * Never throws, whatever the bytes are. `clear` only for an answer as described, about the person who was asked for,
 * in which `block` is false and every source that was asked says that it has nothing.
 */
export function readAnswer(raw: Uint8Array, query: ScreeningQuery): AnswerReading {
  const json = readJson(raw);
  if (json === 'not-json') return reading({}, query, problem('search-answer-unreadable'), []);
  if (json === 'too-deep') return reading({}, query, notAsDescribed, []);
  const { value, repeated, encoded } = json;
  if (!isObject(value)) return reading({}, query, notAsDescribed, []);
  // Of a member that comes twice the first is lost, and bytes that are no UTF-8 lose what they said.
  const intact = encoded && repeated.length === 0;
  return reading(value, query, intact ? null : notAsDescribed, [...defectsOf(value), ...repeated]);
}

const notAsDescribed: Problem = problem('search-answer-not-as-described');

function reading(answer: Record<string, unknown>, query: ScreeningQuery, found: Problem | null, defects: string[]): AnswerReading {
  const results = resultsOf(member(answer, 'results'));
  const undescribed = [unlisted(answer, searchAnswerSchema, ''), ...results.read.map((result) => unlisted(result, searchResultSchema, ''))];
  const read = withToldBeside(
    sourceNames.map((source): SourceResult => {
      const states = results.read.map((result) => sourceState(source, member(result, sourceMembers[source]), query));
      return states.length === 0 ? sourceState(source, undefined, query) : states.reduce(mergedSource);
    }),
    undescribed,
  );
  const said = blockOf(results.read);
  const asDescribed = results.exact && said !== null;
  const why = results.read.some((result) => isOtherPerson(result, query))
    ? problem('answer-other-person')
    : (found ?? (asDescribed ? null : notAsDescribed));
  // Of an answer that is not to be trusted, what was found counts, and nothing that it says is not there.
  const sources =
    why === null ? read : read.map((source): SourceResult => (source.state === 'clear' ? { ...source, state: 'no-answer' } : source));
  const block = why !== null && said === false ? null : said;
  const other = { ...unlisted(answer, searchAnswerSchema, ''), ...results.lost };
  for (const [index, result] of results.read.entries()) {
    Object.assign(other, unlisted(result, searchResultSchema, `results[${index}].`), oddLists(result, `results[${index}].`));
  }
  return {
    outcome: outcomeOf(sources, block, why),
    block,
    logNumber: textOf(member(answer, 'id_bitacora')),
    providerTime: textOf(member(answer, 'datetime')),
    elapsed: numberOf(member(answer, 'elapsed_time')),
    sources,
    matches: matchesOf(results.read, query),
    defects: defects.filter((path) => !saidBy(sources, path)),
    other: Object.keys(other).length === 0 ? null : other,
    problem: why,
  };
}

/** How a source says that it did not answer is not described, so it is told by its state and not as a defect. */
function saidBy(sources: SourceResult[], path: string): boolean {
  const name = /^results\[\d+\]\.(datos_\w+)$/.exec(path)?.[1];
  return sources.some(({ source, state, text }) => state === 'no-answer' && text !== null && sourceMembers[source] === name);
}

/** Anything found is a match, even where the rest of the answer is not to be trusted; doubt is never clear. */
function outcomeOf(sources: SourceResult[], block: boolean | null, why: Problem | null): Outcome {
  if (block === true || sources.some(({ state }) => state === 'hit')) return 'match';
  if (block === null || why !== null || sources.some(({ state }) => state === 'no-answer')) return 'unavailable';
  return 'clear';
}

/** "One element per query." A single result outside an array is read for what it has found, and nothing else believed. */
function resultsOf(value: unknown): { read: Record<string, unknown>[]; exact: boolean; lost: Record<string, unknown> } {
  if (isObject(value)) return { read: [value], exact: false, lost: {} };
  if (!Array.isArray(value)) return { read: [], exact: false, lost: value === undefined ? {} : { results: value } };
  const read = value.filter(isObject);
  const exact = read.length > 0 && read.length === value.length;
  return { read, exact, lost: read.length === value.length ? {} : { results: value.filter((element) => !isObject(element)) } };
}

/** True if one result says so, false if all do, null for anything else. */
function blockOf(results: Record<string, unknown>[]): boolean | null {
  const said = results.map((result) => member(result, 'block'));
  if (said.includes(true)) return true;
  return said.length > 0 && said.every((block) => block === false) ? false : null;
}

/** A name or number that is missing on either side says nothing. */
function isOtherPerson(result: Record<string, unknown>, query: ScreeningQuery): boolean {
  const name = member(result, 'nombre');
  if (typeof name === 'string' && name.trim() !== '' && name.trim() !== query.name.trim() && !sameName(name, query.name)) return true;
  const id = member(result, 'doc_id');
  // A number has no leading zeros to compare.
  const key = (text: string): string => (typeof id === 'number' ? identificationKey(text).replace(/^0+/, '') : identificationKey(text));
  const answered = key(textOf(id) ?? '');
  const asked = key(query.identification);
  return answered !== '' && asked !== '' && answered !== asked;
}

function matchesOf(results: Record<string, unknown>[], query: ScreeningQuery): Match[] {
  return results
    .flatMap((result) => listElements(result))
    .flatMap((element, index) => (isEntry(element) ? [readEntry(element, index, query)] : []));
}

function listElements(result: Record<string, unknown>): unknown[] {
  const lists = member(result, sourceMembers.lists);
  return Array.isArray(lists) ? lists : [];
}

/** What stands under `datos_tsti` and is no entry, so that it can be seen all the same. */
function oddLists(result: Record<string, unknown>, path: string): Record<string, unknown> {
  const lists = member(result, sourceMembers.lists);
  if (Array.isArray(lists)) {
    const odd = lists.flatMap((element, index) => (isEntry(element) ? [] : [[`${path}datos_tsti[${index}]`, element] as const]));
    return Object.fromEntries(odd);
  }
  return lists === undefined || lists === null ? {} : { [`${path}datos_tsti`]: lists };
}
