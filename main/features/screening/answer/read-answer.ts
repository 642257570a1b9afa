/**
 * Reads a search answer (interface description, endpoint F and Resources), and whether it is about the queried person: bytes in, reading
 * out. Pure.
 */
import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { searchAnswerSchema, searchResultSchema } from '../../../../shared/domain/provider/search.ts';
import type { AnswerDifference, Match, Outcome, ScreeningQuery, SourceReading } from '../../../../shared/domain/screening/screening.ts';
import type { TextRule } from '../../../../shared/domain/text-rules.ts';
import { type Problem, problem } from '../../../../shared/errors.ts';
import { jsonWithin, plainJson } from '../../../platform/json/around-json.ts';
import { inAnyEncoding } from '../../../platform/json/body-encoding.ts';
import { isObject, member, readJson } from '../../../platform/json/exact-json.ts';
import { explanationOf } from '../../../platform/provider/provider-text.ts';
import { decideOutcome } from '../rules/source-state.ts';
import { comparePerson, textOf } from './compare-person.ts';
import { describedAnswer } from './described-answer.ts';
import { defectsOf } from './list-defects.ts';
import { listElements, matchesOf, oddLists } from './read-match.ts';
import { entriesOf } from './read-paging.ts';
import { readSources, type SourcesReading, sourceMembers } from './read-sources.ts';
import type { Undescribed } from './read-undescribed.ts';
import { isScalar, isYes, isYesOrNo } from './vocabulary.ts';

/** With a `problem` none of its sources is `clear`. */
export type AnswerReading = SourcesReading & {
  outcome: Outcome;
  /** False only for a trusted answer. */
  block: boolean | null;
  /** `id_bitacora`, with its original digits. */
  logNumber: string | null;
  /** `datetime` as written. */
  providerTime: string | null;
  /** `elapsed_time`, seconds. */
  elapsed: number | null;
  matches: Match[];
  defects: string[];
  /** Name and number that the answer spells differently from the query. */
  differences: AnswerDifference[];
  other: Record<string, unknown> | null;
  /** Why the answer has no trusted outcome; null otherwise. */
  problem: Problem | null;
};

/**
 * Rules of the profile, and meanings that persons gave to data that no rule read. `problem`: why the stored answer has no trusted outcome,
 * such as a connection that broke; it does not depend on the rules.
 */
export type ReadingRules = { rules: readonly TextRule[]; readings: readonly SourceReading[]; problem?: Problem | null };
const noRules: ReadingRules = { rules: [], readings: [] };

/**
 * Never throws, for any bytes. The outcome is `clear` only for an answer as described, which names the queried person and has a
 * log number, in which `block` is false and every source that was asked says that it has nothing.
 */
export function readAnswer(raw: Uint8Array, query: ScreeningQuery, by: ReadingRules = noRules): AnswerReading {
  const encoded = isUtf8(raw);
  const { bytes } = inAnyEncoding(raw);
  const { json, around, isPlain } = jsonOf(bytes);
  if (json === 'not-json') return reading({ answer: {}, defects: [], problem: explained('search-answer-unreadable', bytes) }, query, by);
  if (json === 'too-deep') return reading({ answer: {}, defects: [], problem: notAsDescribed }, query, by);
  const { repeated } = json;
  const value = describedAnswer(json.value);
  if (!isObject(value)) {
    if (Array.isArray(value))
      return reading({ answer: { results: value.flatMap(resultsIn) }, defects: [], problem: notAsDescribed }, query, by);
    return reading({ answer: {}, defects: [], problem: explained('search-answer-not-as-described', bytes) }, query, by);
  }
  // The first of a repeated member is lost, the characters of bytes that are not UTF-8 and faults of its JSON are a guess, and a text around
  // the answer may be a warning that a source did not answer.
  const intact = encoded && repeated.length === 0 && around === '' && isPlain;
  if (around !== '') value.$ ??= around;
  const defects = [...defectsOf(value), ...repeated];
  const withResults = intact ? null : notAsDescribed;
  const hasResults = resultsOf(member(value, 'results')).read.length > 0;
  const why = hasResults ? withResults : explained('search-answer-not-as-described', bytes);
  return reading({ answer: value, defects, problem: by.problem ?? why }, query, by);
}

/** The problem of an answer without results, with what it says instead, such as that there is no credit left. */
function explained(code: 'search-answer-unreadable' | 'search-answer-not-as-described', body: Uint8Array): Problem {
  const providerText = explanationOf(body);
  return problem(code, providerText === null ? undefined : { providerText, context: 'said' });
}

