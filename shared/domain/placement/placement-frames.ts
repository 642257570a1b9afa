/** The coordinate frames of a page, each as one map from PDF user space into it. */
import type { Box, PageFacts, Rotation } from './geometry.ts';
import type { PlacementConvention } from './placement.ts';
import { type Affine, identity, inOrder, scale, translate } from './placement-affine.ts';

export type Size = { width: number; height: number };

const pointsPerInch = 72;

const sizeOf = (box: Box): Size => ({ width: box.right - box.left, height: box.top - box.bottom });
const turned = ({ width, height }: Size, rotation: Rotation): Size =>
  rotation === 90 || rotation === 270 ? { width: height, height: width } : { width, height };

/** Turns a page of this size clockwise and puts its bottom-left corner back at the origin. */
function turn({ width, height }: Size, rotation: Rotation): Affine {
  switch (rotation) {
    case 0:
      return identity;
    case 90:
      return [0, -1, 1, 0, 0, width];
    case 180:
      return [-1, 0, 0, -1, width, height];
    case 270:
      return [0, 1, -1, 0, height, 0];
  }
}

/** User space → relative to the box's corner → turned → points. */
function boxToPoints(box: Box, rotation: Rotation, userUnit: number): Affine {
  return inOrder(translate(-box.left, -box.bottom), turn(sizeOf(box), rotation), scale(userUnit, userUnit));
}

/** Size of the page as displayed, in points (1/72 inch): the crop box, turned, times the user unit. */
export function displayedSize(page: PageFacts): Size {
  const { width, height } = turned(sizeOf(page.cropBox), page.rotation);
  return { width: width * page.userUnit, height: height * page.userUnit };
}

/** User space → points of the page as displayed, origin at its bottom-left corner. */
export function displayedFrame(page: PageFacts): Affine {
  return boxToPoints(page.cropBox, page.rotation, page.userUnit);
}

/** What a convention counts from; see `wireFrame` for `none`. */
function countedBox(page: PageFacts, box: PlacementConvention['box']): Box {
  if (box === 'crop') return page.cropBox;
  if (box === 'media') return page.mediaBox;
  const { width, height } = sizeOf(page.mediaBox);
  return { left: 0, bottom: 0, right: width, top: height };
}

/**
 * User space → the numbers of endpoint D under a convention, before rounding (their meaning is "not shown").
 *
 * `none` counts from the origin of user space, as if the page were as large as its media box and began
 * there: that is what a program does that never looks where a box begins. The turn (`as-displayed`), the
 * upper edge (`top-left`) and the whole (`permille`) are those of that imagined page. On a page with a media
 * box begins at (0, 0), `none` and `media` are the same.
 *
 * `permille` is of the counted box as turned: its width for x, its height for y.
 */
export function wireFrame(page: PageFacts, convention: PlacementConvention): Affine {
  const box = countedBox(page, convention.box);
  const rotation = convention.rotation === 'as-displayed' ? page.rotation : 0;
  const size = turned(sizeOf(box), rotation);
  const width = size.width * page.userUnit;
  const height = size.height * page.userUnit;
  const flip: Affine = convention.origin === 'top-left' ? [1, 0, 0, -1, 0, height] : identity;
  return inOrder(boxToPoints(box, rotation, page.userUnit), flip, unitOf(convention, width, height));
}

function unitOf({ unit, dpi }: PlacementConvention, width: number, height: number): Affine {
  switch (unit) {
    case 'point':
      return identity;
    case 'pixel':
      return scale(dpi / pointsPerInch, dpi / pointsPerInch);
    case 'permille':
      return scale(1000 / width, 1000 / height);
  }
}
