import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { StationError } from '../../../../shared/errors.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { readPage } from '../../../platform/storage/list-page.ts';
import { screeningQuery } from './find-searches.ts';
import { createRunRows } from './run-rows.ts';
import { panel, type RowCounts, type ScreeningRepository, type SearchChange } from './screening-repository.ts';
import { type ScreeningRow, type UnopenedSearch, unanswered } from './screening-row.ts';
import { changedColumns, openedOrNot, openedSearch, placeOf, type StoredSearch, storedColumns, storedSchema } from './search-rows.ts';

const stored = (row: unknown): StoredSearch => storedSchema.parse(row);
/** The number of rows that are processed before the loop yields. */
const atOnce = 500;

export function openScreeningRepository(database: Database): ScreeningRepository {
  const { sql } = database;
  const runs = createRunRows(database);

  const insert = sql.prepare(
    'INSERT INTO screening (id, run, row, visit_id, state, outcome, verdict, day, search_text, value, answer) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const set = 'UPDATE screening SET state = ?, outcome = ?, verdict = ?, day = ?, search_text = ?, value = ?';
  const update = sql.prepare(`${set} WHERE id = ?`);
  const updateBoth = sql.prepare(`${set}, answer = ? WHERE id = ?`);
  const selectOne = sql.prepare(`SELECT ${storedColumns} FROM screening WHERE id = ?`);
  const selectAnswer = sql.prepare('SELECT answer FROM screening WHERE id = ?');
  const remove = sql.prepare('DELETE FROM screening WHERE id = ?');
  const selectOfVisit = sql.prepare(`SELECT ${storedColumns} FROM screening WHERE visit_id = ? ORDER BY number`);
  const removeOfVisit = sql.prepare('DELETE FROM screening WHERE visit_id = ?');
  const removeRows = sql.prepare('DELETE FROM screening WHERE run = ? AND row > ?');
  const mark = sql.prepare("UPDATE screening SET state = 'damaged', outcome = NULL WHERE number = ?");
  const waitingRows = sql.prepare(
    `SELECT ${storedColumns} FROM screening WHERE run = ? AND state = 'waiting' AND outcome IS NULL AND row > ? ORDER BY row LIMIT ?`,
  );
  const waitingPanel = sql.prepare(
    `SELECT ${storedColumns} FROM screening WHERE run = ? AND state = 'waiting' AND number > ? ORDER BY number LIMIT ?`,
  );
  const rowsAfter = sql.prepare(`SELECT ${storedColumns} FROM screening WHERE run = ? AND row > ? ORDER BY row LIMIT ${atOnce}`);
  const grouped = sql.prepare('SELECT state, outcome, count(*) AS count FROM screening WHERE run = ? GROUP BY state, outcome');
  const last = sql.prepare('SELECT max(row) AS row FROM screening WHERE run = ?');
  const undecided = sql.prepare(
    "SELECT count(*) AS count FROM screening WHERE state = 'done' AND outcome = 'match' AND (verdict IS NULL OR verdict = 'undecided')",
  );

  const write = (work: () => void): void => database.transaction(work);

  const get = (id: string): ScreeningRow => {
    const row = selectOne.get(id);
    if (!row) throw new StationError('screening-unknown');
    return openedSearch(stored(row));
  };

  const save = (list: readonly SearchChange[]): void =>
    write(() => {
      for (const { search, answer } of list) {
        const columns = changedColumns(search);
        if (answer === undefined) update.run(...columns, search.id);
        else updateBoth.run(...columns, answer, search.id);
      }
    });

  async function* rows(run: string): AsyncGenerator<ScreeningRow | UnopenedSearch> {
    for (let after = 0; ; ) {
      const some = rowsAfter.all(run, after).map(stored);
      for (const row of some) yield openedOrNot(row);
      if (some.length < atOnce) return;
      after = some.at(-1)?.row ?? after;
      await setImmediate();
    }
  }

  function add({ search, answer = null }: SearchChange): void {
    const place = placeOf(search);
    insert.run(place.id, place.run, place.row, search.visitId, ...changedColumns(search), answer);
  }

  const answerOf = (id: string): Buffer | null => {
    const row = selectAnswer.get(id);
    if (!row) throw new StationError('screening-unknown');
    return Buffer.isBuffer(row.answer) ? row.answer : null;
  };

  /** Makes a screening pending again. The earlier answer was seen, and may be on a certificate: it stays as a separate screening. */
  function putBack(search: ScreeningRow): void {
    const answer = answerOf(search.id);
    if (answer) add({ search: earlier(search), answer });
    updateBoth.run(...changedColumns(unasked(search)), null, search.id);
  }

  return {
    together: database.transaction,
    add: (searches) => write(() => searches.forEach(add)),
    save,
    get,
    answer: answerOf,
    remove: (id) => write(() => void remove.run(id)),
    ofVisit: (visitId) => selectOfVisit.all(visitId).map((row) => openedOrNot(stored(row))),
    removeOfVisit: (visitId) => write(() => void removeOfVisit.run(visitId)),
    page(filter, offset, limit) {
      const { total, rows: found } = readPage(sql, storedColumns, screeningQuery(filter), offset, limit);
      return { total, items: found.map((row) => openedOrNot(stored(row))) };
    },
    waiting(run, after, limit) {
      const some = (run === panel ? waitingPanel : waitingRows).all(run, after, limit).map(stored);
      const searches: ScreeningRow[] = [];
      for (const row of some) {
        const opened = openedOrNot(row);
        if (!('unopened' in opened)) searches.push(opened);
        else write(() => void mark.run(row.number));
      }
      const end = some.at(-1);
      return { searches, last: end ? (run === panel ? end.number : end.row) : after };
    },
    rows,
    counts(run) {
      const counts: RowCounts = { waiting: 0, clear: 0, match: 0, unavailable: 0, failed: 0, skipped: 0, damaged: 0 };
      for (const row of grouped.all(run)) {
        const { state, outcome, count } = groupSchema.parse(row);
        counts[state === 'done' ? (outcome ?? 'damaged') : state] += count;
      }
      return counts;
    },
    lastRow: (run) => Number(last.get(run)?.row ?? 0),
    removeRowsAfter: (run, row) => write(() => void removeRows.run(run, row)),
    async retry(run, unavailable) {
      let count = 0;
      const chosen: string[] = [];
      for await (const search of rows(run)) if (!('unopened' in search) && mayRetry(search, unavailable)) chosen.push(search.id);
      while (chosen.length > 0) {
        write(() => {
          for (const id of chosen.splice(0, atOnce)) {
            const row = selectOne.get(id);
            const search = row && openedOrNot(stored(row));
            // Looked at again: meanwhile a person may have decided, or the row may have been asked.
            if (!search || 'unopened' in search || !mayRetry(search, unavailable)) continue;
            putBack(search);
            count += 1;
          }
        });
        await setImmediate();
      }
      return count;
    },
    askAnew(id) {
      write(() => putBack(get(id)));
      return get(id);
    },
    undecided: () => Number(undecided.get()?.count),

    runs: () => runs.all().runs,
    unreadableRuns: () => runs.all().unreadable,
    putRun: (run) => write(() => runs.put(run)),
    removeRun: (id) =>
      write(() => {
        for (const run of [id, earlierRun(id)]) removeRows.run(run, -1);
        runs.remove(id);
      }),
  };
}

const groupSchema = z.object({
  state: z.enum(['waiting', 'done', 'failed', 'skipped', 'damaged']).catch('damaged'),
  outcome: z.enum(['clear', 'match', 'unavailable']).nullable().catch(null),
  count: z.number(),
});

const mayRetry = ({ state, outcome, decisions, readings }: ScreeningRow, unavailable: boolean): boolean =>
  decisions.length === 0 && readings.length === 0 && (state === 'failed' || (unavailable && state === 'done' && outcome === 'unavailable'));

/** Where what came before of a list's rows is: beside the list, so that it is found in the history and goes with the list. */
const earlierRun = (run: string): string => `${run}/earlier`;

const earlier = (search: ScreeningRow): ScreeningRow => ({
  ...search,
  id: randomUUID(),
  row: search.row && { ...search.row, runId: earlierRun(search.row.runId) },
  cells: null,
});

/** Resets a screening to its state before the request. */
const unasked = (search: ScreeningRow): ScreeningRow => ({
  ...search,
  ...unanswered,
  state: 'waiting',
  rules: [],
  readings: [],
  sha256: null,
});
