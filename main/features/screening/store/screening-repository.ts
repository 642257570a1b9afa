/** Screenings and bulk screenings in the database. A change is on the disk when the call returns. */
import type { ScreeningFilter } from '../../../../shared/domain/screening.ts';
import type { BulkRunRow } from './bulk-run-row.ts';
import type { ScreeningRow, UnopenedSearch } from './screening-row.ts';

export type SearchChange = {
  search: ScreeningRow;
  /** Null: there is no answer any more; left out: it stays as it is. */
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
  add(searches: readonly SearchChange[]): void;
  /** Saves all or none; skips screenings that were removed. @throws StationError `disk-full` */
  save(changes: readonly SearchChange[]): void;
  /** @throws StationError `screening-unknown`, UnreadableRow */
  get(id: string): ScreeningRow;
  /** Returns the unchanged answer; null without one. @throws like `get` */
  answer(id: string): Buffer | null;
  remove(id: string): void;
  /** Screenings of a visit, in the order of their queries. */
  ofVisit(visitId: string): (ScreeningRow | UnopenedSearch)[];
  removeOfVisit(visitId: string): void;
  page(filter: ScreeningFilter, offset: number, limit: number): { total: number; items: (ScreeningRow | UnopenedSearch)[] };
  /** Those that wait, in order, after that row (a list) or number of insertion (the panel); damaged ones are marked and passed over. */
  waiting(run: string, after: number, limit: number): { searches: ScreeningRow[]; last: number };
  /** All rows of a list in order. Other things may be done meanwhile. */
  rows(run: string): AsyncGenerator<ScreeningRow | UnopenedSearch>;
  counts(run: string): RowCounts;
  /** The highest row that is kept of a list; 0 for none. */
  lastRow(run: string): number;
  /** Takes back rows of a list that were just added. */
  removeRowsAfter(run: string, row: number): void;
  /**
   * Puts rows that failed back to be asked; with `unavailable`, those too whose sources did not answer, but not what a
   * person decided on: a decision is never about another answer than the one that was seen. Answers with how many.
   */
  retry(run: string, unavailable: boolean): Promise<number>;
  /** Puts one search back to be asked. What came of it stays, as a search of its own. @throws like `get` */
  askAnew(id: string): ScreeningRow;
  /** Searches with a match and no final decision, rows of lists included. */
  undecided(): number;

  /** In the order in which they were begun. */
  runs(): BulkRunRow[];
  /** Number of runs whose row does not parse; their screenings stay and are not made. */
  unreadableRuns(): number;
  putRun(run: BulkRunRow): void;
  /** With its rows and answers. */
  removeRun(id: string): void;
};
