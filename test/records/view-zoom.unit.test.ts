/** Zooming and moving a picture: the point under the pointer stays in place, and the picture never leaves its pane. */
import { expect, it } from 'vitest';
import { type Extent, fitOf, fitted, moved, rotated, withinPane, type Zoom, zoomed } from '../support/doors/renderer/records.ts';
import { between, fc } from '../support/runner/property.ts';

const extent = fc.record({ width: fc.integer({ min: 1, max: 6000 }), height: fc.integer({ min: 1, max: 6000 }) });
const point = fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) });
const factor = between(0.2, 5);

it('a picture fits its pane, rotated or not, and a small one is at most doubled', () => {
  const pane = { width: 800, height: 600 };
  expect(fitOf({ width: 1600, height: 600 }, pane, 0)).toBe(0.5);
  expect(fitOf({ width: 1600, height: 600 }, pane, 1)).toBe(0.375);
  expect(fitOf({ width: 10, height: 10 }, pane, 0)).toBe(4);
  expect(fitOf({ width: 0, height: 0 }, pane, 0)).toBe(1);
});

it('the picture always fills the pane or is wholly inside it', () => {
  const act = fc.oneof(
    fc.tuple(factor, point).map(
      ([by, at]) =>
        (zoom: Zoom, picture: Extent, pane: Extent) =>
          zoomed(zoom, by, at, picture, pane),
    ),
    point.map((by) => (zoom: Zoom, picture: Extent, pane: Extent) => moved(zoom, by, picture, pane)),
    fc.constantFrom(1, -1).map((quarters) => (zoom: Zoom) => rotated(zoom, quarters)),
  );
  fc.assert(
    fc.property(extent, extent, fc.array(act, { maxLength: 12 }), (picture, room, acts) => {
      let zoom = fitted;
      for (const one of acts) zoom = one(zoom, picture, room);
      expect(zoom.scale).toBeGreaterThanOrEqual(1);
      expect([0, 1, 2, 3]).toContain(zoom.turn);
      const size = zoom.turn % 2 === 0 ? picture : { width: picture.height, height: picture.width };
      const shown = fitOf(picture, room, zoom.turn) * zoom.scale;
      const reach = (length: number, space: number) => Math.max(0, (length * shown - space) / 2) + 1e-6;
      expect(Math.abs(zoom.at.x)).toBeLessThanOrEqual(reach(size.width, room.width));
      expect(Math.abs(zoom.at.y)).toBeLessThanOrEqual(reach(size.height, room.height));
      expect(withinPane(zoom, picture, room)).toEqual(zoom);
    }),
  );
});

it('the point under the pointer stays there while the picture covers the pane', () => {
  const picture = { width: 4000, height: 3000 };
  const pane = { width: 800, height: 600 };
  const before = zoomed(fitted, 4, { x: 0, y: 0 }, picture, pane);
  const pointer = { x: 120, y: -80 };
  const after = zoomed(before, 2, pointer, picture, pane);
  const under = ({ scale, at }: Zoom) => [(pointer.x - at.x) / scale, (pointer.y - at.y) / scale];
  expect(under(after)).toEqual(under(before));
  expect(after.scale).toBe(8);
});
