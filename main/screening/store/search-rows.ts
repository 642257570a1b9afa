/** Rows of the table `screening`: their clear columns, and the sealed ones that are bound to them. */
import type { SQLInputValue } from 'node:sqlite';
import { z } from 'zod';
import { type Sealer, type SealLabel, Unsealable } from '../../vault/sealing.ts';
import { hiddenOf, type KeptSearch, keptSearch, type UnopenedSearch, verdictOf } from './kept-search.ts';
import { panel } from './screening-store.ts';

/** As selected: `number, id, run, row, sealed`. */
export const storedSchema = z.object({
  number: z.number(),
  id: z.string(),
  run: z.string(),
  row: z.number(),
  sealed: z.instanceof(Uint8Array),
});
export type StoredSearch = z.infer<typeof storedSchema>;
export const storedColumns = 'number, id, run, row, sealed';

type Place = { id: string; run: string; row: number };

export const searchLabel = ({ id, run, row }: Place): SealLabel => ({ kind: 'screening', id, version: 1, clear: [run, row] });
const answerLabel = (place: Place): SealLabel => ({ ...searchLabel(place), kind: 'screening-answer' });

export const placeOf = ({ id, row }: Pick<KeptSearch, 'id' | 'row'>): Place => ({ id, run: row?.runId ?? panel, row: row?.number ?? 0 });

/** Values of `state, outcome, verdict, day, key, sealed`. */
export function changedColumns(search: KeptSearch, sealer: Sealer): SQLInputValue[] {
  const sealed = sealer.seal(searchLabel(placeOf(search)), hiddenOf(search));
  return [search.state, search.outcome, verdictOf(search), localDay(search.askedAt), sealer.keyOf(sealed), sealed];
}

export const sealedAnswer = (place: Place, answer: Uint8Array | null, sealer: Sealer): Uint8Array | null =>
  answer && sealer.seal(answerLabel(place), Buffer.from(answer).toString('base64'));

/** @throws Unsealable */
export const openedAnswer = (place: Place, sealed: Uint8Array, sealer: Sealer): Buffer =>
  Buffer.from(z.base64().parse(sealer.open(answerLabel(place), sealed)), 'base64');

const placeInList = ({ run, row }: Place) => (run === panel ? null : { runId: run, number: row });

/** @throws Unsealable */
export function openedSearch(stored: StoredSearch, sealer: Sealer): KeptSearch {
  const hidden = sealer.open(searchLabel(stored), stored.sealed);
  try {
    return keptSearch(stored.id, placeInList(stored), hidden);
  } catch {
    throw new Unsealable('damaged', 'screening');
  }
}

export function openedOrNot(stored: StoredSearch, sealer: Sealer): KeptSearch | UnopenedSearch {
  try {
    return openedSearch(stored, sealer);
  } catch (thrown) {
    if (!(thrown instanceof Unsealable)) throw thrown;
    return { id: stored.id, row: placeInList(stored), unopened: thrown.reason };
  }
}

/** `YYYY-MM-DD` where the station is: the day that a clerk means. */
function localDay(at: string): string {
  const date = new Date(at);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
