/** A list of persons: started, gone on with where an earlier run of the same file and output ended, and written out. */

import { access, constants, stat } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import type { ExportFormat, Run, RunPace, StartRun, TableCheck, TablePreview } from '../../shared/domain/bulk-screening.ts';
import { rowFaults } from '../../shared/domain/screening.ts';
import { mayPass, type Problem, StationError } from '../../shared/errors.ts';
import type { Station } from '../app/station.ts';
import { exportWords, machineWords } from '../features/screening/screening.ts';
import { systemCode } from '../platform/files/disk-problem.ts';
import type { Words } from '../platform/i18n/words.ts';
import { mappingOf } from './column-mapping.ts';
import { exitCodes } from './exit-codes.ts';
import { followRun } from './follow-run.ts';
import type { CommandIo } from './io.ts';
import { mayHaveColumns } from './one-column.ts';
import type { ListOptions } from './screen-options.ts';
import { WrongUse } from './wrong-use.ts';

export async function screenList(station: Station, options: ListOptions, json: boolean, io: CommandIo, words: Words): Promise<number> {
  const { bulk } = station;
  const out = resolve(io.cwd, options.out);
  await checkFolder(dirname(out));
  const file = await bulk.openFile(resolve(io.cwd, options.csv), options.reading);
  const request = requestOf(station, file, options);
  const before = await bulk.startedBefore(request, out);
  if (!(await bulk.mayWrite(before?.id ?? null, out))) throw new WrongUse('out-taken');
  const { faults } = await bulk.check(file.fileId, request.options, request.mapping);
  await tellOddities(file, faults, options, io, words);
  const kept = station.screening.state().memoryOnly === null;
  if (!kept) await io.err(`${words.say('screen.not-kept')}\n`);
  if (before) await io.err(`${words.say('screen.goes-on', { count: before.counts.waiting, total: before.rows })}\n`);
  const { id } = before ? await goOn(station, before, request.pace) : await bulk.start(request, out);
  const run = await followRun(station, id, json, io, words);
  if (!run.takenOver && run.problem) return notTakenOver(station, id, run.problem);

  const { counts, rows } = run;
  const complete = run.state === 'done' && counts.waiting === 0;
  // A file that ends half-way would be taken for the whole, unless nothing but this file will ever tell of it.
  if (complete || (!kept && run.takenOver && run.state === 'paused')) await write(station, id, out, formatOf(out, file), words);
  const failed = counts.failed + counts.skipped + counts.damaged;
  const told = { rows, clear: counts.clear, match: counts.match, unavailable: counts.unavailable, failed, waiting: counts.waiting };
  await io.out(`${json ? JSON.stringify(told, null, 2) : words.say('screen.summary', told)}\n`);
  if (run.problem) await io.err(`${words.problem(withoutQuotes(run.problem))}\n`);
  if (!complete) await io.err(`${words.say(kept ? 'screen.not-finished' : 'screen.not-asked', { count: counts.waiting })}\n`);
  return exitCodeOf(run, complete, kept);
}

/** In counts and states only: rows and columns hold persons. */
async function tellOddities(file: TablePreview, faults: TableCheck['faults'], { reading }: ListOptions, io: CommandIo, words: Words) {
  if (file.format === 'csv' && reading.separator === undefined && mayHaveColumns([file.columns, ...file.sample]))
    await io.err(`${words.say('screen.one-column')}\n`);
  const odd = rowFaults.filter((fault) => faults[fault] > 0);
  if (odd.length === 0) return;
  const told = odd.map((fault) => `${words.say(`export.fault.${fault}`)}: ${faults[fault]}`).join('; ');
  await io.err(`${words.say('screen.odd-rows', { faults: told })}\n`);
}

/** What failed before is asked again, as is what the sources did not answer. */
async function goOn({ bulk }: Station, { id, state }: Run, pace: RunPace): Promise<Run> {
  const run = bulk.resume(id, pace);
  return state === 'done' ? bulk.retryFailed(id, true) : run;
}

/** The file turned out not to be readable to its end, or changed meanwhile: nobody was asked yet, and nothing is left behind. */
async function notTakenOver({ bulk }: Station, id: string, { code, detail }: Problem): Promise<never> {
  if (code.startsWith('table-')) await bulk.remove(id);
  throw new StationError(code, detail);
}

async function write({ bulk }: Station, id: string, out: string, format: ExportFormat, words: Words): Promise<void> {
  await bulk.export(id, out, format, machineWords(exportWords(words)));
}

/** By the name of OUT; where it says nothing, as IN. */
function formatOf(out: string, { format }: TablePreview): ExportFormat {
  const ending = extname(out).toLowerCase();
  if (ending === '.csv' || ending === '.txt') return 'csv';
  return ending === '.xlsx' ? 'xlsx' : format;
}

/** "Queued" is a promise, which only what is kept on disk can keep. */
function exitCodeOf({ counts, rows, problem }: Run, complete: boolean, kept: boolean): number {
  if (!complete && kept) return problem && mayPass(problem) ? exitCodes.queued : exitCodes.someFailed;
  const answered = counts.clear + counts.match;
  if (answered === rows) return exitCodes.allDone;
  return answered > 0 ? exitCodes.someFailed : exitCodes.noneSucceeded;
}

/** What the provider says of one row may hold that person's name. */
function withoutQuotes(problem: Problem): Problem {
  const { providerText, ...detail } = problem.detail ?? {};
  return providerText === undefined ? problem : { ...problem, detail: { ...detail, providerText: '…' } };
}

/** Before anybody is asked. @throws WrongUse */
async function checkFolder(folder: string): Promise<void> {
  try {
    if (!(await stat(folder)).isDirectory()) throw new WrongUse('out-not-usable', { cause: 'ENOTDIR' });
    await access(folder, constants.W_OK);
  } catch (thrown) {
    if (thrown instanceof WrongUse) throw thrown;
    throw new WrongUse('out-not-usable', { cause: systemCode(thrown) ?? 'unknown' });
  }
}

/** @throws WrongUse for a column or sheet that the file does not have; StationError `table-empty` and why the file cannot be read so */
function requestOf({ searching }: Station, file: TablePreview, options: ListOptions): StartRun {
  const { reading, judicial, procurator } = options;
  if (file.format === 'csv' && reading.sheet !== undefined) throw new WrongUse('sheet-of-csv');
  if (file.problem) throw new StationError(file.problem.code, file.problem.detail);
  if (file.sample.length === 0) throw new StationError('table-empty', { name: file.name });
  const { pace } = searching();
  return {
    fileId: file.fileId,
    options: file.options,
    mapping: mappingOf(file, options),
    judicial,
    procurator,
    pace: { concurrency: options.concurrency ?? pace.concurrency, perMinute: options.perMinute ?? pace.perMinute },
  };
}
