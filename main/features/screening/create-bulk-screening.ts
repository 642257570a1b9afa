import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { StartRun } from '../../../shared/domain/bulk-screening.ts';
import { problemOf, StationError } from '../../../shared/errors.ts';
import { hashFile } from '../../platform/files/hash-file.ts';
import type { BulkEvents, BulkScreeningService } from './bulk-screening-service.ts';
import type { SearchAccess } from './create-screening.ts';
import { type ChosenFile, createChosenFiles } from './run/chosen-files.ts';
import { replaceResults, writeResults } from './run/export-file.ts';
import { countSettled, type LiveRun, shownRun } from './run/live-run.ts';
import { createScreeningScheduler } from './run/screening-scheduler.ts';
import { takeOver } from './run/take-over.ts';
import type { BulkRunRow } from './store/bulk-run-row.ts';
import type { ScreeningRepository } from './store/screening-repository.ts';
import { describeTable } from './table/index.ts';

export type BulkDeps = SearchAccess & { store: ScreeningRepository; clerk: () => string };

/** Minimum milliseconds between two progress events of a run. */
const tellEvery = 250;

export function createBulkScreening({ store, clerk, account, connection, acquire, rules, breakers }: BulkDeps): BulkScreeningService {
  const events = new EventEmitter<BulkEvents>();
  const files = createChosenFiles();
  const live = new Map<string, LiveRun>();
  const telling = new Map<string, NodeJS.Timeout>();
  const preparations = new Map<string, Promise<void>>();

  function add(run: BulkRunRow): LiveRun {
    const scheduler = createScreeningScheduler({
      store,
      run: run.id,
      pace: run.pace,
      breakers,
      account: () => run.account,
      acquire,
      rules,
      onSettled(searches) {
        countSettled(one, searches);
        tellSoon(one);
      },
      onState() {
        finishIfDone(one);
        tellSoon(one);
      },
    });
    const one: LiveRun = { run, counts: store.counts(run.id), scheduler, preparing: null, exports: new Set(), pace: [], settled: 0 };
    live.set(run.id, one);
    return one;
  }

  const find = (id: string): LiveRun => {
    const one = live.get(id);
    if (!one) throw new StationError('run-unknown');
    return one;
  };

  function change(one: LiveRun, part: Partial<BulkRunRow>): void {
    const changed = { ...one.run, ...part };
    store.putRun(changed);
    one.run = changed;
    tellSoon(one);
  }

  function finishIfDone(one: LiveRun): void {
    if (!live.has(one.run.id) || one.run.state !== 'running' || one.scheduler.state().state !== 'idle') return;
    try {
      // Damaged rows were counted as pending until now.
      one.counts = store.counts(one.run.id);
      change(one, { state: 'done', endedAt: new Date().toISOString(), problem: null });
    } catch (thrown) {
      // All rows have their results; that the list is done is written when it is woken.
      stopped(one, thrown);
    }
    tellNow(one);
  }

  /** Shows the obstacle, even when it cannot be written to the disk. */
  function stopped(one: LiveRun, thrown: unknown): void {
    one.run = { ...one.run, problem: problemOf(thrown) };
    try {
      store.putRun(one.run);
    } catch {
      // The disk is the obstacle.
    }
  }

  function tellNow(one: LiveRun): void {
    clearTimeout(telling.get(one.run.id));
    telling.delete(one.run.id);
    if (live.has(one.run.id)) events.emit('changed', shownRun(one));
  }

  /** Keeps the process alive, which `AbortSignal.timeout` does not: a command that waits has nothing else to do. */
  async function changedWithin(milliseconds: number): Promise<void> {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), milliseconds);
    await once(events, 'changed', { signal: over.signal }).catch(() => undefined);
    clearTimeout(timer);
  }

  function tellSoon(one: LiveRun): void {
    const { id } = one.run;
    if (!telling.has(id)) telling.set(id, setTimeout(() => tellNow(one), tellEvery).unref());
  }

  function prepare(one: LiveRun): void {
    const stop = new AbortController();
    one.preparing = stop;
    const prepared = takeOver(store, one.run, stop.signal, (rows) => {
      for (const { state } of rows) one.counts[state === 'skipped' ? 'skipped' : 'waiting'] += 1;
      tellSoon(one);
    })
      .then((width) => {
        change(one, { state: one.run.pauseAfter ? 'paused' : 'running', width, problem: null });
        if (one.run.state === 'running' && !stop.signal.aborted) one.scheduler.start();
      })
      .catch((thrown: unknown) => {
        // Interrupted by the shutdown: it continues at the next start.
        if (stop.signal.aborted) return;
        stopped(one, thrown);
        // Rows from a file that changed during the import have been removed again.
        one.counts = store.counts(one.run.id);
      })
      .finally(() => {
        one.preparing = null;
        preparations.delete(one.run.id);
        tellNow(one);
      });
    preparations.set(one.run.id, prepared);
  }

  function go(one: LiveRun): void {
    if (one.run.state === 'preparing') {
      if (!one.preparing) prepare(one);
    } else if (one.run.state === 'running') one.scheduler.start();
  }

  async function mayWrite(id: string | null, path: string): Promise<boolean> {
    if ((await stat(path).catch(() => null)) === null) return true;
    const there = await hashFile(path).catch(() => null);
    return there !== null && id !== null && find(id).run.written.includes(there.sha256);
  }

  function askWhatWaits(one: LiveRun): void {
    one.counts = store.counts(one.run.id);
    if (one.counts.waiting > 0 && one.run.state === 'done') change(one, { state: 'running', endedAt: null });
    go(one);
  }

  const newRun = (request: StartRun, file: ChosenFile, columns: string[], out: string | null): BulkRunRow => ({
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
  });

  for (const run of store.runs()) add(run);

  return {
    events,
    openFile: files.open,
    preview: files.preview,
    check: files.check,
    async start(request, out) {
      const file = files.get(request.fileId);
      const { columns, problem } = await describeTable(file.path, request.options);
      if (problem) throw new StationError(problem.code, problem.detail);
      const run = newRun(request, file, columns, out ?? null);
      store.putRun(run);
      const one = add(run);
      prepare(one);
      return shownRun(one);
    },
    async startedBefore(request, out) {
      const { sha256 } = files.get(request.fileId);
      const wanted = readAs(request, account());
      const found = [...live.values()].findLast(
        ({ run }) => run.out === out && run.source.sha256 === sha256 && readAs(run, run.account) === wanted,
      );
      return found ? shownRun(found) : null;
    },
    list: () => [...live.values()].map(shownRun),
    begin() {
      for (const one of live.values()) go(one);
    },
    async settled(id, patience) {
      const one = find(id);
      let waitingSince: number | null = null;
      for (;;) {
        const run = shownRun(one);
        const paused = run.state === 'paused' && !one.scheduler.isBusy();
        if (run.state === 'done' || paused || !live.has(id)) return run;
        waitingSince = run.state === 'waiting' ? (waitingSince ?? Date.now()) : null;
        if (waitingSince !== null && Date.now() - waitingSince >= patience) return run;
        await changedWithin(500);
      }
    },
    pause(id) {
      const one = find(id);
      if (one.run.state === 'running') {
        change(one, { state: 'paused' });
        one.scheduler.stop();
      } else if (one.run.state === 'preparing') change(one, { pauseAfter: true });
      return shownRun(one);
    },
    resume(id, pace) {
      const one = find(id);
      if (pace) {
        change(one, { pace });
        one.scheduler.setPace(pace);
      }
      if (one.run.state === 'paused') change(one, { state: 'running', problem: null });
      else if (one.run.state === 'preparing') change(one, { problem: null, pauseAfter: false });
      breakers.skipBackoff(one.run.account);
      go(one);
      return shownRun(one);
    },
    async retryFailed(id, unavailable) {
      const one = find(id);
      try {
        await store.retry(id, unavailable);
      } finally {
        // Also of one that a full disk broke off: what is put back is asked.
        if (live.has(id)) askWhatWaits(one);
      }
      return shownRun(find(id));
    },
    async remove(id) {
      const one = find(id);
      live.delete(id);
      for (const underWay of [one.preparing, ...one.exports]) underWay?.abort();
      await Promise.all([one.scheduler.close(), preparations.get(id)]);
      try {
        store.removeRun(id);
      } catch (thrown) {
        // The disk is full: the run is still stored, and continues.
        go(add(one.run));
        throw thrown;
      }
      events.emit('removed', id);
    },
    async export(id, path, format, words) {
      const one = find(id);
      const stop = new AbortController();
      one.exports.add(stop);
      try {
        const parts = { store, run: one.run, path, format, words, signal: stop.signal };
        if (one.run.out !== path) return await writeResults(parts);
        const remember = (sha256: string) => change(one, { written: [...one.run.written.slice(-1), sha256] });
        return await replaceResults(parts, () => mayWrite(id, path), remember);
      } finally {
        one.exports.delete(stop);
      }
    },
    mayWrite,
    recount({ row }) {
      const one = row && live.get(row.runId);
      if (!one) return;
      one.counts = store.counts(one.run.id);
      tellSoon(one);
    },
    wake() {
      for (const one of live.values()) {
        one.scheduler.wake();
        finishIfDone(one);
      }
    },
    async close() {
      for (const timer of telling.values()) clearTimeout(timer);
      files.close();
      const closing = [...live.values()].map((one) => {
        for (const underWay of [one.preparing, ...one.exports]) underWay?.abort();
        return one.scheduler.close();
      });
      await Promise.all([...closing, ...preparations.values()]);
      live.clear();
    },
  };
}

const readAs = (
  { options, mapping, judicial, procurator }: Pick<StartRun, 'options' | 'mapping' | 'judicial' | 'procurator'>,
  under: string,
) => JSON.stringify([options, mapping, judicial, procurator, under]);
