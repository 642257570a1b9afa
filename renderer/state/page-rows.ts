/** The rows of a list that is read page by page: pages are joined, and rows of events are merged into them. */
import { maxPageRows } from '../../shared/domain/max-page-rows.ts';

export type Page<Row> = { total: number; items: readonly Row[] };

/** `unsure`: main has to be asked. */
export type Merged<Row> = Page<Row> & { unsure: boolean };

/** Returns the list with the rows of events, in the order of the events; `first`: number of rows before the listed ones. */
export type Merge<Row, Filter> = (before: Page<Row> & { first: number }, changed: readonly Row[], filter: Filter) => Merged<Row>;

/**
 * Reads at least that number of rows from `offset` on, or all rows. Returns null as soon as `loadPage` returns null: the rows
 * are no longer needed. All pages have the same length.
 */
export async function readPages<Row extends { id: string }>(
  offset: number,
  wanted: number,
  loadPage: (offset: number, limit: number) => Promise<Page<Row> | null>,
): Promise<Page<Row> | null> {
  const limit = Math.ceil(wanted / Math.ceil(wanted / maxPageRows));
  let items: readonly Row[] = [];
  let total = Number.POSITIVE_INFINITY;
  for (let from = offset; from < Math.min(offset + wanted, total); from += limit) {
    const page = await loadPage(from, limit);
    if (!page) return null;
    items = joined(items, page.items);
    total = page.total;
  }
  return { total, items };
}

/**
 * Returns the listed rows with the rows behind them. A further page without new rows is the end, whatever the count says. `first`: number
 * of rows before the listed ones.
 */
export function withPage<Row extends { id: string }>(before: readonly Row[], { total, items: next }: Page<Row>, first = 0): Page<Row> {
  const items = joined(before, next);
  return { items, total: items.length === before.length ? first + items.length : total };
}

/** Joins two pages. A row added in between moved the others: a row that is already listed is not listed twice. */
function joined<Row extends { id: string }>(before: readonly Row[], next: readonly Row[]): Row[] {
  const listed = new Set(before.map(({ id }) => id));
  return [...before, ...next.filter(({ id }) => !listed.has(id))];
}

type NewestFirst<Row> = {
  /** Whether a row matches the filter; null where only main can decide. */
  belongs: (row: Row) => boolean | null;
  /** When the row was created; ISO 8601. */
  createdAt: (row: Row) => string;
};

/**
 * Merges new and changed rows into a list with the newest row first. A listed row stays where it is, even if the filter would now
 * exclude it: no row disappears while a person reads it.
 */
export function withNewest<Row extends { id: string }>(
  before: Page<Row>,
  changed: readonly Row[],
  { belongs, createdAt }: NewestFirst<Row>,
): Merged<Row> {
  const latest = new Map(changed.map((row) => [row.id, row]));
  const items = before.items.map((row) => latest.get(row.id) ?? row);
  const listed = new Set(items.map(({ id }) => id));
  const first = items[0];
  const isWhole = before.items.length >= before.total;
  const front: Row[] = [];
  let unsure = false;
  for (const row of [...latest.values()].filter(({ id }) => !listed.has(id))) {
    const isListed = belongs(row);
    if (isListed && (first === undefined ? isWhole : createdAt(row) >= createdAt(first))) front.push(row);
    else if (isListed !== false || !isWhole) unsure = true;
  }
  // Of two rows of the same moment the one reported later is the newer.
  front.reverse().sort((a, b) => createdAt(b).localeCompare(createdAt(a)));
  return { items: [...front, ...items], total: before.total + front.length, unsure };
}

export const newestFirst =
  <Row extends { id: string }, Filter>(
    belongs: (row: Row, filter: Filter) => boolean | null,
    createdAt: (row: Row) => string,
  ): Merge<Row, Filter> =>
  (before, changed, filter) =>
    withNewest(before, changed, { belongs: (row) => belongs(row, filter), createdAt });

/** For a list whose order only main knows: updates the listed rows, and has the list loaded again. */
export function inOrderOfMain<Row extends { id: string }>({ items, total }: Page<Row>, changed: readonly Row[]): Merged<Row> {
  const latest = new Map(changed.map((row) => [row.id, row]));
  return { items: items.map((row) => latest.get(row.id) ?? row), total, unsure: changed.length > 0 };
}
