import { describe, expect, it } from 'vitest';
import { maxPageRows } from '../support/doors/domain.ts';
import { readPages, withPage } from '../support/doors/renderer/app.ts';

type Row = { id: string };
const rowsOf = (count: number): Row[] => Array.from({ length: count }, (_, place) => ({ id: `s${place}` }));

/** A list that answers as main does; `meanwhile` runs after each page. */
function list(rows: Row[], meanwhile: () => void = () => undefined) {
  const asked: [number, number][] = [];
  const ask = async (offset: number, limit: number) => {
    if (limit < 1 || limit > maxPageRows) throw new RangeError(`limit ${limit}`);
    asked.push([offset, limit]);
    const answer = { total: rows.length, items: rows.slice(offset, offset + limit) };
    meanwhile();
    return answer;
  };
  return { asked, ask };
}

describe('a list that is read again', () => {
  it.each([1, 100, maxPageRows, maxPageRows + 1, 999, 1000])('has the same %i rows, in their order', async (count) => {
    const rows = rowsOf(5000);
    const { ask, asked } = list(rows);
    const found = await readPages(0, count, ask);
    expect(found?.total).toBe(5000);
    expect(found?.items.slice(0, count)).toEqual(rows.slice(0, count));
    expect(found?.items).toEqual(rows.slice(0, found?.items.length));
    expect(asked).toHaveLength(Math.ceil(count / maxPageRows));
  });

  it('ends where the list ends', async () => {
    const { ask, asked } = list(rowsOf(250));
    expect((await readPages(0, 1000, ask))?.items).toEqual(rowsOf(250));
    expect(asked).toEqual([
      [0, 200],
      [200, 200],
    ]);
    expect(await readPages(0, 100, list([]).ask)).toEqual({ total: 0, items: [] });
  });

  it('lists no row twice and does not end early when screenings are added during the reading', async () => {
    const rows = rowsOf(1000);
    let came = 0;
    const { ask } = list(rows, () => rows.unshift({ id: `new${came++}` }));
    const found = await readPages(0, 201, ask);
    expect(found && withPage([], found)).toEqual({ total: 1001, items: rowsOf(201) });
  });

  it('is dropped when another query is made during the reading', async () => {
    const { ask, asked } = list(rowsOf(1000));
    expect(await readPages(0, 600, async (offset, limit) => (offset < 200 ? ask(offset, limit) : null))).toBeNull();
    expect(asked).toEqual([[0, 200]]);
  });
});

describe('the next page', () => {
  it('is read with one call, from the end of the listed rows', async () => {
    const { ask, asked } = list(rowsOf(350));
    const found = await readPages(200, 100, ask);
    expect(asked).toEqual([[200, 100]]);
    expect(found && withPage(rowsOf(200), found)).toEqual({ total: 350, items: rowsOf(300) });
  });

  it('without a new row is the end, whatever the total says', () => {
    expect(withPage(rowsOf(3), { total: 9, items: rowsOf(2) })).toEqual({ total: 3, items: rowsOf(3) });
  });
});
