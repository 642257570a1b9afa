/** Screenings and bulk screenings in the database. A change is on the disk when the call returns. */
import type { ScreeningFilter } from '../../../../shared/domain/screening.ts';
import type { BulkRunRow } from './bulk-run-row.ts';
import type { ScreeningRow, UnopenedSearch } from './screening-row.ts';

export type SearchChange = {
  search: ScreeningRow;
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
  /** Yields all rows of a run in order. Other calls are allowed between them. */
  rows(run: string): AsyncGenerator<ScreeningRow | UnopenedSearch>;
  counts(run: string): RowCounts;
  /** The highest stored row number of a run; 0 for none. */
  lastRow(run: string): number;
  /** Removes the rows that were just added to a run. */
  removeRowsAfter(run: string, row: number): void;
  /**
   * Makes failed rows pending again; with `unavailable`, also rows with sources that did not answer, but not rows that a
   * person decided on: a decision is only ever about the answer that was seen. Returns the number of rows.
   */
  retry(run: string, unavailable: boolean): Promise<number>;
  /** Makes one screening pending again. Its earlier answer stays as a separate screening. @throws like `get` */
  askAnew(id: string): ScreeningRow;
  /** The number of screenings with a match and no final decision, rows of bulk screenings included. */
  undecided(): number;

  /** In the order of their start. */
  runs(): BulkRunRow[];
  /** Number of runs whose row does not parse; their screenings stay and are not made. */
  unreadableRuns(): number;
  putRun(run: BulkRunRow): void;
  /** With its rows and answers. */
  removeRun(id: string): void;
};
