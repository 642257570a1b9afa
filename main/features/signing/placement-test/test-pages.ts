/**
 * The pages of the test document, and the rectangles for signatures on them. The pages have two sizes and three rotations. Their
 * media boxes begin away from the origin, and their crop boxes are smaller by a different measure on each side, so that no two
 * conventions give the same place on the rotated pages (`test/signing/placement-finder.unit.test.ts`).
 */
import type { PageFacts, Rotation } from '../../../../shared/domain/placement/geometry.ts';
import type { WirePlacement } from '../../../../shared/domain/placement/placement.ts';

/** In points: A4 and B4. */
const small = { width: 595, height: 842 };
const large = { width: 709, height: 1001 };
/** The origin of media boxes, and the difference to crop boxes on each side. */
const origin = { x: -14, y: -9 };
const cut = { left: 24, bottom: 33, right: 17, top: 28 };

function pageOf({ width, height }: typeof small, rotation: Rotation): PageFacts {
  const mediaBox = { left: origin.x, bottom: origin.y, right: origin.x + width, top: origin.y + height };
  const cropBox = {
    left: mediaBox.left + cut.left,
    bottom: mediaBox.bottom + cut.bottom,
    right: mediaBox.right - cut.right,
    top: mediaBox.top - cut.top,
  };
  return { mediaBox, cropBox, rotation, userUnit: 1 };
}

export const testPages: readonly PageFacts[] = [pageOf(large, 0), pageOf(small, 90), pageOf(large, 270), pageOf(small, 0)];

/**
 * The first rectangle. Under each convention with up to 600 pixels per inch it is on page 2 or, where pages count from 0, on
 * page 3, and no two conventions give the same place. Few signatures are that high and wide, so that a provider that uses its
 * own size is noticed.
 */
export const firstProbe: WirePlacement = { x1: 320, y1: 400, x2: 500, y2: 500, signaturePage: 2 };

/** Further rectangles, for conventions that the first does not distinguish. */
export const furtherProbes: readonly WirePlacement[] = [
  firstProbe,
  { x1: 160, y1: 420, x2: 400, y2: 500, signaturePage: 2 },
  { x1: 330, y1: 260, x2: 470, y2: 480, signaturePage: 3 },
  { x1: 300, y1: 380, x2: 520, y2: 510, signaturePage: 1 },
];

/** The place of the signature in the last call: on the upright page that the first call did not use, where a clerk may put it. */
export const confirmingPlace = { page: 1, rect: { left: 90, bottom: 150, right: 260, top: 215 } };
