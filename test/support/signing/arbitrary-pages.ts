/** fast-check arbitraries of pages and conventions, for property tests of placement. */
import type { Box, PageFacts, PlacementConvention } from '../doors/domain.ts';
import { between, fc } from '../runner/property.ts';

const mediaBoxes: fc.Arbitrary<Box> = fc
  .record({ left: between(-2000, 2000), bottom: between(-2000, 2000), width: between(50, 3000), height: between(50, 3000) })
  .map(({ left, bottom, width, height }) => ({ left, bottom, right: left + width, top: bottom + height }));

/** A crop box within the media box, often the same. */
const boxPairs = mediaBoxes.chain((mediaBox) =>
  fc.oneof(
    fc.constant({ mediaBox, cropBox: mediaBox }),
    fc
      .record({ left: between(0, 0.4), bottom: between(0, 0.4), right: between(0.6, 1), top: between(0.6, 1) })
      .map((part) => ({ mediaBox, cropBox: partOf(mediaBox, part) })),
  ),
);

/** Pages of every kind that the station meets: origins below zero, crop boxes, turns, user units from 0.5 to 72. */
export const pages: fc.Arbitrary<PageFacts> = fc
  .tuple(boxPairs, fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const), fc.constantFrom(1, 0.5, 2.5, 72))
  .map(([boxes, rotation, userUnit]) => ({ ...boxes, rotation, userUnit }));

export const conventions: fc.Arbitrary<PlacementConvention> = fc.record({
  unit: fc.constantFrom('point', 'pixel', 'permille'),
  dpi: fc.constantFrom(72, 96, 150, 300),
  origin: fc.constantFrom('bottom-left', 'top-left'),
  box: fc.constantFrom('crop', 'media', 'none'),
  rotation: fc.constantFrom('as-displayed', 'user-space'),
  pageBase: fc.constantFrom(0, 1),
});

/** A rectangle within the unit square, at least `least` wide and high. */
export const parts = (least: number): fc.Arbitrary<Box> =>
  fc.record({ x: between(0, 1), y: between(0, 1), width: between(least, 1), height: between(least, 1) }).map(({ x, y, width, height }) => {
    const left = x * (1 - width);
    const bottom = y * (1 - height);
    return { left, bottom, right: left + width, top: bottom + height };
  });

/** That part (unit square) of a box. */
export function partOf(box: Box, part: Box): Box {
  const width = box.right - box.left;
  const height = box.top - box.bottom;
  return {
    left: box.left + part.left * width,
    bottom: box.bottom + part.bottom * height,
    right: box.left + part.right * width,
    top: box.bottom + part.top * height,
  };
}
