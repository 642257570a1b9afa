/** Lists of persons: read from a file, checked, asked row by row, exported. */
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

/** `cut`: cells that were longer than one of an XLSX can be. */
export type Exported = { name: string; path: string; rows: number; cut: number };

export type BulkScreeningService = {
  readonly events: EventEmitter<BulkEvents>;
  /** `chosen`: what of its reading need not be found out. @throws StationError `table-unreadable`, `table-empty` */
  openFile(path: string, chosen?: Partial<TableOptions>): Promise<TablePreview>;
  /** The same file read in another way. What is wrong with that way is in the preview. @throws StationError `table-unreadable` */
  preview(fileId: string, options: TableOptions): Promise<TablePreview>;
  /** @throws StationError `table-unreadable`, `table-quote-open`, `table-empty` */
  check(fileId: string, options: TableOptions, mapping: ColumnMapping): Promise<TableCheck>;
  /**
   * Resolves when the run is listed; its rows are then taken over, and asked. `out`: see `startedBefore`.
   * @throws StationError `table-file-changed`, `search-not-set-up`, `disk-full`
   */
  start(request: StartRun, out?: string): Promise<Run>;
  /** The run of the same file, read in the same way, under the same account, for the same output; null for none. */
  startedBefore(request: StartRun, out: string): Promise<Run | null>;
  list(): Run[];
  /** Goes on with what was under way when the station ended, by itself from then on. */
  begin(): void;
  /** Resolves when the run is done, or paused and nothing is under way, or has waited for the line for so many milliseconds. */
  settled(id: string, patience: number): Promise<Run>;
  /** What is under way is finished. */
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
  /** A row's outcome is no longer what was counted: a person read its answer. */
  recount(search: Pick<ScreeningSummary, 'row'>): void;
  wake(): void;
  close(): Promise<void>;
};
