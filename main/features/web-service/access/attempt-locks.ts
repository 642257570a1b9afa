/**
 * Counts wrong password attempts by key (a name, an address) and locks a key out. Pure but for its own map; times are in
 * milliseconds.
 *
 * `allowed` wrong attempts within 15 minutes lock a key for 30 s. From then on each further wrong attempt locks it again for
 * twice as long, up to 15 minutes; the count starts over 15 minutes after a lock ended without another wrong attempt. Any
 * 15 minutes thus have at most `allowed` + 4 wrong attempts (the locks of 30, 60, 120 and 240 s fit between).
 */
const window = 15 * 60_000;
const firstLock = 30_000;
/** Seconds to wait when only attempts in progress use up what is allowed. */
const waitForPending = 1;

export type AttemptLocks = {
  /** Seconds until the next attempt is accepted; 0: now. */
  wait(key: string, now: number): number;
  /** Begins an attempt: it counts as wrong until `end` says otherwise. */
  begin(key: string, now: number): void;
  /** `none`: the attempt was not checked and does not count. `forget`: the password was right, and the count starts over. */
  end(key: string, outcome: LockOutcome, now: number): void;
};

/** `failures`: times within the window; `locks`: number in a row; `until`: end of the latest lock; `pending`: attempts in progress. */
export type AttemptEntry = { failures: number[]; pending: number; locks: number; until: number };

export const emptyEntry = (): AttemptEntry => ({ failures: [], pending: 0, locks: 0, until: 0 });

/** The entry as it counts now; null when nothing needs to be remembered. */
export function currentEntry(entry: AttemptEntry, now: number): AttemptEntry | null {
  // When the clock was set back, future times count as now: no lock lasts longer than its length.
  entry.until = Math.min(entry.until, now + window);
  entry.failures = entry.failures.filter((at) => at > now - window).map((at) => Math.min(at, now));
  if (entry.locks > 0 && now >= entry.until + window) entry.locks = 0;
  return entry.locks > 0 || entry.failures.length > 0 || entry.pending > 0 ? entry : null;
}

/** See `AttemptLocks.wait`. @param entry of `currentEntry` */
export function waitOf(entry: AttemptEntry | null, allowed: number, now: number): number {
  if (!entry) return 0;
  if (now < entry.until) return Math.ceil((entry.until - now) / 1000);
  const left = entry.locks > 0 ? 1 : allowed - entry.failures.length;
  return entry.pending < left ? 0 : waitForPending;
}

export type LockOutcome = 'wrong' | 'right' | 'forget' | 'none';

/** See `AttemptLocks.end`. Changes the entry. */
export function endAttempt(entry: AttemptEntry, outcome: LockOutcome, allowed: number, now: number): void {
  entry.pending = Math.max(0, entry.pending - 1);
  if (outcome === 'forget') Object.assign(entry, { failures: [], locks: 0, until: 0 });
  if (outcome !== 'wrong') return;
  entry.failures.push(now);
  if (entry.locks > 0 || entry.failures.length >= allowed) {
    entry.until = now + Math.min(firstLock * 2 ** entry.locks, window);
    entry.locks++;
    entry.failures = [];
  }
}

/** @param maxKeys bound of memory: the keys that were counted longest ago are dropped */
export function createAttemptLocks({ allowed, maxKeys }: { allowed: number; maxKeys: number }): AttemptLocks {
  const entries = new Map<string, AttemptEntry>();

  const current = (key: string, now: number): AttemptEntry | null => {
    const entry = entries.get(key);
    const counted = entry ? currentEntry(entry, now) : null;
    if (entry && !counted) entries.delete(key);
    return counted;
  };
  /** Drops a tenth at once: finding the first key of a map becomes slower when keys go one by one. */
  const makeRoom = (): void => {
    for (const oldest of entries.keys()) {
      if (entries.size <= maxKeys * 0.9) break;
      entries.delete(oldest);
    }
  };
  const refreshed = (key: string, now: number): AttemptEntry => {
    const entry = current(key, now) ?? emptyEntry();
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > maxKeys) makeRoom();
    return entry;
  };

  return {
    wait: (key, now) => waitOf(current(key, now), allowed, now),
    begin(key, now) {
      refreshed(key, now).pending++;
    },
    end(key, outcome, now) {
      const entry = outcome === 'wrong' ? refreshed(key, now) : entries.get(key);
      if (!entry) return;
      endAttempt(entry, outcome, allowed, now);
      current(key, now);
    },
  };
}
