/**
 * A clock for the removal of rows after some days. When the machine's clock jumps ahead (an empty battery, a wrong time server, a typed
 * year), the jump alone must remove no row.
 */

import { z } from 'zod';
import { dayMs } from '../../../shared/domain/day.ts';
import type { Database } from './database.ts';
import { openJsonRows } from './json-rows.ts';

const moment = z.number().int();

/** Milliseconds since 1970. */
export const clockMemorySchema = z.object({
  /** Latest time of the machine's clock. */
  seen: moment,
  /** Latest time that is certain enough to remove rows by it. */
  trusted: moment,
  /** Begin of the time without a jump since the last one; null when the clock never jumped, or is trusted again. */
  plausibleSince: moment.nullable(),
});
export type ClockMemory = z.infer<typeof clockMemorySchema>;

/** Whether the clock went on or back by more than a day since it was seen. */
export const hasJumped = ({ seen }: Pick<ClockMemory, 'seen'>, now: number): boolean => Math.abs(now - seen) > dayMs;

/** After a jump of more than a day, either way, the time before the jump counts until the clock has not jumped for a day. */
export function observeClock(before: ClockMemory | null, now: number): ClockMemory {
  if (before === null) return { seen: now, trusted: now, plausibleSince: null };
  const plausibleSince = hasJumped(before, now) ? now : before.plausibleSince;
  if (plausibleSince === null) return { seen: now, trusted: now, plausibleSince };
  // After a step back of less than a day, the day begins with that step.
  const since = Math.min(plausibleSince, now);
  if (now - since >= dayMs) return { seen: now, trusted: now, plausibleSince: null };
  return { seen: now, trusted: Math.min(before.trusted, now), plausibleSince: since };
}

export type TrustedClock = {
  /** Returns the machine's time, or the time before a jump. */
  now(): Date;
  close(): void;
};

const storedClock = (database: Database) => openJsonRows(database, 'clock', clockMemorySchema);

/**
 * Continues from `last`, the time of the latest stored work, when there is no memory: the settings were lost.
 * @throws StationError `disk-full`
 */
export function continueClock(database: Database, last: Date): void {
  const stored = storedClock(database);
  if (stored.get('clock') === null) stored.put('clock', { seen: last.getTime(), trusted: last.getTime(), plausibleSince: null });
}

/** Returns the machine's time, or the time before a jump, without an observation: for a start, before there is a clock. */
export const trustedTime = (database: Database, machine: Date): Date =>
  new Date(observeClock(storedClock(database).get('clock'), machine.getTime()).trusted);

const observeEveryMs = 600_000;

export function openTrustedClock(database: Database, machine: () => Date): TrustedClock {
  const stored = storedClock(database);
  let memory = stored.get('clock');

  function observe(): ClockMemory {
    const before = memory;
    memory = observeClock(before, machine().getTime());
    // Written at intervals and with every jump, since each write waits for the disk.
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
      // A full disk: the next observation writes it. Until then an earlier time counts, by which fewer rows are removed.
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
