/** The columns of a bulk result: those of the file, then one for each entry of `resultColumns`. CSV and XLSX have the same. */
import type { MatchReason, Outcome, RowFault, SourceName, SourceState } from '../../../../shared/domain/screening.ts';
import type { Problem } from '../../../../shared/errors.ts';
import type { Words } from '../../../platform/i18n/words.ts';
import { UnreadableRow } from '../../../platform/storage/rows.ts';
import { isScreenable } from '../rules/row-query.ts';
import { type DamagedScreening, damagedSummary, type ScreeningRow } from '../screening-row.ts';
import type { BulkRunRow } from './run-row.ts';

type Result = Pick<ScreeningRow, 'state' | 'outcome' | 'block' | 'logNumber' | 'sources' | 'others' | 'best' | 'problem' | 'row'>;

type ResultColumn = {
  /** Key of the heading: `export.heading.<key>` of `shared/i18n/<language>/cli.json`. */
  key: string;
  /** Heading for programs. */
  machineName: string;
  value: (result: Result, words: ExportWords) => string;
};

/**
 * The result columns in order. An answer that is not trusted makes a failed row, whose block and sources are empty: they must not show
 * "not blocked" or "nothing found".
 */
const resultColumns: readonly ResultColumn[] = [
  {
    key: 'outcome',
    machineName: 'outcome',
    value: ({ state, outcome }, words) =>
      words.outcome(state === 'failed' ? 'failed' : state === 'done' && outcome ? outcome : 'not-screened'),
  },
  {
    key: 'block',
    machineName: 'block',
    value: ({ state, block }, words) => (state === 'failed' || block === null ? '' : words.block(block)),
  },
  { key: 'logNumber', machineName: 'idBitacora', value: ({ logNumber }) => logNumber ?? '' },
  {
    key: 'sources',
    machineName: 'sources',
    value: ({ state, sources }, words) =>
      (state === 'failed' ? [] : sources).map((one) => words.source(one.source, one.state, one.count)).join('; '),
  },
  { key: 'bestMatch', machineName: 'bestMatch', value: ({ best }, words) => (best ? words.match(best.name, best.reason) : '') },
  { key: 'error', machineName: 'error', value: errorText },
];

/** Returns the header; null for none, as in the file. */
export function resultHeader({ columns, options, width }: BulkRunRow, words: ExportWords): string[] | null {
  const { columnWithoutName } = words;
  if (!options.header && !columnWithoutName) return null;
  const original = Array.from({ length: width }, (_, at) => columns[at] || (columnWithoutName?.(at + 1) ?? ''));
  return [...original, ...resultColumns.map(words.heading)];
}

/** Returns the cells of a row: those of the file, then its result. */
export function resultCells(screening: ScreeningRow | DamagedScreening, { width }: BulkRunRow, words: ExportWords): string[] {
  const damaged = 'damaged' in screening;
  const cells = damaged ? [] : (screening.cells ?? []);
  const original = Array.from({ length: width }, (_, at) => cells[at] ?? '');
  const result = damaged ? { ...damagedSummary(screening), problem: new UnreadableRow('screening').problem } : screening;
  return [...original, ...resultColumns.map(({ value }) => value(result, words))];
}

/** The reasons that the other columns do not show: no outcome is written without its reason. */
function errorText({ state, outcome, problem, sources, others, row }: Result, words: ExportWords): string {
  const silent = sources.filter((source) => source.state === 'no-answer').map(({ source }) => source);
  const paths = others.filter((other) => other.state !== 'clear').map(({ path }) => path);
  // Faults that prevent the screening are the problem itself.
  const faults = (row?.faults ?? []).filter((fault) => isScreenable([fault]));
  const isSilent = state === 'done' && outcome === 'unavailable' && problem === null && silent.length > 0;
  return [
    problem && words.problem(problem),
    isSilent && words.silent(silent),
    state === 'done' && paths.length > 0 && words.others(paths),
    faults.length > 0 && words.faults(faults),
  ]
    .filter(Boolean)
    .join(' ');
}

export type ExportWords = {
  /** The name of a column that has none in the file; null leaves it empty. */
  columnWithoutName: ((number: number) => string) | null;
  heading: (column: Pick<ResultColumn, 'key' | 'machineName'>) => string;
  outcome: (outcome: Outcome | 'failed' | 'not-screened') => string;
  block: (block: boolean) => string;
  source: (source: SourceName, state: SourceState, count: number) => string;
  match: (name: string, reason: MatchReason) => string;
  problem: (problem: Problem) => string;
  /** Why a screening without a problem is unavailable; at least one source. */
  silent: (sources: readonly SourceName[]) => string;
  /** Data under members that the description does not list; at least one path. */
  others: (paths: readonly string[]) => string;
  /** Faults of a row that was screened; at least one. */
  faults: (faults: readonly RowFault[]) => string;
};

/** Words for people, in their language. */
export function exportWords({ say, problem }: Words): ExportWords {
  return {
    columnWithoutName: (number) => say('export.column', { number }),
    heading: ({ key }) => say(`export.heading.${key}`),
    outcome: (outcome) => say(`export.outcome.${outcome}`),
    block: (block) => say(`export.block.${block}`),
    source: (source, state, count) => `${say(`export.source.${source}`)}: ${say(`export.state.${state}`, { count })}`,
    match: (name, reason) => `${name} (${say(`export.reason.${reason}`)})`,
    problem,
    silent: (sources) => say('export.silent', { sources: sources.map((source) => say(`export.source.${source}`)).join(', ') }),
    others: (paths) => say('export.others', { paths: paths.join(', ') }),
    faults: (faults) => say('export.faults', { faults: faults.map((fault) => say(`export.fault.${fault}`)).join('; ') }),
  };
}

/** Words for programs: the design's words, untranslated, and a header only where the file has one. The `error` column is for people. */
export const machineWords = (words: Pick<ExportWords, 'problem' | 'silent' | 'others' | 'faults'>): ExportWords => ({
  columnWithoutName: null,
  heading: ({ machineName }) => machineName,
  outcome: (outcome) => (outcome === 'failed' ? 'unavailable' : outcome),
  block: String,
  source: (source, state, count) => (state === 'hit' ? `${source}=hit(${count})` : `${source}=${state}`),
  match: (name, reason) => `${name} (${reason})`,
  problem: words.problem,
  silent: words.silent,
  others: words.others,
  faults: words.faults,
});
