/**
 * Asks what waits, of one list or of the panel, in order: so many at once, so many a minute, as the line allows. What
 * fails for want of a line stays waiting; what the provider refuses is that row's result, and the others go on.
 */
import type { RunPace } from '../../../../shared/domain/bulk-screening.ts';
import type { TextRule } from '../../../../shared/domain/text-rules.ts';
import { type Problem, problemOf } from '../../../../shared/errors.ts';
import { panel, type ScreeningRepository, type SearchChange } from '../store/screening-repository.ts';
import type { ScreeningRow } from '../store/screening-row.ts';
import { askOnce, type HoldSearch } from './ask-once.ts';
import { isAboutTheSearch, type SearchLine } from './search-line.ts';

export type ScreeningSchedulerDeps = {
  store: ScreeningRepository;
  /** A list's id, or `panel`. */
  run: string;
  pace: RunPace;
  /** Whose pace is kept to. */
  line: SearchLine;
  /** The line of a search's account, where that may be another by the time its answer comes; left out: `line`. */
  lineOf?: (account: string) => SearchLine;
  /** With `search-other-connection` the panel passes a search over. */
  hold: HoldSearch;
  /** By which answers are read. */
  rules?: () => readonly TextRule[];
  /** Writes down elsewhere what is being committed: with it, or neither is kept. */
  alongside?: (searches: readonly ScreeningRow[]) => void;
  /** After each commit: what now stands in the store. */
  onSettled: (searches: readonly ScreeningRow[]) => void;
  /** A search begins to be asked, or waits again without a result. */
  onAsking?: (search: ScreeningRow) => void;
  /** Something changed that `state` tells. */
  onState: () => void;
};

export type ScreeningSchedulerState = { state: 'stopped' | 'asking' | 'waiting' | 'idle'; problem: Problem | null };

export type ScreeningScheduler = {
  start(): void;
  /** What is under way is finished. */
  stop(): void;
  state(): ScreeningSchedulerState;
  isUnderWay(id: string): boolean;
  /** Something is, also after `stop`. */
  isBusy(): boolean;
  setPace(pace: RunPace): void;
  /** There is more to ask, or what was in the way may be gone. */
  wake(): void;
  /** One that is not under way is not to be asked any more. */
  leaveOut(id: string): void;
  /** Gives up what is under way, which stays waiting, and resolves when nothing is. */
  close(): Promise<void>;
};

/** How often a row is asked that got no answer: it may be the row that the service cannot answer. */
const maxUnanswered = 3;
/** So many rows in a row that were given up for that are not about the rows any more: the others wait until one is answered. */
const maxGivenUp = 3;
/** So many failures in a row are not about the rows any more. */
const maxFailures = 20;
const atOnce = 200;
/** Milliseconds that a result waits for others, to share their commit. */
const shareWithin = 4;
/** Milliseconds; a longer timer would run out at once. */
const maxWaitMs = 3_600_000;

const isUnanswered = ({ code }: Problem): boolean => code === 'search-unanswered' || code === 'search-answer-cut-off';

