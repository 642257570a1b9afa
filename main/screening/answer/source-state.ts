/** What an answer says about one source (endpoint F, Resources and Errors; docs/open-points.md). Pure. */
import type { ScreeningQuery, SourceName, SourceResult } from '../../../shared/domain/screening.ts';
import { cleanText } from '../../provider/provider-text.ts';
import { isEntry } from './entry.ts';
import { holdsData, isEmpty, remarksIn, textsIn } from './says-data.ts';

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

/**
 * The rule. `value`: what stands under the source's member, undefined for nothing.
 *
 * 1. Missing: a source that was asked did not answer; another was not asked.
 * 2. Lists answer with an array, and nothing else is an answer.
 * 3. `null` is the empty result of a source that was asked, where the description says "or null" and has no other empty
 *    result. News has one (the empty array), so `null` says that it was not asked, and so it is for social data.
 * 4. `{}` and `[]` are the empty result of a source that was asked.
 * 5. Data is a hit, asked for or not, with what is said beside it. How data is told from a report: `holdsData`.
 * 6. Anything else is no answer, with what it says.
 */
export function sourceState(source: SourceName, value: unknown, query: ScreeningQuery): SourceResult {
  const asked = isAsked[source](query);
  const nothing = (state: 'clear' | 'no-answer' | 'not-asked'): SourceResult => ({ source, state, count: 0, text: null, data: null });
  if (value === undefined) return nothing(asked ? 'no-answer' : 'not-asked');
  if (source === 'lists' && !Array.isArray(value)) return { ...nothing('no-answer'), text: words(textsIn(value)) };
  if (value === null) return nothing(asked && source !== 'news' ? 'clear' : 'not-asked');
  if (isEmpty(value)) return nothing(asked ? 'clear' : 'not-asked');

  const isData = source === 'lists' ? isEntry : (element: unknown) => holdsData(element);
  const elements = Array.isArray(value) ? value : [value];
  const found = elements.filter(isData);
  const data = source !== 'lists' && typeof value === 'object' ? value : null;
  if (found.length === 0) return { source, state: 'no-answer', count: 0, text: words(textsIn(value)), data };
  const remarks =
    source === 'lists' ? elements.filter((element) => !isData(element)).flatMap((element) => textsIn(element)) : remarksIn(value);
  return { source, state: 'hit', count: found.length, text: words(remarks), data };
}

const words = (texts: string[]): string | null => cleanText(texts.join(' · ')) || null;

/** The worse of two states of a source counts: what one result has, another does not take away. */
const gravest = ['hit', 'no-answer', 'not-asked', 'clear'] as const;

/** One source of several results. */
export function mergedSource(one: SourceResult, other: SourceResult): SourceResult {
  const state = gravest.find((grave) => one.state === grave || other.state === grave) ?? 'no-answer';
  const data = [one.data, other.data].filter((found) => found !== null);
  return {
    source: one.source,
    state,
    count: one.count + other.count,
    text: words([one.text, other.text].filter((text) => text !== null)),
    data: data.length > 1 ? data : (data[0] ?? null),
  };
}
