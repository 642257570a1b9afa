/**
 * Decides the state of each source of a screening, and the outcome (endpoint F, Resources and Errors; docs/open-points.md). Nothing
 * changes a state afterwards: when a person says what unread data means, the stored answer is read again, and decided here again
 * (`assign-meaning.ts`). The command `screen` prints no state of an answer about another person. Pure.
 *
 * 1. A missing member: a source that was asked did not answer; another was not asked.
 * 2. `null` is the empty result of a source that was asked, where the description says "or null" and has no other empty result. News
 *    has one (the empty array), so that `null` says that it was not asked. Lists are never null. A rule of the profile may say otherwise.
 * 3. Every text, number, `true` and `false` under the member is read by the first rule that fits: those of the profile, the usual
 *    sentences, the words of names (`answer/read-value.ts`, `answer/read-sentence.ts`, `answer/vocabulary.ts`).
 * 4. A finding is a hit, asked for or not. Otherwise unread data is unread, until a person says what it means. Otherwise a failure is
 *    no answer. Otherwise a member that is empty all the way down, or says that nothing was found, is clear.
 * 5. Of several results the gravest state counts.
 * 6. A failure reported elsewhere (`answer/read-undescribed.ts`) makes the sources that it names no answer, and where it names none,
 *    all that would be clear; hits and unread data stay.
 * 7. Of an answer that is not trusted, no source is clear.
 */
import type { Outcome, ScreeningQuery, SourceName, SourceReading, SourceState } from '../../../../shared/domain/screening/screening.ts';
import type { RuleMeaning } from '../../../../shared/domain/text-rules.ts';

/** `ignored`: about the query, not about the person. */
export type LeafMeaning = RuleMeaning | 'unread';
export type ValueState = 'hit' | 'unread' | 'no-answer' | 'clear';

/** Lists and news are always searched, social data cannot be asked for (endpoint F, body). */
const isAsked: Record<SourceName, (query: Pick<ScreeningQuery, 'judicial' | 'procurator'>) => boolean> = {
  lists: () => true,
  judicial: (query) => query.judicial,
  procurator: (query) => query.procurator,
  news: () => true,
  social: () => false,
};

/** Returns the state of a source that no answer tells anything about: there is no answer, or it is about another person. */
export const stateWithoutAnswer = (source: SourceName, query: Pick<ScreeningQuery, 'judicial' | 'procurator'>): SourceState =>
  isAsked[source](query) ? 'no-answer' : 'not-asked';

/** Returns the state of a value by the meanings of its leaves (4). It is clear only when a leaf says that nothing was found. */
export function stateOfValue(said: Readonly<Record<LeafMeaning, boolean>>): ValueState {
  if (said.hit) return 'hit';
  if (said.unread) return 'unread';
  if (said['no-answer']) return 'no-answer';
  return said.clear ? 'clear' : 'unread';
}

/**
 * Returns the state of lists by their elements that are no entries; an entry is always a hit. A finding in another form than an entry
 * is unread: the description has no rule for it.
 */
export function stateOfLists(entries: number, others: readonly ValueState[]): ValueState {
  if (entries > 0) return 'hit';
  const state = others.length === 0 ? 'clear' : gravest(others);
  return state === 'hit' ? 'unread' : state;
}

/** Returns the state of a source by its member in one result (1, 2). `empty`: a text without characters, or `{}`. */
export function stateOfMember(source: SourceName, query: ScreeningQuery, value: ValueState | 'missing' | 'null' | 'empty'): SourceState {
  const asked = isAsked[source](query);
  const nothing = asked ? 'clear' : 'not-asked';
  if (value === 'missing') return asked ? 'no-answer' : 'not-asked';
  // The empty result of lists is an empty array: nothing in its place is no answer.
  if (source === 'lists' && (value === 'null' || value === 'empty')) return 'no-answer';
  if (value === 'null') return asked && source !== 'news' ? 'clear' : 'not-asked';
  return value === 'clear' || value === 'empty' ? nothing : value;
}

/** The worse of two states counts: what one result has, another does not take away (5). */
const gravestFirst = ['hit', 'unread', 'no-answer', 'not-asked', 'clear'] as const;

/** Returns the gravest state of at least one. */
export const gravest = <T extends SourceState>(states: readonly T[]): T =>
  states.toSorted((one, other) => gravestFirst.indexOf(one) - gravestFirst.indexOf(other))[0] as T;

export type SourceEvidence = {
  source: SourceName;
  query: ScreeningQuery;
  /** By its members in all results. */
  state: SourceState;
  /** A person's meaning of its data; counts only for unread data. */
  meaning: SourceReading['meaning'] | null;
  /** A failure that is reported elsewhere in the answer: of this source, or of no source in particular. */
  failure: 'of-source' | 'of-none' | null;
  /** False for an answer that cannot be trusted as a whole. */
  trusted: boolean;
};

export function decideSourceState({ source, query, state, meaning, failure, trusted }: SourceEvidence): SourceState {
  const read = state === 'unread' && meaning !== null ? stateOfMember(source, query, meaning) : state;
  if (read === 'hit' || read === 'unread') return read;
  if (failure === 'of-source') return 'no-answer';
  return read === 'clear' && (failure === 'of-none' || !trusted) ? 'no-answer' : read;
}

/** Data under a member that the description does not list: unread until a person says what it means. */
export const decideOtherState = (state: 'hit' | 'unread', meaning: SourceReading['meaning'] | null): ValueState =>
  state === 'unread' ? (meaning ?? state) : state;

/** Any hit or unread data is a match, even where the rest of the answer is not trusted; a doubt is never clear. */
export function decideOutcome(states: readonly SourceState[], block: boolean | null, trusted: boolean): Outcome {
  if (block === true || states.includes('hit') || states.includes('unread')) return 'match';
  return block === null || !trusted || states.includes('no-answer') ? 'unavailable' : 'clear';
}
