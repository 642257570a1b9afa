/** Rows of the table `screening`. */

import { z } from 'zod';
import { localDay } from '../../../../shared/domain/local-format.ts';
import { UnreadableRow } from '../../../platform/storage/rows.ts';
import { searchText } from '../../../platform/storage/search-text.ts';
import type { SqlValue } from '../../../platform/storage/sql.ts';
import { panel } from './screening-repository.ts';
import { hiddenOf, type ScreeningRow, screeningRow, type UnopenedSearch, verdictOf } from './screening-row.ts';

/** As selected: `number, id, run, row, value`. */
export const storedSchema = z.object({ number: z.number(), id: z.string(), run: z.string(), row: z.number(), value: z.string() });
export type StoredSearch = z.infer<typeof storedSchema>;
export const storedColumns = 'number, id, run, row, value';

type Place = { id: string; run: string; row: number };

export const placeOf = ({ id, row }: Pick<ScreeningRow, 'id' | 'row'>): Place => ({ id, run: row?.runId ?? panel, row: row?.number ?? 0 });

/** Values of `state, outcome, verdict, day, search_text, value`. */
export const changedColumns = (search: ScreeningRow): SqlValue[] => [
  search.state,
  search.outcome,
  verdictOf(search),
  localDay(new Date(search.askedAt)),
  searchText([search.query.name], [search.query.identification, search.logNumber ?? '']),
  JSON.stringify(hiddenOf(search)),
];

const placeInList = ({ run, row }: Place) => (run === panel ? null : { runId: run, number: row });

/** @throws UnreadableRow */
export function openedSearch(stored: StoredSearch): ScreeningRow {
  try {
    return screeningRow(stored.id, placeInList(stored), JSON.parse(stored.value));
  } catch {
    throw new UnreadableRow('screening');
  }
}

export function openedOrNot(stored: StoredSearch): ScreeningRow | UnopenedSearch {
  try {
    return openedSearch(stored);
  } catch (thrown) {
    if (!(thrown instanceof UnreadableRow)) throw thrown;
    return { id: stored.id, row: placeInList(stored), unopened: true };
  }
}
