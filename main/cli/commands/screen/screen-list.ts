/** Screens a list of persons, or continues an earlier run of the same file and output, and writes the results. */
import { randomUUID } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import type {
  ExportFormat,
  Run,
  RunPace,
  StartRun,
  TableCheck,
  TableOptions,
  TablePreview,
} from '../../../../shared/domain/screening/bulk-screening.ts';
import { rowFaults } from '../../../../shared/domain/screening/screening.ts';
import { mayPass, type Problem, StationError } from '../../../../shared/errors.ts';
import type { Station } from '../../../app/station.ts';
import { exportWords, machineWords } from '../../../features/screening/screening.ts';
import { systemCode } from '../../../platform/files/disk-problem.ts';
import type { Words } from '../../../platform/i18n/words.ts';
import { exitCodes } from '../../support/exit-codes.ts';
import type { CommandIo } from '../../support/io.ts';
import { refuseFolder } from '../../support/out-paths.ts';
import { WrongUse } from '../../support/wrong-use.ts';
import { type ColumnOptions, mappingOf, mayHaveColumns } from './columns.ts';
import { followRun } from './follow-run.ts';

export type ListOptions = ColumnOptions & {
  /** As typed: relative ones count from the working folder. */
  csv: string;
  out: string;
  /** How to read the file, as far as the options say; the rest is as the file suggests. */
  reading: Partial<TableOptions>;
  judicial: boolean;
  procurator: boolean;
  concurrency: number | null;
  perMinute: number | null;
};

export async function screenList(station: Station, options: ListOptions, json: boolean, io: CommandIo): Promise<number> {
  const { bulk } = station;
  const out = resolve(io.cwd, options.out);
  await checkFolder(out);
  await refuseFolder(out);
  const file = await bulk.openFile(resolve(io.cwd, options.csv), options.reading);
  const request = requestOf(station, file, options);
  const before = await bulk.startedBefore(request, out);
  if (!(await bulk.mayWrite(before?.id ?? null, out))) throw new WrongUse('out-taken');
  const { faults } = await bulk.check(file.fileId, request.options, request.mapping);
  await reportOddities(file, faults, options, io);
  const isStored = station.screening.state().memoryOnly === null;
  if (!isStored) await io.err(`${io.words.say('screen.memory-only')}\n`);
  const { id, counts: begun } = before ? await resume(station, before, request.pace) : await bulk.start(request, out);
  if (before) await io.err(`${io.words.say('screen.resumed', { count: begun.waiting, total: before.rows })}\n`);
  const run = await followRun(station, id, json, io);
  if (!run.takenOver && run.problem) return neverStarted(station, id, run.problem);

  const { counts, rows } = run;
  const complete = run.state === 'done' && counts.waiting === 0;
  // An incomplete file would look complete. In memory-only mode it is written all the same, as nothing else has the results.
  if (complete || (!isStored && run.takenOver && run.state === 'paused')) await write(station, id, out, formatOf(out, file), io.words);
  const failed = counts.failed + counts.skipped + counts.damaged;
  const totals = { rows, clear: counts.clear, match: counts.match, unavailable: counts.unavailable, failed, waiting: counts.waiting };
  await io.out(`${json ? JSON.stringify(totals, null, 2) : io.words.say('screen.summary', totals)}\n`);
  if (run.problem) await io.err(`${io.words.problem(withoutQuotes(run.problem))}\n`);
  if (!complete) await io.err(`${io.words.say(isStored ? 'screen.not-finished' : 'screen.not-asked', { count: counts.waiting })}\n`);
  return exitCodeOf(run, complete, isStored);
}

/** By counts and states only, because rows and columns name persons. */
async function reportOddities(file: TablePreview, faults: TableCheck['faults'], { reading }: ListOptions, io: CommandIo) {
  if (file.format === 'csv' && reading.separator === undefined && mayHaveColumns([file.columns, ...file.sample]))
    await io.err(`${io.words.say('screen.one-column')}\n`);
  const odd = rowFaults.filter((fault) => faults[fault] > 0);
  if (odd.length === 0) return;
  const texts = odd.map((fault) => `${io.words.say(`results:fault.${fault}`)}: ${faults[fault]}`).join('; ');
  await io.err(`${io.words.say('screen.odd-rows', { faults: texts })}\n`);
}

/** Screens again what failed before, or what a source did not answer. */
async function resume({ bulk }: Station, { id, state }: Run, pace: RunPace): Promise<Run> {
  const run = bulk.resume(id, pace);
  return state === 'done' ? bulk.retryFailed(id, true) : run;
}

/** The file cannot be read to its end, or changed: no row was screened, and nothing stays stored. */
async function neverStarted({ bulk }: Station, id: string, { code, detail }: Problem): Promise<never> {
  if (code.startsWith('table-')) await bulk.remove(id);
  throw new StationError(code, detail);
}

async function write({ bulk }: Station, id: string, out: string, format: ExportFormat, words: Words): Promise<void> {
  await bulk.export(id, out, format, machineWords(exportWords(words)));
}

/** By the name of OUT; without a known ending, as IN. */
function formatOf(out: string, { format }: TablePreview): ExportFormat {
  const ending = extname(out).toLowerCase();
  if (ending === '.csv' || ending === '.txt') return 'csv';
  return ending === '.xlsx' ? 'xlsx' : format;
}

/** Only rows that are stored on disk count as queued. */
function exitCodeOf({ counts, rows, problem }: Run, complete: boolean, isStored: boolean): number {
  if (!complete && isStored) return problem && mayPass(problem) ? exitCodes.queued : exitCodes.someFailed;
  const answered = counts.clear + counts.match;
  if (answered === rows) return exitCodes.allDone;
  return answered > 0 ? exitCodes.someFailed : exitCodes.noneSucceeded;
}

/** The provider's text about a row may name the person. */
function withoutQuotes(problem: Problem): Problem {
  const { providerText, ...detail } = problem.detail ?? {};
  return providerText === undefined ? problem : { ...problem, detail: { ...detail, providerText: '…' } };
}

/** Makes a file next to OUT and removes it, before the first screening: permissions alone do not say it. @throws WrongUse */
async function checkFolder(out: string): Promise<void> {
  const probe = join(dirname(out), `.station-${randomUUID()}.part`);
  try {
    await (await open(probe, 'wx')).close();
    await rm(probe);
    await stat(out).catch((thrown: unknown) => {
      if (systemCode(thrown) === 'ENAMETOOLONG') throw thrown;
    });
  } catch (thrown) {
    const code = systemCode(thrown) ?? 'unknown';
    throw new WrongUse('out-file-not-writable', { option: '--out', cause: code === 'ENOENT' || code === 'ENOTDIR' ? 'no-folder' : code });
  }
}

/** @throws WrongUse for a column or sheet that the file does not have; StationError `table-empty` and why the file cannot be read like that */
function requestOf({ screeningSetup }: Station, file: TablePreview, options: ListOptions): StartRun {
  const { reading, judicial, procurator } = options;
  if (file.format === 'csv' && reading.sheet !== undefined) throw new WrongUse('sheet-of-csv');
  if (file.problem) throw new StationError(file.problem.code, file.problem.detail);
  if (file.sample.length === 0) throw new StationError('table-empty', { name: file.name });
  const { pace } = screeningSetup();
  return {
    fileId: file.fileId,
    options: file.options,
    mapping: mappingOf(file, options),
    judicial,
    procurator,
    pace: { concurrency: options.concurrency ?? pace.concurrency, perMinute: options.perMinute ?? pace.perMinute },
  };
}
