/**
 * A long list that main keeps and this page reads in stretches, newest first, while main tells what comes and changes.
 * One that is new stands in front at once; main is asked again only where it alone knows what belongs.
 */
import { create } from 'zustand';
import { longestPage } from '../shared/domain/screening.ts';
import { type Problem, problemOf } from '../shared/errors.ts';
import { readStretches, withStretch } from './stretches.ts';

export type LiveList<Row, Filter> = {
  filter: Filter;
  items: readonly Row[];
  /** How many match the filter; null until the first stretch is there. */
  total: number | null;
  loading: boolean;
  problem: Problem | null;
};

type Listed<Row> = { items: readonly Row[]; total: number };
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
export function withTold<Row extends { id: string }>(
  before: Listed<Row>,
  told: readonly Row[],
  { belongs, came }: Rules<Row>,
): Listed<Row> & { unsure: boolean } {
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

type Parts<Row, Filter> = {
  filter: Filter;
  ask: (request: { filter: Filter; offset: number; limit: number }) => Promise<{ total: number; items: Row[] }>;
  belongs: (row: Row, filter: Filter) => boolean | null;
  came: (row: Row) => string;
};

/** Milliseconds: that typing rests before main is asked, that what is told is gathered, and between two looks at the whole. */
const rest = 200;
const gathering = 100;
const between = 1000;

export function createLiveList<Row extends { id: string }, Filter extends object>({ filter, ask, belongs, came }: Parts<Row, Filter>) {
  const use = create<LiveList<Row, Filter>>(() => ({ filter, items: [], total: null, loading: false, problem: null }));
  const rules = (): Rules<Row> => ({ belongs: (row) => belongs(row, use.getState().filter), came });
  /** Only the last question asked may answer. */
  let asked = 0;
  /** What was told since the question that is under way: its answer may be older. */
  let since: { told: Row[]; gone: Set<string> } = { told: [], gone: new Set() };
  let gathered: Row[] = [];
  let timers: { typing?: ReturnType<typeof setTimeout>; gathering?: ReturnType<typeof setTimeout>; again?: ReturnType<typeof setTimeout> } =
    {};

  async function load(offset: number, more: number): Promise<void> {
    asked += 1;
    const mine = asked;
    since = { told: [], gone: new Set() };
    const wanted = use.getState().filter;
    use.setState({ loading: true });
    try {
      const found = await readStretches(offset, more, async (from, limit) => {
        const page = await ask({ filter: wanted, offset: from, limit });
        return mine === asked ? page : null;
      });
      if (!found) return;
      const joined = withStretch(use.getState().items.slice(0, offset), found);
      const there = joined.items.filter(({ id }) => !since.gone.has(id));
      const now = withTold({ items: there, total: joined.total - (joined.items.length - there.length) }, since.told, rules());
      use.setState({ items: now.items, total: now.total, loading: false, problem: null });
    } catch (thrown) {
      if (mine === asked) use.setState({ loading: false, problem: problemOf(thrown) });
    }
  }

  /** At least as much as was there, so that the place in the list stays. */
  const reload = (): void => void load(0, Math.max(use.getState().items.length, longestPage));

  function take(): void {
    delete timers.gathering;
    const told = gathered;
    gathered = [];
    since.told.push(...told);
    const { items, total } = use.getState();
    // Nobody looks at it yet: it is read when it comes into view.
    if (total === null) return;
    const { unsure, ...listed } = withTold({ items, total }, told, rules());
    use.setState(listed);
    if (!unsure || timers.again !== undefined) return;
    timers.again = setTimeout(() => {
      delete timers.again;
      reload();
    }, between);
  }

  return {
    use,
    reload,
    loadMore(): void {
      const { items, total, loading } = use.getState();
      if (!loading && total !== null && items.length < total) void load(items.length, longestPage);
    },
    /** `typed`: more keys may follow. */
    filterBy(change: Partial<Filter>, typed = false): void {
      use.setState((before) => ({ filter: { ...before.filter, ...change } }));
      clearTimeout(timers.typing);
      timers.typing = setTimeout(() => void load(0, longestPage), typed ? rest : 0);
    },
    told(row: Row): void {
      gathered.push(row);
      timers.gathering ??= setTimeout(take, gathering);
    },
    gone(id: string): void {
      since.gone.add(id);
      gathered = gathered.filter((row) => row.id !== id);
      use.setState(({ items, total }) => {
        const left = items.filter((row) => row.id !== id);
        return { items: left, total: total === null ? null : total - (items.length - left.length) };
      });
    },
    /** Nothing is done after it that was put off. */
    stop(): void {
      for (const timer of Object.values(timers)) clearTimeout(timer);
      timers = {};
      gathered = [];
    },
  };
}
