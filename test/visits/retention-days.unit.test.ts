import { expect, it } from 'vitest';
import { applyRetention, removalOf, type VisitRow, warning } from '../support/doors/visits.ts';
import { fc } from '../support/runner/property.ts';

const day = 86_400_000;
const start = Date.parse('2026-01-01T10:00:00Z');
const at = (days: number) => start + days * day;
const visit = (warned: number | null = null) => ({
  changedAt: new Date(start).toISOString(),
  warnedAt: warned === null ? null : new Date(at(warned)).toISOString(),
});

it('announces the removal of a visit in the days before it is due, not earlier', () => {
  expect(removalOf(visit(), { days: 100, now: at(85) })).toEqual({ near: false, removal: null });
  expect(removalOf(visit(), { days: 100, now: at(86) })).toEqual({ near: true, removal: at(100) });
});

it('keeps visits for ever when the number of days is 0', () => {
  expect(removalOf(visit(0), { days: 0, now: at(100_000) })).toEqual({ near: false, removal: null });
});

it('removes no visit whose removal was not announced long enough, however long the station was off', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 0, max: 2000 }),
      fc.option(fc.integer({ min: 0, max: 2000 })),
      (days, now, warned) => {
        const { near, removal } = removalOf(visit(warned), { days: days, now: at(now) });
        expect(near).toBe(removal !== null);
        if (removal === null) return;
        expect(removal).toBeGreaterThanOrEqual(at(days));
        expect(removal - (warned === null ? at(now) : at(warned))).toBeGreaterThanOrEqual(warning.atLeast * day);
      },
    ),
  );
});

/** Three visits whose time is over, looked at while one of them is removed or refuses to be. */
async function looked(whileRemoving: (visits: Map<string, VisitRow>) => void, { today = 10, busy = '', changed = '' } = {}) {
  const over = { ...visit(0), documents: [] } as unknown as VisitRow;
  const visits = new Map(['a', 'b', 'c'].map((id) => [id, { ...over, id }]));
  const warned: VisitRow[] = [];
  const others: string[] = [];
  const renewed: string[] = [];
  const store = {
    nearRemoval: () => [...visits.keys()],
    find: (id: string) => visits.get(id) ?? null,
  };
  await applyRetention(
    {
      visits: store,
      days: () => 1,
      now: () => new Date(at(today)),
      changedSince: () => new Set([changed]),
      renew: ({ id }) => void renewed.push(id),
      warn: (one) => void warned.push(one),
      isOpen: (id) => id === busy,
      async remove(id) {
        whileRemoving(visits);
        visits.delete(id);
      },
      removeOthers: async (before) => void others.push(before.toISOString()),
    },
    () => false,
  );
  return { left: [...visits.keys()], warned, others, renewed };
}

it('checks each visit when its turn comes, not as it was when the pass began', async () => {
  const { left, warned, others } = await looked((visits) => {
    const c = visits.get('c');
    if (c) visits.set('c', { ...c, name: 'Ana', changedAt: new Date(at(9.5)).toISOString(), warnedAt: null });
  });
  expect(left).toEqual(['c']);
  expect(warned.map(({ name }) => name)).toEqual(['Ana']);
  expect(others).toEqual([new Date(at(9)).toISOString()]);

  const gone = await looked((visits) => visits.delete('c'));
  expect(gone).toMatchObject({ left: [], warned: [] });
});

it('begins the period again of a visit that changed later than its time says', async () => {
  const { left, warned, renewed } = await looked(() => undefined, { changed: 'b' });
  expect({ left, warned, renewed }).toEqual({ left: ['b'], warned: [], renewed: ['b'] });
});

it('continues after a visit that cannot be removed', async () => {
  let first = true;
  const { left } = await looked(() => {
    if (!first) return;
    first = false;
    throw new Error('disk full');
  });
  expect(left).toEqual(['a']);
});

it('removes none of which something waits, and none before its time', async () => {
  const over = await looked(() => undefined, { busy: 'b' });
  expect(over).toMatchObject({ left: ['b'], warned: [] });
  const early = await looked(() => undefined, { today: 6.9 });
  expect(early.left).toEqual(['a', 'b', 'c']);
  const due = await looked(() => undefined, { today: 7 });
  expect(due.left).toEqual([]);
});
