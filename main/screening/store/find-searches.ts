/** What a filter asks for, in SQL where the clear columns can say it, and by opening each search for a text. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { foldedText, identificationKey } from '../../../shared/domain/names.ts';
import type { ScreeningFilter } from '../../../shared/domain/screening.ts';
import type { Sealer } from '../../vault/sealing.ts';
import { panel } from './screening-store.ts';
import { openedOrNot, type StoredSearch, storedColumns, storedSchema } from './search-rows.ts';

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

type Where = { where: string; order: string; values: SQLInputValue[] };

function whereOf({ scope, outcome, from, to }: ScreeningFilter): Where {
  const parts = [outcomeSql[outcome]];
  const values: SQLInputValue[] = [];
  const also = (part: string, value: SQLInputValue) => {
    parts.push(part);
    values.push(value);
  };
  if (scope !== 'all') also('run = ?', scope === 'single' ? panel : scope.runId);
  if (from !== null) also('day >= ?', from);
  if (to !== null) also('day <= ?', to);
  return { where: parts.join(' AND '), order: typeof scope === 'object' ? 'row' : 'number DESC', values };
}

/** How many are opened before others get their turn. */
const atOnce = 500;

/** @param changes a number that rises with every change, so that what was found before is known to be out of date */
export function createFinder(sql: DatabaseSync, sealer: Sealer, changes: () => number) {
  let found: { filter: string; at: number; when: number; numbers: number[] } | null = null;

  const byNumber = sql.prepare(`SELECT ${storedColumns} FROM screening WHERE number = ?`);

  async function numbersWith(filter: ScreeningFilter, text: string): Promise<number[]> {
    const key = JSON.stringify(filter);
    // While a list runs, something changes all the time: then what was found a moment ago will do.
    if (found?.filter === key && (found.at === changes() || Date.now() - found.when < 2_000)) return found.numbers;
    const at = changes();
    const { where, order, values } = whereOf(filter);
    const candidates = sql.prepare(`SELECT number FROM screening WHERE ${where} ORDER BY ${order}`).all(...values);
    const numbers: number[] = [];
    for (const [index, { number }] of candidates.entries()) {
      if (index % atOnce === atOnce - 1) await setImmediate();
      const row = byNumber.get(Number(number));
      if (row && holds(storedSchema.parse(row), text, sealer)) numbers.push(Number(number));
    }
    found = { filter: key, at, when: Date.now(), numbers };
    return numbers;
  }

  return async (filter: ScreeningFilter, offset: number, limit: number): Promise<{ total: number; stored: StoredSearch[] }> => {
    const text = foldedText(filter.text);
    if (text !== '') {
      const numbers = await numbersWith(filter, text);
      const rows = numbers.slice(offset, offset + limit).map((number) => byNumber.get(number));
      return { total: numbers.length, stored: rows.filter((row) => row !== undefined).map((row) => storedSchema.parse(row)) };
    }
    const { where, order, values } = whereOf(filter);
    const total = Number(sql.prepare(`SELECT count(*) AS total FROM screening WHERE ${where}`).get(...values)?.total);
    const rows = sql
      .prepare(`SELECT ${storedColumns} FROM screening WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`)
      .all(...values, limit, offset);
    return { total, stored: rows.map((row) => storedSchema.parse(row)) };
  };
}

function holds(stored: StoredSearch, text: string, sealer: Sealer): boolean {
  const opened = openedOrNot(stored, sealer);
  if ('unopened' in opened) return false;
  const { query, logNumber } = opened;
  if (foldedText(`${query.name} ${query.identification} ${logNumber ?? ''}`).includes(text)) return true;
  // However either is punctuated.
  const key = identificationKey(text);
  return /\d/.test(key) && identificationKey(query.identification).includes(key);
}
