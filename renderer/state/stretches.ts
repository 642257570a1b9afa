/** Reads a list page by page, while new rows are added before it. */
import { maxPageRows } from '../../shared/domain/max-page-rows.ts';

type Stretch<Row> = { total: number; items: readonly Row[] };

/**
 * Reads at least that number of rows from `offset` on, or all rows. Returns null as soon as `ask` returns null: the rows
 * are no longer needed. All pages have the same length.
 */
export async function readStretches<Row extends { id: string }>(
  offset: number,
  wanted: number,
  ask: (offset: number, limit: number) => Promise<Stretch<Row> | null>,
): Promise<Stretch<Row> | null> {
  const limit = Math.ceil(wanted / Math.ceil(wanted / maxPageRows));
  let items: readonly Row[] = [];
  let total = Number.POSITIVE_INFINITY;
  for (let from = offset; from < Math.min(offset + wanted, total); from += limit) {
    const found = await ask(from, limit);
    if (!found) return null;
    items = joined(items, found.items);
    total = found.total;
  }
  return { total, items };
}

/**
 * Returns the listed rows with the rows behind them. A further page without new rows is the end, whatever the count says. `first`: number
 * of rows before the listed ones.
 */
export function withStretch<Row extends { id: string }>(
  before: readonly Row[],
  { total, items: next }: Stretch<Row>,
  first = 0,
): Stretch<Row> {
  const items = joined(before, next);
  return { items, total: items.length === before.length ? first + items.length : total };
}

/** Joins two pages. A row added in between moved the others: a row that is already listed is not listed twice. */
function joined<Row extends { id: string }>(before: readonly Row[], next: readonly Row[]): Row[] {
  const there = new Set(before.map(({ id }) => id));
  return [...before, ...next.filter(({ id }) => !there.has(id))];
}
