/** Reads and writes the tables `screening` and `bulk_run`. A change is on the disk when the call returns. */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { localDay } from '../../../shared/domain/local-format.ts';
import type { ScreeningFilter } from '../../../shared/domain/screening/screening.ts';
import { StationError } from '../../../shared/errors.ts';
import type { Database } from '../../platform/storage/database.ts';
import { type Condition, type ListQuery, readPage } from '../../platform/storage/list-page.ts';
import { openedOrNot, parseJson, UnreadableRow } from '../../platform/storage/rows.ts';
import { searchText, typedCondition } from '../../platform/storage/search-text.ts';
import type { Sql, SqlRow, SqlValue } from '../../platform/storage/sql.ts';
import {
  type BulkRunRow,
  bulkRunRowSchema,
  type DamagedScreening,
  factsOf,
  hiddenOf,
  type ScreeningRow,
  screeningRow,
  unanswered,
  verdictOf,
} from './screening-row.ts';

export type ScreeningChange = {
  screening: ScreeningRow;
  /** Null removes the answer; undefined leaves it unchanged. */
  answer?: Uint8Array | null;
};

/** Number of rows of a bulk screening in each state. */
export type RowCounts = {
  waiting: number;
  clear: number;
  match: number;
  unavailable: number;
  failed: number;
  skipped: number;
  damaged: number;
};

/** The run of the panel's screenings, in place of an id. */
export const panel = '';

export type ScreeningRepository = {
  /** Runs `work` in one transaction of the database. @throws what `work` throws, `disk-full` */
  together<T>(work: () => T): T;
  /** Adds all or none. @throws StationError `disk-full` */
  add(screenings: readonly ScreeningChange[]): void;
  /** Saves all or none; skips screenings that were removed. @throws StationError `disk-full` */
  save(changes: readonly ScreeningChange[]): void;
  /** @throws StationError `screening-unknown`, UnreadableRow */
  get(id: string): ScreeningRow;
  /** Returns the unchanged answer; null without one. @throws like `get` */
  answer(id: string): Buffer | null;
  remove(id: string): void;
  /** Screenings of a visit, in the order of their queries. */
  ofVisit(visitId: string): (ScreeningRow | DamagedScreening)[];
  removeOfVisit(visitId: string): void;
  page(filter: ScreeningFilter, offset: number, limit: number): { total: number; items: (ScreeningRow | DamagedScreening)[] };
  /** Pending screenings in order, after that row (a run) or insertion number (the panel). Marks damaged ones and skips them. */
  pending(run: string, after: number, limit: number): { screenings: ScreeningRow[]; last: number };
  /** Yields all rows of a run in order. Other calls are allowed between them. */
  rows(run: string): AsyncGenerator<ScreeningRow | DamagedScreening>;
  counts(run: string): RowCounts;
  /** The highest stored row number of a run; 0 for none. */
  lastRow(run: string): number;
  /** Removes the rows that were just added to a run. */
  removeRowsAfter(run: string, row: number): void;
  /**
   * Makes failed rows pending again; with `unavailable`, also rows with sources that did not answer, but not rows that a
   * person decided on: a decision is only about the answer that the person saw.
   */
  retry(run: string, unavailable: boolean): Promise<void>;
  /** Makes one screening pending again. Its earlier answer stays as a separate screening. @throws like `get` */
  retryOne(id: string): ScreeningRow;
  /** The number of screenings with a match and no final decision: of all, rows of bulk screenings included, or the rows of one run. */
  undecided(run?: string): number;

  /** All runs in the order of their start. */
  runs(): BulkRunRow[];
  /** Number of runs whose row does not parse; their screenings stay and are not made. */
  unreadableRuns(): number;
  putRun(run: BulkRunRow): void;
  /** Removes a run with its rows and answers. */
  removeRun(id: string): void;
};

