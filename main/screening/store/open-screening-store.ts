import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { StationError } from '../../../shared/errors.ts';
import type { Database } from '../../store/database.ts';
import { type Sealer, Unsealable } from '../../vault/sealing.ts';
import { createFinder } from './find-searches.ts';
import type { KeptSearch, UnopenedSearch } from './kept-search.ts';
import { createRunRows } from './run-rows.ts';
import { panel, type RowCounts, type ScreeningStore, type SearchChange } from './screening-store.ts';
import {
  changedColumns,
  openedAnswer,
  openedOrNot,
  openedSearch,
  placeOf,
  type StoredSearch,
  sealedAnswer,
  searchLabel,
  storedColumns,
  storedSchema,
} from './search-rows.ts';
import { createSearchTexts } from './search-texts.ts';

const stored = (row: unknown): StoredSearch => storedSchema.parse(row);
/** Rows that are worked on before others get their turn. */
const atOnce = 500;

export function openScreeningStore({ database, sealer }: { database: Database; sealer: Sealer }): ScreeningStore {
  const { sql } = database;
  const changes = { all: 0, byPeople: 0 };
  const runs = createRunRows(database, sealer);
  const texts = createSearchTexts(sealer);
  const find = createFinder(sql, texts, changes);

  const insert = sql.prepare(
    'INSERT INTO screening (id, run, row, case_id, state, outcome, verdict, day, key, sealed, answer) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const set = 'UPDATE screening SET state = ?, outcome = ?, verdict = ?, day = ?, key = ?, sealed = ?';
  const update = sql.prepare(`${set} WHERE id = ?`);
  const updateBoth = sql.prepare(`${set}, answer = ? WHERE id = ?`);
  const selectOne = sql.prepare(`SELECT ${storedColumns} FROM screening WHERE id = ?`);
  const selectUnderOther = sql.prepare(`SELECT ${storedColumns}, answer FROM screening WHERE id = ? AND key <> ?`);
  const selectAnswer = sql.prepare('SELECT id, run, row, answer FROM screening WHERE id = ?');
  const remove = sql.prepare('DELETE FROM screening WHERE id = ?');
  const selectOfCase = sql.prepare(`SELECT ${storedColumns} FROM screening WHERE case_id = ? ORDER BY number`);
  const removeOfCase = sql.prepare('DELETE FROM screening WHERE case_id = ?');
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
  const reseal = sql.prepare('UPDATE screening SET key = ?, sealed = ?, answer = ? WHERE number = ?');
  const keys = sql.prepare('SELECT key, count(*) AS count FROM screening GROUP BY key');
  const underOther = sql.prepare(`SELECT ${storedColumns}, answer FROM screening WHERE key <> ? AND number > ? ORDER BY number LIMIT 8`);

  /** `byItself`: as a list goes on, thousands of times. */
  const write = (work: () => void, byItself = false): void => {
    changes.all += 1;
    if (!byItself) changes.byPeople += 1;
    database.transaction(work);
  };

  const get = (id: string): KeptSearch => {
    const row = selectOne.get(id);
    if (!row) throw new StationError('screening-unknown');
    return openedSearch(stored(row), sealer);
  };

  const save = (list: readonly SearchChange[]): void =>
    write(
      () => {
        for (const { search, answer } of list) {
          texts.forget(search.id);
          const columns = changedColumns(search, sealer);
          if (answer !== undefined) updateBoth.run(...columns, sealedAnswer(placeOf(search), answer, sealer), search.id);
          else {
            // Both are always under one key: while keys are renewed, what is changed before its turn is sealed anew whole.
            resealUnless(String(columns[4]), search.id);
            update.run(...columns, search.id);
          }
        }
      },
      list.every(({ search, answer }) => search.row && answer !== undefined),
    );

  function resealUnless(key: string, id: string): void {
    const row = selectUnderOther.get(id, key);
    if (row) renewed({ ...stored(row), ...answerSchema.parse(row) });
  }

  async function* rows(run: string): AsyncGenerator<KeptSearch | UnopenedSearch> {
    for (let after = 0; ; ) {
      const some = rowsAfter.all(run, after).map(stored);
      for (const row of some) yield openedOrNot(row, sealer);
      if (some.length < atOnce) return;
      after = some.at(-1)?.row ?? after;
      await setImmediate();
    }
  }

  function add({ search, answer = null }: SearchChange): void {
    const place = placeOf(search);
    insert.run(place.id, place.run, place.row, search.caseId, ...changedColumns(search, sealer), sealedAnswer(place, answer, sealer));
  }

  const answerOf = (id: string): Buffer | null => {
    const row = selectAnswer.get(id);
    if (!row) throw new StationError('screening-unknown');
    const { answer, ...place } = answerSchema.parse(row);
    return answer && openedAnswer(place, answer, sealer);
  };

  /**
   * To be asked as if it had never been. What came before was seen, and may be on a certificate: it stays, as a search of
   * its own. False for one whose answer cannot be opened: it is left as it is.
   */
  function putBack(search: KeptSearch): boolean {
    try {
      const answer = answerOf(search.id);
      if (answer) add({ search: earlier(search), answer });
    } catch (thrown) {
      if (thrown instanceof Unsealable) return false;
      throw thrown;
    }
    texts.forget(search.id);
    updateBoth.run(...changedColumns(askedAnew(search), sealer), null, search.id);
    return true;
  }

  return {
    together: database.transaction,
    add: (searches) =>
      write(
        () => searches.forEach(add),
        searches.every(({ search }) => search.row),
      ),
    save,
    get,
    answer: answerOf,
    remove: (id) => write(() => void remove.run(id)),
    ofCase: (caseId) => selectOfCase.all(caseId).map((row) => openedOrNot(stored(row), sealer)),
    removeOfCase: (caseId) =>
      write(() => {
        for (const row of selectOfCase.all(caseId)) texts.forget(stored(row).id);
        removeOfCase.run(caseId);
      }),
    async page(filter, offset, limit) {
      const { total, stored: found } = await find(filter, offset, limit);
      return { total, items: found.map((row) => openedOrNot(row, sealer)) };
    },
    waiting(run, after, limit) {
      const some = (run === panel ? waitingPanel : waitingRows).all(run, after, limit).map(stored);
      const searches: KeptSearch[] = [];
      let locked = false;
      for (const row of some) {
        const opened = openedOrNot(row, sealer);
        if (!('unopened' in opened)) searches.push(opened);
        else if (opened.unopened === 'key-absent') locked = true;
        else write(() => void mark.run(row.number));
      }
      const end = some.at(-1);
      return { searches, last: end ? (run === panel ? end.number : end.row) : after, locked };
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
            const search = row && openedOrNot(stored(row), sealer);
            // Looked at again: meanwhile a person may have decided, or the row may have been asked.
            if (!search || 'unopened' in search || !mayRetry(search, unavailable)) continue;
            if (putBack(search)) count += 1;
          }
        });
        await setImmediate();
      }
      return count;
    },
    askAnew(id) {
      write(() => {
        if (!putBack(get(id))) throw new Unsealable('damaged', 'screening');
      });
      return get(id);
    },
    undecided: () => Number(undecided.get()?.count),

    runs: () => runs.all().runs,
    putRun: (run) => write(() => runs.put(run)),
    removeRun: (id) =>
      write(() => {
        for (const run of [id, earlierRun(id)]) removeRows.run(run, -1);
        runs.remove(id);
      }),

    locked() {
      const absent = keys
        .all()
        .map((row) => keySchema.parse(row))
        .filter(({ key }) => sealer.isAbsent(key));
      return absent.reduce((sum, { count }) => sum + count, runs.all().locked);
    },
    damagedRuns: () => runs.all().damaged,
    async renewSeals(key) {
      const { runs: kept, locked } = runs.all();
      for (const run of kept) write(() => runs.put(run));
      let all = locked === 0;
      for (let after = 0; ; ) {
        const some = underOther.all(key, after).map((row) => ({ ...stored(row), ...answerSchema.parse(row) }));
        if (some.length === 0) return all;
        after = some.at(-1)?.number ?? after;
        write(() => {
          for (const row of some) all = renewed(row) && all;
        });
        await setImmediate();
      }
    },
  };

  /** False for what cannot be opened, which stays as it is. */
  function renewed(row: StoredSearch & { answer: Uint8Array | null }): boolean {
    try {
      // As it stands, parsed or not: what a later version may read is not to be lost.
      const sealed = sealer.seal(searchLabel(row), sealer.open(searchLabel(row), row.sealed));
      const answer = row.answer && sealedAnswer(row, openedAnswer(row, row.answer, sealer), sealer);
      reseal.run(sealer.keyOf(sealed), sealed, answer, row.number);
      return true;
    } catch (thrown) {
      if (thrown instanceof Unsealable) return false;
      throw thrown;
    }
  }
}

