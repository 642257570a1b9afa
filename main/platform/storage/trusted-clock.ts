/**
 * A clock for rows that are removed after some days. When the machine's clock jumps ahead (an empty battery, a wrong time server,
 * a typed year), no row may be lost by the jump alone.
 */
import { z } from 'zod';
import type { Database } from './database.ts';
import { openJsonRows } from './json-rows.ts';

const moment = z.number().int();

/** Milliseconds since 1970. */
export const clockMemorySchema = z.object({
  /** What the machine's clock said last. */
  seen: moment,
  /** The last time that is certain enough to drop something by it. */
  trusted: moment,
  /** When the clock is plausible without a break since its last jump; null when it never jumped, or is trusted again. */
  plausibleSince: moment.nullable(),
});
export type ClockMemory = z.infer<typeof clockMemorySchema>;

const day = 86_400_000;

/** After a jump of more than a day, either way, the time before it counts until the clock went on plausibly for a day. */
export function observeClock(before: ClockMemory | null, now: number): ClockMemory {
  if (before === null) return { seen: now, trusted: now, plausibleSince: null };
  const jumped = Math.abs(now - before.seen) > day;
  const plausibleSince = jumped ? now : before.plausibleSince;
  if (plausibleSince === null) return { seen: now, trusted: now, plausibleSince };
  // A step back of less than a day proves nothing: the day begins with it.
  const since = Math.min(plausibleSince, now);
  if (now - since >= day) return { seen: now, trusted: now, plausibleSince: null };
  return { seen: now, trusted: Math.min(before.trusted, now), plausibleSince: since };
}

export type TrustedClock = {
  /** The machine's time, or, after a jump, the time before it. */
  now(): Date;
  close(): void;
};

const observeEveryMs = 600_000;

export function openTrustedClock(database: Database, machine: () => Date): TrustedClock {
  const stored = openJsonRows(database, 'clock', clockMemorySchema);
  let memory = stored.get('clock');

  function observe(): ClockMemory {
    const before = memory;
    memory = observeClock(before, machine().getTime());
    // Written now and then, and with every jump: each write waits for the disk.
    const isLate = written === null || Math.abs(memory.seen - written) >= observeEveryMs;
    if (isLate || before?.plausibleSince !== memory.plausibleSince) write(memory);
    return memory;
  }
  let written: number | null = null;
  function write(observed: ClockMemory): void {
    try {
      stored.put('clock', observed);
      written = observed.seen;
    } catch {
      // A full disk: the next look writes it. Until then an earlier time counts, by which less is dropped.
    }
  }

  observe();
  const timer = setInterval(observe, observeEveryMs).unref();
  return {
    now: () => new Date(observe().trusted),
    close() {
      clearInterval(timer);
      if (memory) write(memory);
    },
  };
}
