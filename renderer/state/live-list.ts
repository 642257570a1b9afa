/**
 * A long list that main keeps and this page reads in stretches, while main tells what comes and changes. What is told stands in its
 * place at once; main is asked again only where it alone knows what belongs.
 */
import { create } from 'zustand';
import { maxPageRows } from '../../shared/domain/max-page-rows.ts';
import { type Problem, problemOf } from '../../shared/errors.ts';
import { readStretches, withStretch } from './stretches.ts';

export type LiveList<Row, Filter> = {
  filter: Filter;
  items: readonly Row[];
  /** The filter that `items` match: another one than `filter` while main is asked. */
  shown: Filter | null;
  /** How many rows stand before `items`. */
  first: number;
  /** How many match the filter; null until the first stretch is there. */
  total: number | null;
  loading: boolean;
  problem: Problem | null;
};

export type Listed<Row> = { items: readonly Row[]; total: number };
export type Updated<Row> = Listed<Row> & { unsure: boolean };
type Rules<Row> = {
  /** Null where only main can say. */
  belongs: (row: Row) => boolean | null;
  /** When it came; ISO 8601. */
  came: (row: Row) => string;
};

/**
 * The list with rows that are new or have changed, in the order in which they were told. One that is listed stays where it
 * is, even if the filter would leave it out now: nothing is taken from under the eyes. `unsure`: main has to be asked.
 */
export function withUpdates<Row extends { id: string }>(
  before: Listed<Row>,
  told: readonly Row[],
  { belongs, came }: Rules<Row>,
): Updated<Row> {
  const latest = new Map(told.map((row) => [row.id, row]));
  const items = before.items.map((row) => latest.get(row.id) ?? row);
  const known = new Set(items.map(({ id }) => id));
  const first = items[0];
  const whole = before.items.length >= before.total;
  const front: Row[] = [];
  let unsure = false;
  for (const row of [...latest.values()].filter(({ id }) => !known.has(id))) {
    const mine = belongs(row);
    if (mine && (first === undefined ? whole : came(row) >= came(first))) front.push(row);
    else if (mine !== false || !whole) unsure = true;
  }
  // Of two in the same moment the later told is the newer.
  front.reverse().sort((a, b) => came(b).localeCompare(came(a)));
  return { items: [...front, ...items], total: before.total + front.length, unsure };
}

/** The list with told rows; `first` as in `LiveList`. */
type WithUpdates<Row, Filter> = (before: Listed<Row> & { first: number }, told: readonly Row[], filter: Filter) => Updated<Row>;

/** For a list whose newest row stands first. */
export const newestFirst =
  <Row extends { id: string }, Filter>(
    belongs: (row: Row, filter: Filter) => boolean | null,
    came: (row: Row) => string,
  ): WithUpdates<Row, Filter> =>
  (before, told, filter) =>
    withUpdates(before, told, { belongs: (row) => belongs(row, filter), came });

type Parts<Row, Filter> = {
  filter: Filter;
  ask: (request: { filter: Filter; offset: number; limit: number }) => Promise<{ total: number; items: Row[] }>;
  place: WithUpdates<Row, Filter>;
};

/** Milliseconds: that typing rests before main is asked, that what is told is gathered, and between two looks at the whole. */
const rest = 200;
const gathering = 100;
const between = 1000;

