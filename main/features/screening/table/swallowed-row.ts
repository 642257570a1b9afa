/** A stray quote that swallows the rows after it, up to the next quote: such a table parses, and people are missing. */

/**
 * Whether a quoted cell with line breaks in it looks like several rows run together: the first line of the record and
 * its last one would each make a whole row by themselves. An address of two lines does not; in a table of one column any
 * two lines do.
 * @param at the cell's place in its record, from 0
 * @param expected cells of a row of this table
 */
export function isSwallowed(cell: string, at: number, expected: number, separator: string): boolean {
  if (!/[\r\n]/.test(cell)) return false;
  // Line breaks around a cell's text part nothing.
  const lines = cell.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  if (lines.length < 2) return false;
  const separators = (line: string | undefined): number => (line ?? '').split(separator).length - 1;
  return at + separators(lines[0]) >= expected - 1 && separators(lines.at(-1)) >= at;
}
