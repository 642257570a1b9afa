import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPagedList, inOrderOfMain, newestFirst } from '../support/doors/renderer/app.ts';

type Row = { id: string; at: string; read?: boolean };
const row = (number: number, more: Partial<Row> = {}): Row => ({ id: `r${number}`, at: String(number).padStart(6, '0'), ...more });
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);

describe('a paged list', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** What main has; `hold` keeps its answer back until it is called. */
  function listOf(rows: Row[]) {
    let hold: Promise<void> = Promise.resolve();
    const asked: number[] = [];
    const list = createPagedList<Row, { text: string }>({
      filter: { text: '' },
      async loadPage({ filter, offset, limit }) {
        asked.push(offset);
        const found = rows.filter(({ id }) => id.includes(filter.text)).slice();
        await hold;
        return { total: found.length, items: found.slice(offset, offset + limit) };
      },
      merge: newestFirst(
        (_, { text }) => (text === '' ? true : null),
        ({ at }) => at,
      ),
    });
    const holding = () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      hold = promise;
      return resolve;
    };
    return { list, asked, holding, rows };
  }
  const shown = ({ list }: ReturnType<typeof listOf>) => ids(list.use.getState().items);

  it('loads page by page', async () => {
    const there = listOf(Array.from({ length: 450 }, (_, index) => row(1000 - index)));
    there.list.reload();
    await vi.runAllTimersAsync();
    expect(there.list.use.getState()).toMatchObject({ total: 450, loading: false });
    expect(shown(there)).toHaveLength(200);
    there.list.loadMore();
    await vi.runAllTimersAsync();
    there.list.loadMore();
    await vi.runAllTimersAsync();
    there.list.loadMore();
    await vi.runAllTimersAsync();
    expect(shown(there)).toHaveLength(450);
    expect(there.asked).toEqual([0, 200, 400]);
  });

  it('loads a page once, however often it is asked for, and nothing behind the last row', async () => {
    const there = listOf(Array.from({ length: 1000 }, (_, index) => row(1000 - index)));
    there.list.loadAround({ text: '' }, 700);
    await vi.runAllTimersAsync();
    for (let times = 0; times < 3; times += 1) there.list.loadMore();
    await vi.runAllTimersAsync();
    expect([there.asked, shown(there).length]).toEqual([[600, 800], 400]);
    there.list.loadMore();
    await vi.runAllTimersAsync();
    expect(there.asked).toEqual([600, 800]);
  });

  it('lists no row twice when rows that no event has told moved the others', async () => {
    const there = listOf(Array.from({ length: 300 }, (_, index) => row(300 - index)));
    there.list.reload();
    await vi.runAllTimersAsync();
    there.rows.unshift(row(302), row(301));
    there.list.loadMore();
    await vi.runAllTimersAsync();
    expect(shown(there)).toEqual(Array.from({ length: 300 }, (_, index) => `r${300 - index}`));
  });

  it.each([0, 40])('ends where main has no further row, whatever its count says, from row %i on', async (first) => {
    const rows = Array.from({ length: 240 }, (_, index) => row(240 - index));
    const list = createPagedList<Row, { text: string }>({
      filter: { text: '' },
      loadPage: ({ offset, limit }) => Promise.resolve({ total: 900, items: rows.slice(offset, offset + limit) }),
      merge: inOrderOfMain,
    });
    list.loadAround({ text: '' }, first + 100);
    await vi.runAllTimersAsync();
    list.loadMore();
    await vi.runAllTimersAsync();
    list.loadMore();
    await vi.runAllTimersAsync();
    expect(list.use.getState()).toMatchObject({ first, total: 240, loading: false });
  });

  it('is read again with as many rows as it had', async () => {
    const there = listOf(Array.from({ length: 1000 }, (_, index) => row(1000 - index)));
    there.list.reload();
    await vi.runAllTimersAsync();
    for (let number = 1001; number <= 1050; number += 1) {
      there.rows.unshift(row(number));
      there.list.change(row(number));
    }
    await vi.runAllTimersAsync();
    there.list.reload();
    await vi.runAllTimersAsync();
    expect([shown(there).length, there.asked]).toEqual([250, [0, 0, 125]]);
  });

  it('is read around a row that is far down, and from there in both directions', async () => {
    const there = listOf(Array.from({ length: 1000 }, (_, index) => row(1000 - index)));
    const { list } = there;
    list.loadAround({ text: '' }, 500);
    await vi.runAllTimersAsync();
    expect(list.use.getState()).toMatchObject({ first: 400, total: 1000, shown: { text: '' } });
    expect([shown(there)[100], shown(there).length]).toEqual(['r500', 200]);
    list.loadMore();
    await vi.runAllTimersAsync();
    expect([shown(there)[100], shown(there).length]).toEqual(['r500', 400]);
    list.loadEarlier();
    await vi.runAllTimersAsync();
    expect(list.use.getState().first).toBe(200);
    expect([shown(there)[300], shown(there).length]).toEqual(['r500', 600]);
    list.reload();
    await vi.runAllTimersAsync();
    expect([shown(there)[300], shown(there).length]).toEqual(['r500', 600]);
    // What it began with is gone.
    there.rows.length = 10;
    list.reload();
    await vi.runAllTimersAsync();
    expect(list.use.getState()).toMatchObject({ first: 0, total: 10 });
    expect(shown(there)).toHaveLength(10);
  });

  it('reloads the rows that are being loaded, not those that it showed before', async () => {
    const there = listOf(Array.from({ length: 1000 }, (_, index) => row(1000 - index)));
    const { list } = there;
    list.reload();
    await vi.runAllTimersAsync();
    list.loadAround({ text: '' }, 500);
    list.reload();
    await vi.runAllTimersAsync();
    expect(list.use.getState()).toMatchObject({ first: 400, loading: false });
    expect([shown(there)[100], shown(there).length]).toEqual(['r500', 200]);
    list.loadMore();
    list.reload();
    await vi.runAllTimersAsync();
    expect([shown(there)[100], shown(there).length]).toEqual(['r500', 400]);
  });

  it('counts again where rows are gone that it has not read', async () => {
    const there = listOf(Array.from({ length: 300 }, (_, index) => row(300 - index)));
    there.list.reload();
    await vi.runAllTimersAsync();
    there.rows.length = 250;
    there.list.remove(...Array.from({ length: 50 }, (_, index) => `r${index + 1}`));
    await vi.runAllTimersAsync();
    expect(there.list.use.getState()).toMatchObject({ total: 250 });
    expect(there.asked).toEqual([0, 0]);
  });

  it('keeps rows of events that the pending answer does not have yet', async () => {
    const there = listOf([row(2), row(1)]);
    const answer = there.holding();
    there.list.reload();
    there.list.change(row(3));
    there.list.remove('r1');
    await vi.advanceTimersByTimeAsync(500);
    answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(shown(there)).toEqual(['r3', 'r2']);
    expect(there.list.use.getState().total).toBe(2);
  });

  it('has a row that came back after its removal was reported', async () => {
    const there = listOf([row(2), row(1)]);
    there.list.reload();
    there.list.remove('r1');
    await vi.runAllTimersAsync();
    expect(shown(there)).toEqual(['r2']);
    there.list.reload();
    await vi.runAllTimersAsync();
    expect(shown(there)).toEqual(['r2', 'r1']);
  });

  it('does not show a row whose removal follows its event at once, nor count one that it never had', async () => {
    const there = listOf([row(2), row(1)]);
    there.list.reload();
    await vi.runAllTimersAsync();
    there.list.change(row(3));
    there.list.remove('r3');
    await vi.runAllTimersAsync();
    expect(shown(there)).toEqual(['r2', 'r1']);
    expect(there.list.use.getState().total).toBe(2);
  });

  it('takes no earlier event when it is shown again', async () => {
    const there = listOf([row(2), row(1)]);
    there.list.reload();
    await vi.runAllTimersAsync();
    there.list.change(row(1));
    there.list.stop();
    there.rows[1] = row(1, { read: true });
    there.list.reload();
    await vi.runAllTimersAsync();
    there.list.change(row(3));
    await vi.runAllTimersAsync();
    expect(there.list.use.getState().items).toEqual([row(3), row(2), row(1, { read: true })]);
  });

  it('shows events under the filter of its rows until those of the next filter arrive', async () => {
    const there = listOf([row(2), row(1)]);
    there.list.reload();
    await vi.runAllTimersAsync();
    const answer = there.holding();
    there.list.filterBy({ text: 'r1' });
    there.list.change(row(3));
    await vi.advanceTimersByTimeAsync(500);
    expect(shown(there)).toEqual(['r3', 'r2', 'r1']);
    answer();
    await vi.runAllTimersAsync();
    expect(shown(there)).toEqual(['r1']);
  });

  it('waits until typing pauses, unless another place is chosen meanwhile', async () => {
    const there = listOf(Array.from({ length: 1000 }, (_, index) => row(1000 - index)));
    there.list.filterBy({ text: 'r' }, true);
    await vi.advanceTimersByTimeAsync(150);
    there.list.filterBy({ text: 'r9' }, true);
    await vi.advanceTimersByTimeAsync(150);
    expect(there.asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(50);
    expect(there.asked).toEqual([0]);
    there.list.filterBy({ text: 'r99' }, true);
    there.list.loadAround({ text: '' }, 500);
    await vi.runAllTimersAsync();
    expect(there.list.use.getState()).toMatchObject({ first: 400, total: 1000, shown: { text: '' } });
  });

  it('collects a stream of events, and does not query main for rows that it can place', async () => {
    const there = listOf([row(0)]);
    there.list.reload();
    await vi.runAllTimersAsync();
    const seen = vi.fn();
    const end = there.list.use.subscribe(seen);
    for (let number = 1; number <= 300; number += 1) there.list.change(row(number));
    await vi.runAllTimersAsync();
    end();
    expect(seen).toHaveBeenCalledTimes(1);
    expect(shown(there)).toHaveLength(301);
    expect(there.asked).toEqual([0]);
  });

  it('stays bounded while events add rows for weeks; dropped rows are read again when they are scrolled to', async () => {
    const there = listOf(Array.from({ length: 300 }, (_, index) => row(300 - index)));
    const { list } = there;
    list.reload();
    await vi.runAllTimersAsync();
    for (let number = 301; number <= 3_300; number += 1) {
      there.rows.unshift(row(number));
      list.change(row(number));
      if (number % 100 === 0) await vi.runAllTimersAsync();
    }
    expect([shown(there)[0], shown(there).at(-1), shown(there).length]).toEqual(['r3300', 'r2101', 1200]);
    expect(list.use.getState().total).toBe(3_300);
    // Nothing was read but the first page, and the view comes back to no more rows than it had.
    expect(there.asked).toEqual([0]);
    list.reload();
    await vi.runAllTimersAsync();
    list.change(row(3_301));
    await vi.runAllTimersAsync();
    expect([shown(there)[0], shown(there).length]).toEqual(['r3301', 1200]);
    there.rows.unshift(row(3_301));
    list.loadMore();
    await vi.runAllTimersAsync();
    expect([shown(there).at(-1), shown(there).length]).toEqual(['r1902', 1400]);
    // Under another filter nothing was scrolled to yet.
    there.rows.length = 0;
    list.filterBy({ text: '' });
    await vi.runAllTimersAsync();
    for (let number = 1; number <= 1_300; number += 1) list.change(row(number));
    await vi.runAllTimersAsync();
    expect(shown(there)).toHaveLength(1_200);
  });

  it('queries main once in a while, not for each event, where only main can decide', async () => {
    const there = listOf([row(1)]);
    there.list.filterBy({ text: 'r' });
    await vi.runAllTimersAsync();
    for (let number = 2; number <= 40; number += 1) {
      there.rows.unshift(row(number));
      there.list.change(row(number));
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.runAllTimersAsync();
    expect(shown(there)).toHaveLength(40);
    expect(there.asked.length).toBeLessThan(8);
  });

  it('whose order only main knows is updated at once, and loaded again', async () => {
    const rows = [row(2), row(1)];
    const list = createPagedList<Row, { text: string }>({
      filter: { text: '' },
      loadPage: ({ offset, limit }) => Promise.resolve({ total: rows.length, items: rows.slice(offset, offset + limit) }),
      merge: inOrderOfMain,
      reloadDelayMs: 200,
    });
    list.reload();
    await vi.runAllTimersAsync();
    rows.reverse();
    rows[0] = row(1, { read: true });
    list.change(row(1, { read: true }));
    await vi.advanceTimersByTimeAsync(100);
    expect(list.use.getState().items).toEqual([row(2), row(1, { read: true })]);
    await vi.advanceTimersByTimeAsync(200);
    expect(list.use.getState().items).toEqual([row(1, { read: true }), row(2)]);
  });

  it('ignores that an older query failed', async () => {
    const failing = Promise.withResolvers<never>();
    const answers: Promise<{ total: number; items: Row[] }>[] = [failing.promise, Promise.resolve({ total: 1, items: [row(1)] })];
    const list = createPagedList<Row, { text: string }>({
      filter: { text: '' },
      loadPage: () => answers.shift() ?? Promise.reject(new Error('asked once more')),
      merge: inOrderOfMain,
    });
    list.reload();
    list.reload();
    await vi.runAllTimersAsync();
    failing.reject(new Error('no answer'));
    await vi.runAllTimersAsync();
    expect(list.use.getState()).toMatchObject({ items: [row(1)], problem: null, loading: false });
  });

  it('ignores the answer to an older query', async () => {
    const there = listOf([row(1), row(2)]);
    const answer = there.holding();
    there.list.filterBy({ text: 'r1' });
    await vi.advanceTimersByTimeAsync(10);
    // The one after it is answered at once.
    there.holding()();
    there.list.filterBy({ text: 'r2' });
    await vi.advanceTimersByTimeAsync(10);
    expect(shown(there)).toEqual(['r2']);
    answer();
    await vi.runAllTimersAsync();
    expect(shown(there)).toEqual(['r2']);
  });
});
