/**
 * What an answer says of each source (endpoint F, Resources and Errors; docs/open-points.md). All that bears on it goes
 * in here, and nothing changes the result afterwards. Pure.
 */
import type {
  OtherData,
  ScreeningQuery,
  SourceName,
  SourceReading,
  SourceResult,
  SourceState,
} from '../../../../shared/domain/screening.ts';
import { sourceNames } from '../../../../shared/domain/screening.ts';
import type { TextRule } from '../../../../shared/domain/text-rules.ts';
import { isObject, member } from '../../../platform/json/exact-json.ts';
import { cleanText } from '../../../platform/provider/provider-text.ts';
import { isEntry } from './entry.ts';
import { readValue, stateOf, textsIn, type UnreadPart, unreadParts, type ValueReading } from './read-value.ts';
import { createRuleReader, type RuleReader } from './text-rules.ts';
import { readUndescribed, type Undescribed, type UndescribedReading } from './undescribed.ts';

/** Lists and news are always searched, social data cannot be asked for (endpoint F, body). */
const isAsked: Record<SourceName, (query: ScreeningQuery) => boolean> = {
  lists: () => true,
  judicial: (query) => query.judicial,
  procurator: (query) => query.procurator,
  news: () => true,
  social: () => false,
};

/** Members of a result, by source. */
export const sourceMembers: Record<SourceName, string> = {
  lists: 'datos_tsti',
  judicial: 'datos_ramajudicial',
  procurator: 'datos_pro',
  news: 'datos_amlnews',
  social: 'datos_twitter',
};

export type Evidence = {
  query: ScreeningQuery;
  /** Elements of `results`. */
  results: readonly Record<string, unknown>[];
  undescribed: readonly Undescribed[];
  rules: readonly TextRule[];
  /** What persons said that unread data means; the latest of a place counts. */
  readings: readonly SourceReading[];
  /** False for an answer that cannot be trusted as a whole: then no source is clear. */
  trusted: boolean;
};

export type Decided = {
  /** All five, in the order of `sourceNames`. */
  sources: SourceResult[];
  /** Data under members that the description does not list. */
  others: OtherData[];
  /** Rules that read something, in their own order: with them the same answer reads the same again. */
  used: TextRule[];
  /** What no rule read, by source or JSON path. */
  unread: ReadonlyMap<string, UnreadPart[]>;
};

export function decideSources(evidence: Evidence): Decided {
  const { query, rules, undescribed, readings } = evidence;
  const used = new Set<TextRule>();
  const beside = readUndescribed(undescribed, { rules: createRuleReader(rules, 'other', used), query });
  const unread = new Map<string, UnreadPart[]>();
  const sources = sourceNames.map((source) => {
    const own = readOwn(source, evidence, createRuleReader(rules, source, used));
    if (own.unread.length > 0) unread.set(source, own.unread);
    return decideSource(source, own, beside, evidence);
  });
  const others = beside.data.map(({ path, state, texts, data, unread: parts }): OtherData => {
    unread.set(path, parts);
    const reading = state === 'unread' ? latest(readings, path) : null;
    return { path, state: reading?.meaning ?? state, text: words(texts), data };
  });
  return { sources, others, used: rules.filter((rule) => used.has(rule)), unread };
}

type Own = { state: SourceState; count: number; texts: string[]; data: unknown; unread: UnreadPart[] };

/**
 * The rule, from the value of the source's own member to the whole answer:
 *
 * 1. Missing: a source that was asked did not answer; another was not asked.
 * 2. `null` is the empty result of a source that was asked, where the description says "or null" and has no other empty
 *    result. News has one (the empty array), so `null` says that it was not asked. Lists are never null.
 * 3. Every text, number, `true` and `false` is read by the first rule that fits: those of the profile, the usual
 *    sentences, the words of names (`text-rules.ts`, `read-value.ts`).
 * 4. Something found is a hit, asked for or not. Else what no rule read is unread, until a person says what it means.
 *    Else a failure is no answer. Else what is empty all the way down, or says that nothing was found, is clear.
 * 5. Of several results the gravest counts.
 * 6. A failure reported elsewhere makes the sources that it names no answer, and where it names none, all that would
 *    be clear; what is found or unread stays.
 * 7. Of an answer that is not to be trusted, no source is clear.
 */
function decideSource(source: SourceName, own: Own, beside: UndescribedReading, { query, readings, trusted }: Evidence): SourceResult {
  const reading = own.state === 'unread' ? latest(readings, source) : null;
  const nothing: SourceState = isAsked[source](query) ? 'clear' : 'not-asked';
  let state: SourceState = reading === null ? own.state : reading.meaning === 'clear' ? nothing : reading.meaning;
  const named = beside.failures.get(source);
  const isOpen = state === 'hit' || state === 'unread';
  if (!isOpen && (named !== undefined || (state === 'clear' && (beside.unnamed.size > 0 || !trusted)))) state = 'no-answer';
  const tells = named !== undefined ? [...named, ...beside.unnamed] : own.state === 'clear' ? [...beside.unnamed] : [];
  const count = state === 'hit' ? Math.max(own.count, 1) : 0;
  return { source, state, count, text: words([...own.texts, ...tells]), data: own.data };
}

