import { describe, expect, it } from 'vitest';
import {
  type Box,
  displayedSize,
  fromUserSpace,
  fromWire,
  inverse,
  mapBox,
  type PageFacts,
  type PlacementConvention,
  placementConventionSchema,
  type Rotation,
  toUserSpace,
  toWire,
  wireFrame,
  wirePlacementSchema,
} from '../support/doors/domain.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';
import { conventions, pages, partOf, parts } from '../support/signing/arbitrary-pages.ts';

const box = (left: number, bottom: number, right: number, top: number): Box => ({ left, bottom, right, top });
const farthest = (a: Box, b: Box) =>
  Math.max(Math.abs(a.left - b.left), Math.abs(a.bottom - b.bottom), Math.abs(a.right - b.right), Math.abs(a.top - b.top));

/** Crop box 600 by 400 with its corner at (10, 20); user unit 2, so 1200 by 800 points. */
const page = (rotation: Rotation): PageFacts => ({
  mediaBox: box(-100, -50, 900, 650),
  cropBox: box(10, 20, 610, 420),
  rotation,
  userUnit: 2,
});
/** In user space: 15 to 65 right of, 25 to 55 above the crop box's corner. */
const rect = box(25, 45, 75, 75);
const sample = { page: 3, rect, box: 'crop' as const };

describe('displayed points and user space, by hand', () => {
  // Turning clockwise: a page's left edge comes to lie on top (90), right (180), below (270).
  const expected: [Rotation, Box][] = [
    [0, box(30, 50, 130, 110)],
    [90, box(50, 1200 - 130, 110, 1200 - 30)],
    [180, box(1200 - 130, 800 - 110, 1200 - 30, 800 - 50)],
    [270, box(800 - 110, 30, 800 - 50, 130)],
  ];
  it.each(expected)('rotation %i', (rotation, displayed) => {
    expect(fromUserSpace(rect, page(rotation))).toEqual(displayed);
    expect(toUserSpace(displayed, page(rotation))).toEqual(rect);
    expect(displayedSize(page(rotation))).toEqual(rotation % 180 === 0 ? { width: 1200, height: 800 } : { width: 800, height: 1200 });
  });
});

describe('to the wire, by hand', () => {
  const wire = (convention: Partial<PlacementConvention>, rotation: Rotation = 0) => {
    const { x1, y1, x2, y2, signaturePage } = toWire(sample, page(rotation), placementConventionSchema.parse(convention));
    return [x1, y1, x2, y2, signaturePage];
  };

  it('default: points of the displayed crop box, from 1', () => {
    expect(wire({})).toEqual([30, 50, 130, 110, 3]);
    expect(wire({}, 90)).toEqual([50, 1070, 110, 1170, 3]);
  });
  it('top-left: y counts down', () => {
    expect(wire({ origin: 'top-left' })).toEqual([30, 690, 130, 750, 3]);
    expect(wire({ origin: 'top-left' }, 90)).toEqual([50, 30, 110, 130, 3]);
  });
  it('media box: 110 units further right, 70 further up', () => {
    expect(wire({ box: 'media' })).toEqual([250, 190, 350, 250, 3]);
    expect(wire({ box: 'media' }, 180)).toEqual([2000 - 350, 1400 - 250, 2000 - 250, 1400 - 190, 3]);
  });
  it('no box: from the origin of user space', () => {
    expect(wire({ box: 'none' })).toEqual([50, 90, 150, 150, 3]);
    expect(wire({ box: 'none', origin: 'top-left' })).toEqual([50, 1400 - 150, 150, 1400 - 90, 3]);
    expect(wire({ box: 'none' }, 270)).toEqual([1400 - 150, 50, 1400 - 90, 150, 3]);
  });
  it('user space: the turn is left out', () => {
    for (const rotation of [90, 180, 270] as const) expect(wire({ rotation: 'user-space' }, rotation)).toEqual([30, 50, 130, 110, 3]);
  });
  it('pixels: 144 to the inch are two a point', () => {
    expect(wire({ unit: 'pixel', dpi: 144 })).toEqual([60, 100, 260, 220, 3]);
  });
  it('per mille of the turned box', () => {
    expect(wire({ unit: 'permille' })).toEqual([25, 63, 108, 138, 3]);
    expect(wire({ unit: 'permille' }, 90)).toEqual([63, 892, 138, 975, 3]);
    expect(wire({ unit: 'permille', box: 'none' })).toEqual([25, 64, 75, 107, 3]);
  });
  it('pages from 0', () => {
    expect(wire({ pageBase: 0 }).at(4)).toBe(2);
  });
});

