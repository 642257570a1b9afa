/** Affine maps of the plane, as PDF writes them: `[a b c d e f]` takes (x, y) to (ax + cy + e, bx + dy + f). */
import type { Box } from './geometry.ts';

export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const identity: Affine = [1, 0, 0, 1, 0, 0];
export const translate = (x: number, y: number): Affine => [1, 0, 0, 1, x, y];
export const scale = (x: number, y: number): Affine => [x, 0, 0, y, 0, 0];

/** Composes maps into one, applied in this order. */
export function inOrder(...steps: readonly Affine[]): Affine {
  return steps.reduce(
    ([a, b, c, d, e, f], [p, q, r, s, t, u]): Affine => [
      a * p + b * r,
      a * q + b * s,
      c * p + d * r,
      c * q + d * s,
      e * p + f * r + t,
      e * q + f * s + u,
    ],
    identity,
  );
}

/** Inverts a map. Ours are all turns, flips and non-zero scales, so the inverse always exists. */
export function inverse([a, b, c, d, e, f]: Affine): Affine {
  const det = a * d - b * c;
  return [d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det];
}

/** Maps an upright rectangle to an upright rectangle, edges in order again. Exact for quarter turns, flips and scales only. */
export function mapBox([a, b, c, d, e, f]: Affine, box: Box): Box {
  const [x1, y1] = [a * box.left + c * box.bottom + e, b * box.left + d * box.bottom + f];
  const [x2, y2] = [a * box.right + c * box.top + e, b * box.right + d * box.top + f];
  return { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) };
}