export function openScreeningRepository(database: Database): ScreeningRepository {
  const store: Store = { database, statements: prepareStatements(database.sql) };
  const { statements } = store;
  const write = (work: () => void): void => database.transaction(work);
  return {
    together: database.transaction,
    add: (screenings) => write(() => insertScreenings(store, screenings)),
    save: (changes) => write(() => updateScreenings(store, changes)),
    get: (id) => getScreening(store, id),
    answer: (id) => answerOf(store, id),
    remove: (id) => write(() => void statements.remove.run(id)),
    ofVisit: (visitId) => statements.selectOfVisit.all(visitId).map(openedRow),
    removeOfVisit: (visitId) => write(() => void statements.removeOfVisit.run(visitId)),
    page: (filter, offset, limit) => readScreeningPage(database.sql, filter, offset, limit),
    pending: (run, after, limit) => pendingScreenings(store, run, after, limit),
    rows: (run) => rowsOfRun(store, run),
    counts: (run) => countRows(store, run),
    lastRow: (run) => Number(statements.lastRow.get(run)?.row ?? 0),
    removeRowsAfter: (run, row) => write(() => void statements.removeRows.run(run, row)),
    retry: (run, unavailable) => retryRows(store, run, unavailable),
    retryOne(id) {
      write(() => makePending(store, getScreening(store, id)));
      return getScreening(store, id);
    },
    undecided: (run) => Number((run === undefined ? statements.undecided.get() : statements.undecidedOfRun.get(run))?.count),
    runs: () => readRuns(store).runs,
    unreadableRuns: () => readRuns(store).unreadable,
    putRun: (run) => write(() => void statements.upsertRun.run(run.id, run.startedAt, run.state, JSON.stringify(run))),
    removeRun: (id) =>
      write(() => {
        for (const run of [id, earlierRun(id)]) statements.removeRows.run(run, -1);
        statements.removeRun.run(id);
      }),
  };
}

type Store = { database: Database; statements: ReturnType<typeof prepareStatements> };

/** Number of rows that are processed before the event loop runs again. */
const batchSize = 500;

/** Columns that `storedSchema` parses. */
const storedColumns = 'number, id, run, row, value';
const storedSchema = z.object({ number: z.number(), id: z.string(), run: z.string(), row: z.number(), value: z.string() });
type StoredScreening = z.infer<typeof storedSchema>;
const stored = (row: SqlRow | undefined): StoredScreening => storedSchema.parse(row);