describe('rounding', () => {
  const plain: PageFacts = { mediaBox: box(0, 0, 612.5, 791.5), cropBox: box(0, 0, 612.5, 791.5), rotation: 0, userUnit: 1 };
  const convention = placementConventionSchema.parse({});
  const edges = (rect: Box, on = plain, as = convention) => {
    const { x1, y1, x2, y2 } = toWire({ page: 1, rect, box: 'crop' }, on, as);
    return [x1, y1, x2, y2];
  };

  it('stays on the page at its rim', () => expect(edges(box(500, 700, 612.5, 791.5))).toEqual([500, 700, 612, 791]));
  it('keeps an area where the rectangle is thin', () => expect(edges(box(10.1, 20.1, 10.3, 20.3))).toEqual([10, 20, 11, 21]));
  it('keeps an area at the far rim', () => expect(edges(box(612.2, 791.2, 612.5, 791.5))).toEqual([611, 790, 612, 791]));
  it('says so when the unit is too coarse for any rectangle', () => {
    expect(() => edges(box(0, 0, 10, 10), plain, { ...convention, unit: 'pixel', dpi: 0.05 })).toThrow('placement-no-area');
  });
});

describe('properties', () => {
  const placed = fc.tuple(pages, parts(0.001), conventions, fc.integer({ min: 1, max: 999 })).map(([on, part, convention, number]) => ({
    on,
    convention,
    placement: { page: number, rect: partOf(on.cropBox, part), box: 'crop' as const },
  }));

  it('user space and back is the same rectangle', () => {
    fc.assert(
      fc.property(placed, ({ on, placement }) => {
        expect(farthest(toUserSpace(fromUserSpace(placement.rect, on), on), placement.rect)).toBeLessThan(1e-8);
      }),
    );
  });

  it('the displayed crop box begins at (0, 0) and has the displayed size', () => {
    fc.assert(
      fc.property(pages, (on) => {
        const { width, height } = displayedSize(on);
        expect(farthest(fromUserSpace(on.cropBox, on), box(0, 0, width, height))).toBeLessThan(1e-6);
      }),
    );
  });

  it('to the wire and back is the same within rounding, integer, ordered, on the page', () => {
    fc.assert(
      fc.property(placed, ({ on, convention, placement }) => {
        const wire = wirePlacementSchema.parse(toWire(placement, on, convention));
        expect(wire.x1 < wire.x2 && wire.y1 < wire.y2).toBe(true);
        const frame = wireFrame(on, convention);
        const limits = mapBox(frame, on.cropBox);
        expect(wire.x1).toBeGreaterThanOrEqual(limits.left - 1e-5);
        expect(wire.y1).toBeGreaterThanOrEqual(limits.bottom - 1e-5);
        expect(wire.x2).toBeLessThanOrEqual(limits.right + 1e-5);
        expect(wire.y2).toBeLessThanOrEqual(limits.top + 1e-5);

        const back = fromWire(wire, on, convention);
        expect(back.page).toBe(placement.page);
        const exact = mapBox(frame, placement.rect);
        const thin = exact.right - exact.left < 1 || exact.top - exact.bottom < 1;
        expect(farthest(mapBox(frame, back.rect), exact)).toBeLessThanOrEqual((thin ? 2 : 1) + 1e-5);
        expect(toWire(back, on, convention)).toEqual(wire);
      }),
      { numRuns: runs(500) },
    );
  });

  it('rectangles of whole units inside the page lose at most half a unit', () => {
    fc.assert(
      fc.property(pages, conventions, fc.integer({ min: 1, max: 8 }), (on, convention, inset) => {
        const frame = wireFrame(on, convention);
        const limits = mapBox(frame, on.cropBox);
        const inner = box(limits.left + inset, limits.bottom + inset, limits.right - inset, limits.top - inset);
        fc.pre(inner.right - inner.left >= 1 && inner.top - inner.bottom >= 1);
        const wire = toWire({ page: 1, rect: mapBox(inverse(frame), inner), box: 'crop' }, on, convention);
        expect(farthest(box(wire.x1, wire.y1, wire.x2, wire.y2), inner)).toBeLessThanOrEqual(0.5 + 1e-5);
      }),
    );
  });
});
