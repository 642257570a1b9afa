/** A list that is being prepared: the file as main read it, and what was typed about it. Pure. */
import type {
  ColumnMapping,
  RunPace,
  StartRun,
  TableCheck,
  TableOptions,
  TablePreview,
} from '../../../../../shared/domain/bulk-screening.ts';
import type { Problem } from '../../../../../shared/errors.ts';

export type Checking = { state: 'checking' } | { state: 'done'; check: TableCheck } | { state: 'failed'; problem: Problem };

export type Draft = {
  preview: TablePreview;
  /** As typed; the preview follows. */
  options: TableOptions;
  /** The preview is not of these options yet. */
  reading: boolean;
  /** Why main would not read it at all. */
  problem: Problem | null;
  mapping: ColumnMapping;
  /** Somebody changed what the station guessed. */
  mapped: boolean;
  /** Of the mapping's `empty`, one a line, as typed. */
  emptyText: string;
  /** Null: nothing that could be checked. */
  checking: Checking | null;
  /** Stays in sight while a new check runs. */
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

/** Read in another way: what was typed stays, unless its columns are not there any more; what was guessed is guessed anew. */
export function withPreview(draft: Draft, preview: TablePreview): Draft {
  const read = { ...draft, preview, reading: false, problem: null };
  // Nothing to map: a separator that is half typed must not cost the mapping.
  if (preview.problem) return { ...read, checking: null };
  const fits = columnsOf(draft.mapping).every((column) => column < preview.columns.length);
  if (draft.mapped && fits) return read;
  return { ...read, mapping: preview.mapping, mapped: false, emptyText: preview.mapping.empty.join('\n') };
}

/** One a line; the contract takes ten. */
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

/** What keeps the list from being started; null when nothing does. */
export type Obstacle = 'reading' | 'unreadable' | 'checking' | 'check-failed' | 'nobody' | 'pace' | 'empty-values';

export function obstacleOf({ preview, problem, reading, checking, pace, emptyText }: Draft): Obstacle | null {
  if (problem ?? preview.problem) return 'unreadable';
  if (reading) return 'reading';
  if (emptyValues(emptyText).length > maxEmptyValues) return 'empty-values';
  if (checking?.state === 'failed') return 'check-failed';
  if (checking?.state !== 'done') return 'checking';
  if (checking.check.askable === 0) return 'nobody';
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

/** Seconds that a list takes at the least; null without a limit a minute. */
export const leastSeconds = (rows: number, { perMinute }: RunPace): number | null =>
  perMinute > 0 ? Math.ceil((rows / perMinute) * 60) : null;
