/** The zoom of a picture in a pane: size, rotation, position; pure. Lengths in CSS pixels, positions from the pane's centre. */

export type Point = { x: number; y: number };
export type Extent = { width: number; height: number };
/** `scale` 1: it just fits the pane. `at`: position of the picture's centre. `turn` in quarters to the right. */
export type Zoom = { scale: number; at: Point; turn: number };

export const fitted: Zoom = { scale: 1, at: { x: 0, y: 0 }, turn: 0 };
const largest = 12;

/** Returns the size of the picture after rotation. */
const turned = ({ width, height }: Extent, turn: number): Extent => (turn % 2 === 0 ? { width, height } : { width: height, height: width });

/** Returns the factor on the picture's own pixels at scale 1. A small picture is enlarged to at most four times its size: the face of a document is compared with a larger one. */
export function fitOf(picture: Extent, pane: Extent, turn: number): number {
  const { width, height } = turned(picture, turn);
  if (width <= 0 || height <= 0 || pane.width <= 0 || pane.height <= 0) return 1;
  return Math.min(pane.width / width, pane.height / height, 4);
}

/** Limits the position: an edge of the picture does not move further in than the pane's. */
export function withinPane({ scale, at, turn }: Zoom, picture: Extent, pane: Extent): Zoom {
  const { width, height } = turned(picture, turn);
  const factor = fitOf(picture, pane, turn) * scale;
  const keep = (place: number, size: number, room: number) => {
    const maxOffset = Math.max(0, (size * factor - room) / 2);
    return Math.min(maxOffset, Math.max(-maxOffset, place));
  };
  return { scale, turn, at: { x: keep(at.x, width, pane.width), y: keep(at.y, height, pane.height) } };
}

/** Zooms by a factor; the point under `point` stays there as far as possible. */
export function zoomed(zoom: Zoom, by: number, point: Point, picture: Extent, pane: Extent): Zoom {
  const scale = Math.min(largest, Math.max(1, zoom.scale * by));
  const grown = scale / zoom.scale;
  const at = { x: point.x - (point.x - zoom.at.x) * grown, y: point.y - (point.y - zoom.at.y) * grown };
  return withinPane({ ...zoom, scale, at }, picture, pane);
}

export const moved = (zoom: Zoom, { x, y }: Point, picture: Extent, pane: Extent): Zoom =>
  withinPane({ ...zoom, at: { x: zoom.at.x + x, y: zoom.at.y + y } }, picture, pane);

/** Rotates by quarters, to the right; the picture fits again. */
export const rotated = ({ turn }: Zoom, quarters: number): Zoom => ({ ...fitted, turn: (turn + quarters + 4) % 4 });
