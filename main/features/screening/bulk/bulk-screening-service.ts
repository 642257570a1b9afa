/** The bulk screening service: reads a list of persons from a file, checks it, screens it row by row and exports the result. */
import { EventEmitter } from 'node:events';
import type {
  ColumnMapping,
  ExportFormat,
  Run,
  RunPace,
  StartRun,
  TableCheck,
  TableOptions,
  TablePreview,
} from '../../../../shared/domain/bulk-screening.ts';
import type { ScreeningSummary } from '../../../../shared/domain/screening.ts';
import { createChosenFiles } from './chosen-files.ts';
import { pauseRun, removeRun, resumeRun, retryFailedRows, settledRun } from './control-run.ts';
import { exportRun, mayWrite } from './export-results.ts';
import { addRun, type BulkDeps, type BulkEvents, continueRun, finishIfDone, type LiveRuns, shownRun, stopRun } from './live-runs.ts';
import type { ExportWords } from './result-columns.ts';
import { findStartedRun, startRun } from './start-run.ts';
import type { WrittenTable } from './table/write-table.ts';

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
  /** Resolves when the run is done, or paused and nothing is in progress, or has waited for the connection for `maxWaitMs`. */
  settled(id: string, maxWaitMs: number): Promise<Run>;
  /** Rows in progress are finished. */
  pause(id: string): Run;
  resume(id: string, pace?: RunPace): Run;
  retryFailed(id: string, unavailable: boolean): Promise<Run>;
  remove(id: string): Promise<void>;
  /**
   * Writes all rows in order. Replaces the file at the run's `out` if this run wrote it; otherwise writes under a free name
   * where `path` is taken. @throws StationError `cancelled` when the run is removed
   */
  export(id: string, path: string, format: ExportFormat, words: ExportWords): Promise<WrittenTable>;
  /** Returns true when no file has that name, or an earlier `export` of this run wrote it unchanged. `id` is null before the run exists. */
  mayWrite(id: string | null, path: string): Promise<boolean>;
  /** Called when a row's outcome has changed because a person read its answer. */
  recount(screening: Pick<ScreeningSummary, 'row'>): void;
  wake(): void;
  close(): Promise<void>;
};

export function createBulkScreening(deps: BulkDeps): BulkScreeningService {
  const runs: LiveRuns = { deps, events: new EventEmitter<BulkEvents>(), byId: new Map() };
  const files = createChosenFiles();
  for (const run of deps.store.runs()) addRun(runs, run);
  return {
    events: runs.events,
    openFile: files.open,
    preview: files.preview,
    check: files.check,
    start: async (request, out) => startRun(runs, request, files.get(request.fileId), out ?? null),
    startedBefore: async (request, out) => findStartedRun(runs, request, files.get(request.fileId), out),
    list: () => [...runs.byId.values()].map(shownRun),
    begin() {
      for (const live of runs.byId.values()) continueRun(runs, live);
    },
    settled: (id, maxWaitMs) => settledRun(runs, id, maxWaitMs),
    pause: (id) => pauseRun(runs, id),
    resume: (id, pace) => resumeRun(runs, id, pace),
    retryFailed: (id, unavailable) => retryFailedRows(runs, id, unavailable),
    remove: (id) => removeRun(runs, id),
    export: (id, path, format, words) => exportRun(runs, id, path, format, words),
    mayWrite: (id, path) => mayWrite(runs, id, path),
    recount({ row }) {
      const live = row && runs.byId.get(row.runId);
      if (!live) return;
      live.counts = deps.store.counts(live.run.id);
      live.publisher.notify();
    },
    wake() {
      for (const live of runs.byId.values()) {
        live.scheduler.wake();
        finishIfDone(runs, live);
      }
    },
    async close() {
      files.close();
      for (const { publisher } of runs.byId.values()) publisher.end();
      await Promise.all([...runs.byId.values()].map(stopRun));
      runs.byId.clear();
    },
  };
}
