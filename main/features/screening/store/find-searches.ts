/** The list of screenings: a page of those that match what a person asked for. */
import type { ScreeningFilter } from '../../../../shared/domain/screening.ts';
import type { Condition, ListQuery } from '../../../platform/storage/list-page.ts';
import { typedCondition } from '../../../platform/storage/search-text.ts';
import type { SqlValue } from '../../../platform/storage/sql.ts';
import { panel } from './screening-repository.ts';

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

/** Rows of a bulk screening in the order of its file, all others with the latest first. */
export function screeningQuery({ scope, outcome, from, to, text }: ScreeningFilter): ListQuery {
  const only = (where: string, value: SqlValue): Condition => ({ where, values: [value] });
  const conditions: Condition[] = [{ where: outcomeSql[outcome], values: [] }, typedCondition(text)];
  if (scope !== 'all') conditions.push(only('run = ?', scope === 'single' ? panel : scope.runId));
  if (from !== null) conditions.push(only('day >= ?', from));
  if (to !== null) conditions.push(only('day <= ?', to));
  return typeof scope === 'object'
    ? { from: 'screening INDEXED BY screening_of_run', conditions, order: 'row' }
    : { from: 'screening INDEXED BY screening_list', conditions, order: 'number DESC' };
}
