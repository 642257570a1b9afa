/** Rows for a terminal, with their columns aligned. */

/** One line a row; the last column is as wide as it is. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const columns = Math.max(...rows.map((row) => row.length)) - 1;
  const widths = Array.from({ length: columns }, (_, column) => Math.max(...rows.map((row) => width(row[column] ?? ''))));
  return rows.map((row) => row.map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - width(cell)))).join('  '));
}

/** What the provider sends must not move the terminal's cursor. */
export const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

const graphemes = new Intl.Segmenter();
/** Near enough for aligning: characters as a person counts them. */
const width = (text: string): number => [...graphemes.segment(text)].length;
