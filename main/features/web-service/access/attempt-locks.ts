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
  end(key: string, outcome: 'wrong' | 'right' | 'forget' | 'none', now: number): void;
  /** The number of keys in memory. */
  size(): number;
};

/** `failures`: times within the window; `locks`: number in a row; `until`: end of the latest lock. */
type Entry = { failures: number[]; pending: number; locks: number; until: number };

/** @param maxKeys bound of memory: the keys that were counted longest ago are dropped */
export function createAttemptLocks({ allowed, maxKeys }: { allowed: number; maxKeys: number }): AttemptLocks {
  const entries = new Map<string, Entry>();

  /** The entry of a key now; null when nothing needs to be remembered. */
  const current = (key: string, now: number): Entry | null => {
    const entry = entries.get(key);
    if (!entry) return null;
    // When the clock was set back, future times count as now: no lock lasts longer than its length.
    entry.until = Math.min(entry.until, now + window);
    entry.failures = entry.failures.filter((at) => at > now - window).map((at) => Math.min(at, now));
    if (entry.locks > 0 && now >= entry.until + window) entry.locks = 0;
    if (entry.locks > 0 || entry.failures.length > 0 || entry.pending > 0) return entry;
    entries.delete(key);
    return null;
  };
  /** Drops a tenth at once: finding the first key of a map becomes slower when keys go one by one. */
  const makeRoom = (): void => {
    for (const oldest of entries.keys()) {
      if (entries.size <= maxKeys * 0.9) break;
      entries.delete(oldest);
    }
  };
  const refreshed = (key: string, now: number): Entry => {
    const entry = current(key, now) ?? { failures: [], pending: 0, locks: 0, until: 0 };
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > maxKeys) makeRoom();
    return entry;
  };

  return {
    wait(key, now) {
      const entry = current(key, now);
      if (!entry) return 0;
      if (now < entry.until) return Math.ceil((entry.until - now) / 1000);
      const left = entry.locks > 0 ? 1 : allowed - entry.failures.length;
      return entry.pending < left ? 0 : waitForPending;
    },
    begin(key, now) {
      refreshed(key, now).pending++;
    },
    end(key, outcome, now) {
      const entry = outcome === 'wrong' ? refreshed(key, now) : entries.get(key);
      if (!entry) return;
      entry.pending = Math.max(0, entry.pending - 1);
      if (outcome === 'forget') Object.assign(entry, { failures: [], locks: 0, until: 0 });
      if (outcome === 'wrong') {
        entry.failures.push(now);
        if (entry.locks > 0 || entry.failures.length >= allowed) {
          entry.until = now + Math.min(firstLock * 2 ** entry.locks, window);
          entry.locks++;
          entry.failures = [];
        }
      }
      current(key, now);
    },
    size: () => entries.size,
  };
}
