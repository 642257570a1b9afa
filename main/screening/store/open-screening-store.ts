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

const stored = (row: unknown): StoredSearch => storedSchema.parse(row);
/** Rows that are worked on before others get their turn. */
const atOnce = 500;

export function openScreeningStore({ database, sealer }: { database: Database; sealer: Sealer }): ScreeningStore {
  const { sql } = database;
  let changes = 0;
  const runs = createRunRows(database, sealer);
  const find = createFinder(sql, sealer, () => changes);

  const insert = sql.prepare(
    'INSERT INTO screening (id, run, row, state, outcome, verdict, day, key, sealed, answer) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const set = 'UPDATE screening SET state = ?, outcome = ?, verdict = ?, day = ?, key = ?, sealed = ?';
  const update = sql.prepare(`${set} WHERE id = ?`);
  const updateBoth = sql.prepare(`${set}, answer = ? WHERE id = ?`);
  const selectOne = sql.prepare(`SELECT ${storedColumns} FROM screening WHERE id = ?`);
  const selectAnswer = sql.prepare('SELECT id, run, row, answer FROM screening WHERE id = ?');
  const remove = sql.prepare('DELETE FROM screening WHERE id = ?');
  const removeRows = sql.prepare('DELETE FROM screening WHERE run = ?');
  const mark = sql.prepare("UPDATE screening SET state = 'damaged', outcome = NULL WHERE number = ?");
  const waitingRows = sql.prepare(
    `SELECT ${storedColumns} FROM screening WHERE run = ? AND state = 'waiting' AND row > ? ORDER BY row LIMIT ?`,
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
  const underOther = sql.prepare(`SELECT ${storedColumns}, answer FROM screening WHERE key <> ? AND number > ? ORDER BY number LIMIT 100`);

  const write = (work: () => void): void => {
    changes += 1;
    database.transaction(work);
  };

  const get = (id: string): KeptSearch => {
    const row = selectOne.get(id);
    if (!row) throw new StationError('screening-unknown');
    return openedSearch(stored(row), sealer);
  };

  const save = (list: readonly SearchChange[]): void =>
    write(() => {
      for (const { search, answer } of list) {
        const columns = changedColumns(search, sealer);
        if (answer === undefined) update.run(...columns, search.id);
        else updateBoth.run(...columns, sealedAnswer(placeOf(search), answer, sealer), search.id);
      }
    });

  async function* rows(run: string): AsyncGenerator<KeptSearch | UnopenedSearch> {
    for (let after = 0; ; ) {
      const some = rowsAfter.all(run, after).map(stored);
      for (const row of some) yield openedOrNot(row, sealer);
      if (some.length < atOnce) return;
      after = some.at(-1)?.row ?? after;
      await setImmediate();
    }
  }

  return {
    add: (searches) =>
      write(() => {
        for (const { search, answer = null } of searches) {
          const place = placeOf(search);
          insert.run(place.id, place.run, place.row, ...changedColumns(search, sealer), sealedAnswer(place, answer, sealer));
        }
      }),
    save,
    get,
    answer(id) {
      const row = selectAnswer.get(id);
      if (!row) throw new StationError('screening-unknown');
      const { answer, ...place } = answerSchema.parse(row);
      return answer && openedAnswer(place, answer, sealer);
    },
    remove: (id) => write(() => void remove.run(id)),
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
    async retry(run, unavailable) {
      let count = 0;
      const some: SearchChange[] = [];
      for await (const search of rows(run)) {
        if ('unopened' in search || !mayRetry(search, unavailable)) continue;
        some.push({ search: askedAnew(search), answer: null });
        count += 1;
        if (some.length >= atOnce) save(some.splice(0));
      }
      if (some.length > 0) save(some);
      return count;
    },
    undecided: () => Number(undecided.get()?.count),

    runs: () => runs.all().runs,
    putRun: (run) => write(() => runs.put(run)),
    removeRun: (id) =>
      write(() => {
        removeRows.run(id);
        runs.remove(id);
      }),

    locked() {
      const absent = keys
        .all()
        .map((row) => keySchema.parse(row))
        .filter(({ key }) => sealer.isAbsent(key));
      return absent.reduce((sum, { count }) => sum + count, 0);
    },
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
const groupSchema = z.object({
  state: z.enum(['waiting', 'done', 'failed', 'skipped', 'damaged']),
  outcome: z.enum(['clear', 'match', 'unavailable']).nullable(),
  count: z.number(),
});
const keySchema = z.object({ key: z.string(), count: z.number() });

const mayRetry = ({ state, outcome }: KeptSearch, unavailable: boolean): boolean =>
  state === 'failed' || (unavailable && state === 'done' && outcome === 'unavailable');

/** As if it had never been asked; decisions that were made on what came then stay. */
const askedAnew = (search: KeptSearch): KeptSearch => ({
  ...search,
  state: 'waiting',
  outcome: null,
  answeredAt: null,
  block: null,
  logNumber: null,
  sources: [],
  best: null,
  matchCount: 0,
  problem: null,
  sha256: null,
});
