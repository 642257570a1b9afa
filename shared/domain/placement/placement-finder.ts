/**
 * Infers the placement convention from the five fields of endpoint D that were sent and the place of the returned
 * signature: a convention fits if the fields mean that place under it. Pure.
 */
import type { Box, PageFacts } from './geometry.ts';
import type { PlacementConvention, WirePlacement } from './placement.ts';
import { mapBox } from './placement-affine.ts';
import { fromWire } from './placement-convert.ts';
import { wireFrame } from './placement-frames.ts';

/** Position of a signature: page from 1, rectangle in the page's user space. */
export type Place = { page: number; rect: Box };

/** A returned signature and the five fields that were sent for it. */
export type Landing = { wire: WirePlacement; place: Place };

/** Tolerance of an edge in points: providers round to whole points or thousandths of a page. */
export const tolerance = 2;

/** Pixels per inch that programs use. 72 is left out: it is the same as points. */
const usualDpi = [96, 100, 120, 144, 150, 180, 200, 240, 300, 360, 400, 600];
/** Any other whole number in this range is computed from the place itself. */
const dpiRange = { min: 24, max: 1200 };

type Frame = Pick<PlacementConvention, 'origin' | 'box' | 'rotation' | 'pageBase'>;
type Unit = Pick<PlacementConvention, 'unit' | 'dpi'>;

const frames: readonly Frame[] = (['bottom-left', 'top-left'] as const).flatMap((origin) =>
  (['crop', 'media', 'none'] as const).flatMap((box) =>
    (['as-displayed', 'user-space'] as const).flatMap((rotation) =>
      ([1, 0] as const).map((pageBase) => ({ origin, box, rotation, pageBase })),
    ),
  ),
);
/** `dpi` counts for pixels only; elsewhere it is what a profile has by default. */
const defaultDpi = 96;
const usualUnits: readonly Unit[] = [
  { unit: 'point', dpi: defaultDpi },
  { unit: 'permille', dpi: defaultDpi },
  ...usualDpi.map((dpi) => ({ unit: 'pixel' as const, dpi })),
];

/** Every candidate convention, the default one first. */
export const usualConventions: readonly PlacementConvention[] = frames.flatMap((frame) =>
  usualUnits.map((unit) => ({ ...unit, ...frame })),
);

/** Returns what five fields mean under a convention; null for a page that the document does not have. */
export function placeUnder(wire: WirePlacement, convention: PlacementConvention, pages: readonly PageFacts[]): Place | null {
  const number = wire.signaturePage + 1 - convention.pageBase;
  const page = pages[number - 1];
  return page === undefined ? null : { page: number, rect: fromWire(wire, page, convention).rect };
}

/** Distance of two places in points, at the edge that is farthest off; infinite for different pages. */
export function distance(one: Place, other: Place, pages: readonly PageFacts[]): number {
  const page = pages[one.page - 1];
  if (one.page !== other.page || page === undefined) return Number.POSITIVE_INFINITY;
  const edges = (['left', 'bottom', 'right', 'top'] as const).map((edge) => Math.abs(one.rect[edge] - other.rect[edge]));
  return Math.max(...edges) * page.userUnit;
}

const fits = (convention: PlacementConvention, landings: readonly Landing[], pages: readonly PageFacts[]): boolean =>
  landings.every(({ wire, place }) => {
    const expected = placeUnder(wire, convention, pages);
    return expected !== null && distance(expected, place, pages) <= tolerance;
  });

/**
 * Finds all conventions that give every place within the tolerance. Pixels of an unusual size are tried only where no usual
 * convention fits: within the tolerance, 299 and 300 to the inch are the same.
 */
export function conventionsThatFit(landings: readonly Landing[], pages: readonly PageFacts[]): PlacementConvention[] {
  const usual = usualConventions.filter((convention) => fits(convention, landings, pages));
  if (usual.length > 0) return usual;
  return frames
    .flatMap((frame) => {
      const dpi = measuredDpi(frame, landings, pages);
      return dpi === null ? [] : [{ unit: 'pixel' as const, dpi, ...frame }];
    })
    .filter((convention) => fits(convention, landings, pages));
}

/** The whole number of pixels per inch that fits the places best (least squares), if these are counted from this frame. */
function measuredDpi(frame: Frame, landings: readonly Landing[], pages: readonly PageFacts[]): number | null {
  let [products, squares] = [0, 0];
  for (const { wire, place } of landings) {
    const page = pages[place.page - 1];
    if (page === undefined) return null;
    // In points, in the order of the wire's fields.
    const { left, bottom, right, top } = mapBox(wireFrame(page, { ...frame, unit: 'point', dpi: defaultDpi }), place.rect);
    const [x1, x2] = [Math.min(wire.x1, wire.x2), Math.max(wire.x1, wire.x2)];
    const [y1, y2] = [Math.min(wire.y1, wire.y2), Math.max(wire.y1, wire.y2)];
    products += x1 * left + y1 * bottom + x2 * right + y2 * top;
    squares += left ** 2 + bottom ** 2 + right ** 2 + top ** 2;
  }
  const dpi = Math.round((products / squares) * 72);
  return dpi >= dpiRange.min && dpi <= dpiRange.max ? dpi : null;
}

/** Counts the places, more than twice the tolerance apart, where these conventions put one rectangle; 0 if one of them puts it off the page. */
function placesOf(wire: WirePlacement, conventions: readonly PlacementConvention[], pages: readonly PageFacts[]): number {
  const places: Place[] = [];
  for (const convention of conventions) {
    const place = placeUnder(wire, convention, pages);
    if (place === null || !isOnPage(place, pages)) return 0;
    if (!places.some((other) => distance(place, other, pages) <= 2 * tolerance)) places.push(place);
  }
  return places.length;
}

/** Of these rectangles, returns the one that separates most of the conventions; null when none separates any two. */
export function distinguishingProbe(
  conventions: readonly PlacementConvention[],
  probes: readonly WirePlacement[],
  pages: readonly PageFacts[],
): WirePlacement | null {
  const counted = probes.map((wire) => ({ wire, places: placesOf(wire, conventions, pages) }));
  const best = counted.reduce<(typeof counted)[number] | null>((one, other) => (other.places > (one?.places ?? 1) ? other : one), null);
  return best?.wire ?? null;
}

/** Whether all of a place is visible: within the page's crop box, rounding aside. */
export function isOnPage({ page, rect }: Place, pages: readonly PageFacts[]): boolean {
  const crop = pages[page - 1]?.cropBox;
  if (crop === undefined) return false;
  const slack = 0.01;
  return (
    rect.left >= crop.left - slack && rect.bottom >= crop.bottom - slack && rect.right <= crop.right + slack && rect.top <= crop.top + slack
  );
}

/** Whether two conventions are equal: pixels count only where the unit is the pixel, and 72 of them to the inch are points. */
export function isSameConvention(one: PlacementConvention, other: PlacementConvention): boolean {
  const unit = ({ unit, dpi }: Unit) => (unit === 'pixel' ? (dpi === 72 ? 'point' : `pixel ${dpi}`) : unit);
  return (
    unit(one) === unit(other) &&
    one.origin === other.origin &&
    one.box === other.box &&
    one.rotation === other.rotation &&
    one.pageBase === other.pageBase
  );
}
