/** Compares pictures of pages with four bytes per pixel. */

/** `stride`: bytes per row. */
export type Pixels = { width: number; height: number; stride: number; bytes: Uint8Array };
/** In pixels from the upper left corner; `right` and `bottom` are not part of it. */
export type Region = { left: number; top: number; right: number; bottom: number };

/** Difference of a colour (of 255) that a person sees and that rounding of coordinates does not cause. */
const seen = 40;
/** Smaller difference, which is visible in more than `maxFaint` pixels. */
const faint = 12;
const maxFaint = 20;
/** Difference of brightness between neighbours at the edges of letters and lines. */
const edge = 96;
/** Share of that difference that must be left; with less, something was drawn over the edge. */
const leastContrast = 0.2;
/** Share of edges that may be lost, since the edges of additions cross them. */
const maxLost = 0.05;

/** Whether two pictures of the same size differ anywhere but in the regions. */
export function differsOutside(one: Pixels, other: Pixels, regions: readonly Region[]): boolean {
  let faintOnes = 0;
  for (let y = 0; y < one.height; y += 1) {
    if (isSameRow(one, other, y)) continue;
    const across = regions.filter(({ top, bottom }) => y >= top && y < bottom);
    if (across.some(({ left, right }) => left <= 0 && right >= one.width)) continue;
    for (let x = 0; x < one.width; x += 1) {
      const at = y * one.stride + x * 4;
      const difference = Math.max(
        Math.abs((one.bytes[at] ?? 0) - (other.bytes[at] ?? 0)),
        Math.abs((one.bytes[at + 1] ?? 0) - (other.bytes[at + 1] ?? 0)),
        Math.abs((one.bytes[at + 2] ?? 0) - (other.bytes[at + 2] ?? 0)),
      );
      if (difference <= faint || across.some(({ left, right }) => x >= left && x < right)) continue;
      faintOnes += 1;
      if (difference > seen || faintOnes > maxFaint) return true;
    }
  }
  return false;
}

/** Compares bytes, which is much faster than comparing pixels; most rows of two pictures are the same. */
function isSameRow(one: Pixels, other: Pixels, y: number): boolean {
  const rowOf = ({ bytes, stride, width }: Pixels) => bytes.subarray(y * stride, y * stride + width * 4);
  return Buffer.compare(rowOf(one), rowOf(other)) === 0;
}

/** Whether the pictures differ in a region, outside those of `but`. */
export function differsIn(one: Pixels, other: Pixels, region: Region, but: readonly Region[]): boolean {
  const { width, height } = one;
  const around: Region[] = [
    { left: 0, top: 0, right: width, bottom: region.top },
    { left: 0, top: region.bottom, right: width, bottom: height },
    { left: 0, top: 0, right: region.left, bottom: height },
    { left: region.right, top: 0, right: width, bottom: height },
  ];
  return differsOutside(one, other, [...around, ...but]);
}

export const moved = ({ left, top, right, bottom }: Region, x: number, y: number): Region => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
});

/** Whether the edges in a region of `one` are also in `other`, in the same direction. */
export function isLegibleIn(one: Pixels, other: Pixels, region: Region, but: readonly Region[]): boolean {
  const top = Math.max(0, region.top);
  const rows = Array.from({ length: Math.max(0, Math.min(one.height, region.bottom) - 1 - top) }, (_, row) => top + row);
  // Only rows that differ can lose edges. An addition to blank paper loses none, so it needs no second count.
  const { lost } = edgesIn(
    one,
    other,
    rows.filter((y) => !isSameRow(one, other, y) || !isSameRow(one, other, y + 1)),
    region,
    but,
  );
  return lost === 0 || lost <= edgesIn(one, other, rows, region, but).edges * maxLost;
}

/** Counts the edges of `one` in these rows, to the right and below; `lost`: those that `other` does not have. */
function edgesIn(one: Pixels, other: Pixels, rows: readonly number[], region: Region, but: readonly Region[]) {
  let [edges, lost] = [0, 0];
  const look = (at: number, next: number) => {
    const before = brightness(one.bytes, at) - brightness(one.bytes, next);
    if (Math.abs(before) < edge) return;
    edges += 1;
    const after = (brightness(other.bytes, at) - brightness(other.bytes, next)) * Math.sign(before);
    if (after < leastContrast * Math.abs(before)) lost += 1;
  };
  for (const y of rows) {
    for (let x = Math.max(0, region.left); x < Math.min(one.width, region.right) - 1; x += 1) {
      if (but.some(({ left, top, right, bottom }) => x >= left - 1 && x < right && y >= top - 1 && y < bottom)) continue;
      const at = y * one.stride + x * 4;
      look(at, at + 4);
      look(at, at + one.stride);
    }
  }
  return { edges, lost };
}

/** Returns the brightness of a pixel in the order blue, green, red. */
const brightness = (bytes: Uint8Array, at: number): number =>
  0.114 * (bytes[at] ?? 0) + 0.587 * (bytes[at + 1] ?? 0) + 0.299 * (bytes[at + 2] ?? 0);
