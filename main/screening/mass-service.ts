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
} from '../../shared/domain/mass-search.ts';

export type MassEvents = { changed: [Run]; removed: [string] };

export type MassService = {
  readonly events: EventEmitter<MassEvents>;
  /** @throws StationError `table-unreadable`, `table-empty` */
  openFile(path: string): Promise<TablePreview>;
  preview(fileId: string, options: TableOptions): Promise<TablePreview>;
  check(fileId: string, options: TableOptions, mapping: ColumnMapping): Promise<TableCheck>;
  /** Resolves when the run is listed; `prepared` when its rows are taken over. */
  start(request: StartRun): Promise<Run>;
  list(): Run[];
  /** Resolves when the run stands still: done, paused by itself, or (with `untilLine`) without a line. */
  settled(id: string, options?: { untilLine?: boolean }): Promise<Run>;
  pause(id: string): Run;
  resume(id: string, pace?: RunPace): Run;
  retryFailed(id: string, unavailable: boolean): Run;
  remove(id: string): void;
  /** Writes all rows in order under a free name. @returns the name it got */
  export(id: string, path: string, format: ExportFormat): Promise<{ name: string; rows: number }>;
  wake(): void;
};
