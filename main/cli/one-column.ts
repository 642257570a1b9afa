/** A table that was read as one column and may have more: another separator than the usual ones. Pure. */

/** Whether each row is one cell and all of them have the same sign, equally often. @param rows blank ones do not count */
export function mayHaveColumns(rows: readonly (readonly string[])[]): boolean {
  if (rows.some(({ length }) => length > 1)) return false;
  const [first, ...others] = rows.map(([cell = '']) => cell).filter((cell) => cell.trim() !== '');
  if (first === undefined) return false;
  return [...new Set(first.match(signs))].some((sign) => others.every((cell) => times(cell, sign) === times(first, sign)));
}

/** Those that names have too say nothing. */
const signs = /[^\p{L}\p{M}\p{N}\s.,'’‘`´"()-]/gu;
const times = (cell: string, sign: string): number => cell.split(sign).length - 1;