const answerSchema = z.object({ id: z.string(), run: z.string(), row: z.number(), answer: z.instanceof(Uint8Array).nullable() });
/** The clear columns are bound to nothing: what a flipped bit made of them counts as damaged, and keeps nobody from the others. */
const groupSchema = z.object({
  state: z.enum(['waiting', 'done', 'failed', 'skipped', 'damaged']).catch('damaged'),
  outcome: z.enum(['clear', 'match', 'unavailable']).nullable().catch(null),
  count: z.number(),
});
const keySchema = z.object({ key: z.string(), count: z.number() });

const mayRetry = ({ state, outcome, decisions, readings }: KeptSearch, unavailable: boolean): boolean =>
  decisions.length === 0 && readings.length === 0 && (state === 'failed' || (unavailable && state === 'done' && outcome === 'unavailable'));

/** Where what came before of a list's rows is: beside the list, so that it is found in the history and goes with the list. */
const earlierRun = (run: string): string => `${run}/earlier`;

const earlier = (search: KeptSearch): KeptSearch => ({
  ...search,
  id: randomUUID(),
  row: search.row && { ...search.row, runId: earlierRun(search.row.runId) },
  cells: null,
});

/** As if it had never been asked. */
const askedAnew = (search: KeptSearch): KeptSearch => ({
  ...search,
  state: 'waiting',
  outcome: null,
  answeredAt: null,
  block: null,
  logNumber: null,
  sources: [],
  others: [],
  best: null,
  matchCount: 0,
  problem: null,
  rules: [],
  readings: [],
  sha256: null,
});
