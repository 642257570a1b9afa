/**
 * Reads each source of an answer: entries, texts and data, as evidence for `rules/source-state.ts`, which decides the states, next to what
 * `read-undescribed.ts` reads. Pure.
 */
import {
  type OtherData,
  type ScreeningQuery,
  type SourceName,
  type SourceReading,
  type SourceResult,
  type SourceState,
  sourceNames,
} from '../../../../shared/domain/screening/screening.ts';
import type { TextRule } from '../../../../shared/domain/text-rules.ts';
import { isObject, member } from '../../../platform/json/exact-json.ts';
import { cleanText } from '../../../platform/provider/provider-text.ts';
import { decideOtherState, decideSourceState, gravest, stateOfLists, stateOfMember, stateOfValue } from '../rules/source-state.ts';
import { isEmpty, isEntry, isHollow } from './read-match.ts';
import { readUndescribed, type Undescribed, type UndescribedReading } from './read-undescribed.ts';
import {
  createRuleReader,
  isCertificate,
  type Reader,
  type RuleReader,
  readValue,
  textsIn,
  type UnreadPart,
  unreadParts,
  type ValueReading,
} from './read-value.ts';
import { refersToNote } from './vocabulary.ts';

/** Members of a result, by source. */
export const sourceMembers: Record<SourceName, string> = {
  lists: 'datos_tsti',
  judicial: 'datos_ramajudicial',
  procurator: 'datos_pro',
  news: 'datos_amlnews',
  social: 'datos_twitter',
};

export type SourcesInput = {
  query: ScreeningQuery;
  /** Elements of `results`. */
  results: readonly Record<string, unknown>[];
  undescribed: readonly Undescribed[];
  /** The year in which the answer was made; null for an answer that does not say it. */
  year: number | null;
  rules: readonly TextRule[];
  /** Meanings that persons gave to unread data; the latest of a place counts. */
  readings: readonly SourceReading[];
  /** False for an answer that cannot be trusted as a whole. */
  trusted: boolean;
};

export type SourcesReading = {
  /** All five, in the order of `sourceNames`. */
  sources: SourceResult[];
  /** Data under members that the description does not list. */
  others: OtherData[];
  /** Rules that read something, in their original order: with them the same answer always reads the same. */
  used: TextRule[];
  /** Data that no rule read, by source or JSON path. */
  unread: ReadonlyMap<string, UnreadPart[]>;
};

export function readSources(input: SourcesInput): SourcesReading {
  const { query, rules, readings } = input;
  const used = new Set<TextRule>();
  const notes = input.results.some((result) =>
    sourceNames.some((source) => textsIn(member(result, sourceMembers[source])).some(refersToNote)),
  );
  const undescribed = readUndescribed(input.undescribed, { rules: createRuleReader(rules, 'other', used), query, notes, year: input.year });
  const unread = new Map<string, UnreadPart[]>();
  const sources = sourceNames.map((source) => {
    const own = readOwn(source, input, createRuleReader(rules, source, used));
    if (own.unread.length > 0) unread.set(source, own.unread);
    return sourceResult(source, own, undescribed, input);
  });
  const others = undescribed.data.map(({ path, state, texts, data, unread: parts }): OtherData => {
    unread.set(path, parts);
    return { path, state: decideOtherState(state, meaningOf(readings, path)), text: joined(texts), data };
  });
  return { sources, others, used: rules.filter((rule) => used.has(rule)), unread };
}

type Own = { state: SourceState; count: number; texts: string[]; data: unknown; unread: UnreadPart[] };

function sourceResult(source: SourceName, own: Own, { failures, unnamed }: UndescribedReading, input: SourcesInput): SourceResult {
  const { query, readings, trusted } = input;
  const named = failures.get(source);
  const failure = named !== undefined ? 'of-source' : unnamed.size > 0 ? 'of-none' : null;
  const state = decideSourceState({ source, query, state: own.state, meaning: meaningOf(readings, source), failure, trusted });
  const reported = named !== undefined ? [...named, ...unnamed] : own.state === 'clear' ? [...unnamed] : [];
  const count = state === 'hit' ? Math.max(own.count, 1) : 0;
  return { source, state, count, text: joined([...own.texts, ...reported]), data: own.data };
}

