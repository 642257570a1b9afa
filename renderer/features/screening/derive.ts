/** Derives from a screening: its shown state, the listed matches and their order, the decisions. Pure. */

import { similarName } from '../../../shared/domain/names.ts';
import { matchReasons } from '../../../shared/domain/screening/match-reasons.ts';
import type {
  Decision,
  Match,
  MatchReason,
  ScreeningSummary,
  ScreeningView,
  SourceName,
  SourceReading,
} from '../../../shared/domain/screening/screening.ts';
import { identificationKey } from '../../../shared/domain/text-folding.ts';

type Person = { name: string; identification: string };

/** Returns the previous person's name when the typed identification is still theirs and the name differs; otherwise null. */
export function leftOver(typed: Person, before: Person): string | null {
  const key = identificationKey(typed.identification);
  if (key === '' || typed.name.trim() === '' || key !== identificationKey(before.identification)) return null;
  return similarName(typed.name, before.name) ? null : before.name;
}

/** Returns the strongest of a match's reasons, which is the first. */
export const reasonOf = ({ reasons }: Match): MatchReason => reasons[0] ?? 'unexplained';

const strength = (match: Match): number => matchReasons.indexOf(reasonOf(match));

export type MatchFilter = { list: string | null; category: string | null; country: string | null };
export const everyMatch: MatchFilter = { list: null, category: null, country: null };

export type Counted = { name: string; count: number };

/** Counts the matches by value, most frequent first. A match without any value counts under `''`. */
function count(matches: readonly Match[], valuesOf: (match: Match) => readonly string[]): Counted[] {
  const counts = new Map<string, number>();
  for (const match of matches) {
    for (const value of new Set(orNone(valuesOf(match)))) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].map(([name, n]) => ({ name, count: n })).sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}

const orNone = (values: readonly string[]): readonly string[] => (values.length === 0 ? [''] : values);
const has = (values: readonly string[], wanted: string | null): boolean => wanted === null || orNone(values).includes(wanted);

/** Returns the filter options, with counts over all matches. `''` is for matches without a value. */
export const choicesOf = (matches: readonly Match[]) => ({
  list: count(matches, (match) => match.lists),
  category: count(matches, (match) => match.categories),
  country: count(matches, (match) => match.countries),
});

export type MatchGroup = { list: string; matches: Match[] };

/**
 * Returns the matches that pass the filter, each once, under its first list (under the chosen list if any). The group
 * and, within it, the match with the strongest reason come first; equal groups are sorted by name. `''` is the group of
 * entries without a list, the last of its equals.
 */
export function groupedMatches(matches: readonly Match[], filter: MatchFilter): MatchGroup[] {
  const passing = matches.filter(
    ({ lists, categories, countries }) => has(lists, filter.list) && has(categories, filter.category) && has(countries, filter.country),
  );
  const groups = Map.groupBy(passing, ({ lists }) => filter.list ?? lists[0] ?? '');
  const best = (group: MatchGroup) => Math.min(...group.matches.map(strength));
  return [...groups]
    .map(([list, found]) => ({ list, matches: found.sort((a, b) => strength(a) - strength(b) || a.number - b.number) }))
    .sort((a, b) => best(a) - best(b) || Number(a.list === '') - Number(b.list === '') || a.list.localeCompare(b.list));
}

/** Data that no rule reads, or read until a person said what it means. `source` null: a member that is not described. */
export type UnreadItem = { of: string; source: SourceName | null; text: string | null; data: unknown; reading: SourceReading | null };

export function unreadItems({ sources, others, readings }: Pick<ScreeningView, 'sources' | 'others' | 'readings'>): UnreadItem[] {
  const readingOf = (of: string) => readings.findLast((reading) => reading.of === of) ?? null;
  const all = [
    ...sources.map(({ source, ...rest }) => ({ of: source as string, source, ...rest })),
    ...others.map(({ path, ...rest }) => ({ of: path, source: null, ...rest })),
  ];
  return all.flatMap(({ of, source, state, text, data }) => {
    const reading = readingOf(of);
    return state === 'unread' || reading ? [{ of, source, text, data, reading }] : [];
  });
}

/** Returns the decisions on one match, or with null on the screening as a whole, latest first. */
export const decisionsOn = (view: ScreeningView, match: number | null): Decision[] =>
  view.decisions.filter((decision) => decision.match === match).reverse();

/** Counts the matches without a final decision. */
export const openMatches = (view: ScreeningView): number =>
  view.matches.filter(({ number }) => {
    const verdict = decisionsOn(view, number)[0]?.verdict;
    return verdict === undefined || verdict === 'undecided';
  }).length;

/** Members of an entry that have a text; the others are shown under the provider's name. */
const knownMembers = [
  'nombre_apellido',
  'alias',
  'lista',
  'nombre_relacion_lista',
  'id_relacion_lista',
  'categoria',
  'pais',
  'ciudadania',
  'n_identificacion',
  'n_identificacion2',
  'pasaporte',
  'pasaporte2',
  'estado',
  'estado1',
  'estado2',
  'estado3',
  'detalle',
  'relacionado',
  'url',
  'id',
  '_version_',
] as const;
type KnownMember = (typeof knownMembers)[number];
const isKnown = (name: string): name is KnownMember => knownMembers.some((known) => known === name);

export type MemberRow = { name: string; known: KnownMember | null; value: unknown };

/** Returns every member of an entry: those with a text first, in a fixed order, then the others as received. */
export function memberRows(entry: Match['entry']): MemberRow[] {
  const known = knownMembers.filter((name) => Object.hasOwn(entry, name));
  const others = Object.keys(entry).filter((name) => !isKnown(name));
  return [
    ...known.map((name) => ({ name, known: name, value: entry[name] })),
    ...others.map((name) => ({ name, known: null, value: entry[name] })),
  ];
}

/** `blocked`: blocked although no source has anything, which is never shown as clear. */
export type Shown =
  | 'clear'
  | 'match'
  | 'unread'
  | 'blocked'
  | 'unavailable'
  | 'failed'
  | 'stopped'
  | 'waiting'
  | 'asking'
  | 'skipped'
  | 'damaged';

type Shows = Pick<ScreeningSummary, 'state' | 'outcome' | 'block' | 'problem'> & Partial<Pick<ScreeningSummary, 'sources' | 'others'>>;

/** `unread`: a person has to look, since no rule reads some of the answer; nothing else was found. */
export function shownOutcome({ state, outcome, block, problem, sources = [], others = [] }: Shows): Shown {
  if (state === 'failed' && problem?.code === 'cancelled') return 'stopped';
  if (state !== 'done') return state;
  if (outcome === 'clear' && block) return 'blocked';
  const states = [...sources, ...others].map((one) => one.state);
  if (outcome === 'match' && block !== true && states.includes('unread') && !states.includes('hit')) return 'unread';
  // Without an outcome nothing is known.
  return outcome ?? 'unavailable';
}

/** The badge of a screening: its outcome, or the final decision of a person on its matches. */
export type Badge = Shown | 'true-match' | 'false-positive';

export type BadgeFacts = Shows & Pick<ScreeningSummary, 'verdict'>;

export function badgeOf(screening: BadgeFacts): Badge {
  const shown = shownOutcome(screening);
  if (shown !== 'match') return shown;
  return screening.verdict === 'true-match' || screening.verdict === 'false-positive' ? screening.verdict : shown;
}