/** The worse of two states of a source counts: what one result has, another does not take away. */
const gravest: readonly SourceState[] = ['hit', 'unread', 'no-answer', 'not-asked', 'clear'];

function readOwn(source: SourceName, { query, results }: Evidence, rules: RuleReader): Own {
  const each = results.map((result) => readMember(source, member(result, sourceMembers[source]), query, rules));
  const all = each.length > 0 ? each : [readMember(source, undefined, query, rules)];
  const data = all.map((own) => own.data).filter((found) => found !== null);
  return {
    state: gravest.find((state) => all.some((own) => own.state === state)) ?? 'no-answer',
    count: all.reduce((sum, own) => sum + own.count, 0),
    texts: all.flatMap((own) => own.texts),
    data: data.length > 1 ? data : (data[0] ?? null),
    unread: all.flatMap((own) => own.unread),
  };
}

function readMember(source: SourceName, value: unknown, query: ScreeningQuery, rules: RuleReader): Own {
  const asked = isAsked[source](query);
  const without = (state: SourceState): Own => ({ state, count: 0, texts: [], data: null, unread: [] });
  if (value === undefined) return without(asked ? 'no-answer' : 'not-asked');
  if (value === null) return without(source === 'lists' ? 'no-answer' : asked && source !== 'news' ? 'clear' : 'not-asked');
  if (source === 'lists') return readLists(value, query, rules);
  const reading = readValue(value, '', null, {}, { rules, query });
  const state = stateOf(reading);
  const data = typeof value === 'object' && (state !== 'clear' || !isEmpty(value)) ? value : null;
  const found = { state: state === 'clear' && !asked ? ('not-asked' as const) : state, data, unread: unreadParts(reading) };
  if (state === 'hit') return { ...found, count: countOf(value, query, rules), texts: reading.remarks };
  return { ...found, count: 0, texts: state === 'clear' && isEmpty(value) ? [] : textsIn(value) };
}

/** `{}` and `[]`: nothing to show. */
const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** Elements of an array that hold something; an object is one. */
function countOf(value: unknown, query: ScreeningQuery, rules: RuleReader): number {
  if (!Array.isArray(value)) return 1;
  const holds = (element: unknown, index: number): boolean =>
    readValue(element, '', { key: index, outer: null }, { record: isObject(element) }, { rules, query }).said.hit;
  return value.filter(holds).length;
}

/** `{}`, and a text of blanks alone. */
const isBlank = (value: unknown): boolean => (isObject(value) && isEmpty(value)) || (typeof value === 'string' && value.trim() === '');

/** Lists answer with an array of entries; any other value is read like the rest. */
function readLists(value: unknown, query: ScreeningQuery, rules: RuleReader): Own {
  const reader = { rules, query };
  // The empty result of lists is an empty array: nothing in its place is no answer.
  if (isBlank(value)) return { state: 'no-answer', count: 0, texts: [], data: null, unread: [] };
  if (!Array.isArray(value)) {
    const reading = readValue(value, '', null, {}, reader);
    const state = stateOf(reading);
    // An entry outside the array was found by no rule of the description.
    return { state: state === 'hit' ? 'unread' : state, count: 0, texts: textsIn(value), data: null, unread: unreadParts(reading) };
  }
  const odd = value.flatMap((element, index) => (isEntry(element, index, reader) ? [] : [{ element, index }]));
  const count = value.length - odd.length;
  const readings = odd.map(({ element, index }) => readValue(element, '', { key: index, outer: null }, {}, reader));
  const texts = odd.flatMap(({ element }, at) => (readings[at]?.said.clear && count === 0 && isAllClear(readings) ? [] : textsIn(element)));
  const unread = readings.flatMap(unreadParts);
  if (count > 0) return { state: 'hit', count, texts, data: null, unread };
  const states = value.length === 0 ? (['clear'] as const) : readings.map(stateOf);
  const state = gravest.find((grave) => states.some((one) => one === grave)) ?? 'clear';
  return { state: state === 'hit' ? 'unread' : state, count: 0, texts, data: null, unread };
}

const isAllClear = (readings: readonly ValueReading[]): boolean => readings.every((reading) => stateOf(reading) === 'clear');

const latest = (readings: readonly SourceReading[], of: string): SourceReading | null =>
  readings.findLast((reading) => reading.of === of) ?? null;

const words = (texts: readonly string[]): string | null => cleanText([...new Set(texts)].join(' · ')) || null;
