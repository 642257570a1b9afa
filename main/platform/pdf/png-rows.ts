/** Reverses the row filters of PNG (RFC 2083, 6), which PDF streams have too. Pure. */

/**
 * Returns the rows without their filters; null for incomplete rows or an unknown filter.
 * @param packed rows, each with a first byte that names its filter
 * @param width bytes of a row without that byte
 * @param step bytes of a pixel
 */
export function unfilteredRows(packed: Buffer, width: number, step: number): Buffer | null {
  const rows = packed.length / (width + 1);
  if (!Number.isInteger(rows)) return null;
  const result = Buffer.alloc(rows * width);
  for (let row = 0; row < rows; row += 1) {
    const filter = packed[row * (width + 1)] ?? 0;
    if (filter > 4) return null;
    for (let column = 0; column < width; column += 1) {
      const to = row * width + column;
      const left = column < step ? 0 : (result[to - step] ?? 0);
      const above = row === 0 ? 0 : (result[to - width] ?? 0);
      const diagonal = row === 0 || column < step ? 0 : (result[to - width - step] ?? 0);
      result[to] = (packed[to + row + 1] ?? 0) + predicted(filter, left, above, diagonal);
    }
  }
  return result;
}

function predicted(filter: number, left: number, above: number, diagonal: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const estimate = left + above - diagonal;
  const [toLeft, toAbove, toDiagonal] = [Math.abs(estimate - left), Math.abs(estimate - above), Math.abs(estimate - diagonal)];
  if (toLeft <= toAbove && toLeft <= toDiagonal) return left;
  return toAbove <= toDiagonal ? above : diagonal;
}