function readOwn(source: SourceName, { query, results }: SourcesInput, rules: RuleReader): Own {
  const each = results.map((result) => readMember(source, member(result, sourceMembers[source]), query, rules));
  const all = each.length > 0 ? each : [readMember(source, undefined, query, rules)];
  const data = all.map((own) => own.data).filter((found) => found !== null);
  return {
    state: gravest(all.map((own) => own.state)),
    count: all.reduce((sum, own) => sum + own.count, 0),
    texts: all.flatMap((own) => own.texts),
    data: data.length > 1 ? data : (data[0] ?? null),
    unread: all.flatMap((own) => own.unread),
  };
}

const nothing = { count: 0, texts: [], data: null, unread: [] };

function readMember(source: SourceName, value: unknown, query: ScreeningQuery, rules: RuleReader): Own {
  if (value === undefined) return { ...nothing, state: stateOfMember(source, query, 'missing') };
  if (value === null) {
    const ruled = rules.meaning(null, null) ?? 'ignored';
    return { ...nothing, state: stateOfMember(source, query, ruled === 'ignored' ? 'null' : ruled) };
  }
  if (source === 'lists') return readLists(value, query, rules);
  const reading = readData(source, value, { rules, query });
  const state = stateOfValue(reading.said);
  const data = typeof value === 'object' && (state !== 'clear' || !isEmpty(value)) ? value : null;
  const found = { state: stateOfMember(source, query, state), data, unread: unreadParts(reading) };
  if (state === 'hit') return { ...found, count: countOf(value, query, rules), texts: reading.remarks };
  return { ...found, count: 0, texts: state === 'clear' && isEmpty(value) ? [] : textsIn(value) };
}

/** A list of one certificate is read as that, since converters from XML write it in place of an object; an element of news is news. */
function readData(source: SourceName, value: unknown, reader: Reader): ValueReading {
  const isOne = source !== 'news' && Array.isArray(value) && value.length === 1 && reader.rules.meaning(null, value) === undefined;
  const [only] = isOne ? value : [];
  return isCertificate(only, reader.query)
    ? readValue(only, '', { key: 0, outer: null }, {}, reader)
    : readValue(value, '', null, {}, reader);
}

/** Counts the elements of an array that hold a finding; an object counts as one. */
function countOf(value: unknown, query: ScreeningQuery, rules: RuleReader): number {
  if (!Array.isArray(value)) return 1;
  const holds = (element: unknown, index: number): boolean =>
    readValue(element, '', { key: index, outer: null }, { record: isObject(element) }, { rules, query }).said.hit;
  return value.filter(holds).length;
}

/** Returns true for `{}`, and for a text of blanks alone, in place of lists. */
const isNoLists = (value: unknown): boolean => (isObject(value) && isEmpty(value)) || (typeof value === 'string' && value.trim() === '');

/** Reads lists, whose answer is an array of entries; any other value is read like that of other sources. */
function readLists(value: unknown, query: ScreeningQuery, rules: RuleReader): Own {
  const reader = { rules, query };
  if (isNoLists(value)) return { ...nothing, state: stateOfMember('lists', query, 'empty') };
  if (!Array.isArray(value)) {
    const reading = readValue(value, '', null, {}, reader);
    return { ...nothing, state: stateOfLists(0, [stateOfValue(reading.said)]), texts: textsIn(value), unread: unreadParts(reading) };
  }
  const odd = value.flatMap((element, index) => (isEntry(element, index, reader) ? [] : [{ element, index }]));
  const count = value.length - odd.length;
  const readings = odd.map(({ element, index }) => readValue(element, '', { key: index, outer: null }, {}, reader));
  const texts = odd.flatMap(({ element }, at) => (readings[at]?.said.clear && count === 0 && isAllClear(readings) ? [] : textsIn(element)));
  const unread = readings.flatMap(unreadParts);
  // The list has an element: only a rule of the profile, or a text, says that it means nothing.
  const unsaid = odd.map(
    ({ element, index }) =>
      (isHollow(element) || typeof element === 'number' || typeof element === 'boolean') &&
      rules.meaning({ key: index, outer: null }, element) === undefined,
  );
  const state = stateOfLists(
    count,
    readings.map(({ said }, at) => (unsaid[at] ? 'unread' : stateOfValue(said))),
  );
  return { state, count, texts, data: null, unread };
}

const isAllClear = (readings: readonly ValueReading[]): boolean => readings.every(({ said }) => stateOfValue(said) === 'clear');

const meaningOf = (readings: readonly SourceReading[], of: string): SourceReading['meaning'] | null =>
  readings.findLast((reading) => reading.of === of)?.meaning ?? null;

const joined = (texts: readonly string[]): string | null =>
  texts.length === 0 ? null : cleanText([...new Set(texts)].join(' · ')) || null;
