import { describe, expect, it } from 'vitest';
import { StationError } from '../support/doors/errors.ts';
import { createPager, pageSize } from '../support/doors/renderer/bulk.ts';

/** A list of so many rows, and what was asked of it; answers wait for `answer` when `slow`. */
function source(rows: number) {
  const asked: number[] = [];
  const waiting: (() => void)[] = [];
  const parts = { rows, mark: 'a', slow: false, broken: false };
  const fetch = async (offset: number, limit: number) => {
    asked.push(offset / limit);
    const { mark } = parts;
    if (parts.slow) await new Promise<void>((go) => waiting.push(go));
    if (parts.broken) throw new StationError('disk-full');
    const items = Array.from({ length: Math.max(0, Math.min(limit, parts.rows - offset)) }, (_, place) => `${mark}${offset + place}`);
    return { total: parts.rows, items };
  };
  return { parts, asked, fetch, answer: () => waiting.shift()?.() };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

function follow(rows: number) {
  const list = source(rows);
  const pager = createPager<string>(list);
  const end = pager.subscribe(() => undefined);
  return { ...list, pager, end };
}

describe('the rows of a long list', () => {
  it('are loaded where they are visible, and nowhere else', async () => {
    const { pager, asked } = follow(100_000);
    expect(pager.state()).toMatchObject({ total: null, problem: null });
    pager.want(0, 12);
    await settle();
    expect(pager.state().total).toBe(100_000);
    expect(pager.row(0)).toBe('a0');
    expect(pager.row(pageSize)).toBeUndefined();
    pager.want(70_095, 70_105);
    await settle();
    expect(pager.row(70_105)).toBe('a70105');
    expect(asked).toEqual([0, 700, 701]);
    pager.want(70_090, 70_104);
    await settle();
    expect(asked).toEqual([0, 700, 701]);
  });

  it('that were scrolled past are not loaded', async () => {
    const { pager, asked, parts, answer } = follow(100_000);
    parts.slow = true;
    pager.want(0, 10);
    for (let row = 0; row < 90_000; row += 500) pager.want(row, row + 10);
    answer();
    await settle();
    expect(asked).toEqual([0, 895]);
    expect(pager.row(89_500)).toBeUndefined();
    answer();
    await settle();
    expect(pager.row(89_500)).toBe('a89500');
  });

  it('stay on screen while they are loaded again', async () => {
    const { pager, asked, parts, answer } = follow(250);
    pager.want(0, 10);
    await settle();
    Object.assign(parts, { mark: 'b', slow: true, rows: 251 });
    pager.refresh();
    await settle();
    expect(pager.row(3)).toBe('a3');
    answer();
    await settle();
    expect(pager.row(3)).toBe('b3');
    expect(pager.state().total).toBe(251);
    expect(asked).toEqual([0, 0]);
  });

  it('requested before a change are loaded again after it', async () => {
    const { pager, asked, parts, answer } = follow(250);
    parts.slow = true;
    pager.want(0, 10);
    await settle();
    parts.mark = 'b';
    pager.refresh();
    answer();
    await settle();
    expect(pager.row(0)).toBe('a0');
    answer();
    await settle();
    expect(pager.row(0)).toBe('b0');
    expect(asked).toEqual([0, 0]);
  });

  it('are not all in memory: the furthest are dropped', async () => {
    const { pager } = follow(100_000);
    for (let page = 0; page < 60; page++) {
      pager.want(page * pageSize, page * pageSize + 10);
      await settle();
    }
    expect(pager.row(59 * pageSize)).toBeDefined();
    expect(pager.row(58 * pageSize)).toBeDefined();
    expect(pager.row(0)).toBeUndefined();
    expect(Array.from({ length: 60 }, (_, page) => pager.row(page * pageSize)).filter(Boolean)).toHaveLength(24);
  });

  it('that cannot be loaded show the reason, and are retried on request', async () => {
    const { pager, asked, parts } = follow(10);
    parts.broken = true;
    pager.want(0, 9);
    await settle();
    expect(pager.state()).toMatchObject({ total: null, problem: { code: 'disk-full' } });
    expect(asked).toEqual([0]);
    parts.broken = false;
    pager.refresh();
    await settle();
    expect(pager.state()).toMatchObject({ total: 10, problem: null });
    expect(pager.row(9)).toBe('a9');
  });

  it.each([150, 200])('beyond the end of %i are not loaded', async (rows) => {
    const { pager, asked } = follow(rows);
    pager.want(0, 1000);
    await settle();
    expect(asked).toEqual([0, 1]);
  });

  it('are loaded once the list is shown', async () => {
    const list = source(10);
    const pager = createPager<string>(list);
    pager.want(0, 9);
    await settle();
    expect(list.asked).toEqual([]);
    pager.subscribe(() => undefined);
    await settle();
    expect(pager.row(9)).toBe('a9');
  });

  it('are not loaded once the list is hidden', async () => {
    const { pager, asked, parts, answer, end } = follow(1000);
    parts.slow = true;
    pager.want(0, 500);
    end();
    answer();
    await settle();
    expect(asked).toEqual([0]);
  });
});
