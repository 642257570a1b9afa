/** After a jump of the machine's clock, the time before it counts until the clock was plausible for a day. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type ClockMemory, continueClock, observeClock, openTrustedClock, trustedTime } from '../support/doors/runtime.ts';
import { openMemoryDatabase } from '../support/doors/storage.ts';
import { fc } from '../support/runner/property.ts';

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.parse('2026-01-01T00:00:00Z');
const seen = (...times: number[]): ClockMemory | null =>
  times.reduce<ClockMemory | null>((memory, time) => observeClock(memory, start + time), null);
const trusted = (...times: number[]): number => (seen(...times)?.trusted ?? Number.NaN) - start;

describe('the trusted time', () => {
  test('a first start has nothing to compare with', () => expect(trusted(0)).toBe(0));
  test('steps of up to a day are trusted', () => expect(trusted(0, day, day + hour, 2 * day + hour)).toBe(2 * day + hour));
  test('a jump ahead of more than a day is not', () => expect(trusted(0, day + 1)).toBe(0));
  test('nor what follows it, until a day later', () => {
    const jump = 40 * day;
    expect(trusted(0, jump, jump + 12 * hour, jump + day - 1)).toBe(0);
    expect(trusted(0, jump, jump + 12 * hour, jump + day)).toBe(jump + day);
  });
  test('a second jump begins the day again', () => expect(trusted(0, 40 * day, 40.5 * day, 80 * day, 80.5 * day)).toBe(0));
  test('a clock that was put right again is trusted a day later', () => {
    expect(trusted(0, 4000 * day, hour)).toBe(0);
    expect(trusted(0, 4000 * day, hour, 20 * hour, hour + day)).toBe(hour + day);
  });
  test('a clock that jumped back: the earlier time counts', () => expect(trusted(0, -40 * day)).toBe(-40 * day));

  test('by random steps: never ahead of the clock, and it moves ahead only to a time that was plausible for a day', () => {
    const step = fc.oneof(fc.integer({ min: 0, max: day }), fc.integer({ min: -60 * day, max: 60 * day }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let now = start;
        let memory = observeClock(null, now);
        let plausibleFrom = -Infinity;
        for (const each of steps) {
          now += each;
          if (Math.abs(each) > day) plausibleFrom = now;
          else plausibleFrom = Math.min(plausibleFrom, now);
          const next = observeClock(memory, now);
          expect(next.trusted).toBeLessThanOrEqual(now);
          if (now - plausibleFrom < day) expect(next.trusted).toBeLessThanOrEqual(memory.trusted);
          else {
            expect(next.trusted).toBe(now);
            plausibleFrom = -Infinity;
          }
          memory = next;
        }
      }),
    );
  });
});

describe('the stored time', () => {
  const minute = 60_000;

  function openClock() {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const database = openMemoryDatabase();
    let machine = 0;
    const clock = openTrustedClock(database, () => new Date(start + machine));
    /** What was stored when the machine had this time, and its clock was looked at. */
    const storedAt = (time: number, look: () => unknown = clock.now): number => {
      machine = time;
      look();
      return stored().seen - start;
    };
    const stored = () => JSON.parse(String(database.sql.prepare("SELECT value FROM json_row WHERE kind = 'clock'").get()?.value));
    return { database, clock, stored, storedAt };
  }

  test('is written every ten minutes, after a step back, and at the end', () => {
    const { clock, storedAt } = openClock();
    expect([0, 9, 10, -30, -25].map((minutes) => storedAt(minutes * minute) / minute)).toEqual([0, 0, 10, -30, -30]);
    expect(storedAt(-25 * minute, clock.close) / minute).toBe(-25);
  });

  test('is written when a jump has become plausible', () => {
    const { stored, storedAt } = openClock();
    for (const time of [40 * day, 41 * day - minute]) storedAt(time);
    expect(stored().plausibleSince).toBe(start + 40 * day);
    expect(storedAt(41 * day)).toBe(41 * day);
    expect(stored()).toEqual({ seen: start + 41 * day, trusted: start + 41 * day, plausibleSince: null });
  });

  test('is looked at every ten minutes without a call, until the clock is closed', () => {
    const { clock, storedAt } = openClock();
    const tenMinutes = () => vi.advanceTimersByTime(10 * minute);
    expect(storedAt(hour, tenMinutes)).toBe(hour);
    clock.close();
    expect(storedAt(2 * hour, tenMinutes)).toBe(hour);
  });

  test('stays as it is while nothing can be written, and is written then', () => {
    const { database, clock, storedAt } = openClock();
    database.sql.exec('PRAGMA query_only = ON');
    expect(storedAt(hour)).toBe(0);
    expect(clock.now()).toEqual(new Date(start + hour));
    database.sql.exec('PRAGMA query_only = OFF');
    expect(storedAt(hour)).toBe(hour);
  });

  test('continues from the latest work only where there is none', () => {
    const database = openMemoryDatabase();
    for (const time of [0, 30 * day]) continueClock(database, new Date(start + time));
    expect(trustedTime(database, new Date(start + 40 * day))).toEqual(new Date(start));
  });
});
