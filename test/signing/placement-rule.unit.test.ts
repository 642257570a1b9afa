import { describe, expect, it } from 'vitest';
import {
  anchorSchema,
  displayedFromRule,
  displayedSize,
  fitRule,
  type PageFacts,
  type PlacementRule,
  resolveRule,
  ruleFromDisplayed,
} from '../support/doors/domain.ts';
import { between, fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';
import { pages, partOf, parts } from '../support/signing/arbitrary-pages.ts';

const a4 = { left: 0, bottom: 0, right: 595, top: 842 };
const upright: PageFacts = { mediaBox: a4, cropBox: a4, rotation: 0, userUnit: 1 };
const rule = (change: Partial<PlacementRule> = {}): PlacementRule => ({
  page: -1,
  anchor: 'bottom-right',
  x: 35,
  y: 40,
  width: 200,
  height: 60,
  ...change,
});
const codeOf = (change: Partial<PlacementRule>, on: PageFacts[] = [upright, upright]) => {
  const result = resolveRule(rule(change), on);
  return result.ok ? 'ok' : result.problem.code;
};

describe('resolveRule', () => {
  it('measures from each corner inwards', () => {
    const at = (anchor: PlacementRule['anchor']) => {
      const result = resolveRule(rule({ anchor }), [upright]);
      return result.ok && result.placement.rect;
    };
    expect(at('bottom-left')).toEqual({ left: 35, bottom: 40, right: 235, top: 100 });
    expect(at('bottom-right')).toEqual({ left: 360, bottom: 40, right: 560, top: 100 });
    expect(at('top-left')).toEqual({ left: 35, bottom: 742, right: 235, top: 802 });
    expect(at('top-right')).toEqual({ left: 360, bottom: 742, right: 560, top: 802 });
  });

  it('puts the displayed corner of a turned page where it is in user space', () => {
    const result = resolveRule(rule({ anchor: 'bottom-left', x: 0, y: 0, width: 10, height: 20 }), [{ ...upright, rotation: 90 }]);
    // Shown turned clockwise, bottom-left is the page's own bottom-right.
    expect(result).toEqual({
      ok: true,
      placement: { page: 1, rect: { left: 575, bottom: 0, right: 595, top: 10 }, box: 'crop' },
    });
  });

  it('-1 is the last page', () => {
    const result = resolveRule(rule(), [upright, upright, upright]);
    expect(result.ok && result.placement.page).toBe(3);
  });

  it.each([0, 3, -2, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('page %d is missing', (page) => {
    expect(codeOf({ page })).toBe('placement-page-missing');
  });
  it('no page at all', () => expect(codeOf({ page: -1 }, [])).toBe('placement-page-missing'));

  it.each([{ width: 0 }, { height: 0 }, { width: -5 }, { height: Number.NaN }, { width: 0.05 }])('%o has no area', (change) => {
    expect(codeOf(change)).toBe('placement-no-area');
  });

  it.each([
    { x: -1 },
    { y: -1 },
    { x: 396 },
    { y: 783 },
    { x: Number.NaN },
    { y: Number.NEGATIVE_INFINITY },
    { width: Number.POSITIVE_INFINITY },
    { x: Number.MAX_VALUE, width: Number.MAX_VALUE },
    { x: -0.02 },
  ])('%o leaves the page', (change) => {
    expect(codeOf(change)).toBe('placement-outside-page');
  });

  it('forgives float noise and cuts it off', () => {
    const result = resolveRule(rule({ x: -0.005, y: -0.005 }), [upright]);
    expect(result.ok && result.placement.rect).toEqual({ left: 395.005, bottom: 0, right: 595, top: 59.995 });
  });

  it('never gives a rectangle outside the crop box or without an area', () => {
    const length = fc.oneof(fc.double(), between(-10, 3000), { weight: 8, arbitrary: between(0, 60) });
    const rules = fc.record({
      page: fc.constantFrom(1, -1, 2),
      anchor: fc.constantFrom(...anchorSchema.options),
      x: length,
      y: length,
      width: length,
      height: length,
    });
    let resolved = 0;
    fc.assert(
      fc.property(rules, pages, (candidate, page) => {
        const result = resolveRule(candidate, [page]);
        if (!result.ok) return;
        resolved += 1;
        const { rect } = result.placement;
        expect(rect.left >= page.cropBox.left && rect.right <= page.cropBox.right).toBe(true);
        expect(rect.bottom >= page.cropBox.bottom && rect.top <= page.cropBox.top).toBe(true);
        expect(rect.left < rect.right && rect.bottom < rect.top).toBe(true);
      }),
      { numRuns: runs(500) },
    );
    expect(resolved).toBeGreaterThan(50);
  });

  it('takes every rectangle that is drawn on the page, from every corner', () => {
    fc.assert(
      fc.property(pages, parts(0.05), fc.constantFrom(...anchorSchema.options), (page, part, anchor) => {
        const size = displayedSize(page);
        const drawn = partOf({ left: 0, bottom: 0, right: size.width, top: size.height }, part);
        const made = ruleFromDisplayed(drawn, 1, anchor, size);
        const shown = displayedFromRule(made, page);
        for (const edge of ['left', 'bottom', 'right', 'top'] as const) expect(shown[edge]).toBeCloseTo(drawn[edge], 6);
        expect(resolveRule(made, [page]).ok).toBe(true);
      }),
    );
  });
});

describe('fitRule', () => {
  const anything = fc.record({
    page: fc.integer({ min: -3, max: 9 }),
    anchor: fc.constantFrom(...anchorSchema.options),
    x: between(-5000, 5000),
    y: between(-5000, 5000),
    width: between(1, 5000),
    height: between(1, 5000),
  });

  it('puts any rectangle into any document, and leaves one that fits as it is', () => {
    fc.assert(
      fc.property(anything, fc.array(pages, { minLength: 1, maxLength: 4 }), (anyRule, document) => {
        const fitted = fitRule(anyRule, document);
        expect(fitted && resolveRule(fitted, document).ok).toBe(true);
        if (!resolveRule(anyRule, document).ok) return;
        const moved = displayedBounds(fitted, document).map((edge, index) =>
          Math.abs(edge - (displayedBounds(anyRule, document)[index] ?? Number.NaN)),
        );
        // By float noise at most.
        expect(moved.every((distance) => distance <= 0.02)).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });

  function displayedBounds(of: PlacementRule | null, document: readonly PageFacts[]) {
    const result = of && resolveRule(of, document);
    const page = result?.ok ? document[result.placement.page - 1] : undefined;
    return of && page ? Object.values(displayedFromRule(of, page)) : [];
  }

  it('keeps size and distance from its corner where they fit, and takes the last page for a missing one', () => {
    const small: PageFacts = { ...upright, mediaBox: { ...a4, right: 220, top: 80 }, cropBox: { ...a4, right: 220, top: 80 } };
    expect(fitRule(rule({ page: 4 }), [upright, small])).toEqual(rule({ page: -1, x: 20, y: 20 }));
    expect(fitRule(rule(), [])).toBeNull();
  });
});
