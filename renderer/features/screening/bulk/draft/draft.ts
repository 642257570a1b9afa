/** A run in preparation: the file as main read it, and the clerk's input. Pure. */
import type {
  ColumnMapping,
  RunPace,
  StartRun,
  TableCheck,
  TableOptions,
  TablePreview,
} from '../../../../../shared/domain/screening/bulk-screening.ts';
import type { Problem } from '../../../../../shared/errors.ts';

type Checking = { state: 'checking' } | { state: 'done'; check: TableCheck } | { state: 'failed'; problem: Problem };

export type Draft = {
  preview: TablePreview;
  /** As typed; the preview is updated afterwards. */
  options: TableOptions;
  /** The preview does not match these options yet. */
  reading: boolean;
  /** Why main could not read the file at all. */
  problem: Problem | null;
  mapping: ColumnMapping;
  /** Whether a person changed the guessed mapping. */
  mapped: boolean;
  /** The mapping's `empty` values, one per line, as typed. */
  emptyText: string;
  /** Null when there is nothing to check. */
  checking: Checking | null;
  /** Stays visible while a new check runs. */
  lastCheck: TableCheck | null;
  judicial: boolean;
  procurator: boolean;
  pace: RunPace;
  starting: boolean;
};

export const draftOf = (preview: TablePreview, pace: RunPace): Draft => ({
  preview,
  options: preview.options,
  reading: false,
  problem: null,
  mapping: preview.mapping,
  mapped: false,
  emptyText: preview.mapping.empty.join('\n'),
  checking: null,
  lastCheck: null,
  judicial: false,
  procurator: false,
  pace,
  starting: false,
});

const columnsOf = ({ name, identification, surnameFirstWhere }: ColumnMapping): number[] => [
  ...name,
  ...(identification === null ? [] : [identification]),
  ...(surnameFirstWhere ? [surnameFirstWhere.column] : []),
];

/** Applies a new preview: the clerk's input stays, unless its columns no longer exist; guessed values are guessed again. */
export function withPreview(draft: Draft, preview: TablePreview): Draft {
  const read = { ...draft, preview, reading: false, problem: null };
  // Nothing to map: a half-typed separator must not lose the mapping.
  if (preview.problem) return { ...read, checking: null };
  const fits = columnsOf(draft.mapping).every((column) => column < preview.columns.length);
  // Another sheet is another list.
  if (draft.mapped && fits && preview.options.sheet === draft.preview.options.sheet) return read;
  return { ...read, mapping: preview.mapping, mapped: false, emptyText: preview.mapping.empty.join('\n') };
}

/** Returns one value per line; the contract accepts ten. */
export const emptyValues = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];
export const maxEmptyValues = 10;

export const moved = (name: readonly number[], from: number, by: -1 | 1): number[] => {
  const order = [...name];
  const [column] = order.splice(from, 1);
  if (column !== undefined) order.splice(from + by, 0, column);
  return order;
};

/** What prevents the run from being started; null when nothing does. */
export type Obstacle = 'reading' | 'unreadable' | 'checking' | 'check-failed' | 'nobody' | 'pace' | 'empty-values';

export function obstacleOf({ preview, problem, reading, checking, pace, emptyText }: Draft): Obstacle | null {
  if (problem ?? preview.problem) return 'unreadable';
  if (reading) return 'reading';
  if (emptyValues(emptyText).length > maxEmptyValues) return 'empty-values';
  if (checking?.state === 'failed') return 'check-failed';
  if (checking?.state !== 'done') return 'checking';
  if (checking.check.screenable === 0) return 'nobody';
  return Number.isNaN(pace.concurrency) || Number.isNaN(pace.perMinute) ? 'pace' : null;
}

export const startOf = ({ preview, options, mapping, judicial, procurator, pace }: Draft): StartRun => ({
  fileId: preview.fileId,
  options,
  mapping,
  judicial,
  procurator,
  pace,
});

/** Returns the minimum duration of a run in seconds; null without a limit per minute. */
export const leastSeconds = (rows: number, { perMinute }: RunPace): number | null =>
  perMinute > 0 ? Math.ceil((rows / perMinute) * 60) : null;
