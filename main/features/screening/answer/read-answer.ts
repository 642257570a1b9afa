/** The whole of a search answer (interface description, endpoint F and Resources): bytes in, reading out. Pure. */

import { searchAnswerSchema, searchResultSchema } from '../../../../shared/domain/provider/search.ts';
import type { Match, Outcome, ScreeningQuery, SourceReading } from '../../../../shared/domain/screening.ts';
import type { TextRule } from '../../../../shared/domain/text-rules.ts';
import { type Problem, problem } from '../../../../shared/errors.ts';
import { isObject, member, readJson } from '../../../platform/json/exact-json.ts';
import { defectsOf, numberOf, textOf, unlisted } from './described.ts';
import { isEntry, readEntry } from './entry.ts';
import type { AnswerReading } from './reading.ts';
import { personOf } from './same-person.ts';
import { type Decided, decideSources, sourceMembers } from './source-state.ts';
import { createRuleReader } from './text-rules.ts';
import type { Undescribed } from './undescribed.ts';

/** How an answer is to be read: rules of the profile, and what persons said of data that no rule read. */
export type ReadingRules = { rules: readonly TextRule[]; readings: readonly SourceReading[] };
export const noRules: ReadingRules = { rules: [], readings: [] };

/**
 * Never throws, whatever the bytes are. `clear` only for an answer as described, which names the person that was asked
 * for and has a log number, in which `block` is false and every source that was asked says that it has nothing.
 */
export function readAnswer(raw: Uint8Array, query: ScreeningQuery, by: ReadingRules = noRules): AnswerReading {
  const json = readJson(raw);
  if (json === 'not-json') return reading({}, query, problem('search-answer-unreadable'), [], by);
  if (json === 'too-deep') return reading({}, query, notAsDescribed, [], by);
  const { value, repeated, encoded } = json;
  if (!isObject(value)) return reading({}, query, notAsDescribed, [], by);
  // Of a member that comes twice the first is lost, and bytes that are no UTF-8 lose what they said.
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
  const persons = results.read.map((result, index) => personOf(result, query, `results[${index}].`));
  const logNumber = textOf(member(answer, 'id_bitacora'));
  const why = whyNoOutcome();
  const decided = decideSources({
    query,
    results: results.read,
    undescribed: undescribedIn(answer, results.read),
    trusted: why === null,
    ...by,
  });
  const block = why !== null && said === false ? null : said;
  const other = { ...unlisted(answer, searchAnswerSchema, ''), ...results.lost };
  const lists = results.read.map((result) => listElements(result, query, by.rules));
  for (const [index, result] of results.read.entries()) {
    const path = `results[${index}].`;
    Object.assign(other, unlisted(result, searchResultSchema, path), oddLists(result, lists[index] ?? [], path));
  }
  const { sources, others, used, unread } = decided;
  return {
    outcome: outcomeOf(decided, block, why),
    block,
    logNumber,
    providerTime: textOf(member(answer, 'datetime')),
    elapsed: numberOf(member(answer, 'elapsed_time')),
    sources,
    others,
    matches: matchesOf(lists.flat(), query),
    defects: defects.filter((path) => !saidBy(sources, path)),
    differences: persons.flatMap(({ differences }) => differences),
    other: Object.keys(other).length === 0 ? null : other,
    problem: why,
    used,
    unread,
  };

  function whyNoOutcome(): Problem | null {
    if (persons.some(({ whose }) => whose === 'other')) return problem('answer-other-person');
    if (found !== null || !results.exact || said === null) return found ?? notAsDescribed;
    if (persons.some(({ whose }) => whose === 'nobody')) return problem('answer-names-no-one');
    return logNumber === null ? problem('answer-without-log-number') : null;
  }
}

/** Each with its place from the answer on. */
function undescribedIn(answer: Record<string, unknown>, results: readonly Record<string, unknown>[]): Undescribed[] {
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

/** How a source says that it did not answer, or what it found, is not described: it is reported by its state and not as a defect. */
function saidBy(sources: Decided['sources'], path: string): boolean {
  const name = /^results\[\d+\]\.(datos_\w+)$/.exec(path)?.[1];
  return sources.some(
    ({ source, state, text }) => (state === 'no-answer' || state === 'unread') && text !== null && sourceMembers[source] === name,
  );
}

/** Anything found or unread is a match, even where the rest of the answer is not to be trusted; doubt is never clear. */
function outcomeOf({ sources, others }: Decided, block: boolean | null, why: Problem | null): Outcome {
  const is = (...states: string[]) => [...sources, ...others].some(({ state }) => states.includes(state));
  if (block === true || is('hit', 'unread')) return 'match';
  if (block === null || why !== null || is('no-answer')) return 'unavailable';
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

type ListElement = { value: unknown; entry: Record<string, unknown> | null };

function listElements(result: Record<string, unknown>, query: ScreeningQuery, rules: readonly TextRule[]): ListElement[] {
  const lists = member(result, sourceMembers.lists);
  const reader = { rules: createRuleReader(rules, 'lists', new Set()), query };
  return Array.isArray(lists) ? lists.map((value, index) => ({ value, entry: isEntry(value, index, reader) ? value : null })) : [];
}

const matchesOf = (elements: readonly ListElement[], query: ScreeningQuery): Match[] =>
  elements.flatMap(({ entry }, index) => (entry === null ? [] : [readEntry(entry, index, query)]));

/** What stands under `datos_tsti` and is no entry, so that it can be seen all the same. */
function oddLists(result: Record<string, unknown>, elements: readonly ListElement[], path: string): Record<string, unknown> {
  const lists = member(result, sourceMembers.lists);
  if (Array.isArray(lists)) {
    const odd = elements.flatMap(({ value, entry }, index) => (entry === null ? [[`${path}datos_tsti[${index}]`, value] as const] : []));
    return Object.fromEntries(odd);
  }
  return lists === undefined || lists === null ? {} : { [`${path}datos_tsti`]: lists };
}
