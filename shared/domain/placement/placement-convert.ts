/**
 * Converts placements between a rule (displayed points), PDF user space, and the numbers of
 * endpoint D. Every conversion is one map of `placement-frames.ts` or its inverse.
 */
import { StationError } from '../../errors.ts';
import type { Box, PageFacts } from './geometry.ts';
import type { Placement, PlacementConvention, WirePlacement } from './placement.ts';
import { inverse, mapBox } from './placement-affine.ts';
import { displayedFrame, displayedSize, wireFrame } from './placement-frames.ts';

export { displayedSize };

/** Maps points of the page as displayed (origin bottom-left) to the page's user space. */
export function toUserSpace(displayed: Box, page: PageFacts): Box {
  return mapBox(inverse(displayedFrame(page)), displayed);
}

/** Maps the page's user space to points of the page as displayed (origin bottom-left). */
export function fromUserSpace(rect: Box, page: PageFacts): Box {
  return mapBox(displayedFrame(page), rect);
}

/**
 * Returns the five placement fields of endpoint D, with `x1 < x2` and `y1 < y2`.
 *
 * Every edge is rounded to the nearest integer that is still on the displayed page (crop box); where both edges
 * meet on one integer, the far one moves on by 1, or the near one back by 1 at the page's end. So an edge
 * moves by half a unit at most, by one at the page's rim, and by less than two only where a rectangle
 * that is thinner than a unit lies at the rim.
 * `page` is the page that the placement names.
 * @throws StationError `placement-no-area` when the unit is so large that no integer rectangle fits the page
 */
export function toWire(placement: Placement, page: PageFacts, convention: PlacementConvention): WirePlacement {
  const frame = wireFrame(page, convention);
  const rect = mapBox(frame, placement.rect);
  const limits = mapBox(frame, page.cropBox);
  const [x1, x2] = roundEdges(rect.left, rect.right, limits.left, limits.right);
  const [y1, y2] = roundEdges(rect.bottom, rect.top, limits.bottom, limits.top);
  return { x1, y1, x2, y2, signaturePage: placement.page - 1 + convention.pageBase };
}

/**
 * Returns what the five fields of endpoint D mean on a page: the inverse of `toWire` but for rounding. Corners may
 * come in any order. Nothing is checked: the rectangle may leave the page and the page number may not exist.
 */
export function fromWire(wire: WirePlacement, page: PageFacts, convention: PlacementConvention): Placement {
  const corners = { left: wire.x1, bottom: wire.y1, right: wire.x2, top: wire.y2 };
  return {
    page: wire.signaturePage + 1 - convention.pageBase,
    rect: mapBox(inverse(wireFrame(page, convention)), corners),
    box: 'crop',
  };
}

/** Arithmetic may miss a whole number by this much; far below anything visible. */
const noise = 1e-6;

function roundEdges(low: number, high: number, lowest: number, highest: number): [number, number] {
  const first = Math.ceil(lowest - noise);
  const last = Math.floor(highest + noise);
  if (!(first < last)) throw new StationError('placement-no-area');
  // `+ 0` makes a negative zero a plain one.
  const onPage = (edge: number) => Math.min(Math.max(Math.round(edge), first), last) + 0;
  const [a, b] = [onPage(low), onPage(high)];
  if (a < b) return [a, b];
  return b < last ? [a, b + 1] : [a - 1, b];
}
