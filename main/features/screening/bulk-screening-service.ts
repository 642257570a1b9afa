/** The bulk screening service: reads a list of persons from a file, checks it, screens it row by row and exports the result. */
import type { EventEmitter } from 'node:events';
import type {
  ColumnMapping,
  ExportFormat,
  Run,
  RunPace,
  StartRun,
  TableCheck,
  TableOptions,
  TablePreview,
} from '../../../shared/domain/bulk-screening.ts';
import type { ScreeningSummary } from '../../../shared/domain/screening.ts';
import type { ExportWords } from './run/export-run.ts';

export type BulkEvents = { changed: [Run]; removed: [string] };

/** `cut`: the number of cells that exceeded the XLSX limit and were cut. */
export type Exported = { name: string; path: string; rows: number; cut: number };

export type BulkScreeningService = {
  readonly events: EventEmitter<BulkEvents>;
  /** `chosen`: reading options that need not be guessed. @throws StationError `table-unreadable`, `table-empty` */
  openFile(path: string, chosen?: Partial<TableOptions>): Promise<TablePreview>;
  /** Reads the same file with other options. The preview contains their problems. @throws StationError `table-unreadable` */
  preview(fileId: string, options: TableOptions): Promise<TablePreview>;
  /** @throws StationError `table-unreadable`, `table-quote-open`, `table-empty` */
  check(fileId: string, options: TableOptions, mapping: ColumnMapping): Promise<TableCheck>;
  /**
   * Resolves when the run is listed; its rows are then imported and screened. `out`: see `startedBefore`.
   * @throws StationError `table-file-changed`, `search-not-set-up`, `disk-full`
   */
  start(request: StartRun, out?: string): Promise<Run>;
  /** The run of the same file with the same reading options, account and output; null for none. */
  startedBefore(request: StartRun, out: string): Promise<Run | null>;
  list(): Run[];
  /** Resumes the runs that the last shutdown interrupted, and continues automatically from then on. */
  begin(): void;
  /** Resolves when the run is done, or paused and nothing is under way, or has waited for the line for so many milliseconds. */
  settled(id: string, patience: number): Promise<Run>;
  /** Rows in progress are finished. */
  pause(id: string): Run;
  resume(id: string, pace?: RunPace): Run;
  retryFailed(id: string, unavailable: boolean): Promise<Run>;
  remove(id: string): Promise<void>;
  /**
   * Writes all rows in order. To the run's own `out` in place of what stands there, if that is of this run; else under a
   * free name where `path` is taken. @throws StationError `cancelled` when the run is removed meanwhile
   */
  export(id: string, path: string, format: ExportFormat, words: ExportWords): Promise<Exported>;
  /** No file has that name yet, or it is still as an earlier `export` of this run wrote it. `id` null: of no run yet. */
  mayWrite(id: string | null, path: string): Promise<boolean>;
  /** Called when a row's outcome has changed because a person read its answer. */
  recount(search: Pick<ScreeningSummary, 'row'>): void;
  wake(): void;
  close(): Promise<void>;
};
