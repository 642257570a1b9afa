/** A list of persons: started, gone on with where an earlier run of the same file and output ended, and written out. */
import { resolve } from 'node:path';
import type { ColumnMapping, Run, RunPace, StartRun, TablePreview } from '../../shared/domain/mass-search.ts';
import { StationError } from '../../shared/errors.ts';
import { machineWords } from '../screening/run/export-run.ts';
import type { Station } from '../station.ts';
import type { Words } from '../words.ts';
import { exitCodes } from './exit-codes.ts';
import { listenForInterruption } from './interruption.ts';
import type { CommandIo } from './io.ts';
import type { ListOptions } from './screen-options.ts';
import { patience } from './send-and-wait.ts';
import { WrongUse } from './wrong-use.ts';

export async function screenList(station: Station, options: ListOptions, json: boolean, io: CommandIo, words: Words): Promise<number> {
  const { mass } = station;
  const out = resolve(io.cwd, options.out);
  const file = await mass.openFile(resolve(io.cwd, options.csv));
  const request = await requestOf(station, file, options);
  const before = await mass.startedBefore(request, out);
  if (!(before ? await mass.clearExport(before.id, out) : await mass.isFree(out))) throw new WrongUse('out-taken');
  if (station.screening.state().notKept) await io.err(`${words.say('screen.not-kept')}\n`);
  if (before) await io.err(`${words.say('screen.goes-on', { count: before.counts.waiting, total: before.rows })}\n`);
  const { id } = before ? await goOn(station, before, request.pace) : await mass.start(request, out);
  const run = await followed(station, id, json, io, words);
  const { counts, rows } = run;
  // A file that ends half-way would be taken for the whole.
  const complete = counts.waiting === 0 && run.state === 'done';
  if (complete) await mass.export(id, out, file.format, machineWords(words.problem));
  const told = {
    rows,
    clear: counts.clear,
    match: counts.match,
    unavailable: counts.unavailable,
    failed: counts.failed + counts.skipped + counts.damaged,
  };
  await io.out(
    `${json ? JSON.stringify({ ...told, waiting: counts.waiting }, null, 2) : words.say('screen.summary', { ...told, waiting: counts.waiting })}\n`,
  );
  if (run.problem) await io.err(`${words.problem(run.problem)}\n`);
  if (!complete) await io.err(`${words.say('screen.not-finished', { count: counts.waiting })}\n`);
  return exitCodeOf(run, complete);
}

/** What failed before is asked again, as is what the sources did not answer. */
async function goOn({ mass }: Station, { id, state }: Run, pace: RunPace): Promise<Run> {
  const run = mass.resume(id, pace);
  return state === 'done' ? mass.retryFailed(id, true) : run;
}

async function followed({ mass }: Station, id: string, quiet: boolean, io: CommandIo, words: Words): Promise<Run> {
  const interruption = listenForInterruption();
  void interruption.requested.then(() => {
    void io.err(`${words.say('screen.stopping')}\n`);
    mass.pause(id);
  });
  let told = 0;
  const tell = (run: Run) => {
    const done = run.rows - run.counts.waiting;
    if (quiet || run.id !== id || run.state === 'preparing' || Date.now() - told < 2_000) return;
    told = Date.now();
    void io.err(`${words.say('screen.progress', { done, total: run.rows, match: run.counts.match })}\n`);
  };
  mass.events.on('changed', tell);
  try {
    const run = await mass.settled(id, patience);
    // Left running, it would be told as such, and nobody runs it.
    return run.state === 'done' ? run : { ...mass.pause(id), problem: run.problem };
  } finally {
    mass.events.off('changed', tell);
    interruption.release();
  }
}

function exitCodeOf({ counts, rows, problem }: Run, complete: boolean): number {
  if (!complete) return problem ? exitCodes.queued : exitCodes.someFailed;
  const answered = counts.clear + counts.match;
  if (answered === rows) return exitCodes.allDone;
  return answered > 0 ? exitCodes.someFailed : exitCodes.noneSucceeded;
}

/** @throws WrongUse for a column that the file does not have, or when nothing says which holds the names */
async function requestOf({ mass, searching }: Station, file: TablePreview, options: ListOptions): Promise<StartRun> {
  const { separator, header, judicial, procurator } = options;
  const chosen = { ...file.options, ...(separator !== null && { separator }), ...(header !== null && { header }) };
  const changed = separator !== null || header !== null;
  const read = changed ? await mass.preview(file.fileId, chosen) : file;
  if (read.problem) throw new StationError(read.problem.code, read.problem.detail);
  const { pace } = searching();
  return {
    fileId: file.fileId,
    options: read.options,
    mapping: mappingOf(read, options),
    judicial,
    procurator,
    pace: { concurrency: options.concurrency ?? pace.concurrency, perMinute: options.perMinute ?? pace.perMinute },
  };
}

function mappingOf(file: TablePreview, { nameColumns, idColumn, surnameFirst, surnameFirstWhere }: ListOptions): ColumnMapping {
  const guess = file.mapping;
  const column = (given: string, option: string): number => {
    const named = file.columns.findIndex((name) => name.toLowerCase() === given.toLowerCase() && name !== '');
    if (named !== -1) return named;
    const place = /^\d{1,5}$/.test(given) ? Number(given) : 0;
    if (place < 1 || place > file.columns.length) throw new WrongUse('column-unknown', { option });
    return place - 1;
  };
  // Which columns hold what is told together: a guess beside a choice would mix the two.
  const told = nameColumns !== null || surnameFirst !== null;
  return {
    name: nameColumns?.map((given) => column(given, '--name-column')) ?? guess.name,
    surnameFirst: surnameFirst ?? (told ? false : guess.surnameFirst),
    surnameFirstWhere: surnameFirstWhere
      ? { column: column(surnameFirstWhere.column, '--surname-first-where'), value: surnameFirstWhere.value }
      : told
        ? null
        : guess.surnameFirstWhere,
    identification: idColumn === null ? (nameColumns === null ? guess.identification : null) : column(idColumn, '--id-column'),
    empty: guess.empty,
  };
}
