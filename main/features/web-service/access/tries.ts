/**
 * Counts wrong tries by key (a name, an address) and says who has to wait. Pure but for its own maps; the clock comes in as
 * milliseconds.
 *
 * So many wrong ones within 15 minutes lock a key out for 30 s. From then on each further wrong one locks it again, for
 * twice as long, to 15 minutes; only when nothing wrong came for 15 minutes after a lock ended is all forgotten. In any
 * 15 minutes there are thus never more than `allowed` + 4 wrong ones (the locks of 30, 60, 120 and 240 s fit between).
 */
const window = 15 * 60_000;
const firstLock = 30_000;
/** Seconds to wait when only what is being checked at this moment stands in the way. */
const moment = 1;

export type Tries = {
  /** Seconds until the next attempt is accepted; 0: it is accepted now. */
  wait(key: string, now: number): number;
  /** A try that was taken is being checked: it counts as wrong until `end` says otherwise. */
  begin(key: string, now: number): void;
  /** `none`: it was not found out, and does not count. `forget`: it was right, and all before is forgotten. */
  end(key: string, outcome: 'wrong' | 'right' | 'forget' | 'none', now: number): void;
  /** The number of keys in memory. */
  size(): number;
};

/** `failures`: when, none before the window; `locks`: how many in a row; `until`: when the latest of them ends. */
type Entry = { failures: number[]; pending: number; locks: number; until: number };

/** @param most keys that are held; those that were counted longest ago make room, so that memory has a bound */
export function createTries({ allowed, most }: { allowed: number; most: number }): Tries {
  const entries = new Map<string, Entry>();

  /** As it is now: null when there is nothing to remember any longer. */
  const current = (key: string, now: number): Entry | null => {
    const entry = entries.get(key);
    if (!entry) return null;
    // When the clock was put back, what lies ahead is taken for now: nobody is locked out for longer than a lock lasts.
    entry.until = Math.min(entry.until, now + window);
    entry.failures = entry.failures.filter((at) => at > now - window).map((at) => Math.min(at, now));
    if (entry.locks > 0 && now >= entry.until + window) entry.locks = 0;
    if (entry.locks > 0 || entry.failures.length > 0 || entry.pending > 0) return entry;
    entries.delete(key);
    return null;
  };
  /** A tenth of them at once: the first of a map is found ever more slowly when they go one by one. */
  const makeRoom = (): void => {
    for (const oldest of entries.keys()) {
      if (entries.size <= most * 0.9) break;
      entries.delete(oldest);
    }
  };
  const held = (key: string, now: number): Entry => {
    const entry = current(key, now) ?? { failures: [], pending: 0, locks: 0, until: 0 };
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > most) makeRoom();
    return entry;
  };

  return {
    wait(key, now) {
      const entry = current(key, now);
      if (!entry) return 0;
      if (now < entry.until) return Math.ceil((entry.until - now) / 1000);
      const left = entry.locks > 0 ? 1 : allowed - entry.failures.length;
      return entry.pending < left ? 0 : moment;
    },
    begin(key, now) {
      held(key, now).pending++;
    },
    end(key, outcome, now) {
      const entry = outcome === 'wrong' ? held(key, now) : entries.get(key);
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