function prepareStatements(sql: Sql) {
  const select = `SELECT ${storedColumns} FROM screening`;
  const update = 'UPDATE screening SET state = ?, outcome = ?, verdict = ?, day = ?, search_text = ?, value = ?';
  return {
    insert: sql.prepare(
      'INSERT INTO screening (id, run, row, visit_id, state, outcome, verdict, day, search_text, value, answer) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    update: sql.prepare(`${update} WHERE id = ?`),
    updateWithAnswer: sql.prepare(`${update}, answer = ? WHERE id = ?`),
    selectOne: sql.prepare(`${select} WHERE id = ?`),
    selectAnswer: sql.prepare('SELECT answer FROM screening WHERE id = ?'),
    remove: sql.prepare('DELETE FROM screening WHERE id = ?'),
    selectOfVisit: sql.prepare(`${select} WHERE visit_id = ? ORDER BY number`),
    removeOfVisit: sql.prepare('DELETE FROM screening WHERE visit_id = ?'),
    removeRows: sql.prepare('DELETE FROM screening WHERE run = ? AND row > ?'),
    markDamaged: sql.prepare("UPDATE screening SET state = 'damaged', outcome = NULL WHERE number = ?"),
    pendingRows: sql.prepare(`${select} WHERE run = ? AND state = 'waiting' AND outcome IS NULL AND row > ? ORDER BY row LIMIT ?`),
    pendingOfPanel: sql.prepare(`${select} WHERE run = ? AND state = 'waiting' AND number > ? ORDER BY number LIMIT ?`),
    rowsAfter: sql.prepare(`${select} WHERE run = ? AND row > ? ORDER BY row LIMIT ${batchSize}`),
    grouped: sql.prepare('SELECT state, outcome, count(*) AS count FROM screening WHERE run = ? GROUP BY state, outcome'),
    lastRow: sql.prepare('SELECT max(row) AS row FROM screening WHERE run = ?'),
    undecided: sql.prepare(`SELECT count(*) AS count FROM screening WHERE ${outcomeSql.undecided}`),
    undecidedOfRun: sql.prepare(`SELECT count(*) AS count FROM screening WHERE run = ? AND ${outcomeSql.undecided}`),
    selectRuns: sql.prepare('SELECT id, value FROM bulk_run ORDER BY rowid'),
    upsertRun: sql.prepare(
      'INSERT INTO bulk_run (id, started_at, state, value) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET state = excluded.state, value = excluded.value',
    ),
    removeRun: sql.prepare('DELETE FROM bulk_run WHERE id = ?'),
  };
}

function getScreening({ statements }: Store, id: string): ScreeningRow {
  const row = statements.selectOne.get(id);
  if (!row) throw new StationError('screening-unknown');
  return openedScreening(stored(row));
}

function answerOf({ statements }: Store, id: string): Buffer | null {
  const row = statements.selectAnswer.get(id);
  if (!row) throw new StationError('screening-unknown');
  return Buffer.isBuffer(row.answer) ? row.answer : null;
}

function insertScreenings({ statements }: Store, changes: readonly ScreeningChange[]): void {
  for (const { screening, answer = null } of changes) {
    const { id, row, visitId } = screening;
    statements.insert.run(id, row?.runId ?? panel, row?.number ?? 0, visitId, ...changedColumns(screening), answer);
  }
}

function updateScreenings({ statements }: Store, changes: readonly ScreeningChange[]): void {
  for (const { screening, answer } of changes) {
    const columns = changedColumns(screening);
    if (answer === undefined) statements.update.run(...columns, screening.id);
    else statements.updateWithAnswer.run(...columns, answer, screening.id);
  }
}

/** Values of `state, outcome, verdict, day, search_text, value`. */
const changedColumns = (screening: ScreeningRow): SqlValue[] => [
  screening.state,
  screening.outcome,
  verdictOf(screening),
  localDay(new Date(screening.askedAt)),
  searchText([screening.query.name], [screening.query.identification, screening.logNumber ?? '']),
  JSON.stringify(hiddenOf(screening)),
];

const rowOfRun = ({ run, row }: StoredScreening) => (run === panel ? null : { runId: run, number: row });

/** @throws UnreadableRow */
function openedScreening(row: StoredScreening): ScreeningRow {
  try {
    return screeningRow(row.id, rowOfRun(row), JSON.parse(row.value));
  } catch {
    throw new UnreadableRow('screening');
  }
}

function openedRow(row: SqlRow): ScreeningRow | DamagedScreening {
  const one = stored(row);
  const opened = openedOrNot(one.id, () => openedScreening(one));
  return opened.ok ? opened.value : { id: one.id, row: rowOfRun(one), damaged: true };
}

function readScreeningPage(sql: Sql, filter: ScreeningFilter, offset: number, limit: number) {
  const { total, rows } = readPage(sql, storedColumns, listQuery(filter), offset, limit);
  return { total, items: rows.map(openedRow) };
}

const outcomeSql: Record<ScreeningFilter['outcome'], string> = {
  any: '1',
  clear: "state = 'done' AND outcome = 'clear'",
  match: "state = 'done' AND outcome = 'match'",
  unavailable: "state = 'done' AND outcome = 'unavailable'",
  failed: "state = 'failed'",
  open: "state = 'waiting'",
  skipped: "state = 'skipped'",
  undecided: "state = 'done' AND outcome = 'match' AND (verdict IS NULL OR verdict = 'undecided')",
};

/** Selects the screenings that a filter matches: rows of a bulk screening in the order of its file, all others newest first. */
export function listQuery({ scope, outcome, from, to, text }: ScreeningFilter): ListQuery {
  const only = (where: string, value: SqlValue): Condition => ({ where, values: [value] });
  const conditions: Condition[] = [{ where: outcomeSql[outcome], values: [] }, typedCondition(text)];
  if (scope !== 'all') conditions.push(only('run = ?', scope === 'single' ? panel : scope.runId));
  if (from !== null) conditions.push(only('day >= ?', from));
  if (to !== null) conditions.push(only('day <= ?', to));
  return typeof scope === 'object'
    ? { from: 'screening INDEXED BY screening_of_run', conditions, order: 'row' }
    : { from: 'screening INDEXED BY screening_list', conditions, order: 'number DESC' };
}

function pendingScreenings({ database, statements }: Store, run: string, after: number, limit: number) {
  const rows = (run === panel ? statements.pendingOfPanel : statements.pendingRows).all(run, after, limit);
  const screenings: ScreeningRow[] = [];
  for (const row of rows) {
    const opened = openedRow(row);
    if (!('damaged' in opened)) screenings.push(opened);
    else database.transaction(() => void statements.markDamaged.run(stored(row).number));
  }
  const last = rows.at(-1);
  return { screenings, last: last ? stored(last)[run === panel ? 'number' : 'row'] : after };
}

async function* rowsOfRun({ statements }: Store, run: string): AsyncGenerator<ScreeningRow | DamagedScreening> {
  for (let after = 0; ; ) {
    const rows = statements.rowsAfter.all(run, after);
    for (const row of rows) yield openedRow(row);
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = stored(last).row;
    await setImmediate();
  }
}

const groupSchema = z.object({
  state: z.enum(['waiting', 'done', 'failed', 'skipped', 'damaged']).catch('damaged'),
  outcome: z.enum(['clear', 'match', 'unavailable']).nullable().catch(null),
  count: z.number(),
});

function countRows({ statements }: Store, run: string): RowCounts {
  const counts: RowCounts = { waiting: 0, clear: 0, match: 0, unavailable: 0, failed: 0, skipped: 0, damaged: 0 };
  for (const row of statements.grouped.all(run)) {
    const { state, outcome, count } = groupSchema.parse(row);
    counts[state === 'done' ? (outcome ?? 'damaged') : state] += count;
  }
  return counts;
}

async function retryRows(store: Store, run: string, unavailable: boolean): Promise<void> {
  const { database, statements } = store;
  const chosen: string[] = [];
  for await (const screening of rowsOfRun(store, run))
    if (!('damaged' in screening) && mayRetry(screening, unavailable)) chosen.push(screening.id);
  while (chosen.length > 0) {
    database.transaction(() => {
      for (const id of chosen.splice(0, batchSize)) {
        const row = statements.selectOne.get(id);
        const screening = row && openedRow(row);
        // Checked again: since then a person may have decided, or the row may have been screened.
        if (screening && !('damaged' in screening) && mayRetry(screening, unavailable)) makePending(store, screening);
      }
    });
    await setImmediate();
  }
}

const mayRetry = ({ state, outcome, decisions, readings }: ScreeningRow, unavailable: boolean): boolean =>
  decisions.length === 0 && readings.length === 0 && (state === 'failed' || (unavailable && state === 'done' && outcome === 'unavailable'));

/** Makes a screening pending again. A person saw the earlier answer, which may be on a certificate: it stays as a separate screening. */
function makePending(store: Store, screening: ScreeningRow): void {
  const answer = answerOf(store, screening.id);
  if (answer) insertScreenings(store, [{ screening: earlierScreening(screening), answer }]);
  updateScreenings(store, [{ screening: resetScreening(screening), answer: null }]);
}

/** The run of a run's earlier answers: separate, so that they are found in the history and removed with the run. */
const earlierRun = (run: string): string => `${run}/earlier`;

const earlierScreening = (screening: ScreeningRow): ScreeningRow => ({
  ...screening,
  id: randomUUID(),
  row: screening.row && { ...screening.row, runId: earlierRun(screening.row.runId) },
  cells: null,
});

/** A screening in its state before the request. */
const resetScreening = (screening: ScreeningRow): ScreeningRow => ({
  ...screening,
  ...unanswered,
  state: 'waiting',
  rules: [],
  readings: [],
  ...factsOf(null),
});

/** Rows that do not parse stay in the table, and are only counted. */
function readRuns({ statements }: Store): { runs: BulkRunRow[]; unreadable: number } {
  const all = statements.selectRuns
    .all()
    .map(({ id, value }) => openedOrNot(String(id), () => parseJson('bulk-run', value, bulkRunRowSchema)));
  const runs = all.flatMap((one) => (one.ok ? [one.value] : []));
  return { runs, unreadable: all.length - runs.length };
}
