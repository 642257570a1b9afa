/**
 * Asks what waits, of one list or of the panel, in order: so many at once, so many a minute, as the line allows. What
 * fails for want of a line stays waiting; what the provider refuses is that row's result, and the others go on.
 */
import type { RunPace } from '../../../shared/domain/mass-search.ts';
import { type Problem, type ProblemCode, problem, problemOf } from '../../../shared/errors.ts';
import type { Held } from '../../connections.ts';
import type { SearchClient, SearchOutcome } from '../../provider/search-client.ts';
import { answered, asQuery, failed } from '../asked.ts';
import type { KeptSearch } from '../store/kept-search.ts';
import { panel, type ScreeningStore, type SearchChange } from '../store/screening-store.ts';
import type { SearchLine } from './search-line.ts';

export type AskerParts = {
  store: ScreeningStore;
  /** A list's id, or `panel`. */
  run: string;
  pace: RunPace;
  line: SearchLine;
  /** @throws StationError what keeps this account from being asked now; with `other-account` the panel passes a search over */
  hold: (account: string) => Promise<Held<SearchClient>>;
  /** After each commit: what now stands in the store. */
  onSettled: (searches: readonly KeptSearch[]) => void;
  /** Something changed that `state` tells. */
  onState: () => void;
};

export type AskerState = { state: 'stopped' | 'asking' | 'waiting' | 'idle'; problem: Problem | null };

export type Asker = {
  start(): void;
  /** What is under way is finished. */
  stop(): void;
  state(): AskerState;
  isUnderWay(id: string): boolean;
  setPace(pace: RunPace): void;
  /** There is more to ask, or what was in the way may be gone. */
  wake(): void;
  /** Gives up what is under way, which stays waiting, and resolves when nothing is. */
  close(): Promise<void>;
};

/** Nothing about the row is wrong: no other row would fare better until a person or the settings change. */
const blocking: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'search-key-refused',
  'search-not-set-up',
  'secret-missing',
  'keychain-unavailable',
  'ca-file-unreadable',
  'other-account',
  'profile-unknown',
  'disk-full',
  'data-folder-unusable',
  'sealed-elsewhere',
  'internal',
]);

/** How often a row is asked that got no answer: it may be the row that the service cannot answer. */
const mostUnanswered = 3;
/** So many failures of the service in a row are not about the rows any more. */
const mostFailures = 20;
const atOnce = 200;

export function createAsker({ store, run, line, hold, onSettled, onState, ...parts }: AskerParts): Asker {
  const underWay = new Set<string>();
  const unanswered = new Map<string, number>();
  const giveUp = new AbortController();
  let { pace } = parts;
  let running = false;
  let buffer: KeptSearch[] = [];
  let after = 0;
  let exhausted = false;
  let blocked: Problem | null = null;
  let failures = 0;
  let earliest = 0;
  let timer: NodeJS.Timeout | undefined;
  let settled: SearchChange[] = [];
  let ended: (() => void) | null = null;
  let told = '';

  function refill(): void {
    while (buffer.length === 0 && !exhausted) {
      const { searches, last, locked } = store.waiting(run, after, atOnce);
      exhausted = last === after;
      after = last;
      buffer = searches.filter(({ id }) => !underWay.has(id));
      if (locked) blocked = problem('sealed-elsewhere', { count: 1 });
    }
  }

  function pump(): void {
    clearTimeout(timer);
    while (running && !giveUp.signal.aborted) {
      refill();
      const [next] = buffer;
      if (blocked || !next || line.free(underWay.size, pace.concurrency) === 0) break;
      const now = Date.now();
      if (now < earliest) break;
      earliest = pace.perMinute > 0 ? Math.max(now, earliest) + 60_000 / pace.perMinute : 0;
      buffer.shift();
      void ask(next);
    }
    const wait = Math.max(line.wait(), earliest - Date.now());
    // Without a wait, it is for what is under way to go on.
    if (running && !blocked && buffer.length > 0 && wait > 0) timer = setTimeout(pump, wait);
    tell();
    if (underWay.size === 0) ended?.();
  }

  async function ask(search: KeptSearch): Promise<void> {
    underWay.add(search.id);
    const outcome = await call(search);
    const at = new Date().toISOString();
    if (outcome.kind === 'answered') {
      line.success();
      failures = 0;
      settle(answered(search, outcome.raw, at), outcome.raw);
      return;
    }
    const { problem: why, passing, raw } = outcome;
    if (run === panel && why.code === 'other-account') {
      underWay.delete(search.id);
      pump();
      return;
    }
    const again = why.code === 'cancelled' || blocking.has(why.code) || (passing && !isPoison(search, why));
    if (passing) line.failure(why);
    if (blocking.has(why.code)) blocked = why;
    if (again) {
      buffer.unshift(search);
      underWay.delete(search.id);
      pump();
      return;
    }
    if (!passing) {
      line.success();
      failures = why.code === 'search-failed' ? failures + 1 : 0;
      if (failures >= mostFailures) blocked = why;
    }
    settle(failed(search, why, raw, at), raw);
  }

  /** Bytes went out and nothing came back, again and again. */
  function isPoison({ id }: KeptSearch, { code }: Problem): boolean {
    if (code !== 'no-answer' && code !== 'answer-cut-off') return false;
    const times = (unanswered.get(id) ?? 0) + 1;
    unanswered.set(id, times);
    return times >= mostUnanswered;
  }

  async function call(search: KeptSearch): Promise<SearchOutcome> {
    try {
      const held = await hold(search.account);
      try {
        return await held.value.search(asQuery(search.query), giveUp.signal);
      } finally {
        held.release();
      }
    } catch (thrown) {
      return { kind: 'failed', problem: problemOf(thrown), passing: false, raw: null };
    }
  }

  /** What comes in one turn is committed together. It is under way until the disk has it. */
  function settle(search: KeptSearch, answer: Uint8Array | null): void {
    if (settled.length === 0) setImmediate(commit);
    settled.push({ search, answer });
  }

  function commit(): void {
    const changes = settled;
    settled = [];
    try {
      store.save(changes);
      for (const { search } of changes) unanswered.delete(search.id);
      onSettled(changes.map(({ search }) => search));
    } catch (thrown) {
      // What came is lost, but the rows still stand there as waiting.
      blocked = problemOf(thrown);
      [after, exhausted] = [0, false];
    }
    for (const { search } of changes) underWay.delete(search.id);
    pump();
  }

  function state(): AskerState {
    if (!running) return { state: 'stopped', problem: null };
    const trouble = blocked ?? line.problem();
    const left = buffer.length > 0 || underWay.size > 0;
    if (blocked || (trouble && left)) return { state: 'waiting', problem: trouble };
    return { state: left ? 'asking' : 'idle', problem: null };
  }

  function tell(): void {
    const now = JSON.stringify(state());
    if (now === told) return;
    told = now;
    onState();
  }

  return {
    start() {
      running = true;
      blocked = null;
      [after, exhausted, buffer] = [0, false, []];
      pump();
    },
    stop() {
      running = false;
      pump();
    },
    state,
    isUnderWay: (id) => underWay.has(id),
    setPace(next) {
      pace = next;
      earliest = 0;
      pump();
    },
    wake() {
      blocked = null;
      failures = 0;
      [after, exhausted, buffer] = [0, false, []];
      pump();
    },
    close() {
      running = false;
      clearTimeout(timer);
      giveUp.abort();
      if (underWay.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        ended = resolve;
      });
    },
  };
}
