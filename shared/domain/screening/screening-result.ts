/**
 * What a row of a bulk screening shows: the reasons of its result, and the columns. The screen, the exported file and the command
 * `screen` use the same. Pure.
 */
import { type Problem, problem } from '../../errors.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type MatchReason, type Outcome, preventsScreening, type RowFault, type ScreeningSummary, type SourceName } from './screening.ts';

/** The part of a screening that its result shows. */
export type ScreeningResult = Pick<
  ScreeningSummary,
  'state' | 'outcome' | 'block' | 'logNumber' | 'sources' | 'others' | 'best' | 'matchCount' | 'decided' | 'verdict' | 'problem' | 'row'
>;

export type ResultReason =
  /** The strongest match, and the number of further ones. */
  | { kind: 'match'; name: string; reason: MatchReason; more: number }
  | { kind: 'problem'; problem: Problem }
  /** Sources that were asked and did not answer. */
  | { kind: 'silent'; sources: SourceName[] }
  /** JSON paths of data that the description does not list. */
  | { kind: 'others'; paths: string[] }
  /** Some matches have a decision, and others have none. */
  | { kind: 'undecided' }
  /** Faults of a row that was screened. Those that prevent the screening are its problem. */
  | { kind: 'faults'; faults: RowFault[] };

/**
 * Returns all reasons, the main one first. No outcome but `clear` is without one. The sources of an answer that is not trusted are no
 * reason: its problem is.
 */
export function resultReasons(result: ScreeningResult): ResultReason[] {
  const { state, best, matchCount, sources, others, decided, verdict, row } = result;
  const found = state === 'damaged' ? problem('stored-data-damaged', { kind: 'screening', count: 1 }) : result.problem;
  const isDone = state === 'done';
  const silent = sources.filter((one) => one.state === 'no-answer').map(({ source }) => source);
  const paths = others.filter((other) => other.state !== 'clear').map(({ path }) => path);
  const faults = (row?.faults ?? []).filter((fault) => !preventsScreening(fault));
  return [
    ...(best ? [{ kind: 'match', ...best, more: matchCount - 1 } as const] : []),
    ...(found ? [{ kind: 'problem', problem: found } as const] : []),
    ...(isDone && found === null && silent.length > 0 ? [{ kind: 'silent', sources: silent } as const] : []),
    ...(isDone && paths.length > 0 ? [{ kind: 'others', paths } as const] : []),
    ...(verdict === 'undecided' && decided > 0 ? [{ kind: 'undecided' } as const] : []),
    ...(faults.length > 0 ? [{ kind: 'faults', faults } as const] : []),
  ];
}

/** The widths of a list of results, the narrowest first; `rows.css` says how wide each is. */
export const listWidths = ['narrow', 'middle', 'wide'] as const;
export type ListWidth = (typeof listWidths)[number];

export type ResultColumn = {
  /** Its heading: `column.<key>` of `shared/i18n/<language>/results.json`. */
  key: keyof Texts['results']['column'];
  /** Its track of a CSS grid, and the narrowest list that shows it. Absent: not on the screen. */
  screen?: { track: string; from: ListWidth };
  /** Its heading for programs in the exported file. Absent: not in the file. */
  file?: string;
  /** Whether the command `screen` lists it among the facts about one person. */
  listed?: true;
  /** The text of its cells; empty for nothing. The screen may draw more than the text (`ResultGrid.tsx`). */
  value(result: ScreeningResult, words: ResultWords): string;
};

/**
 * All columns of a bulk result, in the order of the file and of the screen. An answer that is not trusted makes a failed row, whose block
 * and sources are empty: they must not show "not blocked" or "nothing found".
 */
const declared: readonly ResultColumn[] = [
  { key: 'number', screen: { track: '52px', from: 'narrow' }, value: ({ row }) => String(row?.number ?? '') },
  // The person is in the columns of the file itself, and drawn by the screen.
  { key: 'name', screen: { track: 'minmax(0, 6fr)', from: 'narrow' }, value: () => '' },
  {
    key: 'outcome',
    screen: { track: '188px', from: 'narrow' },
    file: 'outcome',
    listed: true,
    value: ({ state, outcome }, words) =>
      words.outcome(state === 'failed' ? 'failed' : state === 'done' && outcome ? outcome : 'not-screened'),
  },
  {
    key: 'block',
    file: 'block',
    listed: true,
    value: ({ state, block }, words) => (state === 'failed' || block === null ? '' : words.block(block)),
  },
  {
    key: 'logNumber',
    screen: { track: '132px', from: 'wide' },
    file: 'idBitacora',
    listed: true,
    value: ({ logNumber }) => logNumber ?? '',
  },
  {
    key: 'sources',
    file: 'sources',
    value: ({ state, sources }, words) =>
      (state === 'failed' ? [] : sources).map((one) => words.source(one.source, one.state, one.count)).join('; '),
  },
  { key: 'bestMatch', file: 'bestMatch', value: ({ best }, words) => (best ? words.match(best.name, best.reason) : '') },
  {
    key: 'reason',
    screen: { track: 'minmax(0, 7fr)', from: 'middle' },
    file: 'error',
    // The match has a column of its own in the file.
    value: (result, words) =>
      resultReasons(result)
        .filter(({ kind }) => kind !== 'match')
        .map(words.reason)
        .join(' '),
  },
];

type Placed<Place extends keyof ResultColumn> = ResultColumn & Required<Pick<ResultColumn, Place>>;
const placed = <Place extends 'screen' | 'file' | 'listed'>(place: Place): Placed<Place>[] =>
  declared.filter((column): column is Placed<Place> => column[place] !== undefined);

export const screenColumns = placed('screen');
export const fileColumns = placed('file');
export const listedColumns = placed('listed');

export type ResultWords = {
  heading(column: Pick<ResultColumn, 'key' | 'file'>): string;
  outcome(outcome: Outcome | 'failed' | 'not-screened'): string;
  block(block: boolean): string;
  source(source: SourceName, state: ScreeningSummary['sources'][number]['state'], count: number): string;
  match(name: string, reason: MatchReason): string;
  reason(reason: ResultReason): string;
};

/** What the words are made with. `say`: a text of `results.json`; `problem`: a problem in as many words as there is room for. */
type ResultTexts = { say(key: string, gaps?: Record<string, string | number>): string; problem(problem: Problem): string };

/** Words for people, in their language. */
export function resultWords({ say, problem }: ResultTexts): ResultWords {
  const each = (names: readonly string[], area: 'source' | 'fault', joint: string) =>
    names.map((name) => say(`${area}.${name}`)).join(joint);
  const match = (name: string, reason: MatchReason) => `${name} (${say(`match.${reason}`)})`;
  return {
    heading: ({ key }) => say(`column.${key}`),
    outcome: (outcome) => say(`outcome.${outcome}`),
    block: (block) => say(`block.${block}`),
    source: (source, state, count) => `${say(`source.${source}`)}: ${say(`state.${state}`, { count })}`,
    match,
    reason(one) {
      switch (one.kind) {
        case 'match':
          return [match(one.name, one.reason), ...(one.more > 0 ? [say('reason.more', { count: one.more })] : [])].join(' ');
        case 'problem':
          return problem(one.problem);
        case 'silent':
          return say('reason.silent', { sources: each(one.sources, 'source', ', ') });
        case 'others':
          return say('reason.others', { paths: one.paths.join(', ') });
        case 'undecided':
          return say('reason.undecided');
        case 'faults':
          return say('reason.faults', { faults: each(one.faults, 'fault', '; ') });
      }
    },
  };
}
