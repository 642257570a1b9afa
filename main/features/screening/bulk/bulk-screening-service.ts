/** The bulk screening service: reads a list of persons from a file, checks it, screens it row by row and exports the result. Starts, pauses, resumes, retries and removes runs. */

import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { basename } from 'node:path';
import type {
  ColumnMapping,
  ExportFormat,
  Run,
  RunPace,
  StartRun,
  TableCheck,
  TableOptions,
  TablePreview,
} from '../../../../shared/domain/screening/bulk-screening.ts';
import type { ScreeningSummary } from '../../../../shared/domain/screening/screening.ts';
import { StationError } from '../../../../shared/errors.ts';
import type { BulkRunRow } from '../screening-row.ts';
import type { ExportWords } from './export-results.ts';
import { exportRun, mayWrite } from './export-results.ts';
import {
  addRun,
  type BulkDeps,
  type BulkEvents,
  changeRun,
  continueRun,
  countsOfRun,
  findRun,
  finishIfDone,
  type LiveRun,
  type LiveRuns,
  shownRun,
  startImport,
  stopRun,
} from './live-runs.ts';
import { type ChosenFile, createChosenFiles, describeTable } from './table/describe-table.ts';
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
  finished(id: string, maxWaitMs: number): Promise<Run>;
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
  /** Called when a person read the answer of a row, which changes its outcome, or decided on it. */
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
      for (const live of runs.byId.values()) screenPendingRows(runs, live);
    },
    finished: (id, maxWaitMs) => untilFinished(runs, id, maxWaitMs),
    pause: (id) => pauseRun(runs, id),
    resume: (id, pace) => resumeRun(runs, id, pace),
    retryFailed: (id, unavailable) => retryFailedRows(runs, id, unavailable),
    remove: (id) => removeRun(runs, id),
    export: (id, path, format, words) => exportRun(runs, id, path, format, words),
    mayWrite: (id, path) => mayWrite(runs, id, path),
    recount({ row }) {
      const live = row && runs.byId.get(row.runId);
      if (!live) return;
      Object.assign(live, countsOfRun(deps.store, live.run.id));
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

/**
 * Resolves when the run is listed; its rows are then imported and screened.
 * @throws StationError `table-unreadable`, `table-quote-open`, `search-not-set-up`, `disk-full`
 */
async function startRun(runs: LiveRuns, request: StartRun, file: ChosenFile, out: string | null): Promise<Run> {
  const { columns, problem } = await describeTable(file.path, request.options);
  if (problem) throw new StationError(problem.code, problem.detail);
  const run = newRun(runs.deps, request, file, columns, out);
  runs.deps.store.putRun(run);
  const live = addRun(runs, run);
  startImport(runs, live);
  return shownRun(live);
}

function newRun(
  { clerk, account, connection }: BulkDeps,
  request: StartRun,
  file: ChosenFile,
  columns: string[],
  out: string | null,
): BulkRunRow {
  return {
    id: randomUUID(),
    startedAt: new Date().toISOString(),
    state: 'preparing',
    endedAt: null,
    fileName: basename(file.path),
    source: file,
    options: request.options,
    mapping: request.mapping,
    columns,
    width: columns.length,
    judicial: request.judicial,
    procurator: request.procurator,
    pace: request.pace,
    by: clerk(),
    account: account(),
    connection: connection(),
    problem: null,
    out,
    written: [],
    pauseAfter: false,
  };
}

/** Returns the latest run of the same file with the same reading options, account and output; null for none. */
function findStartedRun({ deps, byId }: LiveRuns, request: StartRun, { sha256 }: ChosenFile, out: string): Run | null {
  const wanted = requestKey(request, deps.account());
  const found = [...byId.values()].findLast(
    ({ run }) => run.out === out && run.source.sha256 === sha256 && requestKey(run, run.account) === wanted,
  );
  return found ? shownRun(found) : null;
}

const requestKey = (
  { options, mapping, judicial, procurator }: Pick<StartRun, 'options' | 'mapping' | 'judicial' | 'procurator'>,
  account: string,
): string => JSON.stringify([options, mapping, judicial, procurator, account]);

/** Rows in progress are finished; during the import, the run pauses after it. */
function pauseRun(runs: LiveRuns, id: string): Run {
  const live = findRun(runs, id);
  if (live.run.state === 'running') {
    changeRun(runs, live, { state: 'paused' });
    live.scheduler.stop();
  } else if (live.run.state === 'preparing') changeRun(runs, live, { pauseAfter: true });
  return shownRun(live);
}

function resumeRun(runs: LiveRuns, id: string, pace?: RunPace): Run {
  const live = findRun(runs, id);
  if (pace) {
    changeRun(runs, live, { pace });
    live.scheduler.setPace(pace);
  }
  if (live.run.state === 'paused') changeRun(runs, live, { state: 'running', problem: null });
  else if (live.run.state === 'preparing') changeRun(runs, live, { problem: null, pauseAfter: false });
  runs.deps.breakers.skipBackoff(live.run.account);
  continueRun(runs, live);
  return shownRun(live);
}

/** Makes failed rows pending again; with `unavailable`, also rows with a source that did not answer. */
async function retryFailedRows(runs: LiveRuns, id: string, unavailable: boolean): Promise<Run> {
  const live = findRun(runs, id);
  try {
    await runs.deps.store.retry(id, unavailable);
  } finally {
    // Also after a full disk interrupted the retry: rows that are pending by then are screened.
    if (runs.byId.has(id)) {
      Object.assign(live, countsOfRun(runs.deps.store, id));
      screenPendingRows(runs, live);
    }
  }
  return shownRun(findRun(runs, id));
}

/** A run with pending rows is not done, although it is stored as done where the station ended during a retry. */
function screenPendingRows(runs: LiveRuns, live: LiveRun): void {
  if (live.counts.waiting > 0 && live.run.state === 'done') live.run = { ...live.run, state: 'running', endedAt: null };
  live.publisher.notify();
  continueRun(runs, live);
}

async function removeRun(runs: LiveRuns, id: string): Promise<void> {
  const live = findRun(runs, id);
  runs.byId.delete(id);
  await stopRun(live);
  try {
    runs.deps.store.removeRun(id);
  } catch (thrown) {
    // The disk is full: the run is still stored, and continues.
    continueRun(runs, addRun(runs, live.run));
    throw thrown;
  }
  runs.events.emit('removed', id);
}

/** Resolves when the run is done, or paused and nothing is in progress, or has waited for the connection for `maxWaitMs`. */
async function untilFinished(runs: LiveRuns, id: string, maxWaitMs: number): Promise<Run> {
  const live = findRun(runs, id);
  let waitingSince: number | null = null;
  for (;;) {
    const run = shownRun(live);
    const isPaused = run.state === 'paused' && !live.scheduler.isBusy();
    if (run.state === 'done' || isPaused || !runs.byId.has(id)) return run;
    waitingSince = run.state === 'waiting' ? (waitingSince ?? Date.now()) : null;
    if (waitingSince !== null && Date.now() - waitingSince >= maxWaitMs) return run;
    await changedWithin(runs, 500);
  }
}

/** Keeps the process alive, which `AbortSignal.timeout` does not: a command that waits has nothing else to do. */
async function changedWithin({ events }: LiveRuns, milliseconds: number): Promise<void> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), milliseconds);
  await once(events, 'changed', { signal: over.signal }).catch(() => undefined);
  clearTimeout(timer);
}
