import { createHash, randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { StartRun } from '../../shared/domain/mass-search.ts';
import { problemOf, StationError } from '../../shared/errors.ts';
import { hashFile } from '../documents/hash-file.ts';
import type { SearchWay } from './create-screening.ts';
import type { MassEvents, MassService } from './mass-service.ts';
import { createAsker } from './run/asker.ts';
import { exportedRow, exportHeader } from './run/export-run.ts';
import { countSettled, type LiveRun, shownRun } from './run/live-run.ts';
import { takeOver } from './run/take-over.ts';
import type { KeptRun } from './store/kept-run.ts';
import type { ScreeningStore } from './store/screening-store.ts';
import { checkTable, describeTable, writeTable } from './table/index.ts';

export type MassParts = SearchWay & { store: ScreeningStore; clerk: () => string };

/** Milliseconds between two messages of how a run stands. */
const tellEvery = 250;

type ChosenFile = { path: string; sha256: string };

export function createMass({ store, clerk, account, connection, hold, lines }: MassParts): MassService {
  const events = new EventEmitter<MassEvents>();
  const files = new Map<string, ChosenFile>();
  const live = new Map<string, LiveRun>();
  const telling = new Map<string, NodeJS.Timeout>();
  const preparations = new Map<string, Promise<void>>();

  function add(run: KeptRun): LiveRun {
    const asker = createAsker({
      store,
      run: run.id,
      pace: run.pace,
      line: lines.of(run.account),
      hold,
      onSettled(searches) {
        countSettled(one, searches);
        tellSoon(one);
      },
      onState() {
        finishIfDone(one);
        tellSoon(one);
      },
    });
    const one: LiveRun = { run, counts: store.counts(run.id), asker, preparing: null, pauseAfter: false, pace: [], settled: 0 };
    live.set(run.id, one);
    return one;
  }

  const find = (id: string): LiveRun => {
    const one = live.get(id);
    if (!one) throw new StationError('run-unknown');
    return one;
  };

  const fileOf = (fileId: string): ChosenFile => {
    const file = files.get(fileId);
    if (!file) throw new StationError('run-unknown');
    return file;
  };

  function change(one: LiveRun, part: Partial<KeptRun>): void {
    const changed = { ...one.run, ...part };
    store.putRun(changed);
    one.run = changed;
    tellSoon(one);
  }

  function finishIfDone(one: LiveRun): void {
    if (one.run.state !== 'running' || one.asker.state().state !== 'idle') return;
    try {
      // Rows that turned out to be damaged were counted as waiting.
      one.counts = store.counts(one.run.id);
      change(one, { state: 'done', endedAt: new Date().toISOString(), problem: null });
    } catch (thrown) {
      // All rows have their results; that the list is done is written when it is woken.
      stopped(one, thrown);
    }
    tellNow(one);
  }

  /** What stands in the way is shown, whether or not the disk takes it. */
  function stopped(one: LiveRun, thrown: unknown): void {
    one.run = { ...one.run, problem: problemOf(thrown) };
    try {
      store.putRun(one.run);
    } catch {
      // The disk is what stands in the way.
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
        change(one, { state: one.pauseAfter ? 'paused' : 'running', width, problem: null });
        if (!one.pauseAfter && !stop.signal.aborted) one.asker.start();
      })
      .catch((thrown: unknown) => {
        // Ended with the station: it goes on at the next start.
        if (stop.signal.aborted) return;
        stopped(one, thrown);
        // Rows that came from a file that changed on the way are gone again.
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
    } else if (one.run.state === 'running') one.asker.start();
  }

  const newRun = (request: StartRun, file: ChosenFile, columns: string[], out: string | null): KeptRun => ({
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
    written: null,
  });

  for (const run of store.runs()) add(run);

  return {
    events,
    async openFile(path, chosen) {
      const described = await describeTable(path, chosen);
      const fileId = randomUUID();
      files.set(fileId, { path, sha256: (await hashFile(path)).sha256 });
      return { ...described, fileId };
    },
    async preview(fileId, options) {
      const { path } = fileOf(fileId);
      return { ...(await describeTable(path, options)), fileId };
    },
    check: (fileId, options, mapping) => checkTable(fileOf(fileId).path, options, mapping),
    async start(request, out) {
      const file = fileOf(request.fileId);
      const { columns, problem } = await describeTable(file.path, request.options);
      if (problem) throw new StationError(problem.code, problem.detail);
      const run = newRun(request, file, columns, out ?? null);
      store.putRun(run);
      const one = add(run);
      prepare(one);
      return shownRun(one);
    },
    async startedBefore(request, out) {
      const { sha256 } = fileOf(request.fileId);
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
        const paused = run.state === 'paused' && !one.asker.isBusy();
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
        one.asker.stop();
      }
      // All rows are taken over first, since the file may be gone later.
      one.pauseAfter = true;
      return shownRun(one);
    },
    resume(id, pace) {
      const one = find(id);
      one.pauseAfter = false;
      if (pace) {
        change(one, { pace });
        one.asker.setPace(pace);
      }
      if (one.run.state === 'paused') change(one, { state: 'running', problem: null });
      else if (one.run.state === 'preparing') change(one, { problem: null });
      lines.of(one.run.account).wake();
      go(one);
      return shownRun(one);
    },
    async retryFailed(id, unavailable) {
      const one = find(id);
      await store.retry(id, unavailable);
      one.counts = store.counts(id);
      if (one.counts.waiting > 0 && one.run.state === 'done') change(one, { state: 'running', endedAt: null });
      go(one);
      return shownRun(one);
    },
    async remove(id) {
      const one = find(id);
      live.delete(id);
      one.preparing?.abort();
      await Promise.all([one.asker.close(), preparations.get(id)]);
      store.removeRun(id);
      events.emit('removed', id);
    },
    async export(id, path, format, words) {
      const { run } = find(id);
      const rows = (async function* () {
        for await (const search of store.rows(id)) yield exportedRow(search, run, words);
      })();
      const { separator, quote } = run.options;
      const csv = { separator, quote: quote || '"', bom: words.columnWithoutName !== null };
      const written = await writeTable({ path, format, columns: exportHeader(run, words), rows, csv });
      if (run.out === path) change(find(id), { written: await sha256Of(written.path) });
      return written;
    },
    async clearExport(id, path) {
      const { written } = find(id).run;
      const there = await sha256Of(path).catch(() => null);
      if (there === null) return true;
      if (there !== written) return false;
      await rm(path);
      return true;
    },
    async mayWrite(id, path) {
      if ((await stat(path).catch(() => null)) === null) return true;
      const written = id === null ? null : find(id).run.written;
      return written !== null && written === (await sha256Of(path).catch(() => null));
    },
    wake() {
      for (const one of live.values()) {
        one.asker.wake();
        finishIfDone(one);
      }
    },
    async close() {
      for (const timer of telling.values()) clearTimeout(timer);
      const closing = [...live.values()].map((one) => {
        one.preparing?.abort();
        return one.asker.close();
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

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
