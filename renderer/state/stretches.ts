/** A list that is read in stretches, while others come in before it. */
import { maxPageRows } from '../../shared/domain/max-page-rows.ts';

type Stretch<Row> = { total: number; items: readonly Row[] };

/**
 * At least so many rows from `offset` on, or all that there are. Null as soon as `ask` answers null: nobody wants them
 * any more. The stretches are of the same length.
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
 * What is there, with the rows behind it. A further stretch without anything new is the end, whatever the count says. `first`: how many
 * rows stand before those that are there.
 */
export function withStretch<Row extends { id: string }>(
  before: readonly Row[],
  { total, items: next }: Stretch<Row>,
  first = 0,
): Stretch<Row> {
  const items = joined(before, next);
  return { items, total: items.length === before.length ? first + items.length : total };
}

/** One that came in between moved the others: one that is there already is not listed twice. */
function joined<Row extends { id: string }>(before: readonly Row[], next: readonly Row[]): Row[] {
  const there = new Set(before.map(({ id }) => id));
  return [...before, ...next.filter(({ id }) => !there.has(id))];
}