export function createLiveList<Row extends { id: string }, Filter extends object>({ filter, ask, place }: Parts<Row, Filter>) {
  const use = create<LiveList<Row, Filter>>(() => ({
    filter,
    items: [],
    shown: null,
    first: 0,
    total: null,
    loading: false,
    problem: null,
  }));
  /** Only the last question asked may answer. */
  let asked = 0;
  /** Which rows the list has once the question that is under way is answered. */
  let loading: { first: number; count: number } | null = null;
  /** What was told since the question that is under way: its answer may be older. */
  let since: { told: Row[]; gone: Set<string> } = { told: [], gone: new Set() };
  let gathered: Row[] = [];
  let timers: { typing?: ReturnType<typeof setTimeout>; gathering?: ReturnType<typeof setTimeout>; again?: ReturnType<typeof setTimeout> } =
    {};

  /** Rows from `offset` on, behind those that the list then begins with at `first`. */
  async function load(first: number, offset: number, more: number): Promise<void> {
    asked += 1;
    const mine = asked;
    loading = { first, count: offset - first + more };
    since = { told: [], gone: new Set() };
    const wanted = use.getState().filter;
    use.setState({ loading: true });
    try {
      const found = await readStretches(offset, more, async (from, limit) => {
        const page = await ask({ filter: wanted, offset: from, limit });
        return mine === asked ? page : null;
      });
      if (!found) return;
      // What it began with is gone.
      if (found.items.length === 0 && offset === first && first > 0) return void load(0, 0, more);
      const joined = withStretch(use.getState().items.slice(0, offset - first), found, first);
      const there = joined.items.filter(({ id }) => !since.gone.has(id));
      const total = joined.total - (joined.items.length - there.length);
      const now = place({ items: there, total, first }, since.told, wanted);
      loading = null;
      use.setState({ items: now.items, total: now.total, first, shown: wanted, loading: false, problem: null });
    } catch (thrown) {
      if (mine !== asked) return;
      loading = null;
      use.setState({ loading: false, problem: problemOf(thrown) });
    }
  }

  /** At least as much as was there, so that the place in the list stays; what is being loaded is loaded again, not dropped. */
  function reload(): void {
    const { first, items } = use.getState();
    const next = loading ?? { first, count: items.length };
    void load(next.first, next.first, Math.max(next.count, maxPageRows));
  }

  function reloadSoon(): void {
    timers.again ??= setTimeout(() => {
      delete timers.again;
      reload();
    }, between);
  }

  function take(): void {
    delete timers.gathering;
    const told = gathered;
    gathered = [];
    since.told.push(...told);
    const { items, total, first, filter: wanted, shown } = use.getState();
    // Nobody looks at it yet: it is read when it comes into view.
    if (total === null) return;
    const { unsure, ...listed } = place({ items, total, first }, told, shown ?? wanted);
    use.setState(listed);
    if (unsure) reloadSoon();
  }

  return {
    use,
    reload,
    loadMore(): void {
      const { items, total, loading, first } = use.getState();
      if (!loading && total !== null && first + items.length < total) void load(first, first + items.length, maxPageRows);
    },
    loadEarlier(): void {
      const { items, first } = use.getState();
      const earlier = Math.max(0, first - maxPageRows);
      void load(earlier, earlier, items.length + first - earlier);
    },
    /** The rows around one, which has `offset` rows before it. */
    loadAround(filter: Filter, offset: number): void {
      clearTimeout(timers.typing);
      use.setState({ filter });
      const first = Math.max(0, offset - maxPageRows / 2);
      void load(first, first, maxPageRows);
    },
    /** `typed`: more keys may follow. */
    filterBy(change: Partial<Filter>, typed = false): void {
      use.setState((before) => ({ filter: { ...before.filter, ...change } }));
      clearTimeout(timers.typing);
      timers.typing = setTimeout(() => void load(0, 0, maxPageRows), typed ? rest : 0);
    },
    told(row: Row): void {
      gathered.push(row);
      timers.gathering ??= setTimeout(take, gathering);
    },
    gone(...ids: string[]): void {
      const all = new Set(ids);
      for (const id of all) since.gone.add(id);
      gathered = gathered.filter((row) => !all.has(row.id));
      const { items, total } = use.getState();
      if (total === null) return;
      const left = items.filter((row) => !all.has(row.id));
      const removed = items.length - left.length;
      use.setState({ items: left, total: total - removed });
      // Some may stand where this page has not read.
      if (removed < all.size && items.length < total) reloadSoon();
    },
    /** Nothing is done after it that was put off. */
    stop(): void {
      for (const timer of Object.values(timers)) clearTimeout(timer);
      timers = {};
      gathered = [];
    },
  };
}
