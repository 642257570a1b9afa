/**
 * The files of persons that were chosen, by id, since the page never learns their paths: a preview with guessed options, and the check of
 * all rows.
 */

import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { countsOf } from '../../../../../shared/domain/counts.ts';
import { dropOldest } from '../../../../../shared/domain/drop-oldest.ts';
import {
  type ColumnMapping,
  type TableCheck,
  type TableOptions,
  type TablePreview,
  tableOptionsSchema,
} from '../../../../../shared/domain/screening/bulk-screening.ts';
import { rowFaults } from '../../../../../shared/domain/screening/screening.ts';
import { type Problem, StationError } from '../../../../../shared/errors.ts';
import { hashFile } from '../../../../platform/files/hash-file.ts';
import { createRowChecker, isScreenable, queryOfRow } from '../../rules/row-query.ts';
import { guessCsv } from './guess-csv.ts';
import { guessHeader, guessMapping, isNameGuessSure } from './guess-mapping.ts';
import { fileFormat, firstBytes, guessEncoding, readFileRows, readTable } from './read-table.ts';
import { sheetNames } from './xlsx/read-xlsx.ts';

export type ChosenFile = { path: string; sha256: string };

export type ChosenFiles = {
  open(path: string, chosen?: Partial<TableOptions>): Promise<TablePreview>;
  preview(fileId: string, options: TableOptions): Promise<TablePreview>;
  check(fileId: string, options: TableOptions, mapping: ColumnMapping): Promise<TableCheck>;
  /** @throws StationError `run-unknown` */
  get(fileId: string): ChosenFile;
  close(): void;
};

/** Maximum number of chosen files; the oldest is removed first. */
const maxChosen = 100;

export function createChosenFiles(): ChosenFiles {
  const files = new Map<string, ChosenFile>();
  const readings = new Map<string, AbortController>();

  const get = (fileId: string): ChosenFile => {
    const file = files.get(fileId);
    if (!file) throw new StationError('run-unknown');
    return file;
  };

  /** Allows one reading of a file at a time: a new one cancels the one before. */
  function nextReading(fileId: string): AbortSignal {
    readings.get(fileId)?.abort();
    const stop = new AbortController();
    readings.set(fileId, stop);
    dropOldest(readings, maxChosen);
    return stop.signal;
  }

  return {
    async open(path, chosen) {
      const described = await describeTable(path, chosen);
      const fileId = randomUUID();
      files.set(fileId, { path, sha256: (await hashFile(path)).sha256 });
      dropOldest(files, maxChosen);
      return { ...described, fileId };
    },
    preview: async (fileId, options) => ({ ...(await describeTable(get(fileId).path, options, nextReading(fileId))), fileId }),
    check: (fileId, options, mapping) => checkTable(get(fileId).path, options, mapping, nextReading(fileId)),
    get,
    close() {
      for (const stop of readings.values()) stop.abort();
    },
  };
}

type TableDescription = Omit<TablePreview, 'fileId'>;

/** Maximum number of rows in the preview, and of those that the mapping is guessed from: a list may begin with companies. */
const rowsShown = 20;
const rowsRead = 500;
/** Number of bytes that separator and quote are guessed from. */
const startRead = 65_536;

/**
 * @param chosen reading options; missing ones are guessed
 * @throws StationError `table-unreadable`, `table-empty`, `cancelled`: unless all are chosen, for a file that cannot be read with any options
 */
export async function describeTable(path: string, chosen: Partial<TableOptions> = {}, signal?: AbortSignal): Promise<TableDescription> {
  const name = basename(path);
  const format = await fileFormat(path);
  const sheets = format === 'xlsx' ? await sheetNames(path) : [];
  const guess = optionNames.some((option) => chosen[option] === undefined);
  const found = { ...(format === 'csv' ? await csvOptionsOf(path, chosen, signal) : workbookOptions(sheets)), ...chosen };
  const { rows, problem } = await firstRows(path, found, signal);
  if (guess && problem !== null && !isAboutReading(problem)) throw new StationError(problem.code, problem.detail);
  if (guess && problem === null && rows.length === 0) throw new StationError('table-empty', { name });
  const options = { ...found, header: chosen.header ?? guessHeader(rows) };
  const [columns, body] = split(rows, options.header);
  const mapping = guessMapping(columns, body);
  const shown = problem === null ? { columns, sample: body.slice(0, rowsShown) } : { columns: [], sample: [] };
  return { name, format, options, sheets, mapping, isNameSure: isNameGuessSure(columns, body, mapping.name), problem, ...shown };
}

const optionNames = tableOptionsSchema.keyof().options;

/** Returns true when other reading options may help. */
const isAboutReading = ({ code, detail }: Problem): boolean => code === 'table-quote-open' || detail?.['cause'] === 'not-this-encoding';

async function csvOptionsOf(path: string, chosen: Partial<TableOptions>, signal: AbortSignal | undefined): Promise<TableOptions> {
  const encoding = chosen.encoding ?? (await guessEncoding(path, signal));
  const start = new TextDecoder(encoding).decode(await firstBytes(path, startRead));
  return { encoding, ...guessCsv(start, chosen), header: false, sheet: null };
}

const workbookOptions = ([sheet = null]: (string | null)[]): TableOptions => ({
  encoding: 'utf-8',
  separator: ',',
  quote: '"',
  header: false,
  sheet,
});

async function firstRows(path: string, options: TableOptions, signal: AbortSignal | undefined) {
  const rows: string[][] = [];
  try {
    for await (const row of readFileRows(path, options, signal)) {
      if ('cells' in row) rows.push(row.cells);
      if (rows.length > rowsRead) break;
    }
    return { rows, problem: null };
  } catch (thrown) {
    if (!(thrown instanceof StationError) || thrown.problem.code === 'cancelled') throw thrown;
    return { rows, problem: thrown.problem };
  }
}

/** Separates the header from the rows. There are as many columns as the widest row has cells. */
function split(rows: readonly string[][], header: boolean): [string[], string[][]] {
  const [first = []] = rows;
  const names = header ? first.map((name) => name.trim()) : [];
  const body = header ? rows.slice(1) : [...rows];
  const width = Math.max(names.length, ...body.map((row) => row.length), 0);
  return [[...names, ...Array<string>(width - names.length).fill('')], body];
}

/** Maximum number of example rows of each kind. */
const maxShown = 50;

/** @throws StationError `table-unreadable`, `table-quote-open`, `cancelled` */
export async function checkTable(path: string, options: TableOptions, mapping: ColumnMapping, signal?: AbortSignal): Promise<TableCheck> {
  const faultsOf = createRowChecker(mapping);
  const faults = countsOf(rowFaults);
  const check: TableCheck = { rows: 0, screenable: 0, blankLines: 0, faults, first: [], faulty: [] };
  const onBlank = (count: number) => {
    check.blankLines += count;
  };
  for await (const row of readTable(path, options, signal, onBlank)) {
    check.rows += 1;
    const query = queryOfRow(row.cells, mapping);
    const found = faultsOf(row, query);
    const checked = { number: row.number, ...query, faults: found };
    const screenable = isScreenable(found);
    if (screenable) check.screenable += 1;
    for (const fault of found) faults[fault] += 1;
    if (screenable && check.first.length < maxShown) check.first.push(checked);
    if (found.length > 0 && check.faulty.length < maxShown) check.faulty.push(checked);
  }
  return check;
}
