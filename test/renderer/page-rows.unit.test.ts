import { describe, expect, it } from 'vitest';
import { maxPageRows } from '../support/doors/domain.ts';
import { readPages, withNewest } from '../support/doors/renderer/app.ts';
import { fc } from '../support/runner/property.ts';

type Row = { id: string; at: string; read?: boolean };
const row = (number: number, more: Partial<Row> = {}): Row => ({ id: `r${number}`, at: String(number).padStart(6, '0'), ...more });
const rules = { belongs: () => true, createdAt: ({ at }: Row) => at };
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);

describe('rows in events', () => {
  it('are inserted newest first, and counted', () => {
    const now = withNewest({ items: [row(2), row(1)], total: 9 }, [row(3), row(4)], rules);
    expect(ids(now.items)).toEqual(['r4', 'r3', 'r2', 'r1']);
    expect(now).toMatchObject({ total: 11, unsure: false });
  });

  it('with equal times are ordered by arrival', () => {
    const now = withNewest(
      { items: [row(1)], total: 1 },
      [
        { ...row(2), id: 'a' },
        { ...row(2), id: 'b' },
      ],
      rules,
    );
    expect(ids(now.items)).toEqual(['b', 'a', 'r1']);
  });

  it('that are listed keep their position, with the latest values', () => {
    const now = withNewest({ items: [row(2), row(1)], total: 2 }, [row(1), row(1, { read: true })], { ...rules, belongs: () => false });
    expect(now).toEqual({ items: [row(2), row(1, { read: true })], total: 2, unsure: false });
  });

  it('that the filter excludes are not listed', () => {
    const whole = withNewest({ items: [row(1)], total: 1 }, [row(2)], { ...rules, belongs: () => false });
    expect(whole).toMatchObject({ total: 1, unsure: false });
    expect(ids(whole.items)).toEqual(['r1']);
  });

  it('are undecided where only main can decide: a text filter, and an older row that is not listed', () => {
    expect(withNewest({ items: [row(5)], total: 1 }, [row(6)], { ...rules, belongs: () => null })).toMatchObject({
      total: 1,
      unsure: true,
    });
    expect(withNewest({ items: [row(5)], total: 1 }, [row(4)], rules)).toMatchObject({ total: 1, unsure: true });
    expect(withNewest({ items: [], total: 3 }, [row(4)], rules)).toMatchObject({ items: [], unsure: true });
    // It may have been among the rows that were not read, which are then one less.
    expect(withNewest({ items: [row(5)], total: 3 }, [row(4)], { ...rules, belongs: () => false })).toMatchObject({
      total: 3,
      unsure: true,
    });
  });

  it('are listed in an empty list', () => {
    expect(withNewest({ items: [], total: 0 }, [row(1)], rules)).toEqual({ items: [row(1)], total: 1, unsure: false });
  });

  it('are never listed twice, and keep the order of the others', () => {
    const some = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 20 });
    fc.assert(
      fc.property(some, fc.array(fc.integer({ min: 0, max: 80 }), { maxLength: 30 }), (there, changed) => {
        const before = there.toSorted((a, b) => b - a).map((number) => row(number));
        const now = withNewest(
          { items: before, total: before.length },
          changed.map((number) => row(number)),
          rules,
        );
        expect(new Set(ids(now.items)).size).toBe(now.items.length);
        expect(now.items.slice(now.items.length - before.length)).toEqual(before);
        expect(now.items.map(({ at }) => at)).toEqual(now.items.map(({ at }) => at).toSorted((a, b) => b.localeCompare(a)));
        expect(now.total).toBe(now.items.length);
      }),
    );
  });
});

describe('pages that are read one after the other', () => {
  it('are the rows from an offset on, at least as many as are wanted, in requests of one length that main accepts', async () => {
    const sizes = fc.tuple(fc.nat(1_500), fc.nat(1_500), fc.integer({ min: 1, max: 1_300 }));
    await fc.assert(
      fc.asyncProperty(sizes, async ([count, offset, wanted]) => {
        const rows = Array.from({ length: count }, (_, number) => row(number));
        const limits = new Set<number>();
        const read = await readPages(offset, wanted, async (from, limit) => {
          limits.add(limit);
          return { total: count, items: rows.slice(from, from + limit) };
        });
        const found = ids(read?.items ?? []);
        expect(found).toEqual(ids(rows.slice(offset, offset + found.length)));
        expect(found.length).toBeGreaterThanOrEqual(Math.min(wanted, Math.max(0, count - offset)));
        expect(found.length).toBeLessThan(wanted + maxPageRows);
        expect(read?.total).toBe(count);
        expect([...limits].length).toBe(1);
        expect(Math.max(...limits)).toBeLessThanOrEqual(maxPageRows);
      }),
    );
  });
});
