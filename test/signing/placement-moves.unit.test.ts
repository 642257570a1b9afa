/** The rectangle's arithmetic: whatever is done to it, it stays on the page and keeps a size that can be read. */
import { describe, expect, it } from 'vitest';
import { anchorSchema, type Box, displayedFromRule, displayedSize, resolveRule, ruleFromDisplayed } from '../support/doors/domain.ts';
import {
  drawn,
  handles,
  keyed,
  moved,
  reanchored,
  resized,
  rounded,
  type Size,
  smallest,
  styleOn,
  usualRect,
  usualRule,
} from '../support/doors/renderer/pdf.ts';
import { between, fc } from '../support/runner/property.ts';
import { pages, partOf, parts } from '../support/signing/arbitrary-pages.ts';

const steps = fc.record({ x: between(-5000, 5000), y: between(-5000, 5000) });
const sizes = fc.record({ width: between(60, 3000), height: between(60, 3000) });
const placed = sizes.chain((size) =>
  parts(0.35).map((part) => ({ size, rect: partOf({ left: 0, bottom: 0, right: size.width, top: size.height }, part) })),
);
const slack = 1e-9;

function expectOnPage(rect: Box, size: Size) {
  expect(rect.left).toBeGreaterThanOrEqual(-slack);
  expect(rect.bottom).toBeGreaterThanOrEqual(-slack);
  expect(rect.right).toBeLessThanOrEqual(size.width + slack);
  expect(rect.top).toBeLessThanOrEqual(size.height + slack);
  expect(rect.right - rect.left).toBeGreaterThanOrEqual(Math.min(smallest.width, size.width) - slack);
  expect(rect.top - rect.bottom).toBeGreaterThanOrEqual(Math.min(smallest.height, size.height) - slack);
}

describe('a rectangle on a page', () => {
  it('stays on the page with its size when moved', () => {
    fc.assert(
      fc.property(placed, steps, ({ size, rect }, by) => {
        const next = moved(rect, by, size);
        expectOnPage(next, size);
        expect(next.right - next.left).toBeCloseTo(rect.right - rect.left, 6);
      }),
    );
  });

  it('moves only the edges of its handle', () => {
    fc.assert(
      fc.property(placed, steps, fc.constantFrom(...handles), ({ size, rect }, by, handle) => {
        const next = resized(rect, handle, by, size);
        expectOnPage(next, size);
        const edges = { n: 'top', s: 'bottom', e: 'right', w: 'left' } as const;
        for (const [side, edge] of Object.entries(edges)) if (!handle.includes(side)) expect(next[edge]).toBe(rect[edge]);
      }),
    );
  });

  it('follows the mouse with the edges of its handle', () => {
    const rect = { left: 100, bottom: 100, right: 200, top: 150 };
    const size = { width: 500, height: 500 };
    expect(resized(rect, 'ne', { x: 10, y: 20 }, size)).toEqual({ ...rect, right: 210, top: 170 });
    expect(resized(rect, 'sw', { x: 10, y: 20 }, size)).toEqual({ ...rect, left: 110, bottom: 120 });
  });

  it('lies on the screen where it is on the page: from the top left', () => {
    const style = styleOn({ left: 100, bottom: 300, right: 150, top: 350 }, { width: 500, height: 400 });
    expect(style).toEqual({ left: '20%', top: '12.5%', width: '10%', height: '12.5%' });
  });

  it('is drawn between two points, wherever they are', () => {
    fc.assert(fc.property(sizes, steps, steps, (size, from, to) => expectOnPage(drawn(from, to, size), size)));
    expect(drawn({ x: 10, y: 20 }, { x: 110, y: 70 }, { width: 500, height: 500 })).toEqual({ left: 10, bottom: 20, right: 110, top: 70 });
    expect(drawn({ x: 110, y: 70 }, { x: 10, y: 20 }, { width: 500, height: 500 })).toEqual({ left: 10, bottom: 20, right: 110, top: 70 });
  });

  it('follows the arrows by 1 or 10 points', () => {
    const size = { width: 500, height: 500 };
    const rect = { left: 100, bottom: 100, right: 200, top: 150 };
    expect(keyed(rect, 'ArrowUp', { shift: false, resize: false }, size)).toEqual({ ...rect, bottom: 101, top: 151 });
    expect(keyed(rect, 'ArrowLeft', { shift: true, resize: false }, size)).toEqual({ ...rect, left: 90, right: 190 });
    expect(keyed(rect, 'ArrowRight', { shift: false, resize: true }, size)).toEqual({ ...rect, right: 201 });
    expect(keyed(rect, 'ArrowDown', { shift: true, resize: true }, size)).toEqual({ ...rect, bottom: 90 });
    expect(keyed(rect, 'a', { shift: false, resize: false }, size)).toBeNull();
  });
});

describe('a rule from the viewer', () => {
  it('is at the bottom right of the last page where nothing was chosen', () => {
    expect(usualRule()).toMatchObject({ page: -1, anchor: 'bottom-right', x: 36, y: 36, width: 200, height: 60 });
  });

  it('is on the page after rounding, from every corner', () => {
    fc.assert(
      fc.property(pages, parts(0.02), fc.constantFrom(...anchorSchema.options), (facts, part, anchor) => {
        const size = displayedSize(facts);
        fc.pre(size.width >= 25 && size.height >= 25);
        const rect = partOf({ left: 0, bottom: 0, right: size.width, top: size.height }, part);
        const rule = rounded(ruleFromDisplayed(rect, 1, anchor, size), size);
        expect(resolveRule(rule, [facts])).toMatchObject({ ok: true });
        const shown = displayedFromRule(rule, facts);
        for (const edge of ['left', 'bottom', 'right', 'top'] as const) expect(Math.abs(shown[edge] - rect[edge])).toBeLessThan(0.16);
      }),
    );
  });

  it('has the same place when measured from another corner', () => {
    fc.assert(
      fc.property(pages, fc.constantFrom(...anchorSchema.options), (facts, anchor) => {
        const size = displayedSize(facts);
        fc.pre(size.width >= 25 && size.height >= 25);
        const rule = rounded(ruleFromDisplayed(usualRect(size), 3, 'bottom-right', size), size);
        const before = displayedFromRule(rule, facts);
        const again = reanchored(rule, anchor, facts, size);
        expect(again).toMatchObject({ page: 3, anchor });
        const after = displayedFromRule(again, facts);
        for (const edge of ['left', 'bottom', 'right', 'top'] as const) expect(Math.abs(after[edge] - before[edge])).toBeLessThan(0.16);
      }),
    );
  });
});