export function createScreeningScheduler({
  store,
  run,
  line,
  lineOf = () => line,
  hold,
  onSettled,
  onState,
  ...parts
}: ScreeningSchedulerDeps): ScreeningScheduler {
  /** From the beginning of a call until the disk has its result. */
  const underWay = new Set<string>();
  /** Calls without their answer. */
  let calling = 0;
  const unanswered = new Map<string, number>();
  const giveUp = new AbortController();
  let { pace } = parts;
  let running = false;
  let buffer: ScreeningRow[] = [];
  let after = 0;
  let exhausted = false;
  let blocked: Problem | null = null;
  /** Why some that wait are not asked, while the others are. */
  let passedOver: Problem | null = null;
  let failures = 0;
  let givenUp = 0;
  let begun = 0;
  let timer: NodeJS.Timeout | undefined;
  let settled: SearchChange[] = [];
  let commitTimer: NodeJS.Timeout | undefined;
  let committing: NodeJS.Immediate | undefined;
  let ended: (() => void) | null = null;
  let told = '';

  function refill(): void {
    try {
      while (buffer.length === 0 && !exhausted) {
        const { searches, last } = store.waiting(run, after, atOnce);
        exhausted = last === after;
        after = last;
        buffer = searches.filter(({ id }) => !underWay.has(id));
      }
    } catch (thrown) {
      // Damaged rows are marked as they are met, which a full disk refuses.
      blocked = problemOf(thrown);
    }
  }

  /**
   * Results that may wait for their commit while their places are taken by further calls. A kill loses these too, which are asked
   * again: few of them, and none where few are asked at once.
   */
  const maxSharing = (): number => Math.floor(pace.concurrency / 4);

  const notBefore = (): number => (pace.perMinute > 0 ? begun + 60_000 / pace.perMinute : 0);

  function pump(): void {
    clearTimeout(timer);
    while (running && !giveUp.signal.aborted) {
      refill();
      const [next] = buffer;
      if (blocked || !next || line.free(calling, pace.concurrency) === 0 || settled.length > maxSharing()) break;
      if (Date.now() < notBefore()) break;
      begun = Date.now();
      buffer.shift();
      void ask(next);
    }
    const wait = Math.max(line.wait(), notBefore() - Date.now());
    // Without a wait, it is for what is under way to go on; where nothing is, the wait ran out within these lines.
    if (running && !blocked && buffer.length > 0 && (wait > 0 || underWay.size === 0))
      timer = setTimeout(pump, Math.min(Math.max(wait, 1), maxWaitMs));
    tell();
    if (underWay.size === 0) ended?.();
  }

  async function ask(search: ScreeningRow): Promise<void> {
    underWay.add(search.id);
    unhindered(() => parts.onAsking?.(search));
    calling += 1;
    const { result, raw, failure, reached } = await askOnce(search, lineOf(search.account), hold, giveUp.signal, parts.rules);
    calling -= 1;
    if (reached) givenUp = 0;
    if (failure === null) {
      countFailure(result.state === 'failed' ? result.problem : null);
      settle(result, raw);
      return;
    }
    const { problem: why, passing } = failure;
    if (run === panel && why.code === 'search-other-connection') passedOver = why;
    else if (passing ? isPoison(search, why) : isAboutTheSearch(why)) {
      countFailure(why);
      settle(result, raw);
      return;
    } else {
      if (!passing && why.code !== 'cancelled') blocked = why;
      // One that was sent goes behind the others: they tell whether it is the row or the service.
      if (isUnanswered(why)) buffer.push(search);
      else buffer.unshift(search);
    }
    underWay.delete(search.id);
    unhindered(() => parts.onAsking?.(search));
    pump();
  }

  /** Null for a search that went well. So many in a row are not about the rows: the service fails, or a setting is wrong. */
  function countFailure(why: Problem | null): void {
    failures = why ? failures + 1 : 0;
    if (failures >= maxFailures) blocked = why;
  }

  /** Bytes went out and nothing came back, again and again. */
  function isPoison({ id }: ScreeningRow, why: Problem): boolean {
    if (!isUnanswered(why)) return false;
    const times = (unanswered.get(id) ?? 0) + 1;
    unanswered.set(id, times);
    if (times < maxUnanswered || givenUp >= maxGivenUp) return false;
    givenUp += 1;
    return true;
  }

  /** What comes within a short time, and in one turn, is committed together. It is under way until the disk has it. */
  function settle(search: ScreeningRow, answer: Uint8Array | null): void {
    settled.push({ search, answer });
    if (settled.length > maxSharing() || calling === 0) committing ??= setImmediate(commit);
    else {
      commitTimer ??= setTimeout(commit, shareWithin);
      pump();
    }
  }

  function commit(): void {
    clearTimeout(commitTimer);
    clearImmediate(committing);
    [commitTimer, committing] = [undefined, undefined];
    const changes = settled;
    settled = [];
    try {
      store.together(() => {
        store.save(changes);
        parts.alongside?.(changes.map(({ search }) => search));
      });
    } catch (thrown) {
      blocked = problemOf(thrown);
      // Nobody is asked again for what came: it waits here for the disk, unless the station ends.
      if (giveUp.signal.aborted) release(changes);
      else settled = changes;
      pump();
      return;
    }
    release(changes);
    unhindered(() => onSettled(changes.map(({ search }) => search)));
    pump();
  }

  function release(changes: readonly SearchChange[]): void {
    for (const { search } of changes) {
      unanswered.delete(search.id);
      underWay.delete(search.id);
    }
  }

  /** From the first that waits, whatever was in the way. */
  function beginAnew(): void {
    [blocked, passedOver, failures, givenUp] = [null, null, 0, 0];
    [after, exhausted, buffer] = [0, false, []];
    if (settled.length > 0) commit();
    else pump();
  }

  function state(): ScreeningSchedulerState {
    if (!running) return { state: 'stopped', problem: null };
    const trouble = blocked ?? line.problem();
    const left = buffer.length > 0 || underWay.size > 0;
    if (blocked || (trouble && left)) return { state: 'waiting', problem: trouble };
    if (passedOver && !left) return { state: 'waiting', problem: passedOver };
    return { state: left ? 'asking' : 'idle', problem: null };
  }

  function tell(): void {
    const now = JSON.stringify(state());
    if (now === told) return;
    told = now;
    unhindered(onState);
  }

  return {
    start() {
      if (giveUp.signal.aborted) return;
      running = true;
      told = '';
      beginAnew();
    },
    stop() {
      running = false;
      pump();
    },
    state,
    isUnderWay: (id) => underWay.has(id),
    isBusy: () => underWay.size > 0,
    setPace(next) {
      pace = next;
      pump();
    },
    wake: beginAnew,
    leaveOut(id) {
      buffer = buffer.filter((search) => search.id !== id);
      tell();
    },
    close() {
      running = false;
      clearTimeout(timer);
      giveUp.abort();
      const closed = new Promise<void>((resolve) => {
        ended = resolve;
      });
      if (settled.length > 0) commit();
      return underWay.size === 0 ? Promise.resolve() : closed;
    },
  };
}

/** Whoever is told may fail: that is no failure of the disk or of the line, and keeps no search from being asked. */
function unhindered(tell: () => void): void {
  try {
    tell();
  } catch {
    // What they missed stands in the store, and they are told again of the next change.
  }
}
