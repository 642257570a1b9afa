/**
 * A paged list owned by main, newest first, kept current by events. An update is put in its place at once; main is asked
 * again only where it alone knows which rows belong to the list.
 */
import { create } from 'zustand';
import { maxPageRows } from '../../shared/domain/max-page-rows.ts';
import { type Problem, problemOf } from '../../shared/errors.ts';
import { readStretches, withStretch } from './stretches.ts';

export type LiveList<Row, Filter> = {
  filter: Filter;
  items: readonly Row[];
  /** The filter that `items` match: differs from `filter` while main is asked. */
  shown: Filter | null;
  /** Number of rows before `items`. */
  first: number;
  /** Number of rows that match the filter; null until the first page is loaded. */
  total: number | null;
  loading: boolean;
  problem: Problem | null;
};

export type Listed<Row> = { items: readonly Row[]; total: number };
export type Updated<Row> = Listed<Row> & { unsure: boolean };
type Rules<Row> = {
  /** Whether a row matches the filter; null where only main can say. */
  belongs: (row: Row) => boolean | null;
  /** When the row was created; ISO 8601. */
  came: (row: Row) => string;
};

/**
 * Returns the list with rows that are new or have changed, in the order of their events. A listed row stays where it
 * is, even if the filter would leave it out now: no row disappears while a person reads it. `unsure`: main has to be asked.
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
  // Of two rows of the same moment the one reported later is the newer.
  front.reverse().sort((a, b) => came(b).localeCompare(came(a)));
  return { items: [...front, ...items], total: before.total + front.length, unsure };
}

/** Merges reported rows into the list; `first` as in `LiveList`. */
type WithUpdates<Row, Filter> = (before: Listed<Row> & { first: number }, told: readonly Row[], filter: Filter) => Updated<Row>;

/** For a list with the newest row first. */
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

/** Milliseconds: the delay after typing before main is asked, for gathering events, and between two reloads. */
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
  /** Number of the last request: only its answer is used. */
  let asked = 0;
  /** The rows that the list has once the pending request is answered. */
  let loading: { first: number; count: number } | null = null;
  /** Events since the pending request was sent: its answer may be older. */
  let since: { told: Row[]; gone: Set<string> } = { told: [], gone: new Set() };
  let gathered: Row[] = [];
  let timers: { typing?: ReturnType<typeof setTimeout>; gathering?: ReturnType<typeof setTimeout>; again?: ReturnType<typeof setTimeout> } =
    {};

  /** Loads rows from `offset` on, to follow those that the list then begins with at `first`. */
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
      // The rows that it began with are gone.
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

  /** Reloads at least as many rows as before, so that the scroll position stays; rows being loaded are loaded again, not dropped. */
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
    // The list is not in view yet: it is loaded when it comes into view.
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
    /** Loads the rows around the one that has `offset` rows before it. */
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
      // Some may be among rows that this page has not read.
      if (removed < all.size && items.length < total) reloadSoon();
    },
    /** Stops; delayed work is dropped. */
    stop(): void {
      for (const timer of Object.values(timers)) clearTimeout(timer);
      timers = {};
      gathered = [];
    },
  };
}
