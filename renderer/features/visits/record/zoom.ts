/** A picture in a pane: how large, how turned, which part; pure. Lengths in CSS pixels, places from the pane's middle. */

export type Point = { x: number; y: number };
export type Extent = { width: number; height: number };
/** `scale` 1: it just fits the pane. `at`: where the picture's middle is. `turn` in quarters to the right. */
export type Zoom = { scale: number; at: Point; turn: number };

export const fitted: Zoom = { scale: 1, at: { x: 0, y: 0 }, turn: 0 };
const largest = 12;

/** The picture as it stands, turned. */
const turned = ({ width, height }: Extent, turn: number): Extent => (turn % 2 === 0 ? { width, height } : { width: height, height: width });

/** Of the picture's own pixels, at scale 1. A small picture is not blown up past twice its size. */
export function fitOf(picture: Extent, pane: Extent, turn: number): number {
  const { width, height } = turned(picture, turn);
  if (width <= 0 || height <= 0 || pane.width <= 0 || pane.height <= 0) return 1;
  return Math.min(pane.width / width, pane.height / height, 2);
}

/** Never out of reach: an edge of the picture does not come further in than the pane's. */
export function withinPane({ scale, at, turn }: Zoom, picture: Extent, pane: Extent): Zoom {
  const { width, height } = turned(picture, turn);
  const factor = fitOf(picture, pane, turn) * scale;
  const keep = (place: number, size: number, room: number) => {
    const most = Math.max(0, (size * factor - room) / 2);
    return Math.min(most, Math.max(-most, place));
  };
  return { scale, turn, at: { x: keep(at.x, width, pane.width), y: keep(at.y, height, pane.height) } };
}

/** Larger or smaller by a factor; what lies under `point` stays there as far as it can. */
export function zoomed(zoom: Zoom, by: number, point: Point, picture: Extent, pane: Extent): Zoom {
  const scale = Math.min(largest, Math.max(1, zoom.scale * by));
  const grown = scale / zoom.scale;
  const at = { x: point.x - (point.x - zoom.at.x) * grown, y: point.y - (point.y - zoom.at.y) * grown };
  return withinPane({ ...zoom, scale, at }, picture, pane);
}

export const moved = (zoom: Zoom, { x, y }: Point, picture: Extent, pane: Extent): Zoom =>
  withinPane({ ...zoom, at: { x: zoom.at.x + x, y: zoom.at.y + y } }, picture, pane);

/** By quarters, to the right; it fits again. */
export const rotated = ({ turn }: Zoom, quarters: number): Zoom => ({ ...fitted, turn: (turn + quarters + 4) % 4 });