/** Returns the JSON of an answer, the text around it, and whether it needed no repair. */
function jsonOf(raw: Uint8Array): { json: ReturnType<typeof readJson>; around: string; isPlain: boolean } {
  const json = readJson(raw);
  const plain = { around: '', isPlain: true };
  if (typeof json === 'object' && typeof json.value === 'string') {
    const inner = readJson(Buffer.from(json.value));
    if (typeof inner === 'object') return { json: inner, ...plain };
  }
  const within = json === 'not-json' ? jsonWithin(new TextDecoder().decode(raw)) : null;
  if (within === null) return { json, ...plain };
  const { around } = within;
  const found = readJson(Buffer.from(within.json));
  if (found !== 'not-json') return { json: found, around, isPlain: true };
  return { json: readJson(Buffer.from(plainJson(within.json))), around, isPlain: false };
}

/** Of an element of an array in place of the answer, so that no finding is lost: an answer, or one of its results. */
function resultsIn(element: unknown): unknown {
  return isObject(element) && Object.hasOwn(element, 'results') ? member(element, 'results') : element;
}

const notAsDescribed: Problem = problem('search-answer-not-as-described');

/** `defects`: paths of the members that are not as described. `problem`: why the answer as a whole is not; null where it is. */
type ParsedAnswer = { answer: Record<string, unknown>; defects: string[]; problem: Problem | null };

function reading({ answer, defects, problem: found }: ParsedAnswer, query: ScreeningQuery, by: ReadingRules): AnswerReading {
  const results = resultsOf(member(answer, 'results'));
  const said = blockOf(results.read);
  const persons = results.read.map((result, index) => comparePerson(result, query, `results[${index}].`));
  const logNumber = textOf(member(answer, 'id_bitacora'));
  const about = persons.map((person) => person.about);
  const why = whyNoOutcome(about, found ?? (results.exact && said !== null ? null : notAsDescribed), logNumber);
  const providerTime = textOf(member(answer, 'datetime'));
  const { sources, others, used, unread } = readSources({
    query,
    results: results.read,
    undescribed: undescribedMembers(answer, results.read),
    year: numberOf(/\b20\d\d\b/.exec(providerTime ?? '')?.[0]),
    trusted: why === null,
    ...by,
  });
  const block = why !== null && said === false ? null : said;
  const lists = results.read.map((result) => listElements(member(result, sourceMembers.lists), query, by.rules));
  const other = { ...otherMembers(answer, results.read, lists), ...results.lost };
  const states = [...sources, ...others].map(({ state }) => state);
  return {
    outcome: decideOutcome(states, block, why === null),
    block,
    logNumber,
    providerTime,
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
}

type About = ReturnType<typeof comparePerson>['about'];

/** @param about the person of each result, compared with the queried one @param found why the answer is not as described; null where it is */
function whyNoOutcome(about: readonly About[], found: Problem | null, logNumber: string | null): Problem | null {
  if (about.includes('other')) return problem('answer-other-person');
  if (found !== null) return found;
  if (about.includes('no-one')) return problem('answer-names-no-one');
  return logNumber === null ? problem('answer-without-log-number') : null;
}

/** Returns what is shown next to the reading, by path: members that the description does not list, and odd elements of lists. */
function otherMembers(
  answer: Record<string, unknown>,
  results: readonly Record<string, unknown>[],
  lists: readonly ReturnType<typeof listElements>[],
): Record<string, unknown> {
  const ofResults = results.map((result, index) => {
    const path = `results[${index}].`;
    const odd = oddLists(member(result, sourceMembers.lists), lists[index] ?? [], path);
    return { ...unlisted(result, searchResultSchema, path), ...odd };
  });
  return Object.assign(unlisted(answer, searchAnswerSchema, ''), ...ofResults);
}

/** Returns the members that the description does not list, by object. */
function undescribedMembers(answer: Record<string, unknown>, results: readonly Record<string, unknown>[]): Undescribed[] {
  const outer = { key: 'results', outer: null };
  return [
    { members: unlisted(answer, searchAnswerSchema, ''), place: null, entries: entriesOf(answer) },
    ...results.map((result, index) => ({
      members: unlisted(result, searchResultSchema, ''),
      place: { key: index, outer },
      entries: entriesOf(result),
    })),
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

/** Returns true if one result has a block, also as "true", "SI" or 1; false if all have none, also as "false", "NO" or 0; else null. */
function blockOf(results: Record<string, unknown>[]): boolean | null {
  const said = results.map((result) => member(result, 'block'));
  if (said.some(isYes)) return true;
  return said.length > 0 && said.every((block) => isScalar(block) && isYesOrNo(block) === 'no') ? false : null;
}

/** Returns a number, or that of a text which is only a number. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Returns the members that the schema does not list by their paths, so that those of answer and result differ. */
function unlisted(value: Record<string, unknown>, schema: z.ZodObject, path: string): Record<string, unknown> {
  const members = Object.entries(value).filter(([name]) => !Object.hasOwn(schema.shape, name));
  return Object.fromEntries(members.map(([name, found]) => [`${path}${name}`, found]));
}
