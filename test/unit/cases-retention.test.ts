import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dueOf, told } from '../../main/cases/retention.ts';

const day = 86_400_000;
const start = Date.parse('2026-01-01T10:00:00Z');
const at = (days: number) => start + days * day;
const visit = (warned: number | null = null) => ({
  changedAt: new Date(start).toISOString(),
  warnedAt: warned === null ? null : new Date(at(warned)).toISOString(),
});

it('tells of a visit before its time is over, and not earlier', () => {
  expect(dueOf(visit(), 100, at(85))).toEqual({ near: false, removal: null });
  expect(dueOf(visit(), 100, at(86))).toEqual({ near: true, removal: at(100) });
});

it('keeps for ever where the number of days is 0', () => {
  expect(dueOf(visit(0), 0, at(100_000))).toEqual({ near: false, removal: null });
});

it('never lets a visit go that was not told of for a while, however long the station was not in use', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 0, max: 2000 }),
      fc.option(fc.integer({ min: 0, max: 2000 })),
      (days, now, warned) => {
        const { near, removal } = dueOf(visit(warned), days, at(now));
        expect(near).toBe(removal !== null);
        if (removal === null) return;
        expect(removal).toBeGreaterThanOrEqual(at(days));
        expect(removal - (warned === null ? at(now) : at(warned))).toBeGreaterThanOrEqual(told.atLeast * day);
      },
    ),
  );
});
