/** Finds screenings: by SQL for the columns, and row by row for a text. */

import { setImmediate } from 'node:timers/promises';
import type { ScreeningFilter } from '../../../shared/domain/screening.ts';
import type { Sql, SqlValue } from '../../store/sql.ts';
import { panel } from './screening-store.ts';
import { type StoredSearch, storedColumns, storedSchema } from './search-rows.ts';
import { type SearchTexts, type Typed, typedText } from './search-texts.ts';

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

type Where = { where: string; order: string; values: SqlValue[] };

function whereOf({ scope, outcome, from, to }: ScreeningFilter): Where {
  const parts = [outcomeSql[outcome]];
  const values: SqlValue[] = [];
  const also = (part: string, value: SqlValue) => {
    parts.push(part);
    values.push(value);
  };
  if (scope !== 'all') also('run = ?', scope === 'single' ? panel : scope.runId);
  if (from !== null) also('day >= ?', from);
  if (to !== null) also('day <= ?', to);
  return { where: parts.join(' AND '), order: typeof scope === 'object' ? 'row' : 'number DESC', values };
}

/** Milliseconds before others get their turn. */
const longestTurn = 10;

/**
 * @param changes numbers that rise with every change, and with those that a person made or waits for, so that what was
 * found before is known to be out of date
 */
export function createFinder(sql: Sql, texts: SearchTexts, changes: Readonly<{ all: number; byPeople: number }>) {
  let found: { filter: string; all: number; byPeople: number; when: number; numbers: number[] } | null = null;

  const byNumber = sql.prepare(`SELECT ${storedColumns} FROM screening WHERE number = ?`);

  const storedAt = (number: number): StoredSearch | null => {
    const row = byNumber.get(number);
    return row ? storedSchema.parse(row) : null;
  };

  async function numbersWith(filter: ScreeningFilter, typed: Typed): Promise<number[]> {
    const key = JSON.stringify(filter);
    // While a list runs, something changes all the time: then what was found a moment ago will do.
    const isFresh = found?.all === changes.all || (found?.byPeople === changes.byPeople && Date.now() - found.when < 2_000);
    if (found?.filter === key && isFresh) return found.numbers;
    const { all, byPeople } = changes;
    const { where, order, values } = whereOf(filter);
    const candidates = sql.prepare(`SELECT number, id FROM screening WHERE ${where} ORDER BY ${order}`).all(...values);
    const numbers: number[] = [];
    let turn = Date.now();
    for (const candidate of candidates) {
      if (Date.now() - turn > longestTurn) {
        await setImmediate();
        turn = Date.now();
      }
      const number = Number(candidate.number);
      if (texts.holds(String(candidate.id), typed, () => storedAt(number))) numbers.push(number);
    }
    found = { filter: key, all, byPeople, when: Date.now(), numbers };
    return numbers;
  }

  async function page(filter: ScreeningFilter, offset: number, limit: number): Promise<{ total: number; stored: StoredSearch[] }> {
    const typed = typedText(filter.text);
    if (typed.words.length > 0) {
      const numbers = await numbersWith(filter, typed);
      const rows = numbers.slice(offset, offset + limit).map(storedAt);
      return { total: numbers.length, stored: rows.filter((row) => row !== null) };
    }
    const { where, order, values } = whereOf(filter);
    const total = Number(sql.prepare(`SELECT count(*) AS total FROM screening WHERE ${where}`).get(...values)?.total);
    const rows = sql
      .prepare(`SELECT ${storedColumns} FROM screening WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`)
      .all(...values, limit, offset);
    return { total, stored: rows.map((row) => storedSchema.parse(row)) };
  }

  return page;
}
