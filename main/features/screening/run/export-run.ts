/** Builds the result table of a bulk screening: the original columns, then the outcome of each row. */
import type { MatchReason, Outcome, RowFault, SourceName, SourceState } from '../../../../shared/domain/screening.ts';
import type { Problem } from '../../../../shared/errors.ts';
import { UnreadableRow } from '../../../platform/storage/rows.ts';
import type { BulkRunRow } from '../store/bulk-run-row.ts';
import type { ScreeningRow, UnopenedSearch } from '../store/screening-row.ts';
import { isAskable } from '../table/index.ts';

export type ExportWords = {
  /** Null: only where the file has one. */
  columnWithoutName: ((number: number) => string) | null;
  headings: Record<'outcome' | 'block' | 'logNumber' | 'sources' | 'bestMatch' | 'error', string>;
  outcome: (outcome: Outcome | 'failed' | 'not-screened') => string;
  block: (block: boolean) => string;
  source: (source: SourceName, state: SourceState, count: number) => string;
  match: (name: string, reason: MatchReason) => string;
  problem: (problem: Problem) => string;
  /** Why a search that came to its end is unavailable; at least one. */
  silent: (sources: readonly SourceName[]) => string;
  /** Data under members that the description does not list; at least one. */
  others: (paths: readonly string[]) => string;
  /** Of a row that was asked all the same; at least one. */
  faults: (faults: readonly RowFault[]) => string;
};

const resultColumns = ['outcome', 'block', 'logNumber', 'sources', 'bestMatch', 'error'] as const;

/** Null: no header, as in the file. */
export function exportHeader({ columns, options, width }: BulkRunRow, words: ExportWords): string[] | null {
  const { columnWithoutName } = words;
  if (!options.header && !columnWithoutName) return null;
  const own = Array.from({ length: width }, (_, at) => columns[at] || (columnWithoutName?.(at + 1) ?? ''));
  return [...own, ...resultColumns.map((name) => words.headings[name])];
}

export function exportedRow(search: ScreeningRow | UnopenedSearch, { width }: BulkRunRow, words: ExportWords): string[] {
  const cells = 'unopened' in search ? [] : (search.cells ?? []);
  const original = Array.from({ length: width }, (_, at) => cells[at] ?? '');
  return [...original, ...resultOf(search, words)];
}

function resultOf(search: ScreeningRow | UnopenedSearch, words: ExportWords): string[] {
  if ('unopened' in search) {
    return [words.outcome('not-screened'), '', '', '', '', words.problem(new UnreadableRow('screening').problem)];
  }
  const { state, outcome, logNumber, best, problem, row } = search;
  // The others are the problem itself.
  const faults = (row?.faults ?? []).filter((fault) => isAskable([fault]));
  // An answer that is not trusted must not show "not blocked" or "nothing found".
  const { block, sources } = state === 'failed' ? { block: null, sources: [] } : search;
  return [
    words.outcome(state === 'failed' ? 'failed' : state === 'done' && outcome ? outcome : 'not-screened'),
    block === null ? '' : words.block(block),
    logNumber ?? '',
    sources.map(({ source, state: told, count }) => words.source(source, told, count)).join('; '),
    best ? words.match(best.name, best.reason) : '',
    [problem && words.problem(problem), ...remarksOf(search, words), faults.length > 0 && words.faults(faults)].filter(Boolean).join(' '),
  ];
}

/** What the columns before do not say: no outcome is written without its reason. */
function remarksOf({ state, outcome, problem, sources, others }: ScreeningRow, words: ExportWords): string[] {
  if (state !== 'done') return [];
  const silent = sources.filter((source) => source.state === 'no-answer').map(({ source }) => source);
  const paths = others.filter((other) => other.state !== 'clear').map(({ path }) => path);
  return [
    ...(outcome === 'unavailable' && problem === null && silent.length > 0 ? [words.silent(silent)] : []),
    ...(paths.length > 0 ? [words.others(paths)] : []),
  ];
}

/** For programs: the words of the design, untranslated, and a header only where the file had one; `error` is for people. */
export const machineWords = ({
  problem,
  silent,
  others,
  faults,
}: Pick<ExportWords, 'problem' | 'silent' | 'others' | 'faults'>): ExportWords => ({
  columnWithoutName: null,
  headings: { outcome: 'outcome', block: 'block', logNumber: 'idBitacora', sources: 'sources', bestMatch: 'bestMatch', error: 'error' },
  outcome: (outcome) => (outcome === 'failed' ? 'unavailable' : outcome),
  block: String,
  source: (source, state, count) => (state === 'hit' ? `${source}=hit(${count})` : `${source}=${state}`),
  match: (name, reason) => `${name} (${reason})`,
  problem,
  silent,
  others,
  faults,
});
