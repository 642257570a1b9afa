import { describe, expect, it } from 'vitest';
import {
  type Box,
  conventionsThatFit,
  distance,
  distinguishingProbe,
  isOnPage,
  isSameConvention,
  type Landing,
  type PageFacts,
  type PlacementConvention,
  placementConventionSchema,
  placeUnder,
  tolerance,
  toWire,
  usualConventions,
} from '../support/doors/domain.ts';
import { firstProbe, furtherProbes, testPages } from '../support/doors/signing.ts';
import { between, fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';
import { pages as arbitraryPages, conventions, partOf, parts } from '../support/signing/arbitrary-pages.ts';

/** Where a provider that counts so puts the first rectangle, or another; each edge moved as asked, in points. */
function landing(convention: PlacementConvention, wire = firstProbe, off = [0, 0, 0, 0], pages = testPages): Landing {
  const place = placeUnder(wire, convention, pages);
  if (place === null) throw new Error('no such page');
  const [left = 0, bottom = 0, right = 0, top = 0] = off.map((edge) => edge / (pages[place.page - 1]?.userUnit ?? 1));
  const { rect } = place;
  return {
    wire,
    place: {
      page: place.page,
      rect: { left: rect.left + left, bottom: rect.bottom + bottom, right: rect.right + right, top: rect.top + top },
    },
  };
}
const named = ({ unit, dpi, origin, box, rotation, pageBase }: PlacementConvention) =>
  `${unit} ${dpi} ${origin} ${box} ${rotation} ${pageBase}`;
const onlyOne = (convention: PlacementConvention, found: PlacementConvention[]) =>
  found.length === 1 && found.every((one) => isSameConvention(one, convention));

describe('the first rectangle of the test document', () => {
  it('is on the page under every usual convention', () => {
    expect(usualConventions.filter((convention) => !isOnPage(landing(convention).place, testPages)).map(named)).toEqual([]);
  });

  it('tells every usual convention from all others', () => {
    expect(
      usualConventions.filter((convention) => !onlyOne(convention, conventionsThatFit([landing(convention)], testPages))).map(named),
    ).toEqual([]);
  });

  const edge = between(-tolerance, tolerance);
  it('tells them apart also where each edge is off by what providers round', () => {
    fc.assert(
      fc.property(fc.constantFrom(...usualConventions), fc.tuple(edge, edge, edge, edge), (convention, off) =>
        onlyOne(convention, conventionsThatFit([landing(convention, firstProbe, off)], testPages)),
      ),
      { numRuns: runs(300) },
    );
  });

  it('fits nothing where one edge is off by more than that', () => {
    const byDefault = placementConventionSchema.parse({});
    for (const at of [0, 1, 2, 3]) {
      const off = [0, 1, 2, 3].map((index) => (index === at ? tolerance + 0.1 : 0));
      expect(conventionsThatFit([landing(byDefault, firstProbe, off)], testPages)).toEqual([]);
    }
  });

  it('shows an unusual number of pixels to the inch as good as exactly, with the right corner and page', () => {
    const dpis = fc.integer({ min: 40, max: 330 });
    fc.assert(
      fc.property(dpis, conventions, (dpi, frame) => {
        const convention: PlacementConvention = { ...frame, unit: 'pixel', dpi };
        const found = conventionsThatFit([landing(convention)], testPages);
        for (const one of found) {
          expect(distance(landing(one).place, landing(convention).place, testPages)).toBeLessThanOrEqual(tolerance);
        }
        expect(found.length).toBeGreaterThan(0);
      }),
      { numRuns: runs(200) },
    );
  });
});

const box = (left: number, bottom: number, right: number, top: number): Box => ({ left, bottom, right, top });
const plain: PageFacts = { mediaBox: box(0, 0, 595, 842), cropBox: box(0, 0, 595, 842), rotation: 0, userUnit: 1 };

describe('where several conventions give the same place', () => {
  const wire = { x1: 100, y1: 200, x2: 220, y2: 260, signaturePage: 1 };
  const byDefault = placementConventionSchema.parse({});

  it('all of them fit: on an upright page without a crop box neither box nor rotation shows', () => {
    const found = conventionsThatFit([landing(byDefault, wire, undefined, [plain])], [plain]);
    expect(found.map(({ box: from, rotation }) => `${from} ${rotation}`).sort()).toEqual(
      ['crop', 'media', 'none'].flatMap((from) => [`${from} as-displayed`, `${from} user-space`]).sort(),
    );
  });

  it('a rectangle on another page tells them apart', () => {
    const pages = [plain, ...testPages.slice(1)];
    const first = landing(byDefault, wire, undefined, pages);
    const next = distinguishingProbe(conventionsThatFit([first], pages), furtherProbes, pages);
    expect(next).not.toBeNull();
    expect(onlyOne(byDefault, conventionsThatFit([first, landing(byDefault, next ?? wire, undefined, pages)], pages))).toBe(true);
  });

  it('both corners fit the first rectangle where it is in the middle of the page, and another one tells them apart', () => {
    const convention = placementConventionSchema.parse({ unit: 'pixel', dpi: 97, pageBase: 0 });
    const fitting = conventionsThatFit([landing(convention)], testPages);
    expect(fitting.map(({ origin, dpi }) => `${origin} ${dpi}`)).toEqual(['bottom-left 97', 'top-left 97']);
    const next = distinguishingProbe(fitting, furtherProbes, testPages) ?? firstProbe;
    expect(onlyOne(convention, conventionsThatFit([landing(convention), landing(convention, next)], testPages))).toBe(true);
  });

  it('no rectangle is sent where none tells any two of them apart', () => {
    const alike = conventionsThatFit([landing(byDefault, wire, undefined, [plain])], [plain]);
    expect(distinguishingProbe(alike, [wire, { ...wire, x1: 50 }], [plain])).toBeNull();
    expect(distinguishingProbe([byDefault], furtherProbes, testPages)).toBeNull();
  });

  it('a rectangle that one of them has off the page is not chosen', () => {
    const both = [byDefault, placementConventionSchema.parse({ unit: 'pixel', dpi: 300 })];
    const low = { x1: 40, y1: 40, x2: 500, y2: 500, signaturePage: 1 };
    expect(placeUnder(low, byDefault, testPages)).not.toBeNull();
    expect(distinguishingProbe(both, [{ ...low, x2: 2000 }], testPages)).toBeNull();
    expect(distinguishingProbe(both, [{ ...low, x2: 2000 }, low], testPages)).toEqual(low);
    expect(distinguishingProbe(both, [{ ...low, signaturePage: 5 }], testPages)).toBeNull();
  });
});

describe('on any page', () => {
  it('the convention by which a rectangle was sent is among those that fit', () => {
    const sent = fc.tuple(arbitraryPages, parts(0.05), fc.constantFrom(...usualConventions));
    fc.assert(
      fc.property(sent, ([page, part, convention]) => {
        const wire = toWire({ page: 1, rect: partOf(page.cropBox, part), box: 'crop' }, page, convention);
        const found = conventionsThatFit([landing(convention, wire, undefined, [page])], [page]);
        expect(found.some((one) => isSameConvention(one, convention))).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });

  it('how far two places are apart counts in points, whatever the unit of the page', () => {
    const place = (left: number) => ({ page: 1, rect: box(left, 0, 50, 50) });
    expect(distance(place(10), place(13), [{ ...plain, userUnit: 2.5 }])).toBe(7.5);
    expect(distance(place(10), { ...place(10), page: 2 }, [plain, plain])).toBe(Number.POSITIVE_INFINITY);
  });

  it('a place on another page fits nothing', () => {
    const [first] = usualConventions as [PlacementConvention];
    const { wire, place } = landing(first);
    for (const page of [1, 4, 9]) expect(conventionsThatFit([{ wire, place: { ...place, page } }], testPages)).toEqual([]);
  });
});
