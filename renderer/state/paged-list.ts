/**
 * A paged list owned by main, updated by events. An update is merged at once; main is asked again only where it alone knows which
 * rows belong to the list.
 */
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { maxPageRows } from '../../shared/domain/max-page-rows.ts';
import { type Problem, problemOf } from '../../shared/errors.ts';
import { type Merge, type Page, readPages, withPage } from './page-rows.ts';

export type PagedListState<Row, Filter> = {
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

export type PagedListDeps<Row, Filter> = {
  filter: Filter;
  loadPage: (request: { filter: Filter; offset: number; limit: number }) => Promise<Page<Row>>;
  merge: Merge<Row, Filter>;
  /** From an event that only main can place to the reload; default 1000. */
  reloadDelayMs?: number;
};

/** Milliseconds after a key before main is asked, and for gathering events. */
const typingDelayMs = 200;
const gatherDelayMs = 100;

/** Rows that events add to those that a person has scrolled to; beyond them the last rows are dropped, and read again when they come into view. */
const maxAdded = 5 * maxPageRows;

type Timer = 'typing' | 'gathering' | 'reload';

function createTimers() {
  const timers = new Map<Timer, ReturnType<typeof setTimeout>>();
  return {
    /** Starts a timer; one that already runs continues. */
    start(name: Timer, delayMs: number, work: () => void): void {
      if (timers.has(name)) return;
      const run = () => {
        timers.delete(name);
        work();
      };
      timers.set(name, setTimeout(run, delayMs));
    },
    stop(name: Timer): void {
      clearTimeout(timers.get(name));
      timers.delete(name);
    },
    stopAll(): void {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

/** Loads rows into a list, one request at a time, with the events since the request: its answer may be older. */
function createLoader<Row extends { id: string }, Filter>(
  use: UseBoundStore<StoreApi<PagedListState<Row, Filter>>>,
  { loadPage, merge }: PagedListDeps<Row, Filter>,
) {
  /** Only the answer of the last request is used. */
  let lastRequest = 0;
  /** The rows that the list has once the pending request is answered. */
  let pending: { first: number; count: number } | null = null;
  let changed: Row[] = [];
  let removed = new Set<string>();

  /** Returns loaded rows with the events that may be newer than them. */
  function withEvents({ items, total, first }: Page<Row> & { first: number }, filter: Filter): Page<Row> {
    const left = items.filter(({ id }) => !removed.has(id));
    const merged = merge({ items: left, total: total - (items.length - left.length), first }, changed, filter);
    return { items: merged.items, total: merged.total };
  }

  /** Loads `more` rows from `offset` on, to follow the listed rows from `first` on. Until then, the previous rows stay on screen. */
  async function load(first: number, offset: number, more: number): Promise<void> {
    lastRequest += 1;
    const request = lastRequest;
    pending = { first, count: offset - first + more };
    changed = [];
    removed = new Set();
    const { filter } = use.getState();
    use.setState({ loading: true });
    try {
      const page = await readPages(offset, more, async (from, limit) => {
        const answer = await loadPage({ filter, offset: from, limit });
        return request === lastRequest ? answer : null;
      });
      if (!page) return;
      // The rows at which the list began are gone.
      if (page.items.length === 0 && offset === first && first > 0) return void load(0, 0, more);
      pending = null;
      const listed = use.getState().items.slice(0, offset - first);
      const now = withEvents({ ...withPage(listed, page, first), first }, filter);
      use.setState({ ...now, first, shown: filter, loading: false, problem: null });
    } catch (thrown) {
      if (request !== lastRequest) return;
      pending = null;
      use.setState({ loading: false, problem: problemOf(thrown) });
    }
  }

  return {
    load,
    /** Reloads at least as many rows as before, so that the scroll position stays; rows being loaded are loaded again, not dropped. */
    reload(): void {
      const { first, items } = use.getState();
      const next = pending ?? { first, count: items.length };
      void load(next.first, next.first, Math.max(next.count, maxPageRows));
    },
    // Without a request no answer can be older: events would only be retained.
    noteChanged: (rows: readonly Row[]): void => void (pending && changed.push(...rows)),
    noteRemoved(ids: Iterable<string>): void {
      if (pending) for (const id of ids) removed.add(id);
    },
  };
}

export function createPagedList<Row extends { id: string }, Filter extends object>(deps: PagedListDeps<Row, Filter>) {
  const { filter: atFirst, merge, reloadDelayMs = 1000 } = deps;
  const use = create<PagedListState<Row, Filter>>(() => {
    return { filter: atFirst, items: [], shown: null, first: 0, total: null, loading: false, problem: null };
  });
  const { load, reload, noteChanged, noteRemoved } = createLoader(use, deps);
  const timers = createTimers();
  /** Number of rows that a person has scrolled to. */
  let scrolled = maxPageRows;
  let gathered: Row[] = [];

  const reloadSoon = (): void => timers.start('reload', reloadDelayMs, reload);
  function applyGathered(): void {
    const changed = gathered;
    gathered = [];
    noteChanged(changed);
    const { items, total, first, filter, shown } = use.getState();
    // The list is not in view yet: it is loaded when it comes into view.
    if (total === null) return;
    const { unsure, ...merged } = merge({ items, total, first }, changed, shown ?? filter);
    use.setState({ ...merged, items: merged.items.slice(0, scrolled + maxAdded) });
    if (unsure) reloadSoon();
  }

  return {
    use,
    reload,
    loadMore(): void {
      const { items, total, loading, first } = use.getState();
      if (loading || total === null || first + items.length >= total) return;
      scrolled = items.length + maxPageRows;
      void load(first, first + items.length, maxPageRows);
    },
    loadEarlier(): void {
      const { items, first } = use.getState();
      const earlier = Math.max(0, first - maxPageRows);
      scrolled = items.length + first - earlier;
      void load(earlier, earlier, scrolled);
    },
    /** Loads the rows around the one that has `offset` rows before it. */
    loadAround(filter: Filter, offset: number): void {
      timers.stop('typing');
      use.setState({ filter });
      scrolled = maxPageRows;
      const first = Math.max(0, offset - maxPageRows / 2);
      void load(first, first, maxPageRows);
    },
    /** `isTyped`: more keys may follow. */
    filterBy(part: Partial<Filter>, isTyped = false): void {
      use.setState(({ filter }) => ({ filter: { ...filter, ...part } }));
      scrolled = maxPageRows;
      timers.stop('typing');
      timers.start('typing', isTyped ? typingDelayMs : 0, () => void load(0, 0, maxPageRows));
    },
    /** Merges a new or changed row, together with others of the same moment. */
    change(row: Row): void {
      gathered.push(row);
      timers.start('gathering', gatherDelayMs, applyGathered);
    },
    remove(...ids: string[]): void {
      const all = new Set(ids);
      noteRemoved(all);
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
      timers.stopAll();
      gathered = [];
    },
  };
}
