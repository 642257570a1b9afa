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

type List<Row, Filter> = PagedListDeps<Row, Filter> & {
  use: UseBoundStore<StoreApi<PagedListState<Row, Filter>>>;
  /** Number of the last request: only its answer is used. */
  request: number;
  /** Number of rows that a person has scrolled to. */
  scrolled: number;
  /** The rows that the list has once the pending request is answered. */
  pending: { first: number; count: number } | null;
  /** Events since the pending request was sent: its answer may be older. */
  since: { changed: Row[]; removed: Set<string> };
  gathered: Row[];
  timers: Map<Timer, ReturnType<typeof setTimeout>>;
};

/** Starts a timer; one that already runs continues. */
function startTimer<Row, Filter>({ timers }: List<Row, Filter>, name: Timer, delayMs: number, work: () => void): void {
  if (timers.has(name)) return;
  const run = () => {
    timers.delete(name);
    work();
  };
  timers.set(name, setTimeout(run, delayMs));
}

function stopTimer<Row, Filter>({ timers }: List<Row, Filter>, name: Timer): void {
  clearTimeout(timers.get(name));
  timers.delete(name);
}

/** Loads `more` rows from `offset` on, to follow the listed rows from `first` on. Until then, the previous rows stay on screen. */
async function load<Row extends { id: string }, Filter>(
  list: List<Row, Filter>,
  first: number,
  offset: number,
  more: number,
): Promise<void> {
  list.request += 1;
  const { request } = list;
  list.pending = { first, count: offset - first + more };
  list.since = { changed: [], removed: new Set() };
  const { filter } = list.use.getState();
  list.use.setState({ loading: true });
  try {
    const page = await readPages(offset, more, async (from, limit) => {
      const answer = await list.loadPage({ filter, offset: from, limit });
      return request === list.request ? answer : null;
    });
    if (!page) return;
    // The rows at which the list began are gone.
    if (page.items.length === 0 && offset === first && first > 0) return void load(list, 0, 0, more);
    list.pending = null;
    const listed = list.use.getState().items.slice(0, offset - first);
    const now = withEvents(list, { ...withPage(listed, page, first), first }, filter);
    list.use.setState({ ...now, first, shown: filter, loading: false, problem: null });
  } catch (thrown) {
    if (request !== list.request) return;
    list.pending = null;
    list.use.setState({ loading: false, problem: problemOf(thrown) });
  }
}

/** Returns loaded rows with the events that may be newer than them. */
function withEvents<Row extends { id: string }, Filter>(
  { since, merge }: List<Row, Filter>,
  { items, total, first }: Page<Row> & { first: number },
  filter: Filter,
): Page<Row> {
  const left = items.filter(({ id }) => !since.removed.has(id));
  const merged = merge({ items: left, total: total - (items.length - left.length), first }, since.changed, filter);
  return { items: merged.items, total: merged.total };
}

/** Reloads at least as many rows as before, so that the scroll position stays; rows being loaded are loaded again, not dropped. */
function reload<Row extends { id: string }, Filter>(list: List<Row, Filter>): void {
  const { first, items } = list.use.getState();
  const next = list.pending ?? { first, count: items.length };
  void load(list, next.first, next.first, Math.max(next.count, maxPageRows));
}

const reloadSoon = <Row extends { id: string }, Filter>(list: List<Row, Filter>): void =>
  startTimer(list, 'reload', list.reloadDelayMs ?? 1000, () => reload(list));

function loadMore<Row extends { id: string }, Filter>(list: List<Row, Filter>): void {
  const { items, total, loading, first } = list.use.getState();
  if (loading || total === null || first + items.length >= total) return;
  list.scrolled = items.length + maxPageRows;
  void load(list, first, first + items.length, maxPageRows);
}

function loadEarlier<Row extends { id: string }, Filter>(list: List<Row, Filter>): void {
  const { items, first } = list.use.getState();
  const earlier = Math.max(0, first - maxPageRows);
  list.scrolled = items.length + first - earlier;
  void load(list, earlier, earlier, items.length + first - earlier);
}

function loadAround<Row extends { id: string }, Filter>(list: List<Row, Filter>, filter: Filter, offset: number): void {
  stopTimer(list, 'typing');
  list.use.setState({ filter });
  list.scrolled = maxPageRows;
  const first = Math.max(0, offset - maxPageRows / 2);
  void load(list, first, first, maxPageRows);
}

function filterBy<Row extends { id: string }, Filter extends object>(
  list: List<Row, Filter>,
  change: Partial<Filter>,
  isTyped: boolean,
): void {
  list.use.setState((before) => ({ filter: { ...before.filter, ...change } }));
  list.scrolled = maxPageRows;
  stopTimer(list, 'typing');
  startTimer(list, 'typing', isTyped ? typingDelayMs : 0, () => void load(list, 0, 0, maxPageRows));
}

function applyGathered<Row extends { id: string }, Filter>(list: List<Row, Filter>): void {
  const changed = list.gathered;
  list.gathered = [];
  // Without a request no answer can be older: they would only be retained.
  if (list.pending) list.since.changed.push(...changed);
  const { items, total, first, filter, shown } = list.use.getState();
  // The list is not in view yet: it is loaded when it comes into view.
  if (total === null) return;
  const { unsure, ...merged } = list.merge({ items, total, first }, changed, shown ?? filter);
  list.use.setState({ ...merged, items: merged.items.slice(0, list.scrolled + maxAdded) });
  if (unsure) reloadSoon(list);
}

function change<Row extends { id: string }, Filter>(list: List<Row, Filter>, row: Row): void {
  list.gathered.push(row);
  startTimer(list, 'gathering', gatherDelayMs, () => applyGathered(list));
}

function remove<Row extends { id: string }, Filter>(list: List<Row, Filter>, ids: readonly string[]): void {
  const all = new Set(ids);
  if (list.pending) for (const id of all) list.since.removed.add(id);
  list.gathered = list.gathered.filter((row) => !all.has(row.id));
  const { items, total } = list.use.getState();
  if (total === null) return;
  const left = items.filter((row) => !all.has(row.id));
  const removed = items.length - left.length;
  list.use.setState({ items: left, total: total - removed });
  // Some may be among rows that this page has not read.
  if (removed < all.size && items.length < total) reloadSoon(list);
}

/** Stops; delayed work is dropped. */
function stop<Row, Filter>(list: List<Row, Filter>): void {
  for (const timer of list.timers.values()) clearTimeout(timer);
  list.timers.clear();
  list.gathered = [];
}

export function createPagedList<Row extends { id: string }, Filter extends object>(deps: PagedListDeps<Row, Filter>) {
  const list: List<Row, Filter> = {
    ...deps,
    use: create(() => ({ filter: deps.filter, items: [], shown: null, first: 0, total: null, loading: false, problem: null })),
    request: 0,
    scrolled: maxPageRows,
    pending: null,
    since: { changed: [], removed: new Set() },
    gathered: [],
    timers: new Map(),
  };
  return {
    use: list.use,
    reload: (): void => reload(list),
    loadMore: (): void => loadMore(list),
    loadEarlier: (): void => loadEarlier(list),
    /** Loads the rows around the one that has `offset` rows before it. */
    loadAround: (filter: Filter, offset: number): void => loadAround(list, filter, offset),
    /** `isTyped`: more keys may follow. */
    filterBy: (part: Partial<Filter>, isTyped = false): void => filterBy(list, part, isTyped),
    /** Merges a new or changed row, together with others of the same moment. */
    change: (row: Row): void => change(list, row),
    remove: (...ids: string[]): void => remove(list, ids),
    stop: (): void => stop(list),
  };
}
